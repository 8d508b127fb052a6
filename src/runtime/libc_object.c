// Wrappers of functions that look at an object of a known size and at more, of
// which there is no record.

#include <arpa/inet.h>
#include <netinet/ether.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

#include "runtime/libc_access.h"
#include "runtime/syscall.h"

static void log_object (ft_thread *t, const volatile void *object,
                        size_t bytes) {
  if (object)
    ft_log_read_range (t, object, bytes);
}

#define LOOKS(type, name, object, bytes, parameters, ...)                      \
  type __foretrace_##name parameters;                                          \
  FT_EXPORT type __foretrace_##name parameters {                               \
    log_object (ft_wrapper_enter (), object, bytes);                           \
    return name (__VA_ARGS__);                                                 \
  }

// ---- random numbers --------------------------------------------------------

#define RANDOM(type, name)                                                     \
  FT_WRAP (type, name, unsigned short state[3]) {                              \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_log_read_range (t, state, 3 * sizeof *state);                           \
    ft_log_write_range (t, state, 3 * sizeof *state);                          \
    return name (state);                                                       \
  }

RANDOM (double, erand48)
RANDOM (long, nrand48)
RANDOM (long, jrand48)

// ---- sets of signals -------------------------------------------------------

// Signals are the bits of the first word, and of no other one.
enum { SIGNALS = sizeof (unsigned long) };

static bool is_signal (int number) {
  return number > 0 && number < NSIG;
}

#define FILLS_SIGNALS(name)                                                    \
  FT_WRAP (int, name, sigset_t *set) {                                         \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int result = name (set);                                                   \
    ft_log_write_range (t, set, result ? 0 : SIGNALS);                         \
    return result;                                                             \
  }

FILLS_SIGNALS (sigemptyset)
FILLS_SIGNALS (sigfillset)

LOOKS (int, sigisemptyset, set, SIGNALS, (const sigset_t *set), set)
LOOKS (int, sigismember, is_signal (number) ? set : NULL, SIGNALS,
       (const sigset_t *set, int number), set, number)

#define CHANGES_SIGNAL(name)                                                   \
  FT_WRAP (int, name, sigset_t *set, int number) {                             \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int result = name (set, number);                                           \
    ft_log_read_range (t, set, result ? 0 : SIGNALS);                          \
    ft_log_write_range (t, set, result ? 0 : SIGNALS);                         \
    return result;                                                             \
  }

CHANGES_SIGNAL (sigaddset)
CHANGES_SIGNAL (sigdelset)

#define JOINS_SIGNALS(name)                                                    \
  FT_WRAP (int, name, sigset_t *to, const sigset_t *a, const sigset_t *b) {    \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int result = name (to, a, b);                                              \
    ft_log_read_range (t, a, result ? 0 : SIGNALS);                            \
    ft_log_read_range (t, b, result ? 0 : SIGNALS);                            \
    ft_log_write_range (t, to, result ? 0 : SIGNALS);                          \
    return result;                                                             \
  }

JOINS_SIGNALS (sigorset)
JOINS_SIGNALS (sigandset)

#define CHANGES_MASK(name)                                                     \
  FT_WRAP (int, name, int how, const sigset_t *restrict set,                   \
           sigset_t *restrict old) {                                           \
    ft_thread *t = ft_wrapper_enter ();                                        \
    log_object (t, set, SIGNALS);                                              \
    int result = name (how, set, old);                                         \
    ft_log_write_range (t, old, result || !old ? 0 : SIGNALS);                 \
    return result;                                                             \
  }

CHANGES_MASK (sigprocmask)
CHANGES_MASK (pthread_sigmask)
LOOKS (int, sigsuspend, set, SIGNALS, (const sigset_t *set), set)
LOOKS (int, sigwait, set, SIGNALS,
       (const sigset_t *restrict set, int *restrict to), set, to)
LOOKS (int, sigwaitinfo, set, SIGNALS,
       (const sigset_t *restrict set, siginfo_t *restrict to), set, to)

FT_WRAP (int, sigtimedwait, const sigset_t *restrict set,
         siginfo_t *restrict to, const struct timespec *restrict time) {
  ft_thread *t = ft_wrapper_enter ();
  log_object (t, set, SIGNALS);
  log_object (t, time, sizeof *time);
  return sigtimedwait (set, to, time);
}

