// std::future blocks in three functions of libstdc++ around a futex.  In a
// static link the functions of this file replace them, so they also work
// without the scheduler.

#include "runtime/syscall.h"
#include "runtime/sync_ops.h"

#define WAIT_UNTIL                                                             \
  _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE
#define WAIT_UNTIL_STEADY                                                      \
  _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE
#define NOTIFY_ALL _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj

bool WAIT_UNTIL (void *, uint32_t *, uint32_t, bool, long, long);
bool WAIT_UNTIL_STEADY (void *, uint32_t *, uint32_t, bool, long, long);
void NOTIFY_ALL (uint32_t *);

// False when the deadline came.
static bool wait (uint32_t *word, uint32_t value, struct ft_wait_deadline d) {
  ft_thread *t = ft_recorded_thread ();
  if (d.limited && d.time.tv_sec < 0)
    return false;
  int error = t ? ft_futex_wait (t, word, value, d, UINT32_MAX)
                : ft_real_futex_wait (word, value, d);
  return error != ETIMEDOUT;
}

FT_EXPORT bool WAIT_UNTIL (void *this, uint32_t *word, uint32_t value,
                           bool limited, long seconds, long nanoseconds) {
  (void)this;
  return wait (word, value,
               (struct ft_wait_deadline){
                   CLOCK_REALTIME, limited, {seconds, nanoseconds}});
}

FT_EXPORT bool WAIT_UNTIL_STEADY (void *this, uint32_t *word, uint32_t value,
                                  bool limited, long seconds,
                                  long nanoseconds) {
  (void)this;
  return wait (word, value,
               (struct ft_wait_deadline){
                   CLOCK_MONOTONIC, limited, {seconds, nanoseconds}});
}

FT_EXPORT void NOTIFY_ALL (uint32_t *word) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_futex_wake (t, word, INT32_MAX, UINT32_MAX);
  // Threads that are not recorded sleep on the word in the kernel.
  ft_real_futex_wake (word, INT32_MAX);
}
