// The request itself is the C library's; here a blocked thread is made to see
// it.  While a thread is recorded its cancellation is never asynchronous for
// the C library: "at any time" is the next stopping place.

#include "record/baton.h"
#include "record/cancel.h"
#include "record/handles.h"
#include "record/shadow.h"
#include "record/thread.h"
#include "record/wait.h"

void ft_cancellation_point (ft_thread *t) {
  if (t->cancelled)
    FT_REAL_OF (pthread_testcancel) ();
}

static void make_it_see (ft_thread *other) {
  other->cancelled = 1;
  ft_gate_enter ();
  if (other->stage == FT_BLOCKED) {
    other->interrupted = true;
    ft_wait_end (other);
  }
  ft_gate_leave ();
}

FT_EXPORT int pthread_cancel (pthread_t handle) {
  ft_thread *t = ft_here ();
  ft_thread *other = t ? ft_handles_find (handle) : NULL;
  if (!other)
    return FT_REAL_OF (pthread_cancel) (handle);
  ft_checkpoint (t);
  t->outside |= FT_INSIDE;
  if (other->stage != FT_ENDED)
    make_it_see (other);
  int error = FT_REAL_OF (pthread_cancel) (handle);
  t->outside &= ~(unsigned)FT_INSIDE;
  return error;
}
