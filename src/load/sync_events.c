// Events of records that are no accesses of the program's code: memory and
// synchronisation (see 'load_inside.h').

#include "load/load_inside.h"

static void set_ready (ft_load *n, ft_event e) {
  n->ready = e;
  n->is_ready = true;
  n->part = n->record.code == FT_WIRE_FENCE ? 0 : n->record.payload;
  n->part_bytes = 0;
}

// ---- memory ----------------------------------------------------------------

static void change_memory (ft_load *n, ft_tables *tables) {
  // Other events of the record come first.
  ft_pos position = n->position + n->queue.size + n->change_pending;
  ft_block_change c =
      ft_variables_block_change (n->variables, &n->record, position);
  if (c.what == FT_BLOCK_UNCHANGED)
    return;
  const ft_memory_block *b = ft_variables_block (n->variables, c.block);
  bool ends = c.what == FT_BLOCK_ENDS;
  ft_detail d = FT_DETAIL_NONE;
  d.address = b->address;
  d.bytes = b->bytes;
  d.pointers_known = ends && n->steps.free_known;
  d.freed = (uint32_t)tables->freed.size;
  if (ends)
    ft_variables_end_block (n->variables, c.block, tables);
  d.freed_count = (uint32_t)tables->freed.size - d.freed;
  ft_event e = ft_load_event (n, tables, ends ? FT_FREE : FT_ALLOC);
  e.detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, d);
  set_ready (n, e);
  n->part = d.address;
  n->part_bytes = d.bytes;
}

// ---- synchronisation -------------------------------------------------------

// The object that the event uses: the thread may have entered it before its memory
// was freed.
static ft_id object_of (ft_load *n, ft_tables *tables, enum ft_kind kind,
                        enum ft_sync_role role) {
  ft_object_place p = {n->record.thread->number, n->record.payload, role};
  if (n->record.code == FT_WIRE_WAIT)
    return ft_object_ids_give_up (n->objects, tables, p);
  if (ft_kind_acquires (kind) || kind == FT_BARRIER_ARRIVE)
    return ft_object_ids_enter (n->objects, tables, p, kind == FT_ACQUIRE_SHARED);
  if (ft_kind_releases (kind) || kind == FT_WAKE || kind == FT_BARRIER_LEAVE)
    return ft_object_ids_leave (n->objects, tables, p);
  return ft_object_ids_at (n->objects, tables, p.address, role);
}

static void lock_event (ft_load *n, ft_tables *tables, enum ft_kind kind) {
  ft_event e = ft_load_event (n, tables, kind);
  e.target = object_of (n, tables, kind, FT_SYNC_ROLE_LOCK);
  if (n->record.code == FT_WIRE_TRIED || n->record.code == FT_WIRE_TRIED_SHARED)
    e.flags |= FT_TRIED;
  set_ready (n, e);
}

// Marks a wait that something ends which has no event.
static void note_limit (const ft_load *n, ft_event *e) {
  bool limited = n->record.limited || n->ends_waits;
  if (limited && ft_kind_waits ((enum ft_kind)e->kind))
    e->flags |= FT_TRIED;
}

static void object_event (ft_load *n, ft_tables *tables, enum ft_kind kind,
                          enum ft_sync_role role) {
  ft_event e = ft_load_event (n, tables, kind);
  e.target = object_of (n, tables, kind, role);
  if (n->record.code == FT_WIRE_WAKE && n->record.word[0])
    e.flags |= FT_UNSIGNALLED;
  note_limit (n, &e);
  if (n->record.code == FT_WIRE_SEM_INIT) {
    e.flags |= FT_HAS_VALUE;
    e.value = (uint32_t)n->record.word[0];
  }
  set_ready (n, e);
}

// A signal handler may run in a wait, but no event can be between a wait and
// its wake.  Such a wait releases its lock and acquires it again, without a
// condition: it orders nothing more.
static void wait_event (ft_load *n, ft_tables *tables) {
  ft_run_thread *t = n->record.thread;
  lock_event (n, tables, FT_RELEASE);
  t->disturbed = !ft_run_thread_waits (t);
  if (!t->disturbed)
    n->ready.condition = ft_object_ids_enter (
        n->objects, tables,
        (ft_object_place){t->number, n->record.word[0] & FT_WIRE_PAYLOAD,
                          FT_SYNC_ROLE_CONDITION},
        false);
}

static void wake_event (ft_load *n, ft_tables *tables) {
  if (!n->record.thread->disturbed)
    object_event (n, tables, FT_WAKE, FT_SYNC_ROLE_CONDITION);
}

static void thread_event (ft_load *n, ft_tables *tables, enum ft_kind kind) {
  ft_event e = ft_load_event (n, tables, kind);
  e.target = ft_load_tid (n, tables, (uint32_t)n->record.payload);
  note_limit (n, &e);
  set_ready (n, e);
}

