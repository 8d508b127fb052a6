// The environment of re-execution: its questions about memory, locks and
// lifetimes (see 'environment.h').

#include "symex/environment.h"

void ft_environment_release (ft_environment *n) {
  FT_RELEASE (n->reached);
  FT_RELEASE (n->calls_reading);
  FT_RELEASE (n->calls_writing);
  ft_map_release (&n->written);
  ft_map_release (&n->written_pages);
  ft_map_release (&n->late_shared);
  ft_map_release (&n->compared);
  ft_map_release (&n->address_reads);
  ft_map_release (&n->seen_at);
  FT_RELEASE (n->seen);
  ft_map_release (&n->escaped);
  ft_lifetimes_release (&n->lifetimes);
  for (size_t i = 0; i < n->held.size; i++)
    FT_RELEASE (n->held.begin[i]);
  FT_RELEASE (n->held);
}

ft_held_acquires *ft_environment_held_acquires (ft_environment *n,
                                                uint32_t thread) {
  FT_GROW (n->held, (size_t)thread + 1, ((ft_held_acquires){0}));
  return n->held.begin + thread;
}

bool ft_environment_is_traced (const ft_environment *n, uint64_t address) {
  return ft_variables_traced (n->variables, address, 1) != FT_TRACED_NONE;
}

// ---- what uninstrumented code may reach ------------------------------------

typedef struct object {
  uint64_t first, last;
} object;

// The block, global or constant that contains an address, {0, 0} if there is
// none.
static object object_at (const ft_environment *n, uint64_t address) {
  const ft_run_code *code = n->code;
  ft_id id = ft_variables_block_at (n->variables, address);
  if (id != FT_NO_ID) {
    const ft_memory_block *b = ft_variables_block (n->variables, id);
    return (object){b->address, b->address + b->bytes - !!b->bytes};
  }
  const ft_run_global *g = ft_run_code_global_at (code, address);
  g = g ? g : ft_run_code_constant_at (code, address);
  return g ? (object){g->first, g->last} : (object){0, 0};
}

bool ft_environment_mark_escaped (ft_environment *n, uint64_t address,
                                  uint64_t *first, uint64_t *last) {
  object o = object_at (n, address);
  uint32_t *escaped = o.first ? ft_map_at (&n->escaped, o.first) : NULL;
  bool new = escaped && (*escaped == FT_NO_ID);
  if (escaped)
    *escaped = 1;
  *first = o.first;
  *last = o.last;
  return new;
}

enum { LOG2_PAGE = 12 };

void ft_environment_mark_written (ft_environment *n, uint64_t address) {
  object o = object_at (n, address);
  uint64_t page = address >> LOG2_PAGE;
  if (o.first)
    *ft_map_at (&n->written, o.first) = 1;
  for (uint64_t i = page - !!page; !o.first && i <= page + 1; i++)
    *ft_map_at (&n->written_pages, i) = 1;
}

bool ft_environment_is_any_written (const ft_environment *n) {
  return n->all_written || n->libraries_written || n->written.size ||
         n->written_pages.size;
}

// A library may know the addresses of objects that were passed to it.
static bool may_library_write (const ft_environment *n, object o) {
  return n->libraries_written &&
         (!o.first || ft_map_get (&n->escaped, o.first) != FT_NO_ID);
}

bool ft_environment_may_be_written (const ft_environment *n, uint64_t address) {
  if (n->all_written || !ft_environment_is_any_written (n))
    return n->all_written;
  object o = object_at (n, address);
  if (may_library_write (n, o))
    return true;
  return o.first
             ? ft_map_get (&n->written, o.first) != FT_NO_ID
             : ft_map_get (&n->written_pages, address >> LOG2_PAGE) != FT_NO_ID;
}