// ---- timers ----------------------------------------------------------------

LOOKS (int, setitimer, time, sizeof *time,
       (__itimer_which_t which, const struct itimerval *restrict time,
        struct itimerval *restrict old),
       which, time, old)
LOOKS (int, timer_settime, time, sizeof *time,
       (timer_t timer, int flags, const struct itimerspec *restrict time,
        struct itimerspec *restrict old),
       timer, flags, time, old)
LOOKS (int, timerfd_settime, time, sizeof *time,
       (int fd, int flags, const struct itimerspec *time,
        struct itimerspec *old),
       fd, flags, time, old)

// ---- epoll -----------------------------------------------------------------

LOOKS (int, epoll_ctl, event, what == EPOLL_CTL_DEL ? 0 : sizeof *event,
       (int fd, int what, int other, struct epoll_event *event), fd, what,
       other, event)

// ---- addresses -------------------------------------------------------------

static size_t bytes_of_family (int family) {
  return family == AF_INET    ? sizeof (struct in_addr)
         : family == AF_INET6 ? sizeof (struct in6_addr)
                              : 0;
}

LOOKS (const char *, inet_ntop, from, bytes_of_family (family),
       (int family, const void *restrict from, char *restrict to,
        socklen_t size),
       family, from, to, size)
LOOKS (char *, ether_ntoa, from, sizeof *from, (const struct ether_addr *from),
       from)
LOOKS (char *, ether_ntoa_r, from, sizeof *from,
       (const struct ether_addr *from, char *to), from, to)

FT_WRAP (int, bind, int fd, const struct sockaddr *address, socklen_t size) {
  ft_thread *t = ft_wrapper_enter ();
  int result = bind (fd, address, size);
  ft_log_read_range (t, address, result ? 0 : size);
  return result;
}

static bool is_socket (int fd) {
  struct stat status;
  return !FT_SYSCALL (fstat, fd, &status, 0, 0, 0, 0) &&
         S_ISSOCK (status.st_mode);
}

// The kernel reads a number for each option of this level but the name of a
// device, before it looks which option it is.
FT_WRAP (int, setsockopt, int fd, int level, int option, const void *value,
         socklen_t size) {
  ft_thread *t = ft_wrapper_enter ();
  if (t && level == SOL_SOCKET && option != SO_BINDTODEVICE &&
      size >= sizeof (int) && is_socket (fd))
    log_object (t, value, sizeof (int));
  return setsockopt (fd, level, option, value, size);
}

// ---- waiting ---------------------------------------------------------------

FT_WRAP (int, ppoll, struct pollfd *p, nfds_t n, const struct timespec *time,
         const sigset_t *set) {
  ft_thread *t = ft_wrapper_enter ();
  log_object (t, time, sizeof *time);
  log_object (t, set, SIGNALS);
  log_object (t, p, n * sizeof *p);
  return ppoll (p, n, time, set);
}

// The kernel ignores descriptors beyond its table, which has a word at least.
FT_WRAP (int, pselect, int n, fd_set *restrict in, fd_set *restrict out,
         fd_set *restrict error, const struct timespec *restrict time,
         const sigset_t *restrict set) {
  ft_thread *t = ft_wrapper_enter ();
  fd_set *sets[] = {in, out, error};
  log_object (t, time, sizeof *time);
  log_object (t, set, SIGNALS);
  for (int i = 0; i < 3; i++)
    log_object (t, sets[i], n > 0 ? sizeof (long) : 0);
  return pselect (n, in, out, error, time, set);
}

// ---- processors ------------------------------------------------------------

LOOKS (int, __sched_cpucount, set, n / sizeof (long) * sizeof (long),
       (size_t n, const cpu_set_t *set), n, set)

// ---- attributes ------------------------------------------------------------

// One number holds all of them, and each change reads the others.
#define GETS_AS(name, kind, type)                                              \
  FT_WRAP (int, name, const kind *restrict a, type *restrict to) {             \
    ft_thread *t = ft_wrapper_enter ();                                        \
    log_object (t, a, sizeof *a);                                              \
    int error = name (a, to);                                                  \
    ft_log_write_range (t, to, error ? 0 : sizeof *to);                        \
    return error;                                                              \
  }
