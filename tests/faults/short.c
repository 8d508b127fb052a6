// Preloaded: reads and writes of regular files and pipes get half of what they
// ask for, as the kernel may do at any time.
#include <dlfcn.h>
#include <stddef.h>
#include <sys/types.h>

static size_t half (size_t n) {
  return n > 1 ? n / 2 : n;
}

#define SHORT(type, name, parameters, arguments)                               \
  type name parameters;                                                        \
  type name parameters {                                                       \
    static type (*real) parameters;                                            \
    if (!real)                                                                 \
      *(void **)&real = dlsym (RTLD_NEXT, #name);                              \
    return real arguments;                                                     \
  }

SHORT (ssize_t, read, (int fd, void *to, size_t n), (fd, to, half (n)))
SHORT (ssize_t, write, (int fd, const void *from, size_t n), (fd, from, half (n)))
SHORT (ssize_t, pread, (int fd, void *to, size_t n, off_t at), (fd, to, half (n), at))
SHORT (ssize_t, pwrite, (int fd, const void *from, size_t n, off_t at),
       (fd, from, half (n), at))
