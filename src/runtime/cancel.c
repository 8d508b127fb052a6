// The C library keeps the request itself; the runtime wakes a blocked thread so
// that it acts on the request.  While a thread is recorded its cancellation is
// never asynchronous for the C library: "at any time" is the next scheduling
// point.

#include <errno.h>

#include "runtime/scheduler.h"
#include "runtime/cancel.h"
#include "runtime/happens_before.h"
#include "runtime/thread.h"
#include "runtime/sync_state.h"
#include "runtime/sync_ops.h"
#include "runtime/wait.h"

static uint64_t cause_of (const ft_thread *t) {
  return FT_WIRE_CAUSE (FT_WIRE_CAUSE_CANCELLATION, t->id);
}

void ft_cancellation_point (ft_thread *t) {
  if (!ft_cancelled (t))
    return;
  ft_cancellation_begins (t);
  FT_REAL_OF (pthread_testcancel) ();
}

void ft_cancellation_begins (ft_thread *t) {
  if (t->cancelled && !t->saw_cancel)
    ft_happens_after (t, &t->cancel_word, cause_of (t));
  t->saw_cancel = t->cancelled;
}

void ft_cancellation_may_begin (ft_thread *t) {
  if (t && ft_cancelled (t))
    ft_cancellation_begins (t);
}

// A call that finds no request orders the thread, too: it has seen that no
// other thread had asked before.
FT_EXPORT void pthread_testcancel (void) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    ft_happens_after (t, &t->cancel_word, cause_of (t));
    t->saw_cancel = t->cancelled;
  }
  FT_REAL_OF (pthread_testcancel) ();
}

void ft_cancellation_asynchronous (ft_thread *t) {
  ft_set_limit (t);
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  ft_cancellation_point (t);
  t->unrecorded |= FT_IN_RUNTIME;
}

static void interrupt (ft_thread *other) {
  other->cancelled = 1;
  ft_scheduler_lock ();
  if (other->state == FT_SCHED_BLOCKED) {
    other->interrupted = other->woken = true;
    ft_wait_make_ready (other);
  }
  if (other->limit)
    ft_request_stop (other);
  ft_scheduler_unlock ();
}

FT_EXPORT int pthread_cancel (pthread_t handle) {
  ft_thread *t = ft_recorded_thread ();
  ft_thread *other = t ? ft_handles_find (handle) : NULL;
  if (!other)
    return FT_REAL_OF (pthread_cancel) (handle);
  ft_scheduling_point (t);
  ft_happens_before (t, &other->cancel_word, cause_of (other));
  t->unrecorded |= FT_IN_RUNTIME;
  if (other->state != FT_SCHED_ENDED)
    interrupt (other);
  int error = FT_REAL_OF (pthread_cancel) (handle);
  t->unrecorded &= ~(unsigned)FT_IN_RUNTIME;
  return error;
}

FT_EXPORT int pthread_setcanceltype (int type, int *old) {
  ft_thread *t = ft_recorded_thread ();
  if (!t)
    return FT_REAL_OF (pthread_setcanceltype) (type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  if (old)
    *old =
        t->asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  t->asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (t->asynchronous)
    ft_cancellation_point (t);
  return 0;
}
