// Locks and conditions on an alternative path.
//
// An acquire, trylock included, succeeds: its event says that the lock is free
// and the call returns 0.  A path ends if it acquires a lock that its thread
// holds, or releases one that it does not hold: the call may block for ever,
// fail or count.  It also ends at any lock of a program with robust locks,
// whose owner may have died, or with locks that have a priority ceiling.
//
// A wait for a condition is the three events that it is in a run; its wake needs a
// signal, as there.  A path ends at a wait that something may end which has no event
// (a cancellation, a handler of signals, another process).

#include "symex/altpath/execute.h"
#include "symex/exec/compute.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/reexecute.h"

// ---- locks -----------------------------------------------------------------

static ft_altpath_state_lock *lock_of (ft_altpath_state *s, ft_id lock,
                                       ft_step_lock has) {
  for (size_t i = 0; i < s->locks.size; i++)
    if (s->locks.begin[i].lock == lock)
      return s->locks.begin + i;
  FT_PUSH (s->locks, ((ft_altpath_state_lock){lock, has, false}));
  return &FT_TOP (s->locks);
}

// Whether the effect of the event on the lock is certain; notes the effect.
// RELEASE_SHARED releases the lock in either mode, but only a shared section of
// the path itself.
static bool update_lock (ft_altpath_state *s, ft_event *e, ft_step_lock has) {
  ft_altpath_state_lock *l = lock_of (s, e->target, has);
  bool acquires = ft_kind_acquires (e->kind);
  if (l->held.depth != !acquires ||
      (!acquires && l->held.shared && (e->kind == FT_RELEASE || !l->own)))
    return false;
  if (acquires)
    *l = (ft_altpath_state_lock){
        e->target, {1, e->kind == FT_ACQUIRE_SHARED}, true};
  else
    l->held.depth = 0;
  if (!acquires && !l->held.shared)
    e->kind = FT_RELEASE;
  return true;
}

// The event of a call on the object at its argument of this number, from 1 on; the
// address of the object.
static bool new_event (ft_machine *m, ft_altpath_state *s,
                       const ft_instruction *i, enum ft_kind kind, uint32_t n,
                       ft_step_event *e, uint64_t *address) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value at = i->count > n ? ft_altpath_operand (s, i, n) : FT_VALUE_UNKNOWN;
  if (!i->site || !at.known || at.object)
    return false;
  ft_emit_concretize (m, FT_CONCRETIZE_ADDRESS, &at, 1);
  *e = ft_altpath_make_event (m, f->function->site + i->site - 1, 0);
  e->event.kind = (uint8_t)kind;
  *address = at.word;
  return true;
}

static bool new_section (ft_machine *m, ft_altpath_state *s,
                         const ft_instruction *i, enum ft_kind kind, uint32_t n,
                         ft_step_event *e) {
  uint64_t address;
  ft_step_lock has;
  return !m->summary.locks_fail && new_event (m, s, i, kind, n, e, &address) &&
         ft_environment_resolve_lock (m->out->environment, address, &e->event,
                                      &has) &&
         update_lock (s, &e->event, has);
}

static void add (ft_machine *m, const ft_step_event *e) {
  m->added++;
  FT_PUSH (m->out->before, *e);
}

static bool section (ft_machine *m, ft_altpath_state *s,
                     const ft_instruction *i, enum ft_kind kind, bool tries) {
  ft_step_event e;
  if (!new_section (m, s, i, kind, 1, &e))
    return false;
  e.event.flags |= tries ? FT_TRIED : 0;
  add (m, &e);
  return true;
}

// ---- conditions ------------------------------------------------------------

static bool new_condition (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i, enum ft_kind kind,
                           ft_step_event *e) {
  uint64_t address;
  return !m->summary.destroys_conditions &&
         new_event (m, s, i, kind, 1, e, &address) &&
         ft_environment_resolve_condition (m->out->environment, address,
                                           &e->event.target);
}

static bool signal_condition (ft_machine *m, ft_altpath_state *s,
                              const ft_instruction *i, enum ft_kind kind) {
  ft_step_event e;
  if (!new_condition (m, s, i, kind, &e))
    return false;
  add (m, &e);
  return true;
}

static bool await (ft_machine *m, ft_altpath_state *s,
                   const ft_instruction *i) {
  ft_step_event wake, release, acquire;
  if (ft_reexecute_ends_waits (m) || m->summary.shares_objects ||
      !new_condition (m, s, i, FT_WAKE, &wake) ||
      !new_section (m, s, i, FT_RELEASE, 2, &release) ||
      !new_section (m, s, i, FT_ACQUIRE, 2, &acquire))
    return false;
  release.event.condition = wake.event.target;
  add (m, &release);
  add (m, &wake);
  add (m, &acquire);
  return true;
}

// ---- all calls -------------------------------------------------------------

static bool step (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                  enum ft_libc_altpath kind) {
  switch ((unsigned)kind) {
  case FT_LIBC_ALTPATH_ACQUIRE:
    return section (m, s, i, FT_ACQUIRE, false);
  case FT_LIBC_ALTPATH_ACQUIRE_SHARED:
    return section (m, s, i, FT_ACQUIRE_SHARED, false);
  case FT_LIBC_ALTPATH_TRIES:
    return section (m, s, i, FT_ACQUIRE, true);
  case FT_LIBC_ALTPATH_TRIES_SHARED:
    return section (m, s, i, FT_ACQUIRE_SHARED, true);
  case FT_LIBC_ALTPATH_RELEASE:
    return section (m, s, i, FT_RELEASE, false);
  case FT_LIBC_ALTPATH_RELEASE_SHARED:
    return section (m, s, i, FT_RELEASE_SHARED, false);
  case FT_LIBC_ALTPATH_SIGNAL:
    return signal_condition (m, s, i, FT_SIGNAL);
  case FT_LIBC_ALTPATH_BROADCAST:
    return signal_condition (m, s, i, FT_BROADCAST);
  case FT_LIBC_ALTPATH_WAIT:
    return await (m, s, i);
  }
  return false;
}

bool ft_altpath_step_sync (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i,
                           enum ft_libc_altpath kind) {
  if (!step (m, s, i, kind))
    return false;
  ft_set_result (ft_altpath_top_frame (s), i, 0, ft_value_concrete (0));
  return true;
}
