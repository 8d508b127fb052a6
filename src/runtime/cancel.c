// The request itself is the C library's; here a blocked thread is made to see
// it.  While a thread is recorded its cancellation is never asynchronous for
// the C library: "at any time" is the next stopping place.

#include <errno.h>

#include "runtime/scheduler.h"
#include "runtime/cancel.h"
#include "runtime/happens_before.h"
#include "runtime/thread.h"
#include "runtime/sync_state.h"
#include "runtime/sync_ops.h"
#include "runtime/wait.h"

void ft_cancellation_point (ft_thread *t) {
  if (!ft_cancelled (t))
    return;
  ft_cancellation_begins (t);
  FT_REAL_OF (pthread_testcancel) ();
}

void ft_cancellation_begins (ft_thread *t) {
  if (t->cancelled && !t->saw_cancel)
    ft_happens_after (t, &t->cancels);
  t->saw_cancel = t->cancelled;
}

// That nobody has asked is something that the thread learns, too.
FT_EXPORT void pthread_testcancel (void) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    ft_happens_after (t, &t->cancels);
    t->saw_cancel = t->cancelled;
  }
  FT_REAL_OF (pthread_testcancel) ();
}

void ft_cancellation_asynchronous (ft_thread *t) {
  ft_set_limit (t);
  t->outside &= ~(unsigned)FT_IN_RUNTIME;
  ft_cancellation_point (t);
  t->outside |= FT_IN_RUNTIME;
}

static void make_it_see (ft_thread *other) {
  other->cancelled = 1;
  ft_scheduler_lock ();
  if (other->stage == FT_SCHED_BLOCKED) {
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
  ft_happens_before (t, &other->cancels);
  t->outside |= FT_IN_RUNTIME;
  if (other->stage != FT_SCHED_ENDED)
    make_it_see (other);
  int error = FT_REAL_OF (pthread_cancel) (handle);
  t->outside &= ~(unsigned)FT_IN_RUNTIME;
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
