// Wrappers of functions that pass a path to the kernel, which reads all of it.
// What the kernel looks at and changes there is in 'run/calls.def'.
//
// The path may lie where nothing can be read: the call fails with EFAULT then,
// and a wrapper must not end the program instead.  So the length is found by
// the kernel, too.  A call whose other arguments are refused reads no path.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utime.h>

#include "runtime/cancel.h"
#include "runtime/files.h"
#include "runtime/kernel_files.h"
#include "runtime/file_mappings.h"
#include "runtime/libc_access.h"
#include "runtime/overlay.h"
#include "runtime/syscall.h"

// A part of a path does not cross the end of a page of any size.
enum { PART = 256 };

// The bytes of the path that the kernel reads: with the zero at its end, or up
// to where nothing can be read, or as many as no path has.
static size_t bytes_of (const char *path) {
  for (size_t n = 0; n < PATH_MAX;) {
    char part[PART];
    size_t left = PART - (uintptr_t)(path + n) % PART;
    struct iovec to = {part, left}, from = {(char *)path + n, left};
    long got = FT_SYSCALL (process_vm_readv, ft_sys_getpid (), &to, 1, &from, 1,
                           0);
    if (got == -EFAULT || got == 0)
      return n;
    if (got < 0) // not allowed here
      return n + strlen (path + n) + 1;
    const char *end = memchr (part, 0, (size_t)got);
    n += end ? (size_t)(end - part) + 1 : (size_t)got;
    if (end)
      return n < PATH_MAX ? n : PATH_MAX;
  }
  return PATH_MAX;
}

static void log_path (ft_thread *t, const char *path) {
  if (t && path)
    ft_log_read_range (t, path, bytes_of (path));
}

// 'fine': the other arguments are.
#define WITH_PATH_IF(type, name, fine, parameters, ...)                        \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    ft_thread *t = ft_wrapper_enter ();                                        \
    if (fine)                                                                  \
      log_path (t, path);                                                      \
    return name (__VA_ARGS__);                                                 \
  }

#define WITH_PATH(type, name, parameters, ...)                                 \
  WITH_PATH_IF (type, name, true, parameters, __VA_ARGS__)

WITH_PATH (int, chdir, (const char *path), path)
WITH_PATH (int, chmod, (const char *path, mode_t mode), path, mode)
WITH_PATH (int, chown, (const char *path, uid_t user, gid_t group), path, user,
           group)
FT_WRAP (int, chroot, const char *path) {
  log_path (ft_wrapper_enter (), path);
  ft_files_keep ();
  return chroot (path);
}
WITH_PATH (int, creat, (const char *path, mode_t mode), path, mode)
WITH_PATH (int, creat64, (const char *path, mode_t mode), path, mode)
WITH_PATH (int, lchown, (const char *path, uid_t user, gid_t group), path, user,
           group)
WITH_PATH (int, mkdir, (const char *path, mode_t mode), path, mode)
WITH_PATH (int, mkdirat, (int at, const char *path, mode_t mode), at, path,
           mode)
WITH_PATH (int, mkfifo, (const char *path, mode_t mode), path, mode)
WITH_PATH (int, remove, (const char *path), path)
WITH_PATH (int, rmdir, (const char *path), path)
WITH_PATH (int, statvfs, (const char *path, struct statvfs *to), path, to)
#define CUTS(name, type)                                                       \
  FT_WRAP (int, name, const char *path, type size) {                           \
    ft_thread *t = ft_wrapper_enter ();                                        \
    if (size >= 0)                                                             \
      log_path (t, path);                                                      \
    int result = name (path, size);                                            \
    ft_short_mappings_grow (t);                                                \
    return result;                                                             \
  }

CUTS (truncate, off_t)
CUTS (truncate64, off64_t)
WITH_PATH (int, unlink, (const char *path), path)
WITH_PATH_IF (int, unlinkat, !(flags & ~AT_REMOVEDIR),
              (int at, const char *path, int flags), at, path, flags)

// The runtime's own functions of these names do the same, behind a scheduling
// point.
#define ASKS_ABOUT(type, name, fine, directory, parameters, ...)               \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    ft_thread *t = ft_wrapper_enter ();                                        \
    if (fine)                                                                  \
      log_path (t, path);                                                      \
    path = ft_overlay (t, directory, path, FT_LOOKS);                          \
    type result = FT_REAL_OF (name) (__VA_ARGS__);                             \
    ft_look_at_path (t, directory, path);                                      \
    return result;                                                             \
  }

