// mmap, munmap, mremap: memory that appears and goes, in whole pages.

#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/libc_access.h"

static size_t in_pages (size_t bytes) {
  size_t page = (size_t)sysconf (_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

static void appears (ft_thread *t, const void *at, size_t bytes) {
  if (t && at != MAP_FAILED)
    ft_log_record1 (t, FT_WIRE_MAP, ft_address (at), in_pages (bytes));
}

static void goes (ft_thread *t, const void *at, size_t bytes) {
  if (t)
    ft_log_record1 (t, FT_WIRE_UNMAP, ft_address (at), in_pages (bytes));
}

static void *map (void *at, size_t bytes, int access, int flags, int fd,
                  off_t offset) {
  ft_thread *t = ft_wrapper_enter ();
  void *result = mmap (at, bytes, access, flags, fd, offset);
  if (result != MAP_FAILED && flags & MAP_FIXED)
    goes (t, at, bytes);
  appears (t, result, bytes);
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
    goes (t, at, bytes);
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
    goes (t, old, old_bytes);
  appears (t, result, bytes);
  return result;
}
