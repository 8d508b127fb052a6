// Blocking on objects: waiting threads are in buckets by the object's address,
// the one that has waited longest first.

#include "runtime/scheduler.h"
#include "runtime/blocking.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/policy.h"
#include "runtime/replayer.h"
#include "runtime/signals.h"
#include "runtime/wait.h"

ft_wait_bucket ft_wait_buckets[FT_WAIT_BUCKETS];

static void enqueue (ft_thread *t, const void *object) {
  ft_wait_bucket *b = ft_wait_bucket_of (object);
  t->object = object;
  t->next = NULL;
  t->previous = b->last;
  *(t->previous ? &t->previous->next : &b->first) = t;
  b->last = t;
}

static void dequeue (ft_thread *t) {
  ft_wait_bucket *b = ft_wait_bucket_of (t->object);
  *(t->previous ? &t->previous->next : &b->first) = t->next;
  *(t->next ? &t->next->previous : &b->last) = t->previous;
  t->next = t->previous = NULL;
  t->object = NULL;
}

void ft_wait_dequeue (ft_thread *t) {
  dequeue (t);
  ft_scheduler_count_timed (t, false);
}

void ft_wait_make_ready (ft_thread *t) {
  ft_wait_dequeue (t);
  ft_token_request (t);
}

void ft_wait_make_all_ready (void) {
  for (uint32_t i = 0; i < ft_thread_count; i++) {
    ft_thread *t = ft_threads[i];
    if (t && t->state == FT_SCHED_BLOCKED) {
      t->woken = true;
      ft_wait_dequeue (t);
      ft_token_enqueue (t);
    }
  }
}

static ft_thread *find_waiter (const void *object) {
  ft_thread *t = ft_wait_bucket_of (object)->first;
  while (t && t->object != object)
    t = t->next;
  return t;
}

static ft_thread *wake (const void *object) {
  ft_thread *t = find_waiter (object);
  if (t) {
    t->woken = true;
    ft_wait_make_ready (t);
  }
  return t;
}

ft_thread *ft_wake_one (const void *object) {
  if (ft_wait_has_none (object))
    return NULL;
  ft_scheduler_lock ();
  ft_thread *t = wake (object);
  // In a replay the schedule chooses the thread that goes on.
  while (ft_replaying () && wake (object))
    ;
  ft_scheduler_unlock ();
  return t;
}

void ft_wake_all (const void *object) {
  if (ft_wait_has_none (object))
    return;
  ft_scheduler_lock ();
  while (wake (object))
    ;
  ft_scheduler_unlock ();
}

// A replay ignores the deadline: its schedule decides whether the wait times
// out.
static bool begin_wait (ft_thread *t, const void *object, bool has_deadline) {
  t->woken = false;
  t->slices = 0;
  t->has_deadline = has_deadline;
  has_deadline &= !ft_replaying ();
  enqueue (t, object);
  ft_scheduler_count_timed (t, has_deadline);
  return ft_token_release (t, FT_SCHED_BLOCKED, FT_WIRE_BLOCKED);
}

// The wait ends without the token, by a signal or the deadline.
static void end_wait (ft_thread *t) {
  ft_scheduler_lock ();
  if (t->state == FT_SCHED_BLOCKED)
    ft_wait_make_ready (t);
  ft_scheduler_unlock ();
}

// Whether the thread keeps the token instead of waiting: its replay goes on
// with it, or ends here; 'ends': the deadline or a signal of the recording may
// end the wait.  The caller then looks again, as all threads do that a
// replay leaves blocked, since a replay may wait on another object than a
// recording.
static bool replay_keeps_token (ft_thread *t, bool ends) {
  bool replaying = ft_replaying ();
  if (ft_replay_blocks (t, ends))
    return true;
  bool is_over = replaying && !ft_replaying ();
  if (is_over)
    t->woken = true;
  return is_over;
}

static bool block (ft_thread *t, const void *object, clockid_t clock,
                   const struct timespec *until) {
  t->unrecorded |= FT_IN_RUNTIME;
  ft_scheduler_lock_with_token (t);
  bool ends = (until && (!ft_replaying () || ft_policy_reaches (clock, until))) ||
              ft_input_interrupts (t);
  bool goes_on = replay_keeps_token (t, ends) || begin_wait (t, object, until);
  ft_scheduler_unlock ();
  if (!goes_on &&
      !ft_token_wait_until (t, clock, ft_replaying () ? NULL : until)) {
    end_wait (t);
    ft_token_wait (t);
  }
  if (ft_replaying ())
    ft_input_signals (t, true);
  if (ft_signals_are_pending (t))
    t->interrupted = t->woken = t->waits = true;
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  ft_scheduling_point_slow (t); // delivers signals, begins a slice
  return t->woken;
}

void ft_block_on (ft_thread *t, const void *object) {
  int error = errno;
  block (t, object, CLOCK_MONOTONIC, NULL);
  errno = error;
}

bool ft_block_on_until (ft_thread *t, const void *object, clockid_t clock,
                        const struct timespec *deadline) {
  int error = errno;
  bool woken = block (t, object, clock, deadline);
  errno = error;
  return woken;
}

bool ft_interrupted (ft_thread *t) {
  bool interrupted = t->interrupted;
  t->interrupted = false;
  return interrupted;
}

void ft_wait_after_fork (ft_thread *t) {
  for (unsigned i = 0; i < FT_WAIT_BUCKETS; i++)
    ft_wait_buckets[i] = (ft_wait_bucket){0};
  t->object = NULL;
}
