#include "runtime/kernel_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "runtime/happens_before.h"
#include "runtime/libc_access.h"
#include "runtime/overlay.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"

static const uint64_t everything; // nobody changes this
static bool has_events;

void ft_look_at_everything (ft_thread *t) {
  if (t)
    ft_happens_after (t, &everything,
                      FT_WIRE_CAUSE (FT_WIRE_CAUSE_EVERYTHING, 0));
}

void ft_look_at_events (ft_thread *t) {
  if (t && has_events)
    ft_look_at_everything (t);
  else if (t)
    ft_happens_after_nothing (t);
}

// ---- file systems ----------------------------------------------------------

enum { MQUEUE_MAGIC = 0x19800202 };

static bool is_of_kernel (long type) {
  switch (type) {
  case PROC_SUPER_MAGIC:
  case SYSFS_MAGIC:
  case CGROUP_SUPER_MAGIC:
  case CGROUP2_SUPER_MAGIC:
  case DEBUGFS_MAGIC:
  case TRACEFS_MAGIC:
  case SECURITYFS_MAGIC:
  case MQUEUE_MAGIC:
    return true;
  }
  return false;
}

// Devices that were asked for, the newest ones.
static struct device {
  uint64_t number;
  bool known, is_of_kernel;
} devices[8];

static bool is_on_kernel_device (int fd, const struct stat *status) {
  struct statfs system;
  struct device *d = devices + status->st_dev % 8;
  if (d->known && d->number == status->st_dev)
    return d->is_of_kernel;
  if (FT_SYSCALL (fstatfs, fd, &system, 0, 0, 0, 0))
    return false;
  *d = (struct device){status->st_dev, true, is_of_kernel ((long)system.f_type)};
  return d->is_of_kernel;
}

// Files without a type are the kernel's; these have words of their own
// (libc_channel.c).
static bool reports_events (int fd) {
  static const char *const others[] = {"[eventfd]", "[timerfd]", "[signalfd]",
                                       "[eventpoll]"};
  static const char prefix[] = "anon_inode:";
  char path[40], name[64] = "";
  ft_text at = FT_TEXT (path);
  ft_text_add (&at, "/proc/self/fd/%d", fd);
  if (FT_SYSCALL (readlink, path, name, sizeof name - 1, 0, 0, 0) <= 0)
    return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp (name, prefix) ||
        !strcmp (name + sizeof prefix - 1, others[i]))
      return false;
  return true;
}

bool ft_kernel_shows (int fd, const struct stat *status) {
  if (!(status->st_mode & S_IFMT))
    return reports_events (fd);
  return (S_ISREG (status->st_mode) || S_ISDIR (status->st_mode)) &&
         is_on_kernel_device (fd, status);
}

void ft_look_at_descriptor (ft_thread *t, int fd) {
  struct stat status;
  if (t && !FT_SYSCALL (newfstatat, fd, "", &status, AT_EMPTY_PATH, 0, 0) &&
      ft_kernel_shows (fd, &status))
    ft_look_at_everything (t);
}

static bool begins_in_kernel (const char *path) {
  static const char *const roots[] = {"/proc", "/sys", "/dev/mqueue",
                                      "/dev/fd"};
  while (*path == '/' && path[1] == '/')
    path++;
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    if (!strncmp (path, roots[i], strlen (roots[i])))
      return true;
  return false;
}

void ft_look_at_path (ft_thread *t, int directory, const char *path) {
  struct statfs system;
  if (!t || !path)
    return;
  bool shows = begins_in_kernel (path);
  if (!shows && *path != '/')
    shows = (directory == AT_FDCWD
                 ? !FT_SYSCALL (statfs, ".", &system, 0, 0, 0, 0)
                 : !FT_SYSCALL (fstatfs, directory, &system, 0, 0, 0, 0)) &&
            is_of_kernel ((long)system.f_type);
  if (shows)
    ft_look_at_everything (t);
}

// ---- descriptors that report events ----------------------------------------

FT_EXPORT int inotify_init (void) {
  has_events = true;
  return FT_REAL_OF (inotify_init) ();
}

FT_EXPORT int inotify_init1 (int flags) {
  has_events = true;
  return FT_REAL_OF (inotify_init1) (flags);
}

FT_EXPORT int fanotify_init (unsigned flags, unsigned events) {
  has_events = true;
  return FT_REAL_OF (fanotify_init) (flags, events);
}

// ---- names -----------------------------------------------------------------

static enum ft_overlay_use look_of (int flags) {
  return flags & AT_SYMLINK_NOFOLLOW ? FT_LOOKS_AT_LINK : FT_LOOKS;
}

#define ASKS_ABOUT(type, name, directory, use, parameters, ...)                \
  FT_EXPORT type name parameters {                                             \
    ft_thread *t = ft_wrapper_enter ();                                        \
    path = ft_overlay (t, directory, path, use);                               \
    type result = FT_REAL_OF (name) (__VA_ARGS__);                             \
    ft_look_at_path (t, directory, path);                                      \
    return result;                                                             \
  }

ASKS_ABOUT (int, access, AT_FDCWD, FT_LOOKS, (const char *path, int mode), path,
            mode)
ASKS_ABOUT (int, faccessat, at, look_of (flags),
            (int at, const char *path, int mode, int flags), at, path, mode,
            flags)
ASKS_ABOUT (int, fstatat, at, look_of (flags),
            (int at, const char *restrict path, struct stat *restrict to,
             int flags),
            at, path, to, flags)
ASKS_ABOUT (int, fstatat64, at, look_of (flags),
            (int at, const char *restrict path, struct stat64 *restrict to,
             int flags),
            at, path, to, flags)
ASKS_ABOUT (int, statx, at, look_of (flags),
            (int at, const char *restrict path, int flags, unsigned mask,
             struct statx *restrict to),
            at, path, flags, mask, to)
ASKS_ABOUT (ssize_t, readlinkat, at, FT_LOOKS_AT_LINK,
            (int at, const char *restrict path, char *restrict to, size_t n),
            at, path, to, n)
ASKS_ABOUT (DIR *, opendir, AT_FDCWD, FT_LOOKS, (const char *path), path)
ASKS_ABOUT (int, scandir, AT_FDCWD, FT_LOOKS,
            (const char *restrict path, struct dirent ***restrict to,
             int (*selects) (const struct dirent *),
             int (*compares) (const struct dirent **, const struct dirent **)),
            path, to, selects, compares)

FT_EXPORT struct dirent *readdir (DIR *directory) {
  ft_thread *t = ft_wrapper_enter ();
  struct dirent *result = FT_REAL_OF (readdir) (directory);
  ft_look_at_descriptor (t, dirfd (directory));
  return result;
}

FT_EXPORT struct dirent64 *readdir64 (DIR *directory) {
  ft_thread *t = ft_wrapper_enter ();
  struct dirent64 *result = FT_REAL_OF (readdir64) (directory);
  ft_look_at_descriptor (t, dirfd (directory));
  return result;
}
