// mmap, munmap, mremap: memory that the program gets and gives back, in whole
// pages.

#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/libc_access.h"

static size_t in_pages (size_t bytes) {
  size_t page = (size_t)sysconf (_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

static void log_map (ft_thread *t, const void *at, size_t bytes) {
  if (t && at != MAP_FAILED)
    ft_log_record1 (t, FT_WIRE_MAP, ft_address (at), in_pages (bytes));
}

static void log_unmap (ft_thread *t, const void *at, size_t bytes) {
  if (t)
    ft_log_record1 (t, FT_WIRE_UNMAP, ft_address (at), in_pages (bytes));
}

static void *map (void *at, size_t bytes, int access, int flags, int fd,
                  off_t offset) {
  ft_thread *t = ft_wrapper_enter ();
  void *result = mmap (at, bytes, access, flags, fd, offset);
  if (result != MAP_FAILED && flags & MAP_FIXED)
    log_unmap (t, at, bytes);
  log_map (t, result, bytes);
  return result;
}

FT_WRAP (void *, mmap, void *at, size_t bytes, int access, int flags, int fd,
         off_t offset) {
  return map (at, bytes, access, flags, fd, offset);
}

FT_WRAP (void *, mmap64, void *at, size_t bytes, int access, int flags, int fd,
         off_t offset) {
  return map (at, bytes, access, flags, fd, offset);
}

FT_WRAP (int, munmap, void *at, size_t bytes) {
  ft_thread *t = ft_wrapper_enter ();
  int result = munmap (at, bytes);
  if (!result)
    log_unmap (t, at, bytes);
  return result;
}

FT_WRAP (void *, mremap, void *old, size_t old_bytes, size_t bytes, int flags,
         ...) {
  va_list list;
  va_start (list, flags);
  void *wanted = flags & MREMAP_FIXED ? va_arg (list, void *) : NULL;
  va_end (list);
  ft_thread *t = ft_wrapper_enter ();
  void *result = mremap (old, old_bytes, bytes, flags, wanted);
  if (result == MAP_FAILED)
    return result;
  if (old_bytes)
    log_unmap (t, old, old_bytes);
  log_map (t, result, bytes);
  return result;
}
