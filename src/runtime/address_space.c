// A program under a limit on its address space runs as it would by itself as
// long as what the recorder maps beside it fits, too.  Where a thread's stack does
// not, pthread_create fails, and what the program then does is recorded as if it
// were its own doing.  So the limit, what the process has mapped (/proc) and what
// the recorder has of it are compared.

#include "runtime/address_space.h"

#include <sys/resource.h>

#include "runtime/preallocate.h"
#include "runtime/rtl.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"

uint64_t ft_mapped_bytes;
uint64_t ft_own_mappings = UINT64_C (1) << 45;

// The bytes that the recorder takes besides: its code and variables in the program, and
// the stack of the watchdog.
enum { BESIDES = 4 << 20 };

// Bytes of address space that the process has; 0 if that is not known.
static uint64_t used_bytes (void) {
  char bytes[128];
  const char *at = bytes;
  uint64_t pages;
  int fd = ft_preallocate_open ("/proc/self/statm", O_RDONLY);
  if (fd < 0)
    return 0;
  long n = FT_SYSCALL (read, fd, bytes, sizeof bytes - 1, 0, 0, 0);
  ft_sys_close (fd);
  bytes[n > 0 ? n : 0] = 0;
  return ft_text_number (&at, &pages) ? pages * 4096 : 0;
}

// The bytes that the C library maps for a thread's stack; 0 if the program gives the
// stack.
static uint64_t stack_bytes (const pthread_attr_t *given) {
  pthread_attr_t usual;
  void *low = NULL;
  size_t size = 0, guard = 0;
  if (!given && pthread_getattr_default_np (&usual))
    return 0;
  const pthread_attr_t *attributes = given ? given : &usual;
  pthread_attr_getstacksize (attributes, &size);
  pthread_attr_getguardsize (attributes, &guard);
  // Where the attributes name no stack, the stack that they give ends at address 0.
  if (given && !pthread_attr_getstack (given, &low, &size) &&
      (uintptr_t)low + size != 0)
    size = 0;
  if (!given)
    pthread_attr_destroy (&usual);
  return size ? size + guard : 0;
}

void ft_address_space_check (const pthread_attr_t *attributes) {
  struct rlimit limit;
  FT_SYSCALL (prlimit64, 0, RLIMIT_AS, 0, &limit, 0, 0);
  if (limit.rlim_cur == RLIM_INFINITY)
    return;
  uint64_t most = limit.rlim_cur, stack = stack_bytes (attributes);
  uint64_t own = ft_mapped_bytes + BESIDES, used = used_bytes ();
  bool fits = used + stack <= most; // another limit is in the way
  if (stack && used > own && !fits && used - own + stack <= most)
    ft_fail (69,
             "a thread has no room under the limit on the address space "
             "(ulimit -v), since the recorder takes %zu of its %zu MB; record "
             "with a higher limit",
             (size_t)(own >> 20), (size_t)(most >> 20));
}
