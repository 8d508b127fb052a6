// The functions that the runtime stands before.

#include <dlfcn.h>

#include "runtime/rtl.h"
#include "runtime/thread.h"

// Looking up may allocate: then the allocator's wrapper calls the real one.
void *ft_real (const char *name) {
  ft_thread *t = ft_self;
  unsigned outside = t ? t->outside : 0;
  if (t)
    t->outside |= FT_IN_RUNTIME;
  void *function = dlsym (RTLD_NEXT, name);
  if (t)
    t->outside = outside;
  if (!function)
    ft_fail (69, "the C library has no '%s', which the program uses", name);
  return function;
}
