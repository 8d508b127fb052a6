// Functions that change files by their names, or look at them, also when
// libraries call them: a replay uses copies (overlay.h).  More of them are in
// kernel_files.c and libc_wait.c.

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "runtime/descriptor_objects.h"
#include "runtime/libc_access.h"
#include "runtime/overlay.h"

#define PASSES_ON(type, name, at, use, parameters, ...)                          \
  FT_EXPORT type name parameters {                                             \
    path = ft_overlay (ft_recorded_thread (), at, path, use);                  \
    return FT_REAL_OF (name) (__VA_ARGS__);                                    \
  }

static enum ft_overlay_use change_of (int flags) {
  return flags & AT_SYMLINK_NOFOLLOW ? FT_CHANGES_LINK : FT_CHANGES;
}

PASSES_ON (int, chmod, AT_FDCWD, FT_CHANGES, (const char *path, mode_t mode),
         path, mode)
PASSES_ON (int, fchmodat, at, change_of (flags),
         (int at, const char *path, mode_t mode, int flags), at, path, mode,
         flags)
PASSES_ON (int, chown, AT_FDCWD, FT_CHANGES,
         (const char *path, uid_t user, gid_t group), path, user, group)
PASSES_ON (int, lchown, AT_FDCWD, FT_CHANGES_LINK,
         (const char *path, uid_t user, gid_t group), path, user, group)
PASSES_ON (int, creat, AT_FDCWD, FT_CHANGES, (const char *path, mode_t mode),
         path, mode)
PASSES_ON (int, creat64, AT_FDCWD, FT_CHANGES, (const char *path, mode_t mode),
         path, mode)
PASSES_ON (int, mkfifo, AT_FDCWD, FT_CHANGES_LINK,
         (const char *path, mode_t mode), path, mode)
PASSES_ON (int, mkdir, AT_FDCWD, FT_MAKES_DIRECTORY,
         (const char *path, mode_t mode), path, mode)
PASSES_ON (int, mkdirat, at, FT_MAKES_DIRECTORY,
         (int at, const char *path, mode_t mode), at, path, mode)
PASSES_ON (int, rmdir, AT_FDCWD, FT_REMOVES_DIRECTORY, (const char *path), path)
PASSES_ON (int, unlink, AT_FDCWD, FT_CHANGES_LINK, (const char *path), path)
PASSES_ON (int, unlinkat, at,
         flags & AT_REMOVEDIR ? FT_REMOVES_DIRECTORY : FT_CHANGES_LINK,
         (int at, const char *path, int flags), at, path, flags)
PASSES_ON (int, truncate, AT_FDCWD, FT_CHANGES, (const char *path, off_t size),
         path, size)
PASSES_ON (int, truncate64, AT_FDCWD, FT_CHANGES,
         (const char *path, off64_t size), path, size)
PASSES_ON (int, utime, AT_FDCWD, FT_CHANGES,
         (const char *path, const struct utimbuf *times), path, times)
PASSES_ON (int, utimes, AT_FDCWD, FT_CHANGES,
         (const char *path, const struct timeval times[2]), path, times)
PASSES_ON (int, utimensat, at, change_of (flags),
         (int at, const char *path, const struct timespec times[2], int flags),
         at, path, times, flags)

PASSES_ON (int, stat, AT_FDCWD, FT_LOOKS,
         (const char *restrict path, struct stat *restrict to), path, to)
PASSES_ON (int, stat64, AT_FDCWD, FT_LOOKS,
         (const char *restrict path, struct stat64 *restrict to), path, to)
PASSES_ON (int, lstat, AT_FDCWD, FT_LOOKS_AT_LINK,
         (const char *restrict path, struct stat *restrict to), path, to)
PASSES_ON (int, lstat64, AT_FDCWD, FT_LOOKS_AT_LINK,
         (const char *restrict path, struct stat64 *restrict to), path, to)
PASSES_ON (ssize_t, readlink, AT_FDCWD, FT_LOOKS_AT_LINK,
         (const char *restrict path, char *restrict to, size_t n), path, to, n)

// ---- extended attributes -------------------------------------------------------

PASSES_ON (int, setxattr, AT_FDCWD, FT_CHANGES,
           (const char *path, const char *name, const void *value, size_t n,
            int flags),
           path, name, value, n, flags)
