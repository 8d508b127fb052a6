#include "runtime/gdb_stop.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"

// Whether a debugger is attached to the calling thread: a debugger attaches to
// one thread after the other, and this one must not go on before.
static bool is_traced (void) {
  char bytes[1024];
  int fd = ft_sys_open ("/proc/thread-self/status", O_RDONLY);
  if (fd < 0)
    return true; // without /proc nobody can be waited for
  long size = FT_SYSCALL (read, fd, bytes, sizeof bytes - 1, 0, 0, 0);
  ft_sys_close (fd);
  bytes[size < 0 ? 0 : size] = 0;
  const char *at = bytes;
  char word[32];
  do
    if (ft_text_word (&at, word, sizeof word) &&
        ft_text_equal (word, "TracerPid:"))
      return *at != '0';
  while (ft_text_line (&at));
  return true;
}

void ft_gdb_wait (void) {
  struct timespec pause = {0, 20000000};
  do
    FT_SYSCALL (nanosleep, &pause, 0, 0, 0, 0, 0);
  while (!is_traced ());
}

// Not inlined, nor its arguments optimised away: a debugger reads them from
// the registers of the call.
__attribute__ ((noinline)) void
ft_gdb_stopped (enum ft_gdb_stop kind, uint64_t number, int task, bool passed) {
  __asm__ volatile("" : : "r"(kind), "r"(number), "r"(task), "r"(passed));
}