static bool is_mode (int mode) {
  return !(mode & ~(R_OK | W_OK | X_OK));
}

ASKS_ABOUT (int, access, is_mode (mode), AT_FDCWD, (const char *path, int mode),
            path, mode)
ASKS_ABOUT (int, faccessat,
            is_mode (mode) && !(flags & ~(AT_SYMLINK_NOFOLLOW | AT_EACCESS)),
            at, (int at, const char *path, int mode, int flags), at, path, mode,
            flags)
ASKS_ABOUT (DIR *, opendir, true, AT_FDCWD, (const char *path), path)

#define WITH_PATHS(type, name)                                                 \
  FT_WRAP (type, name, const char *path, const char *other) {                  \
    ft_thread *t = ft_wrapper_enter ();                                        \
    log_path (t, path);                                                        \
    log_path (t, other);                                                       \
    return name (path, other);                                                 \
  }

WITH_PATHS (int, link)
WITH_PATHS (int, rename)
WITH_PATHS (int, symlink)

FT_WRAP (int, renameat, int from, const char *path, int to, const char *other) {
  ft_thread *t = ft_wrapper_enter ();
  log_path (t, path);
  log_path (t, other);
  return renameat (from, path, to, other);
}

FT_WRAP (int, symlinkat, const char *path, int to, const char *other) {
  ft_thread *t = ft_wrapper_enter ();
  log_path (t, path);
  log_path (t, other);
  return symlinkat (path, to, other);
}

// ---- times -----------------------------------------------------------------

static void log_times (ft_thread *t, const void *times, size_t bytes) {
  if (times)
    ft_log_read_range (t, times, bytes);
}

FT_WRAP (int, utime, const char *path, const struct utimbuf *times) {
  ft_thread *t = ft_wrapper_enter ();
  log_times (t, times, sizeof *times);
  log_path (t, path);
  return utime (path, times);
}

FT_WRAP (int, utimes, const char *path, const struct timeval times[2]) {
  ft_thread *t = ft_wrapper_enter ();
  log_times (t, times, 2 * sizeof *times);
  log_path (t, path);
  return utimes (path, times);
}

// ---- opening ---------------------------------------------------------------

static bool has_mode (int flags) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
}

// Whether the kernel takes the flags: a file without a name is written to, and a
// directory is not made.
static bool are_flags (int flags) {
  if (!(flags & O_DIRECTORY))
    return true;
  return !(flags & O_CREAT) &&
         ((flags & O_TMPFILE) != O_TMPFILE || flags & (O_WRONLY | O_RDWR));
}

#define OPENS(name)                                                            \
  FT_WRAP (int, name, const char *path, int flags, ...) {                      \
    va_list list;                                                              \
    ft_thread *t = ft_wrapper_enter ();                                        \
    va_start (list, flags);                                                    \
    mode_t mode = has_mode (flags) ? va_arg (list, mode_t) : 0;                \
    va_end (list);                                                             \
    if (are_flags (flags))                                                     \
      log_path (t, path);                                                      \
    return name (path, flags, mode);                                           \
  }

OPENS (open)
OPENS (open64)

#define OPENS_AT(name)                                                         \
  FT_WRAP (int, name, int at, const char *path, int flags, ...) {              \
    va_list list;                                                              \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_cancellation_may_begin (t);                                             \
    va_start (list, flags);                                                    \
    mode_t mode = has_mode (flags) ? va_arg (list, mode_t) : 0;                \
    va_end (list);                                                             \
    if (are_flags (flags))                                                     \
      log_path (t, path);                                                      \
    return name (at, path, flags, mode);                                       \
  }

OPENS_AT (openat)
OPENS_AT (openat64)

// ---- programs --------------------------------------------------------------

WITH_PATH (int, execv, (const char *path, char *const arguments[]), path,
           arguments)
WITH_PATH (int, execve,
           (const char *path, char *const arguments[],
            char *const environment[]),
           path, arguments, environment)

// ---- streams ---------------------------------------------------------------

// Nothing of the path is read if the stream is none of a file, or is opened in a
// way that is none.
#define OPENS_AGAIN(name)                                                      \
  FT_WRAP (FILE *, name, const char *path, const char *how, FILE *stream) {    \
    ft_thread *t = ft_wrapper_enter ();                                        \
    FILE *result = name (path, how, stream);                                   \
    if (result) {                                                              \
      ft_log_read_range (t, how, 1);                                           \
      log_path (t, path);                                                      \
    }                                                                          \
    return result;                                                             \
  }

OPENS_AGAIN (freopen)
OPENS_AGAIN (freopen64)
