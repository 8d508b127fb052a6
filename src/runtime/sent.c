#include "runtime/sent.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "runtime/config.h"
#include "runtime/files.h"
#include "runtime/inputs.h"
#include "runtime/preallocate.h"
#include "runtime/stand_in.h"
#include "runtime/syscall.h"

enum { MOST_BYTES = 1 << 20, MOST_DESCRIPTORS = 4096 };

static uint32_t kept[MOST_DESCRIPTORS]; // bytes of each descriptor

bool ft_sent_is_kept (const ft_thread *t, int fd, bool again) {
  struct stat status;
  if (!t || !ft_config.sent || fd < 0 || fd >= MOST_DESCRIPTORS ||
      !ft_files_are_of_first_process ())
    return false;
  if (again || ft_stand_in_is (fd))
    return true;
  return !FT_SYSCALL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0) &&
         !S_ISCHR (status.st_mode) && ft_fd_is_external (fd);
}

void ft_sent (int fd, const struct iovec *parts, size_t count, ssize_t bytes) {
  static char path[FT_MAX_PATH]; // stacks may be small
  int error = errno;
  size_t rest = bytes > 0 ? (size_t)bytes : 0;
  if (rest > MOST_BYTES - kept[fd])
    rest = MOST_BYTES - kept[fd];
  ft_files_path (path, "sent", (uint32_t)fd);
  int to =
      rest ? ft_preallocate_open (path, O_WRONLY | O_CREAT | O_APPEND) : -1;
  for (size_t i = 0; to >= 0 && i < count && rest; i++) {
    size_t n = parts[i].iov_len < rest ? parts[i].iov_len : rest;
    ft_sys_write (to, parts[i].iov_base, n);
    kept[fd] += (uint32_t)n;
    rest -= n;
  }
  if (to >= 0)
    ft_sys_close (to);
  errno = error;
}
