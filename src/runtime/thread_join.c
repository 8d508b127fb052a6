// Waiting for the end of threads: pthread_join and its relatives, and
// pthread_detach.

#include "runtime/cancel.h"
#include "runtime/happens_before.h"
#include "runtime/thread.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/sync_state.h"
#include "runtime/sync_ops.h"

// The recording of the other thread has ended, and it ends without the token.
// The C library gives its result.
static int join_ended (ft_thread *t, ft_thread *other, void **result,
                       bool limited) {
  int state;
  ft_library_begin (t);
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &state);
  int error = FT_REAL_OF (pthread_join) (other->handle, result);
  pthread_setcancelstate (state, NULL);
  ft_library_end (t);
  if (error)
    return error;
  ft_handles_remove (other);
  ft_log_record (t, FT_WIRE_JOIN, other->id | (limited ? FT_WIRE_LIMITED : 0));
  if (result)
    ft_log_record1 (t, FT_WIRE_WRITE_RANGE, ft_address (result),
                    sizeof *result);
  return 0;
}

// The errors of a join.  A cycle is none if one of both threads is cancelled.
static int check (const ft_thread *t, const ft_thread *other) {
  bool is_cycle = other == t || (t->joiner == other && !other->cancelled);
  if (is_cycle && !ft_cancelled (t))
    return EDEADLK;
  return other->detached || other->joiner ? EINVAL : 0;
}

// The call fails since the other thread has not ended, which the program
// observes.
static int not_ended (ft_thread *t, const ft_thread *other, int error) {
  ft_happens_after (t, &other->end_word,
                    FT_WIRE_CAUSE (FT_WIRE_CAUSE_THREAD_END, other->id));
  return error;
}

static int await_end (ft_thread *t, const ft_thread *other,
                      struct ft_wait_deadline deadline) {
  for (bool in_time = true;;) {
    ft_cancellation_point (t);
    ft_scheduling_point (t);
    if (other->state == FT_SCHED_ENDED)
      return 0;
    int error = in_time ? ft_wait_deadline_check (deadline) : ETIMEDOUT;
    if (error == ETIMEDOUT)
      return not_ended (t, other, error);
    if (error)
      return error;
    in_time = ft_block_on_deadline (t, other, deadline);
  }
}

// A cancellation ends the wait without a join.
static void give_up (void *other) {
  ((ft_thread *)other)->joiner = NULL;
}

static int join (ft_thread *t, ft_thread *other, void **result,
                 struct ft_wait_deadline deadline) {
  int error = check (t, other);
  if (error)
    return error;
  other->joiner = t;
  pthread_cleanup_push (give_up, other);
  error = await_end (t, other, deadline);
  pthread_cleanup_pop (error);
  return error ? error : join_ended (t, other, result, deadline.limited);
}

// Joins a thread that is not recorded.
static int join_unknown (ft_thread *t, pthread_t handle, void **result,
                         struct ft_wait_deadline d) {
  ft_blocking_begin (t);
  int error = d.limited ? FT_REAL_OF (pthread_clockjoin_np) (handle, result,
                                                             d.clock, &d.time)
                        : FT_REAL_OF (pthread_join) (handle, result);
  ft_blocking_end (t);
  return error;
}

static int join_any (ft_thread *t, pthread_t handle, void **result,
                     struct ft_wait_deadline deadline) {
  ft_thread *other = ft_handles_find (handle);
  return other ? join (t, other, result, deadline)
               : join_unknown (t, handle, result, deadline);
}

FT_EXPORT int pthread_join (pthread_t handle, void **result) {
  ft_thread *t = ft_recorded_thread ();
  return t ? join_any (t, handle, result, FT_NO_DEADLINE)
           : FT_REAL_OF (pthread_join) (handle, result);
}

FT_EXPORT int pthread_timedjoin_np (pthread_t handle, void **result,
                                    const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_timedjoin_np) (handle, result, time);
  return join_any (t, handle, result,
                   ft_wait_deadline_read (t, CLOCK_REALTIME, time));
}

FT_EXPORT int pthread_clockjoin_np (pthread_t handle, void **result,
                                    clockid_t clock,
                                    const struct timespec *time) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_clockjoin_np) (handle, result, clock, time);
  if (ft_clock_check (clock))
    return EINVAL;
  return join_any (t, handle, result, ft_wait_deadline_read (t, clock, time));
}

FT_EXPORT int pthread_tryjoin_np (pthread_t handle, void **result) {
  ft_thread *t = ft_recorded_thread ();
  ft_thread *other = t ? ft_handles_find (handle) : NULL;
  if (!other)
    return FT_REAL_OF (pthread_tryjoin_np) (handle, result);
  ft_scheduling_point (t);
  int error = check (t, other);
  if (error)
    return error;
  return other->state == FT_SCHED_ENDED ? join_ended (t, other, result, true)
                                        : not_ended (t, other, EBUSY);
}

FT_EXPORT int pthread_detach (pthread_t handle) {
  ft_thread *t = ft_recorded_thread ();
  ft_thread *other = t ? ft_handles_find (handle) : NULL;
  if (!other)
    return FT_REAL_OF (pthread_detach) (handle);
  ft_scheduling_point (t);
  ft_library_begin (t);
  int error = FT_REAL_OF (pthread_detach) (handle);
  ft_library_end (t);
  if (error)
    return error;
  other->detached = true;
  if (other->state == FT_SCHED_ENDED)
    ft_handles_remove (other);
  return 0;
}
