#include "order/ccs.h"

#include <assert.h>
#include <string.h>

#include "order/table_memory.h"

typedef struct ft_ccs_list list;
typedef struct ft_ccs_entry entry;

// Number of lists of a variable that are found without the hash table.
enum { CHAINED = 4 };

void ft_ccs_release (ft_ccs *ccs) {
  for (size_t i = 0; i < ccs->lists.size; i++)
    if (ccs->lists.begin[i].capacity > FT_CCS_ENTRIES)
      free (ccs->lists.begin[i].many);
  FT_RELEASE (ccs->lists);
  FT_RELEASE (ccs->first);
  ft_map_release (&ccs->hashed);
}

static ft_id new_list (ft_ccs *ccs, ft_id lock) {
  FT_TABLE_PUSH (
      ccs->lists,
      ((list){.lock = lock, .next = FT_NO_ID, .capacity = FT_CCS_ENTRIES}));
  return ccs->lists.size - 1;
}

static ft_id hashed_list_at (ft_ccs *ccs, ft_id lock, ft_id variable) {
  uint32_t *id = ft_map_at (&ccs->hashed, (uint64_t)lock << 32 | variable);
  if (*id == FT_NO_ID)
    *id = new_list (ccs, lock);
  return *id;
}

static ft_id list_at (ft_ccs *ccs, ft_id lock, ft_id variable) {
  FT_GROW (ccs->first, (size_t)variable + 1, FT_NO_ID);
  ft_id last = FT_NO_ID, id = ccs->first.begin[variable];
  for (int n = 0; n < CHAINED; n++) {
    if (id == FT_NO_ID) {
      id = new_list (ccs, lock);
      *(last == FT_NO_ID ? ccs->first.begin + variable
                         : &ccs->lists.begin[last].next) = id;
      return id;
    }
    const list *c = ccs->lists.begin + id;
    if (c->lock == lock)
      return id;
    last = id;
    id = c->next;
  }
  return hashed_list_at (ccs, lock, variable);
}

static entry *entries_of (list *c) {
  return c->capacity > FT_CCS_ENTRIES ? c->many : c->few;
}

// Whether the section has made such an access before.  Then no section is new:
// while a section is open, no section that it excludes is closed.
static bool was_made_before (const list *c, const ft_open_section *open,
                             const ft_variable_access *accessed) {
  if (c->section_number != open->section_number)
    return false;
  const struct ft_section_access *t = open->accesses.begin + c->access_index;
  uint8_t done = accessed->write ? t->written : t->read | t->written;
  return !(accessed->mask & ~done);
}

// Records the access in the open section, once per list.
static void record_access (list *c, ft_id id, ft_open_section *open,
                           const ft_variable_access *accessed) {
  if (c->section_number != open->section_number) {
    c->section_number = open->section_number;
    c->access_index = open->accesses.size;
    FT_PUSH (open->accesses, ((struct ft_section_access){id, 0, 0}));
  }
  struct ft_section_access *t = open->accesses.begin + c->access_index;
  *(accessed->write ? &t->written : &t->read) |= accessed->mask;
}

static bool is_known (const ft_clock *known, const entry *e) {
  return e->closed <= ft_clock_at (known, e->thread);
}

static bool must_follow (const entry *e, const ft_open_section *open, ft_tid t,
                         const ft_variable_access *accessed) {
  uint8_t bytes = accessed->write ? e->read | e->written : e->written;
  return e->thread != t && (bytes & accessed->mask) &&
         !(e->shared && open->shared);
}

bool ft_ccs_access (ft_ccs *ccs, const ft_section_pool *pool,
                    ft_open_section *open, ft_tid t,
                    const ft_variable_access *accessed, ft_clock *known) {
  ft_id id = list_at (ccs, open->lock, accessed->variable);
  list *c = ccs->lists.begin + id;
  if (was_made_before (c, open, accessed))
    return false;
  bool changed = false;
  const entry *entries = entries_of (c);
  for (uint32_t i = 0; i < c->size; i++)
    if (must_follow (entries + i, open, t, accessed) &&
        !is_known (known, entries + i))
      changed |= ft_clock_join (
          known, &ft_section_at (pool, entries[i].section)->clock);
  record_access (c, id, open, accessed);
  return changed;
}

static void grow (list *c) {
  assert (c->size == c->capacity);
  if (c->capacity > FT_CCS_ENTRIES) {
    c->capacity *= 2;
    c->many = ft_realloc (c->many, c->capacity, sizeof (entry));
    return;
  }
  entry *many = ft_realloc (NULL, 2 * c->capacity, sizeof (entry));
  memcpy (many, c->few, sizeof c->few);
  c->capacity *= 2;
  c->many = many;
}

static void put_first (list *c, const entry *e) {
  if (c->size == c->capacity)
    grow (c);
  entry *entries = entries_of (c);
  memmove (entries + 1, entries, c->size++ * sizeof *entries);
  entries[0] = *e;
}

// Bytes that newer sections cover, and for which later accesses.
typedef struct covered {
  uint8_t access, read; // by a later access that writes, that reads
} covered;

// Removes from an entry the bytes that the newer section 'by' covers.
// 'foreign': the bytes that exclusive sections of other threads in between
// cover for the thread of 'by'.
static void remove_covered (entry *e, const entry *by, covered foreign,
                            bool exclusive_ordered, const ft_clock *known) {
  bool own = e->thread == by->thread;
  if (by->shared && !(own && e->shared))
    return;
  covered done = {by->read | by->written, by->written};
  if (!own && !is_known (known, e)) {
    if (!exclusive_ordered)
      return;
    done.access &= foreign.access;
    done.read &= foreign.read;
  }
  e->read &= ~done.access;
  e->written &= ~done.read;
}

static void prune (list *c, const entry *by, bool exclusive_ordered,
                   const ft_clock *known) {
  entry *entries = entries_of (c);
  covered foreign = {0, 0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->size; i++) {
    entry e = entries[i];
    covered own = {e.read | e.written, e.written};
    remove_covered (&e, by, foreign, exclusive_ordered, known);
    if (e.thread != by->thread && !e.shared) {
      foreign.access |= own.access;
      foreign.read |= own.read;
    }
    if (e.read || e.written)
      entries[kept++] = e;
  }
  c->size = kept;
}

void ft_ccs_close (ft_ccs *ccs, const ft_section_pool *pool,
                   const ft_open_section *open, ft_id section,
                   const ft_clock *known) {
  const ft_section *s = ft_section_at (pool, section);
  entry e = {.section = section,
             .thread = s->thread,
             .closed = s->closed,
             .shared = s->shared};
  for (size_t i = 0; i < open->accesses.size; i++) {
    struct ft_section_access t = open->accesses.begin[i];
    list *c = ccs->lists.begin + t.list;
    e.read = t.read, e.written = t.written;
    prune (c, &e, ccs->exclusive_ordered, known);
    put_first (c, &e);
  }
}

void ft_ccs_mark (ft_ccs *ccs, ft_section_pool *pool) {
  for (size_t i = 0; i < ccs->lists.size; i++) {
    list *c = ccs->lists.begin + i;
    const entry *entries = entries_of (c);
    for (uint32_t k = 0; k < c->size; k++)
      ft_section_mark (pool, entries[k].section);
  }
}
