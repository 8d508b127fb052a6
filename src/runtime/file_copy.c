#include "runtime/file_copy.h"

#include "runtime/files.h"
#include "runtime/preallocate.h"
#include "runtime/syscall.h"

bool ft_file_status (const char *path, struct stat *status) {
  return !FT_SYSCALL (newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW,
                      0, 0);
}

char ft_file_kind (bool found, const struct stat *status) {
  if (!found)
    return 'a';
  switch (status->st_mode & S_IFMT) {
  case S_IFREG:
    return 'f';
  case S_IFDIR:
    return 'd';
  case S_IFLNK:
    return 'l';
  default:
    return 'o';
  }
}

static bool copy_bytes (int from, int to) {
  static char bytes[1 << 16];
  long n;
  while ((n = FT_SYSCALL (read, from, bytes, sizeof bytes, 0, 0, 0)) > 0)
    for (long done = 0; done < n;) {
      long written = ft_sys_write (to, bytes + done, (size_t)(n - done));
      if (written <= 0)
        return false;
      done += written;
    }
  return n == 0;
}

static bool copy_file (const char *path, const char *to,
                       const struct stat *status) {
  int from = ft_preallocate_open (path, O_RDONLY);
  if (from < 0)
    return false;
  int into = ft_preallocate_open (to, O_WRONLY | O_CREAT | O_TRUNC);
  bool fine = into >= 0 &&
              !ft_preallocate_is_beyond_limit ((uint64_t)status->st_size) &&
              copy_bytes (from, into);
  if (into >= 0) {
    const struct timespec times[] = {status->st_atim, status->st_mtim};
    FT_SYSCALL (fchmod, into, status->st_mode & 07777, 0, 0, 0, 0);
    FT_SYSCALL (utimensat, into, NULL, times, 0, 0, 0);
    ft_sys_close (into);
  }
  ft_sys_close (from);
  return fine;
}

static bool copy_link (const char *path, const char *to) {
  static char target[FT_MAX_PATH];
  long n = FT_SYSCALL (readlink, path, target, sizeof target - 1, 0, 0, 0);
  if (n < 0)
    return false;
  target[n] = '\0';
  return !FT_SYSCALL (symlinkat, target, AT_FDCWD, to, 0, 0, 0);
}

bool ft_file_copy (const char *path, const struct stat *status,
                   const char *to) {
  char was = ft_file_kind (true, status);
  if (was == 'f')
    return copy_file (path, to, status);
  if (was == 'l')
    return copy_link (path, to);
  return was != 'd' || !ft_sys_mkdir (to);
}