#define SETS_AS(name, kind, type)                                              \
  FT_WRAP (int, name, kind *a, type value) {                                   \
    ft_thread *t = ft_wrapper_enter ();                                        \
    int error = name (a, value);                                               \
    ft_log_read_range (t, a, error ? 0 : sizeof *a);                           \
    ft_log_write_range (t, a, error ? 0 : sizeof *a);                          \
    return error;                                                              \
  }

#define GETS(name, kind) GETS_AS (name, kind, int)
#define SETS(name, kind) SETS_AS (name, kind, int)

GETS (pthread_mutexattr_gettype, pthread_mutexattr_t)
SETS (pthread_mutexattr_settype, pthread_mutexattr_t)
GETS (pthread_mutexattr_getpshared, pthread_mutexattr_t)
SETS (pthread_mutexattr_setpshared, pthread_mutexattr_t)
GETS (pthread_mutexattr_getrobust, pthread_mutexattr_t)
SETS (pthread_mutexattr_setrobust, pthread_mutexattr_t)
GETS (pthread_mutexattr_getprotocol, pthread_mutexattr_t)
SETS (pthread_mutexattr_setprotocol, pthread_mutexattr_t)
GETS (pthread_condattr_getpshared, pthread_condattr_t)
SETS (pthread_condattr_setpshared, pthread_condattr_t)
GETS (pthread_condattr_getclock, pthread_condattr_t)
SETS (pthread_condattr_setclock, pthread_condattr_t)
GETS (pthread_attr_getdetachstate, pthread_attr_t)
SETS (pthread_attr_setdetachstate, pthread_attr_t)
GETS_AS (pthread_attr_getstacksize, pthread_attr_t, size_t)
SETS_AS (pthread_attr_setstacksize, pthread_attr_t, size_t)
GETS_AS (pthread_attr_getguardsize, pthread_attr_t, size_t)
SETS_AS (pthread_attr_setguardsize, pthread_attr_t, size_t)

FT_WRAP (int, pthread_attr_init, pthread_attr_t *a) {
  ft_thread *t = ft_wrapper_enter ();
  int error = pthread_attr_init (a);
  ft_log_write_range (t, a, error ? 0 : sizeof *a);
  return error;
}

// A destroyed object may be initialised anew: the call counts as a read alone.
FT_WRAP (int, pthread_attr_destroy, pthread_attr_t *a) {
  ft_thread *t = ft_wrapper_enter ();
  log_object (t, a, sizeof *a);
  return pthread_attr_destroy (a);
}

FT_WRAP (int, pthread_attr_getstack, const pthread_attr_t *restrict a,
         void **restrict low, size_t *restrict size) {
  ft_thread *t = ft_wrapper_enter ();
  log_object (t, a, sizeof *a);
  int error = pthread_attr_getstack (a, low, size);
  ft_log_write_range (t, low, error ? 0 : sizeof *low);
  ft_log_write_range (t, size, error ? 0 : sizeof *size);
  return error;
}

FT_WRAP (int, pthread_getattr_np, pthread_t thread, pthread_attr_t *to) {
  ft_thread *t = ft_wrapper_enter ();
  int error = pthread_getattr_np (thread, to);
  ft_log_write_range (t, to, error ? 0 : sizeof *to);
  return error;
}

// ---- thread-specific data --------------------------------------------------

FT_WRAP (int, pthread_key_create, pthread_key_t *key, void (*end) (void *)) {
  ft_thread *t = ft_wrapper_enter ();
  int error = pthread_key_create (key, end);
  ft_log_write_range (t, key, error ? 0 : sizeof *key);
  return error;
}

// ---- handlers of signals ---------------------------------------------------

FT_WRAP (int, sigaction, int number, const struct sigaction *restrict new,
         struct sigaction *restrict old) {
  ft_thread *t = ft_wrapper_enter ();
  if (new) {
    log_object (t, &new->sa_handler, sizeof new->sa_handler);
    log_object (t, &new->sa_mask, SIGNALS);
    log_object (t, &new->sa_flags, sizeof new->sa_flags);
  }
  int result = sigaction (number, new, old);
  ft_log_write_range (t, old, result || !old ? 0 : sizeof *old);
  return result;
}
