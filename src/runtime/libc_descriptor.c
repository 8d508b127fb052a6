// Calls that open descriptors or ask about them, and have no other effect that
// the runtime follows; interposed by symbol, as those of libc_wait.c.

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/descriptor_objects.h"
#include "runtime/fd_status.h"
#include "runtime/sync_state.h"
#include "runtime/libc_access.h"
#include "runtime/syscall.h"
#include "runtime/watched.h"

// ---- opening ---------------------------------------------------------------

#define OPENS(name, parameters, ...)                                           \
  FT_EXPORT int name parameters {                                              \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int result = FT_REAL_OF (name) (__VA_ARGS__);                              \
    ft_descriptor_opened (t, result);                                          \
    return result;                                                             \
  }

OPENS (socket, (int domain, int type, int protocol), domain, type, protocol)
OPENS (timerfd_create, (int clock, int flags), clock, flags)

#define WATCHES(name, parameters, ...)                                         \
  FT_EXPORT int name parameters {                                              \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int result = FT_REAL_OF (name) (__VA_ARGS__);                              \
    ft_watched_opened (result);                                                \
    ft_descriptor_opened (t, result);                                          \
    return result;                                                             \
  }

WATCHES (epoll_create, (int size), size)
WATCHES (epoll_create1, (int flags), flags)

// One that is there gets other signals.
FT_EXPORT int signalfd (int fd, const sigset_t *signals, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  int result = FT_REAL_OF (signalfd) (fd, signals, flags);
  if (fd < 0)
    ft_descriptor_opened (t, result);
  return result;
}

FT_EXPORT int dup (int fd) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  int result = FT_REAL_OF (dup) (fd);
  ft_channel_same_file (fd, result);
  ft_descriptor_opened (t, result);
  return result;
}

static void begin_replace (ft_thread *t, int fd, int to) {
  ft_descriptor_used (t, fd);
  ft_descriptor_replaced (t, fd, to);
}

FT_EXPORT int dup2 (int fd, int to) {
  ft_thread *t = ft_wrapper_enter ();
  begin_replace (t, fd, to);
  int result = FT_REAL_OF (dup2) (fd, to);
  ft_channel_same_file (fd, result);
  if (fd != to)
    ft_descriptor_opened (t, result);
  return result;
}

FT_EXPORT int dup3 (int fd, int to, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  begin_replace (t, fd, to);
  int result = FT_REAL_OF (dup3) (fd, to, flags);
  ft_channel_same_file (fd, result);
  ft_descriptor_opened (t, result);
  return result;
}

// ---- closing many ----------------------------------------------------------

enum { MOST = 1 << 16 }; // of higher numbers nobody asks whether they are open

// A failing 'close' would be one as well, but nobody means all numbers of a range.
static void close_open_ones (ft_thread *t, unsigned first, unsigned last) {
  struct rlimit limit;
  if (!t)
    ft_descriptor_closes_untold (first, last);
  if (!t || getrlimit (RLIMIT_NOFILE, &limit))
    return;
  struct stat status;
  unsigned end = limit.rlim_cur < MOST ? (unsigned)limit.rlim_cur : MOST;
  end = last < end ? last + 1 : end;
  for (unsigned fd = first; fd < end; fd++)
    if (ft_fd_status ((int)fd, &status))
      ft_descriptor_closes (t, (int)fd);
  for (unsigned fd = first; fd < end; fd++)
    if (ft_fd_status ((int)fd, &status))
      ft_channel_close (t, (int)fd);
}

// CLOSE_RANGE_CLOEXEC closes none; behind CLOSE_RANGE_UNSHARE the thread closes
// descriptors of its own.
FT_EXPORT int close_range (unsigned first, unsigned last, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  if (!flags)
    close_open_ones (t, first, last);
  else if (flags & CLOSE_RANGE_UNSHARE)
    ft_descriptor_closes_untold (0, ULONG_MAX);
  return FT_REAL_OF (close_range) (first, last, flags);
}

FT_EXPORT void closefrom (int first) {
  close_open_ones (ft_wrapper_enter (), first < 0 ? 0 : (unsigned)first, MOST);
  FT_REAL_OF (closefrom) (first);
}

// The thread gets a table of its own, in which the same numbers stand for others.
FT_EXPORT int unshare (int flags) {
  if (flags & CLONE_FILES)
    ft_descriptor_closes_untold (0, ULONG_MAX);
  return FT_REAL_OF (unshare) (flags);
}

// ---- using -----------------------------------------------------------------

#define USES(name, parameters, ...)                                            \
  FT_EXPORT int name parameters {                                              \
    ft_descriptor_used (ft_wrapper_enter (), fd);                              \
    return FT_REAL_OF (name) (__VA_ARGS__);                                    \
  }

// The error of a socket is what the other end has done.
FT_EXPORT int getsockopt (int fd, int level, int option, void *restrict value,
                          socklen_t *restrict size) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  int result = FT_REAL_OF (getsockopt) (fd, level, option, value, size);
  if (level == SOL_SOCKET && option == SO_ERROR)
    ft_channel_receive_any (t);
  return result;
}

USES (getsockname,
      (int fd, struct sockaddr *restrict a, socklen_t *restrict size), fd, a,
      size)
USES (getpeername,
      (int fd, struct sockaddr *restrict a, socklen_t *restrict size), fd, a,
      size)
USES (timerfd_gettime, (int fd, struct itimerspec *to), fd, to)

FT_EXPORT int epoll_ctl (int fd, int what, int other, struct epoll_event *e) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  ft_descriptor_used (t, other);
  if (e && e->events & (EPOLLET | EPOLLONESHOT | EPOLLEXCLUSIVE))
    ft_channel_events_once (fd);
  ft_watched_changes (t, fd, what, other, e);
  return FT_REAL_OF (epoll_ctl) (fd, what, other, e);
}
