// As inert.c: what instrumented code leaves to the runtime of libstdc++'s
// waiter pool.  A member of the archive of its own.

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/waiter_counts.h"

void FT_PLATFORM_WAIT (const int *word, int value) {
  syscall (SYS_futex, word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, value, 0);
}

void FT_PLATFORM_NOTIFY (const int *word, bool all) {
  syscall (SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, all ? INT_MAX : 1);
}

void FT_ENTER_WAIT (int *pool) {
  ft_waiter_enter (pool);
}

void FT_LEAVE_WAIT (int *pool) {
  ft_waiter_leave (pool);
}

int FT_VERSION_OF_WORD (const int *word) {
  return ft_waiter_version (word);
}

void FT_ADVANCE_WORD (int *word) {
  ft_waiter_advance (word);
}
