// __cxa_guard_*: the initialisation of static variables in functions (C++).
//
// Generated code reads the first byte of the guard, an atomic access of its
// own, and calls these functions when the byte is 0.  The guard is READY when
// the variable is initialised, and has the bit BUSY while a thread initialises
// it, as in libstdc++: code that is not under the scheduler shares the guard.

#include "runtime/sync_ops.h"

enum { READY = 1, BUSY = 1 << 8, AWAITED = 1 << 16 };

int __cxa_guard_acquire (uint32_t *);
void __cxa_guard_release (uint32_t *);
void __cxa_guard_abort (uint32_t *);

// Without the scheduler.  Does not call libstdc++, which a C program does not
// have and a static link leaves out.
static int acquire_freely (uint32_t *guard) {
  for (;;) {
    uint32_t seen = 0;
    if (__atomic_compare_exchange_n (guard, &seen, BUSY, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return 1;
    if (seen & READY)
      return 0;
    uint32_t awaited = seen | AWAITED;
    if (__atomic_compare_exchange_n (guard, &seen, awaited, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      ft_real_futex_wait (guard, awaited, FT_NO_DEADLINE);
  }
}

static int acquire (ft_thread *t, uint32_t *guard) {
  for (;;) {
    ft_scheduling_point (t);
    if (!(*guard & BUSY))
      break;
    ft_block_on (t, guard);
  }
  if (*guard & READY) {
    ft_log_record2 (t, FT_WIRE_ATOMIC_READ, ft_address (guard), *guard,
                    FT_WIRE_ATOMIC (4, FT_WIRE_ORDER_ACQUIRE));
    return 0;
  }
  ft_log_record3 (t, FT_WIRE_ATOMIC_RMW, ft_address (guard), *guard, BUSY,
                  FT_WIRE_COMPARE_EXCHANGE (4, FT_WIRE_ACQ_REL));
  *guard = BUSY;
  return 1;
}

static void finish (uint32_t *guard, uint32_t value) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  uint32_t before = __atomic_exchange_n (guard, value, __ATOMIC_ACQ_REL);
  if (t) {
    ft_log_record2 (t, FT_WIRE_ATOMIC_WRITE, ft_address (guard), value,
                    FT_WIRE_ATOMIC (4, FT_WIRE_ORDER_RELEASE));
    ft_wake_all (guard);
  }
  if (before & AWAITED)
    ft_real_futex_wake (guard, INT32_MAX);
}

FT_EXPORT int __cxa_guard_acquire (uint32_t *guard) {
  ft_thread *t = ft_recorded_thread ();
  return t ? acquire (t, guard) : acquire_freely (guard);
}

FT_EXPORT void __cxa_guard_release (uint32_t *guard) {
  finish (guard, READY);
}

FT_EXPORT void __cxa_guard_abort (uint32_t *guard) {
  finish (guard, 0);
}
