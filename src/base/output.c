#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "base/tempfiles.h"

static void release (ft_output *out) {
  if (out->temporary)
    ft_tempfiles_drop (out->temporary);
  free (out->path);
  free (out->target);
  free (out->temporary);
  *out = (ft_output){0};
}

static bool fail (ft_output *out, const char *what, int number,
                  ft_error *error) {
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: cannot %s: %s", out->path,
                what, strerror (number));
  if (out->temporary)
    unlink (out->temporary);
  release (out);
  return false;
}

static bool open_directly (ft_output *out, int fd, ft_error *error) {
  out->file = fd < 0 ? NULL : fdopen (fd, "w");
  return out->file ? true : fail (out, "open for writing", errno, error);
}

// The target of a symbolic link: the file is replaced, the link stays.
static char *resolve (const char *path) {
  char *real = realpath (path, NULL);
  return real ? real : ft_strdup (path);
}

static bool open_beside (ft_output *out, const char *path, mode_t mode,
                         ft_error *error) {
  out->target = resolve (path);
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%s.%ld.tmp", out->target, (long)getpid ());
  out->temporary = ft_strbuf_take (&name);
  int fd = open (out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  out->file = fd < 0 ? NULL : fdopen (fd, "w");
  if (out->file) {
    ft_tempfiles_add (out->temporary);
    return true;
  }
  int number = errno;
  free (out->temporary); // not made by this process: nothing to unlink
  out->temporary = NULL;
  return fail (out, "write", number, error);
}

// The descriptor that a path stands for, or -1.  What is open there may be a regular
// file that others write to, too, such as the log of a shell's 2>.
static int descriptor_of (const char *path) {
  int number = -1, end = 0;
  if (!strcmp (path, "-") || !strcmp (path, "/dev/stdout"))
    return STDOUT_FILENO;
  if (!strcmp (path, "/dev/stderr"))
    return STDERR_FILENO;
  if (sscanf (path, "/dev/fd/%d%n", &number, &end) != 1)
    sscanf (path, "/proc/self/fd/%d%n", &number, &end);
  return end && !path[end] ? number : -1;
}

bool ft_output_open (ft_output *out, const char *path, ft_error *error) {
  path = path ? path : "-";
  bool standard = !strcmp (path, "-");
  *out = (ft_output){.path = ft_strdup (standard ? "standard output" : path)};
  int open_there = descriptor_of (path);
  if (open_there >= 0)
    return open_directly (out, fcntl (open_there, F_DUPFD_CLOEXEC, 0), error);
  struct stat status;
  bool exists = !stat (path, &status);
  if (exists && !S_ISREG (status.st_mode))
    return open_directly (out, open (path, O_WRONLY | O_CLOEXEC), error);
  return open_beside (out, path, exists ? status.st_mode & 0777 : 0666, error);
}

bool ft_output_commit (ft_output *out, ft_error *error) {
  errno = 0;
  bool failed = fflush (out->file) || ferror (out->file);
  int number = errno ? errno : EIO;
  if (fclose (out->file) && !failed) {
    failed = true;
    number = errno;
  }
  if (failed)
    return fail (out, "write", number, error);
  if (out->temporary && rename (out->temporary, out->target))
    return fail (out, "rename the finished file to this name", errno, error);
  release (out);
  return true;
}

void ft_output_abandon (ft_output *out) {
  if (out->file)
    fclose (out->file);
  if (out->temporary)
    unlink (out->temporary);
  release (out);
}