PASSES_ON (int, lsetxattr, AT_FDCWD, FT_CHANGES_LINK,
           (const char *path, const char *name, const void *value, size_t n,
            int flags),
           path, name, value, n, flags)
PASSES_ON (int, removexattr, AT_FDCWD, FT_CHANGES,
           (const char *path, const char *name), path, name)
PASSES_ON (int, lremovexattr, AT_FDCWD, FT_CHANGES_LINK,
           (const char *path, const char *name), path, name)
PASSES_ON (ssize_t, getxattr, AT_FDCWD, FT_LOOKS,
           (const char *path, const char *name, void *to, size_t n), path, name,
           to, n)
PASSES_ON (ssize_t, lgetxattr, AT_FDCWD, FT_LOOKS_AT_LINK,
           (const char *path, const char *name, void *to, size_t n), path, name,
           to, n)
PASSES_ON (ssize_t, listxattr, AT_FDCWD, FT_LOOKS,
           (const char *path, char *to, size_t n), path, to, n)
PASSES_ON (ssize_t, llistxattr, AT_FDCWD, FT_LOOKS_AT_LINK,
           (const char *path, char *to, size_t n), path, to, n)

// Those of descriptors: a parallel recording has their order.
#define IN_ORDER(type, name, parameters, ...)                                  \
  FT_EXPORT type name parameters {                                             \
    ft_wrapper_enter ();                                                       \
    return FT_REAL_OF (name) (__VA_ARGS__);                                    \
  }

IN_ORDER (int, fsetxattr,
          (int fd, const char *name, const void *value, size_t n, int flags),
          fd, name, value, n, flags)
IN_ORDER (int, fremovexattr, (int fd, const char *name), fd, name)
IN_ORDER (ssize_t, fgetxattr, (int fd, const char *name, void *to, size_t n),
          fd, name, to, n)
IN_ORDER (ssize_t, flistxattr, (int fd, char *to, size_t n), fd, to, n)

FT_EXPORT int remove (const char *path) {
  struct stat status;
  ft_thread *t = ft_recorded_thread ();
  bool is_directory = t && !lstat (path, &status) && S_ISDIR (status.st_mode);
  path = ft_overlay (t, AT_FDCWD, path,
                     is_directory ? FT_REMOVES_DIRECTORY : FT_CHANGES_LINK);
  return FT_REAL_OF (remove) (path);
}

// ---- two names -----------------------------------------------------------------

static int move (int from, const char *path, int to, const char *other,
                 unsigned flags) {
  ft_thread *t = ft_recorded_thread ();
  path = ft_overlay (t, from, path, FT_CHANGES_LINK);
  other = ft_overlay (t, to, other, FT_CHANGES_LINK);
  return FT_REAL_OF (renameat2) (from, path, to, other, flags);
}

FT_EXPORT int rename (const char *path, const char *other) {
  return move (AT_FDCWD, path, AT_FDCWD, other, 0);
}

FT_EXPORT int renameat (int from, const char *path, int to,
                        const char *other) {
  return move (from, path, to, other, 0);
}

FT_EXPORT int renameat2 (int from, const char *path, int to, const char *other,
                         unsigned flags) {
  return move (from, path, to, other, flags);
}

// A link to a file that stays as it is would be one to the user's file.
static int add_link (int from, const char *path, int to, const char *other,
                     int flags) {
  ft_thread *t = ft_recorded_thread ();
  path = ft_overlay (t, from, path,
                     flags & AT_SYMLINK_FOLLOW ? FT_CHANGES : FT_CHANGES_LINK);
  other = ft_overlay (t, to, other, FT_CHANGES_LINK);
  return FT_REAL_OF (linkat) (from, path, to, other, flags);
}

FT_EXPORT int link (const char *path, const char *other) {
  return add_link (AT_FDCWD, path, AT_FDCWD, other, 0);
}

FT_EXPORT int linkat (int from, const char *path, int to, const char *other,
                      int flags) {
  return add_link (from, path, to, other, flags);
}

FT_EXPORT int symlink (const char *target, const char *path) {
  path = ft_overlay (ft_recorded_thread (), AT_FDCWD, path, FT_CHANGES_LINK);
  return FT_REAL_OF (symlink) (target, path);
}