// Whether another thread or uninstrumented code may use the block: any mapping,
// and other threads' stacks.  The thread's own stack has only variables of
// recorded functions, unless uninstrumented code has called them.
static bool may_be_used_by_others (const ft_environment *n, uint64_t address,
                                   bool back) {
  ft_id id = ft_variables_block_at (n->variables, address);
  const ft_memory_block *b =
      id == FT_NO_ID ? NULL : ft_variables_block (n->variables, id);
  return b && (b->kind == FT_BLOCK_MAPPED ||
               (b->kind == FT_BLOCK_STACK &&
                (back || b->thread != n->record->thread->number)));
}

// Memory outside of all objects belongs to a library, or to the runtime.
bool ft_environment_may_be_read (const ft_environment *n, uint64_t address,
                                 bool back) {
  object o = object_at (n, address);
  return !o.first || ft_map_get (&n->escaped, o.first) != FT_NO_ID ||
         may_be_used_by_others (n, address, back);
}

bool ft_environment_has_escaped (const ft_environment *n, uint64_t address) {
  object o = n->escaped.size ? object_at (n, address) : (object){0, 0};
  return n->unknown_escaped ||
         (o.first && ft_map_get (&n->escaped, o.first) != FT_NO_ID);
}

// ---- accesses and locks of alternative paths --------------------------------

static const ft_memory_block *block_at (const ft_environment *n,
                                        uint64_t address) {
  ft_id id = ft_variables_block_at (n->variables, address);
  return id == FT_NO_ID ? NULL : ft_variables_block (n->variables, id);
}

// Time counts twice the words, so that an alternative path, which comes before
// the current record, is between two records.
ft_lifetime_moment ft_environment_moment (const ft_environment *n,
                                          bool behind) {
  return (ft_lifetime_moment){n->record->thread->number,
                              2 * ft_run_reader_words (n->reader) - !behind};
}

static ft_lifetime_moment moment_before (const ft_environment *n) {
  return ft_environment_moment (n, false);
}

// Stack memory counts only inside a live frame of the same thread: no event
// says when a frame of another thread ends.
static bool is_in_frame (const ft_environment *n, const ft_memory_block *b,
                         uint64_t address, unsigned bytes) {
  const ft_run_thread *t = n->record->thread;
  for (size_t i = b->thread == t->number ? t->variables.size : 0; i--;)
    if (t->variables.begin[i].first <= address &&
        address + bytes - 1 <= t->variables.begin[i].last)
      return true;
  return false;
}

// Whether all of the bytes are in the block, which exists whenever the thread
// comes here.  A mapping may be protected against reading or writing, so that
// an access may fault.
static bool is_in_live_block (const ft_environment *n, const ft_memory_block *b,
                              uint64_t address, unsigned bytes) {
  if (b->freed || b->kind == FT_BLOCK_MAPPED || address < b->address ||
      address - b->address + bytes > b->bytes)
    return false;
  return b->kind == FT_BLOCK_STACK
             ? is_in_frame (n, b, address, bytes)
             : n->finding || ft_lifetimes_is_allocated (
                                 &n->lifetimes, moment_before (n), b->life);
}

// Whether all of the bytes are in a live block or in a global.
static bool exists (ft_environment *n, uint64_t address, unsigned bytes) {
  const ft_memory_block *b = block_at (n, address);
  if (b)
    return is_in_live_block (n, b, address, bytes);
  const ft_run_global *g = ft_run_code_global_at (n->code, address);
  return g && address + bytes - 1 <= g->last;
}

// Whether no other block of the run has memory of this one, which lives.
static bool is_alone (const ft_environment *n, const ft_memory_block *b) {
  const ft_memory_reuses *r = n->reuses;
  ft_id freed = r ? ft_map_get (&r->freed_from, b->address) : FT_NO_ID;
  if (b->again || !r)
    return false;
  return freed == FT_NO_ID ? r->freed.size < FT_MOST_FREED
                           : !r->freed.begin[freed].again;
}

ft_id ft_environment_freed_block (const ft_environment *n, uint64_t address,
                                  unsigned bytes) {
  ft_id id = n->reuses ? ft_variables_block_at (n->variables, address) : FT_NO_ID;
  if (id == FT_NO_ID || !ft_variables_block_holds (n->variables, id))
    return FT_NO_ID;
  const ft_memory_block *b = ft_variables_block (n->variables, id);
  return b->freed && b->kind == FT_BLOCK_HEAP && !b->again &&
                 address >= b->address && b->bytes >= bytes &&
                 address - b->address <= b->bytes - bytes
             ? ft_memory_reuses_freed (n->reuses, b->address)
             : FT_NO_ID;
}

