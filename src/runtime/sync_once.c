// pthread_once; std::call_once and C11's call_once use it.
//
// The records are atomic accesses of the control word.  A later caller reads
// the write at the end of the first call, so all events of the first call
// happen before it.  The word itself has the values that glibc gives it (0,
// then 1 while the function runs, then 2), since an exception or a cancellation
// resets it to 0.

#include "runtime/sync_ops.h"

enum { FRESH, RUNNING, DONE };

struct call {
  ft_thread *thread;
  pthread_once_t *control;
  bool over;
};

static void write_control (ft_thread *t, pthread_once_t *control, int value) {
  *control = value;
  ft_log_record2 (t, FT_WIRE_ATOMIC_WRITE, ft_address (control),
                  (uint64_t)value, FT_WIRE_ATOMIC (4, FT_WIRE_ORDER_RELEASE));
  ft_wake_all (control);
}

// Called also when an exception leaves the function.
static void finish (struct call *call) {
  ft_thread *t = ft_recorded_thread ();
  if (t) {
    ft_scheduling_point (t);
    write_control (t, call->control, call->over ? DONE : FRESH);
    return;
  }
  *call->control = call->over ? DONE : FRESH;
}

static void run (ft_thread *t, pthread_once_t *control, void (*f) (void)) {
  struct call call __attribute__ ((cleanup (finish))) = {t, control, false};
  f ();
  call.over = true;
}

static int once (ft_thread *t, pthread_once_t *control, void (*f) (void)) {
  for (;;) {
    ft_scheduling_point (t);
    if (*control != RUNNING)
      break;
    ft_block_on (t, control);
  }
  if (*control == DONE) {
    ft_log_record2 (t, FT_WIRE_ATOMIC_READ, ft_address (control), DONE,
                    FT_WIRE_ATOMIC (4, FT_WIRE_ORDER_ACQUIRE));
    return 0;
  }
  *control = RUNNING;
  ft_log_record3 (t, FT_WIRE_ATOMIC_RMW, ft_address (control), FRESH, RUNNING,
                  FT_WIRE_COMPARE_EXCHANGE (4, FT_WIRE_ORDER_ACQUIRE));
  run (t, control, f);
  return 0;
}

FT_EXPORT int pthread_once (pthread_once_t *control, void (*f) (void)) {
  ft_thread *t = ft_recorded_thread ();
  return t ? once (t, control, f) : FT_REAL_OF (pthread_once) (control, f);
}