FT_EXPORT int symlinkat (const char *target, int at, const char *path) {
  path = ft_overlay (ft_recorded_thread (), at, path, FT_CHANGES_LINK);
  return FT_REAL_OF (symlinkat) (target, at, path);
}

// ---- opening -------------------------------------------------------------------

#define OPENS_AT(name)                                                         \
  FT_EXPORT int name (int at, const char *path, int flags, ...) {              \
    va_list list;                                                              \
    va_start (list, flags);                                                    \
    mode_t mode = ft_open_mode (flags, list);                                  \
    va_end (list);                                                             \
    ft_thread *t = ft_recorded_thread ();                                      \
    path = ft_overlay (t, at, path, ft_overlay_use_of (flags));                \
    int result = FT_REAL_OF (name) (at, path, flags, mode);                    \
    ft_descriptor_opened (t, result);                                          \
    return result;                                                             \
  }

OPENS_AT (openat)
OPENS_AT (openat64)

// ---- streams -------------------------------------------------------------------

static enum ft_overlay_use use_of (const char *how) {
  if (*how == 'r' && !strchr (how, '+'))
    return FT_LOOKS;
  return strchr (how, 'x') ? FT_CHANGES_LINK : FT_CHANGES;
}

#define OPENS(name, again)                                                     \
  FT_EXPORT FILE *name (const char *restrict path, const char *restrict how) { \
    path = ft_overlay (ft_recorded_thread (), AT_FDCWD, path, use_of (how));   \
    return FT_REAL_OF (name) (path, how);                                      \
  }                                                                            \
  FT_EXPORT FILE *again (const char *restrict path, const char *restrict how,  \
                         FILE *restrict stream) {                              \
    path = ft_overlay (ft_recorded_thread (), AT_FDCWD, path, use_of (how));   \
    return FT_REAL_OF (again) (path, how, stream);                             \
  }

OPENS (fopen, freopen)
OPENS (fopen64, freopen64)

// ---- temporary names -----------------------------------------------------------
//
// The library takes random bytes for the name that the runtime cannot give
// again.

static int try_name (const char *path, int flags) {
  return flags < 0 ? mkdir (path, 0700)
                   : open (path, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
}

// As in glibc; the first ones are a little likelier, which no user of a temporary
// name minds.
static const char letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// 'flags' below 0: a directory.
static int make_temporary (char *path, int behind, int flags) {
  size_t size = strlen (path);
  char *at = path + size - 6 - (size_t)(behind > 0 ? behind : 0);
  if (behind < 0 || size < 6 + (size_t)behind || memcmp (at, "XXXXXX", 6)) {
    errno = EINVAL;
    return -1;
  }
  for (int tries = 0; tries < 1000; tries++) {
    unsigned char bytes[6];
    if (getrandom (bytes, sizeof bytes, 0) != sizeof bytes)
      return -1;
    for (int i = 0; i < 6; i++)
      at[i] = letters[bytes[i] % (sizeof letters - 1)];
    int result = try_name (path, flags);
    if (result >= 0 || errno != EEXIST)
      return result;
  }
  return -1;
}

enum { ANY = O_APPEND | O_CLOEXEC | O_SYNC | O_DSYNC };

FT_EXPORT int mkostemps (char *path, int behind, int flags) {
  return ft_recorded_thread () ? make_temporary (path, behind, flags & ANY)
                               : FT_REAL_OF (mkostemps) (path, behind, flags);
}

FT_EXPORT int mkostemps64 (char *path, int behind, int flags) {
  return mkostemps (path, behind, flags);
}

FT_EXPORT int mkstemps (char *path, int behind) {
  return mkostemps (path, behind, 0);
}

FT_EXPORT int mkstemps64 (char *path, int behind) {
  return mkostemps (path, behind, 0);
}

FT_EXPORT int mkostemp (char *path, int flags) {
  return mkostemps (path, 0, flags);
}

FT_EXPORT int mkostemp64 (char *path, int flags) {
  return mkostemps (path, 0, flags);
}

FT_EXPORT int mkstemp (char *path) {
  return mkostemps (path, 0, 0);
}

FT_EXPORT int mkstemp64 (char *path) {
  return mkostemps (path, 0, 0);
}

FT_EXPORT char *mkdtemp (char *path) {
  if (!ft_recorded_thread ())
    return FT_REAL_OF (mkdtemp) (path);
  return make_temporary (path, 0, -1) ? NULL : path;
}
