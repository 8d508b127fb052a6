#include "order/ccs.h"

#include <string.h>

typedef struct ft_ccs_list cell;
typedef struct ft_ccs_entry entry;

// Cells of a variable that are found without the hash table.
enum { CHAINED = 4 };

void ft_ccs_release (ft_ccs *cells) {
  for (size_t i = 0; i < cells->cells.size; i++)
    if (cells->cells.begin[i].capacity > FT_CCS_ENTRIES)
      free (cells->cells.begin[i].many);
  FT_RELEASE (cells->cells);
  FT_RELEASE (cells->first);
  ft_map_release (&cells->others);
}

static ft_id new_cell (ft_ccs *cells, ft_id lock) {
  FT_PUSH (
      cells->cells,
      ((cell){.lock = lock, .next = FT_NO_ID, .capacity = FT_CCS_ENTRIES}));
  return cells->cells.size - 1;
}

static ft_id other_cell_at (ft_ccs *cells, ft_id lock, ft_id variable) {
  uint32_t *id = ft_map_at (&cells->others, (uint64_t)lock << 32 | variable);
  if (*id == FT_NO_ID)
    *id = new_cell (cells, lock);
  return *id;
}

static ft_id cell_at (ft_ccs *cells, ft_id lock, ft_id variable) {
  FT_GROW (cells->first, (size_t)variable + 1, FT_NO_ID);
  ft_id last = FT_NO_ID, id = cells->first.begin[variable];
  for (int n = 0; n < CHAINED; n++) {
    if (id == FT_NO_ID) {
      id = new_cell (cells, lock);
      *(last == FT_NO_ID ? cells->first.begin + variable
                         : &cells->cells.begin[last].next) = id;
      return id;
    }
    const cell *c = cells->cells.begin + id;
    if (c->lock == lock)
      return id;
    last = id;
    id = c->next;
  }
  return other_cell_at (cells, lock, variable);
}

static entry *entries_of (cell *c) {
  return c->capacity > FT_CCS_ENTRIES ? c->many : c->few;
}

// Whether the section has made such an access before: as nothing is closed
// that a section excludes while it is open, there is nothing new to follow.
static bool repeats (const cell *c, const ft_open_section *open,
                     const ft_variable_access *touch) {
  if (c->serial != open->serial)
    return false;
  const struct ft_section_access *t = open->touched.begin + c->touch;
  uint8_t done = touch->write ? t->written : t->read | t->written;
  return !(touch->mask & ~done);
}

// Notes the access in the section, once per cell.
static void note (cell *c, ft_id id, ft_open_section *open,
                  const ft_variable_access *touch) {
  if (c->serial != open->serial) {
    c->serial = open->serial;
    c->touch = open->touched.size;
    FT_PUSH (open->touched, ((struct ft_section_access){id, 0, 0}));
  }
  struct ft_section_access *t = open->touched.begin + c->touch;
  *(touch->write ? &t->written : &t->read) |= touch->mask;
}

static bool knows (const ft_clock *known, const entry *e) {
  return e->closed <= ft_clock_at (known, e->thread);
}

static bool must_follow (const entry *e, const ft_open_section *open, ft_tid t,
                         const ft_variable_access *touch) {
  uint8_t bytes = touch->write ? e->read | e->written : e->written;
  return e->thread != t && (bytes & touch->mask) &&
         !(e->shared && open->shared);
}

bool ft_ccs_access (ft_ccs *cells, const ft_section_pool *pool,
                    ft_open_section *open, ft_tid t,
                    const ft_variable_access *touch, ft_clock *known) {
  ft_id id = cell_at (cells, open->lock, touch->variable);
  cell *c = cells->cells.begin + id;
  if (repeats (c, open, touch))
    return false;
  bool changed = false;
  const entry *entries = entries_of (c);
  for (uint32_t i = 0; i < c->size; i++)
    if (must_follow (entries + i, open, t, touch) &&
        !knows (known, entries + i))
      changed |= ft_clock_join (
          known, &ft_section_at (pool, entries[i].section)->clock);
  note (c, id, open, touch);
  return changed;
}

static void grow (cell *c) {
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

static void put_first (cell *c, const entry *e) {
  if (c->size == c->capacity)
    grow (c);
  entry *entries = entries_of (c);
  memmove (entries + 1, entries, c->size++ * sizeof *entries);
  entries[0] = *e;
}

// Bytes for which a newer section does duty, and for what.
typedef struct duty {
  uint8_t access, read; // of a later access that writes, that reads
} duty;

// What is left to an entry older than 'by': 'others' is the duty done, for
// the thread of 'by', by exclusive sections of other threads in between.
static void relieve (entry *e, const entry *by, duty others, bool total,
                     const ft_clock *known) {
  bool own = e->thread == by->thread;
  if (by->shared && !(own && e->shared))
    return;
  duty done = {by->read | by->written, by->written};
  if (!own && !knows (known, e)) {
    if (!total)
      return;
    done.access &= others.access;
    done.read &= others.read;
  }
  e->read &= ~done.access;
  e->written &= ~done.read;
}

static void prune (cell *c, const entry *by, bool total,
                   const ft_clock *known) {
  entry *entries = entries_of (c);
  duty others = {0, 0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->size; i++) {
    entry e = entries[i];
    duty own = {e.read | e.written, e.written};
    relieve (&e, by, others, total, known);
    if (e.thread != by->thread && !e.shared) {
      others.access |= own.access;
      others.read |= own.read;
    }
    if (e.read || e.written)
      entries[kept++] = e;
  }
  c->size = kept;
}

void ft_ccs_close (ft_ccs *cells, const ft_section_pool *pool,
                   const ft_open_section *open, ft_id section,
                   const ft_clock *known) {
  const ft_section *s = ft_section_at (pool, section);
  entry e = {.section = section,
             .thread = s->thread,
             .closed = s->closed,
             .shared = s->shared};
  for (size_t i = 0; i < open->touched.size; i++) {
    struct ft_section_access t = open->touched.begin[i];
    cell *c = cells->cells.begin + t.cell;
    e.read = t.read, e.written = t.written;
    prune (c, &e, cells->total, known);
    put_first (c, &e);
  }
}

void ft_ccs_mark (ft_ccs *cells, ft_section_pool *pool) {
  for (size_t i = 0; i < cells->cells.size; i++) {
    cell *c = cells->cells.begin + i;
    const entry *entries = entries_of (c);
    for (uint32_t k = 0; k < c->size; k++)
      ft_section_mark (pool, entries[k].section);
  }
}