bool ft_environment_extent (const ft_environment *n, uint64_t address,
                            bool fixed, ft_extent *x) {
  const ft_memory_block *b = block_at (n, address);
  if (b)
    *x = (ft_extent){b->address, b->bytes};
  return b && b->kind == FT_BLOCK_HEAP && !b->freed &&
         address - b->address < b->bytes && (fixed || is_alone (n, b));
}

// Memory that an alternative path accesses.  All accesses to it must be events,
// from the begin of its lifetime on; else its initial value would stand for a
// value that no event writes.  Memory that escapes at any time of the run is
// not accessed, nor memory of locks and the like.
bool ft_environment_resolve (ft_environment *n, uint64_t address,
                             unsigned bytes, ft_event *e) {
  uint64_t granule = address >> 3;
  uint64_t bytes_alike;
  bool in_range;
  if (!exists (n, address, bytes) || granule != (address + bytes - 1) >> 3 ||
      ft_environment_has_escaped (n, address))
    return false;
  if (n->finding) {
    uint64_t life = ft_variables_lifetime (n->variables, address);
    FT_PUSH (n->reached, ((ft_shared_granule){life, granule}));
    ft_variables_mark_shared (n->variables, granule);
  } else if (ft_map_get (&n->late_shared, granule) != FT_NO_ID ||
             ft_lifetimes_has_object (
                 &n->lifetimes, ft_variables_lifetime (n->variables, address),
                 address, bytes))
    return false;
  if (ft_variables_traced (n->variables, address, bytes) != FT_TRACED_WHOLE)
    return false;
  e->target = ft_variables_at (n->variables, n->tables, address, &bytes_alike,
                               &in_range);
  e->mask = (uint8_t)(((1u << bytes) - 1) << address % 8);
  return true;
}

void ft_environment_note_lifetime (ft_environment *n) {
  const ft_run_record *r = n->record;
  const ft_memory_block *b = block_at (n, r->payload);
  if (r->code != FT_WIRE_ALLOC || (b && b->again))
    ft_lifetimes_step (&n->lifetimes, r, ft_environment_moment (n, true).time,
                       ft_variables_lifetime (n->variables, r->payload));
}

// The event comes after the allocation, and so do all later events.
void ft_environment_note_access (ft_environment *n, uint64_t address) {
  const ft_memory_block *b = block_at (n, address);
  if (b && b->again)
    ft_lifetimes_access (&n->lifetimes, ft_environment_moment (n, true),
                         b->life);
}

static bool is_live (const ft_environment *n, uint64_t address) {
  return n->finding ||
         ft_lifetimes_is_live (&n->lifetimes, moment_before (n),
                               ft_variables_lifetime (n->variables, address),
                               address);
}

bool ft_environment_resolve_lock (ft_environment *n, uint64_t address,
                                  ft_event *e, ft_step_lock *has) {
  if (!exists (n, address, 1) || !is_live (n, address))
    return false;
  *has = (ft_step_lock){0};
  e->target =
      ft_object_ids_at (n->objects, n->tables, address, FT_SYNC_ROLE_LOCK);
  const ft_held_acquires *held =
      ft_environment_held_acquires (n, n->record->thread->number);
  for (size_t i = 0; i < held->size; i++)
    if (held->begin[i].target == e->target) {
      has->depth++;
      has->shared = held->begin[i].kind == FT_ACQUIRE_SHARED;
    }
  return true;
}

bool ft_environment_resolve_condition (ft_environment *n, uint64_t address,
                                       ft_id *condition) {
  if (!exists (n, address, 1) || !is_live (n, address))
    return false;
  *condition = ft_object_ids_at (n->objects, n->tables, address,
                                 FT_SYNC_ROLE_CONDITION);
  return true;
}
