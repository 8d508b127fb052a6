// Waiting on atomics in libstdc++: std::atomic<T>::wait, latches, barriers, the
// semaphores of C++20.  The instrumenter takes these functions out of the
// program (instrument/waiter_pool.h); what they count decides only whether a
// thread sleeps and who is woken, and has no records.

#include "runtime/sync_ops.h"
#include "runtime/waiter_counts.h"

static void sleep_while (const int *word, int value) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_futex_wait (t, (const uint32_t *)word, (uint32_t)value, FT_NO_DEADLINE,
                   UINT32_MAX);
  else
    ft_real_futex_wait ((const uint32_t *)word, (uint32_t)value,
                        FT_NO_DEADLINE);
}

// Threads that are not recorded sleep on the word in the kernel.
static void wake (const int *word, int count) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    count -= ft_futex_wake (t, (const uint32_t *)word, count, UINT32_MAX);
  if (count)
    ft_real_futex_wake ((const uint32_t *)word, count);
}

FT_EXPORT void FT_PLATFORM_WAIT (const int *word, int value) {
  sleep_while (word, value);
}

FT_EXPORT void FT_PLATFORM_NOTIFY (const int *word, bool all) {
  wake (word, all ? INT32_MAX : 1);
}

FT_EXPORT void FT_ENTER_WAIT (int *pool) {
  ft_waiter_enter (pool);
}

FT_EXPORT void FT_LEAVE_WAIT (int *pool) {
  ft_waiter_leave (pool);
}

FT_EXPORT int FT_VERSION_OF_WORD (const int *word) {
  return ft_waiter_version (word);
}

FT_EXPORT void FT_ADVANCE_WORD (int *word) {
  ft_waiter_advance (word);
}
