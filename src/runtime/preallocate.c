// Opening and growing files.  A file has real space before it is mapped: a
// store to a hole of a file on a full disk would be a SIGBUS in the program.

#include <sys/resource.h>

#include "runtime/syscall.h"
#include "runtime/preallocate.h"

// For a program that has used up its descriptors: raises the soft limit for a
// moment, since the hard limit usually allows one more.
static int open_beyond_limit (const char *path, int flags) {
  struct rlimit before, wide;
  FT_SYSCALL (prlimit64, 0, RLIMIT_NOFILE, 0, &before, 0, 0);
  wide = before;
  wide.rlim_cur = wide.rlim_max;
  FT_SYSCALL (prlimit64, 0, RLIMIT_NOFILE, &wide, 0, 0, 0);
  int fd = ft_sys_open (path, flags);
  FT_SYSCALL (prlimit64, 0, RLIMIT_NOFILE, &before, 0, 0, 0);
  return fd;
}

int ft_preallocate_open (const char *path, int flags) {
  int fd = ft_sys_open (path, flags);
  return fd == -EMFILE ? open_beyond_limit (path, flags) : fd;
}

// Writes zeros, for file systems that cannot reserve space.
static long fill (int fd, uint64_t from, uint64_t bytes) {
  static const char zeros[65536];
  while (from < bytes) {
    uint64_t size = bytes - from < sizeof zeros ? bytes - from : sizeof zeros;
    long n = FT_SYSCALL (pwrite64, fd, zeros, size, from, 0, 0);
    if (n == -EINTR)
      continue;
    if (n <= 0)
      return n ? n : -ENOSPC;
    from += (uint64_t)n;
  }
  return 0;
}

bool ft_preallocate_is_beyond_limit (uint64_t bytes) {
  struct rlimit limit;
  FT_SYSCALL (prlimit64, 0, RLIMIT_FSIZE, 0, &limit, 0, 0);
  return bytes > limit.rlim_cur;
}

static long reserve (int fd, uint64_t from, uint64_t bytes) {
  long error;
  if (ft_preallocate_is_beyond_limit (bytes))
    return -EFBIG;
  do
    error = FT_SYSCALL (fallocate, fd, 0, from, bytes - from, 0, 0);
  while (error == -EINTR);
  if (error == -EOPNOTSUPP || error == -ENOSYS)
    error = fill (fd, from, bytes);
  return error;
}

int ft_preallocate_grow (const char *path, int flags, uint64_t from,
                         uint64_t bytes) {
  int fd = ft_preallocate_open (path, O_RDWR | flags);
  if (fd < 0)
    return fd;
  long error = reserve (fd, from, bytes);
  if (error == 0)
    return fd;
  ft_sys_close (fd);
  return (int)error;
}

const char *ft_preallocate_reason (int error) {
  switch (-error) {
  case ENOSPC:
    return "the disk is full";
  case EDQUOT:
    return "the disk quota is used up";
  case EFBIG:
    return "the file size limit (ulimit -f) is reached";
  case EACCES:
  case EPERM:
    return "no permission to write";
  case EROFS:
    return "the file system is read-only";
  case ENOENT:
    return "the directory is gone";
  case ENOTDIR:
    return "it is not a directory";
  case EMFILE:
  case ENFILE:
    return "too many open files";
  case ENOMEM:
    return "out of memory";
  }
  return "it cannot be written";
}
