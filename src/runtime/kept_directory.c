#include "runtime/kept_directory.h"

#include <string.h>
#include <sys/resource.h>

#include "runtime/fd_status.h"
#include "runtime/syscall.h"

enum { MOST = 1024, FREE = 64 }; // the number is below MOST, if one is free

static struct {
  const char *path; // NULL: none is kept
  size_t length;
  uint64_t device, inode;
  int fd;
} kept;

static int lowest_number (void) {
  struct rlimit limit;
  FT_SYSCALL (prlimit64, 0, RLIMIT_NOFILE, 0, &limit, 0, 0);
  rlim_t end = limit.rlim_cur < MOST ? limit.rlim_cur : MOST;
  return end > 2 * FREE ? (int)end - FREE : (int)end / 2;
}

// Programs close descriptors that they do not know.
static bool is_still_open (void) {
  struct stat status;
  return kept.path && ft_fd_status (kept.fd, &status) &&
         status.st_dev == kept.device && status.st_ino == kept.inode;
}

void ft_kept_directory_open (const char *directory) {
  struct stat status;
  if (is_still_open ())
    return;
  kept.path = NULL;
  int fd = ft_sys_open (directory, O_PATH | O_DIRECTORY);
  if (fd < 0)
    return;
  int high = (int)FT_SYSCALL (fcntl, fd, F_DUPFD_CLOEXEC, lowest_number (), 0,
                              0, 0);
  ft_sys_close (fd);
  if (high < 0 || !ft_fd_status (high, &status))
    return;
  kept.fd = high;
  kept.device = status.st_dev;
  kept.inode = status.st_ino;
  kept.length = strlen (directory);
  kept.path = directory;
}

int ft_kept_directory_of (const char **path) {
  if (!kept.path || strncmp (*path, kept.path, kept.length) ||
      (*path)[kept.length] != '/' || !is_still_open ())
    return AT_FDCWD;
  *path += kept.length + 1;
  return kept.fd;
}
