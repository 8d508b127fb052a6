// Threads and synchronisation of a run that is screened (see
// 'screening_inside.h').  Events are made as in 'load/sync_events.c', and
// validated as those.

#include <stdio.h>

#include "candidate/screening_inside.h"
#include "run/object_ids.h"

// Add the next number of a class as a name.
static ft_id add_number (ft_screening_pass *p, enum ft_class class) {
  char name[16];
  int length =
      snprintf (name, sizeof name, "%u", ft_tables_count (&p->tables, class));
  return ft_tables_add (&p->tables, class, name, (size_t)length);
}

// ---- threads ---------------------------------------------------------------

static struct ft_screening_thread *thread_of (ft_screening_pass *p,
                                              uint32_t number) {
  FT_GROW (p->threads, (size_t)number + 1,
           ((struct ft_screening_thread){FT_NO_ID, false, 0}));
  struct ft_screening_thread *t = p->threads.begin + number;
  if (t->tid == FT_NO_ID)
    t->tid = add_number (p, FT_CLASS_THREAD);
  return t;
}

static const char *rule_name (enum ft_rule rule) {
  static const char *const names[] = {
#define R(NAME, text) text,
      FT_RULES (R)
#undef R
  };
  return names[rule];
}

static bool validate (ft_screening_pass *p, ft_event *e) {
  ft_strbuf why = {0};
  enum ft_rule rule =
      ft_validator_step (p->validator, e, p->run->path, 0, &why);
  ft_strbuf_release (&why);
  return !rule || ft_screening_doubt (p, rule_name (rule));
}

static ft_event event_of (ft_screening_pass *p, enum ft_kind kind) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)kind;
  e.thread = thread_of (p, p->record.thread->number)->tid;
  return e;
}

// The first access after an operation, which may have blocked or ended the
// thread.
static const struct ft_screening_thread *begin_accesses (ft_screening_pass *p) {
  uint32_t number = p->record.thread->number;
  ft_event e = event_of (p, FT_READ);
  struct ft_screening_thread *t = thread_of (p, number);
  t->context = ft_frontier_numbers_context (
      &p->frontiers, ft_run_epochs_segment (&p->epochs, number),
      ft_locks_held_by (&p->locks, t->tid));
  t->may_access = true;
  return validate (p, &e) ? t : NULL;
}

const struct ft_screening_thread *ft_screening_accessor (ft_screening_pass *p) {
  uint32_t number = p->record.thread->number;
  if (number < p->threads.size && p->threads.begin[number].may_access)
    return p->threads.begin + number;
  return begin_accesses (p);
}

// ---- objects ---------------------------------------------------------------

static ft_map *map_of (ft_screening_pass *p, enum ft_sync_role role) {
  return role == FT_SYNC_ROLE_LOCK ? &p->locks_at : &p->others_at;
}

// The object of this role at an address, in the present block of its memory.  What
// threads hold or wait on there when the memory is allocated anew is in doubt: the
// validator refuses to have it released.
static ft_id object_at (ft_screening_pass *p, uint64_t address,
                        enum ft_sync_role role) {
  uint32_t *slot = ft_map_at (map_of (p, role), address);
  uint64_t block = ft_memory_blocks_number (&p->blocks, address);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)p->objects.size;
    FT_PUSH (p->objects, ((struct ft_screening_object){.id = FT_NO_ID}));
  }
  struct ft_screening_object *o = p->objects.begin + *slot;
  if (o->id != FT_NO_ID && o->block == block && o->role == role && !o->over)
    return o->id;
  *o = (struct ft_screening_object){
      block,
      add_number (p, role == FT_SYNC_ROLE_LOCK ? FT_CLASS_LOCK
                                               : FT_CLASS_OBJECT),
      (uint8_t)role, false};
  return o->id;
}

// See 'ft_object_ids_renew'.
static void renew_object (ft_screening_pass *p, enum ft_sync_role role) {
  uint32_t slot = ft_map_get (map_of (p, role), p->record.payload);
  if (slot != FT_NO_ID)
    p->objects.begin[slot].over = true;
}

static void renew (ft_screening_pass *p) {
  const ft_run_record *r = &p->record;
  uint64_t kind = r->word[0] & 0xff;
  ft_run_epochs_record (&p->epochs, r, 0);
  if (r->code == FT_WIRE_SEM_INIT || kind == FT_WIRE_BARRIER ||
      kind == FT_WIRE_SEMAPHORE || kind == FT_WIRE_CONDITION)
    renew_object (p, FT_SYNC_ROLE_CONDITION);
  else if (r->word[0] & FT_WIRE_ABANDONED)
    renew_object (p, FT_SYNC_ROLE_LOCK);
}

// ---- operations ------------------------------------------------------------

// An operation changes what its thread may do, and the context of its accesses.
static bool operate (ft_screening_pass *p, ft_event e) {
  if (!validate (p, &e))
    return false;
  thread_of (p, p->record.thread->number)->may_access = false;
  if (ft_event_is_void (&e))
    return true;
  if (ft_kind_acquires (e.kind))
    ft_lock_order_ask (&p->order, &p->locks.sets,
                       ft_locks_held_by (&p->locks, e.thread), e.target);
  ft_locks_held_step (&p->locks, &e);
  return true;
}

