// exec*: the recording of this process ends, unless the call fails.

#include <stdarg.h>
#include <unistd.h>

#include "runtime/rtl.h"
#include "runtime/files.h"
#include "runtime/process.h"
#include "runtime/sync_state.h"

static bool end_recording (void) {
  ft_thread *t = ft_recorded_thread ();
  if (t)
    ft_scheduling_point (t);
  bool ends = ft_process_is_ours ();
  if (ends)
    ft_process_end (0, 0);
  return ends;
}

static int failed (bool ended) {
  if (ended)
    ft_files_reopen ();
  return -1;
}

#define EXEC(name, parameters, arguments)                                      \
  FT_EXPORT int name parameters {                                              \
    bool ended = end_recording ();                                             \
    FT_REAL_OF (name) arguments;                                               \
    return failed (ended);                                                     \
  }

EXEC (execve, (const char *path, char *const argv[], char *const envp[]),
      (path, argv, envp))
EXEC (execvpe, (const char *file, char *const argv[], char *const envp[]),
      (file, argv, envp))
EXEC (execv, (const char *path, char *const argv[]), (path, argv))
EXEC (execvp, (const char *file, char *const argv[]), (file, argv))
EXEC (fexecve, (int fd, char *const argv[], char *const envp[]),
      (fd, argv, envp))
EXEC (execveat,
      (int fd, const char *path, char *const argv[], char *const envp[],
       int flags),
      (fd, path, argv, envp, flags))

static size_t count (const char *first, va_list *list) {
  size_t n = 0;
  for (const char *a = first; a; a = va_arg (*list, const char *))
    n++;
  return n;
}

// For execl and related functions: collects the arguments in 'argv', then CALL.
// During CALL the next argument of 'list' is the one after the NULL.
#define WITH_LIST(first, CALL)                                                 \
  do {                                                                         \
    va_list list;                                                              \
    va_start (list, first);                                                    \
    size_t n_ = count (first, &list);                                          \
    va_end (list);                                                             \
    char *argv[n_ + 1];                                                        \
    argv[0] = (char *)first;                                                   \
    va_start (list, first);                                                    \
    for (size_t i_ = 1; i_ <= n_; i_++)                                        \
      argv[i_] = va_arg (list, char *);                                        \
    CALL;                                                                      \
    va_end (list);                                                             \
  } while (0)

FT_EXPORT int execl (const char *path, const char *first, ...) {
  WITH_LIST (first, execv (path, argv));
  return -1;
}

FT_EXPORT int execlp (const char *file, const char *first, ...) {
  WITH_LIST (first, execvp (file, argv));
  return -1;
}

FT_EXPORT int execle (const char *path, const char *first, ...) {
  WITH_LIST (first, execve (path, argv, va_arg (list, char **)));
  return -1;
}
