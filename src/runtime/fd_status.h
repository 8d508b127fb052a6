// The status of a descriptor, by a system call of the runtime's own.

#ifndef FT_RUNTIME_FD_STATUS_H
#define FT_RUNTIME_FD_STATUS_H

#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "runtime/syscall.h"

// False if the descriptor is not open; '*status' is all zero then.
static inline bool ft_fd_status (int fd, struct stat *status) {
  if (!FT_SYSCALL (newfstatat, fd, "", status, AT_EMPTY_PATH, 0, 0))
    return true;
  *status = (struct stat){0};
  return false;
}

#endif