void ft_load_fence (ft_load *n, ft_tables *tables, uint64_t order) {
  ft_event e = ft_load_event (n, tables, FT_FENCE);
  e.order = (uint8_t)ft_run_fence_order (order);
  set_ready (n, e);
}

// LOCK_INIT of an object that is no lock, or over a lock that is held, and
// SEM_INIT begin a new object.
static void renew_object (ft_load *n) {
  const ft_run_record *r = &n->record;
  uint64_t kind = r->word[0] & 0xff;
  if (r->code == FT_WIRE_SEM_INIT || kind == FT_WIRE_BARRIER ||
      kind == FT_WIRE_SEMAPHORE || kind == FT_WIRE_CONDITION)
    ft_object_ids_renew (n->objects, r->payload, FT_SYNC_ROLE_CONDITION);
  else if (r->word[0] & FT_WIRE_ABANDONED)
    ft_object_ids_renew (n->objects, r->payload, FT_SYNC_ROLE_LOCK);
  if (r->code == FT_WIRE_LOCK_INIT)
    ft_object_ids_init_lock (n->objects, r->payload);
}

static void note_gap (ft_load *n, ft_notes *notes) {
  const ft_run_thread *t = n->record.thread;
  const char *why =
      n->record.payload == FT_WIRE_GAP_FAULT
          ? "a fault's handler ran, which is not recorded; it may have left by "
            "longjmp"
          : "a release of a lock that another thread holds, or a wait without "
            "the mutex, is not recorded";
  ft_notes_add (notes, FT_NOTE_GAP, n->position,
                "%.200s/thread-%u: word %llu: events are missing here, at %s: %s",
                n->run->path, t->number, (unsigned long long)n->record.tick,
                ft_location_names_text (n->names, t), why);
}

//   record, call
#define EVENTS(E)                                                              \
  E (FORK, thread_event (n, tables, FT_FORK))                                  \
  E (JOIN, thread_event (n, tables, FT_JOIN))                                  \
  E (ACQUIRE, lock_event (n, tables, FT_ACQUIRE))                              \
  E (RELEASE, lock_event (n, tables, FT_RELEASE))                              \
  E (ACQUIRE_SHARED, lock_event (n, tables, FT_ACQUIRE_SHARED))                \
  E (RELEASE_SHARED, lock_event (n, tables, FT_RELEASE_SHARED))                \
  E (TRIED, lock_event (n, tables, FT_ACQUIRE))                                \
  E (TRIED_SHARED, lock_event (n, tables, FT_ACQUIRE_SHARED))                  \
  E (TRY_FAILED, lock_event (n, tables, FT_TRY_FAILED))                        \
  E (WAIT, wait_event (n, tables))                                             \
  E (WAKE, wake_event (n, tables))                                             \
  E (SIGNAL, object_event (n, tables, FT_SIGNAL, FT_SYNC_ROLE_CONDITION))      \
  E (BROADCAST,                                                                \
     object_event (n, tables, FT_BROADCAST, FT_SYNC_ROLE_CONDITION))           \
  E (BARRIER_ARRIVE,                                                           \
     object_event (n, tables, FT_BARRIER_ARRIVE, FT_SYNC_ROLE_BARRIER))        \
  E (BARRIER_LEAVE,                                                            \
     object_event (n, tables, FT_BARRIER_LEAVE, FT_SYNC_ROLE_BARRIER))         \
  E (SEM_POST, object_event (n, tables, FT_SEM_POST, FT_SYNC_ROLE_SEMAPHORE))  \
  E (SEM_WAIT, object_event (n, tables, FT_SEM_WAIT, FT_SYNC_ROLE_SEMAPHORE))  \
  E (SEM_INIT, renew_object (n);                                               \
     object_event (n, tables, FT_SEM_INIT, FT_SYNC_ROLE_SEMAPHORE))            \
  E (DESCRIPTOR_OPEN, ft_variables_descriptor (n->variables, &n->record))      \
  E (DESCRIPTOR_USE, ft_variables_descriptor (n->variables, &n->record))       \
  E (DESCRIPTOR_CLOSE, ft_variables_descriptor (n->variables, &n->record))     \
  E (LOCK_INIT, renew_object (n))                                              \
  E (FENCE, ft_load_fence (n, tables, n->record.word[0]))                      \
  E (ALLOC, change_memory (n, tables))                                         \
  E (FREE, change_memory (n, tables))                                          \
  E (MAP, change_memory (n, tables))                                           \
  E (UNMAP, change_memory (n, tables))                                         \
  E (THREAD_START, change_memory (n, tables))                                  \
  E (GAP, note_gap (n, notes))

void ft_load_make_event (ft_load *n, ft_tables *tables, ft_notes *notes) {
  switch (n->record.code) {
#define E(NAME, call)                                                          \
  case FT_WIRE_##NAME:                                                         \
    call;                                                                      \
    break;
    EVENTS (E)
#undef E
  }
}