static bool use (ft_screening_pass *p, enum ft_kind kind,
                 enum ft_sync_role role) {
  const ft_run_record *r = &p->record;
  ft_event e = event_of (p, kind);
  e.target = object_at (p, r->payload, role);
  if (r->code == FT_WIRE_TRIED || r->code == FT_WIRE_TRIED_SHARED)
    e.flags |= FT_TRIED;
  if (r->code == FT_WIRE_WAKE && r->word[0])
    e.flags |= FT_UNSIGNALLED;
  if (r->code == FT_WIRE_SEM_INIT) {
    e.flags |= FT_HAS_VALUE;
    e.value = (uint32_t)r->word[0];
  }
  return operate (p, e);
}

// A wait in which a signal handler runs has no condition and no wake.
static bool wait (ft_screening_pass *p) {
  const ft_run_record *r = &p->record;
  ft_event e = event_of (p, FT_RELEASE);
  e.target = object_at (p, r->payload, FT_SYNC_ROLE_LOCK);
  r->thread->disturbed = !ft_run_thread_waits (r->thread);
  if (!r->thread->disturbed)
    e.condition = object_at (p, r->word[0] & FT_WIRE_PAYLOAD,
                             FT_SYNC_ROLE_CONDITION);
  return operate (p, e);
}

static bool wake (ft_screening_pass *p) {
  return p->record.thread->disturbed ||
         use (p, FT_WAKE, FT_SYNC_ROLE_CONDITION);
}

// A thread that had not run when the recording ended has no log.
static bool is_unborn (const ft_screening_pass *p) {
  uint64_t number = p->record.payload, threads = p->run->control.threads;
  return p->record.code == FT_WIRE_FORK && number >= threads &&
         number - threads < p->forks;
}

static bool fork_or_join (ft_screening_pass *p, enum ft_kind kind) {
  uint64_t number = p->record.payload;
  p->forks += kind == FT_FORK;
  ft_run_epochs_record (&p->epochs, &p->record, 0);
  thread_of (p, p->record.thread->number)->may_access = false;
  if (is_unborn (p))
    return true;
  if (number >= p->run->control.threads)
    return ft_screening_doubt (p, "a thread is not there");
  ft_event e = event_of (p, kind);
  e.target = thread_of (p, (uint32_t)number)->tid;
  thread_of (p, (uint32_t)number)->may_access = false;
  return operate (p, e);
}

static bool use_barrier (ft_screening_pass *p, enum ft_kind kind) {
  const ft_run_record *r = &p->record;
  ft_run_epochs_record (&p->epochs, r,
                        ft_memory_blocks_lifetime (&p->blocks, r->payload));
  return use (p, kind, FT_SYNC_ROLE_BARRIER) &&
         (!p->epochs.rounds.changed ||
          ft_screening_doubt (p, "the rounds of a barrier are not fixed"));
}

//   record, statements
#define OPERATIONS(E)                                                          \
  E (FORK, return fork_or_join (p, FT_FORK))                                   \
  E (JOIN, return fork_or_join (p, FT_JOIN))                                   \
  E (ACQUIRE, return use (p, FT_ACQUIRE, FT_SYNC_ROLE_LOCK))                   \
  E (RELEASE, return use (p, FT_RELEASE, FT_SYNC_ROLE_LOCK))                   \
  E (ACQUIRE_SHARED, return use (p, FT_ACQUIRE_SHARED, FT_SYNC_ROLE_LOCK))     \
  E (RELEASE_SHARED, return use (p, FT_RELEASE_SHARED, FT_SYNC_ROLE_LOCK))     \
  E (TRIED, return use (p, FT_ACQUIRE, FT_SYNC_ROLE_LOCK))                     \
  E (TRIED_SHARED, return use (p, FT_ACQUIRE_SHARED, FT_SYNC_ROLE_LOCK))       \
  E (TRY_FAILED, return use (p, FT_TRY_FAILED, FT_SYNC_ROLE_LOCK))             \
  E (WAIT, return wait (p))                                                    \
  E (WAKE, return wake (p))                                                    \
  E (SIGNAL, return use (p, FT_SIGNAL, FT_SYNC_ROLE_CONDITION))                \
  E (BROADCAST, return use (p, FT_BROADCAST, FT_SYNC_ROLE_CONDITION))          \
  E (BARRIER_ARRIVE, return use_barrier (p, FT_BARRIER_ARRIVE))                \
  E (BARRIER_LEAVE, return use_barrier (p, FT_BARRIER_LEAVE))                  \
  E (SEM_POST, return use (p, FT_SEM_POST, FT_SYNC_ROLE_SEMAPHORE))            \
  E (SEM_WAIT, return use (p, FT_SEM_WAIT, FT_SYNC_ROLE_SEMAPHORE))            \
  E (SEM_INIT, renew (p);                                                      \
     return use (p, FT_SEM_INIT, FT_SYNC_ROLE_SEMAPHORE))                      \
  E (SEM_VALUE,                                                                \
     return ft_screening_doubt (p, "the count of a semaphore is read"))        \
  E (LOCK_INIT, renew (p))                                                     \
  E (ALLOC, return ft_screening_change_blocks (p))                             \
  E (FREE, return ft_screening_change_blocks (p))                              \
  E (MAP, return ft_screening_change_blocks (p))                               \
  E (UNMAP, return ft_screening_change_blocks (p))                             \
  E (THREAD_START, return ft_screening_change_blocks (p))                      \
  E (GAP, return ft_screening_doubt (p, "events are missing"))

bool ft_screening_operate (ft_screening_pass *p) {
  switch (p->record.code) {
#define E(NAME, statements)                                                    \
  case FT_WIRE_##NAME:                                                         \
    statements;                                                                \
    break;
    OPERATIONS (E)
#undef E
  }
  return true;
}
