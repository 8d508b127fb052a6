// Calls that may block in the kernel; interposed by symbol, so that other
// threads run while a library waits, too.  Where instrumented code makes such a
// call, a wrapper records the memory that it accesses (libc_file.c).
//
// A call on a descriptor that is ready keeps the scheduler token: no other
// thread need run for it, and a schedule with fewer switches is easier to
// follow.

#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/descriptor_objects.h"
#include "runtime/happens_before.h"
#include "runtime/kernel_files.h"
#include "runtime/overlay.h"
#include "runtime/thread.h"
#include "runtime/symbolic.h"
#include "runtime/libc_access.h"

// How an interposed function waits.  When it may, the real function runs without the
// scheduler token, and the call counts as sending to all and receiving from all threads,
// since its effect on other threads is unknown.
enum waits {
  NEVER,
  TRIES, // never, but what it does for others comes before its last record
  GIVES, // never, but others may wait for what it gives
  WAITS,
  TAKES, // several threads may wait for what it takes
};

static enum waits waits_if (bool blocks) {
  return blocks ? WAITS : NEVER;
}

static void begin_wait (ft_thread *t, enum waits how) {
  t->calls_at_once = how == GIVES;
  if (how == GIVES)
    return;
  ft_blocking_begin (t);
  if (how == TAKES)
    ft_blocking_turn (t);
}

// The body of an interposed function.
#define MAY_BLOCK(type, name, how, ...)                                        \
  ft_thread *t = ft_wrapper_enter ();                                          \
  enum waits waits = how;                                                      \
  bool released = t && waits > TRIES;                                          \
  if (t)                                                                       \
    ft_cancellation_point (t);                                                 \
  if (released) {                                                              \
    ft_scheduling_point (t);                                                   \
    ft_channel_send_any (t);                                                   \
    begin_wait (t, waits);                                                     \
  }                                                                            \
  type result = FT_CALL_AGAIN (released, t,                                    \
      FT_REAL_OF (name) (__VA_ARGS__));                                        \
  if (released) {                                                              \
    ft_blocking_end_fd_no_stop (t, true);                                      \
    ft_channel_receive_any (t);                                                \
    ft_scheduling_point (t);                                                   \
  } else if (t && waits == TRIES)                                              \
    ft_log_record (t, FT_WIRE_EXTERNAL, 0);

// The same of a descriptor, 'fd'.
#define BLOCKS_ON(type, name, how, parameters, ...)                            \
  FT_EXPORT type name parameters {                                             \
    ft_descriptor_used (ft_wrapper_enter (), fd);                              \
    MAY_BLOCK (type, name, how, __VA_ARGS__)                                   \
    return result;                                                             \
  }

#define BLOCKS(type, name, blocks, parameters, ...)                            \
  FT_EXPORT type name parameters {                                             \
    MAY_BLOCK (type, name, waits_if (blocks), __VA_ARGS__)                     \
    return result;                                                             \
  }

// ---- processes and signals -------------------------------------------------

BLOCKS (int, system, true, (const char *command), command)
BLOCKS (int, pclose, true, (FILE * stream), stream)

BLOCKS (int, sigsuspend, true, (const sigset_t *signals), signals)
BLOCKS (int, pause, true, (void))

// ---- locks of files, queues and semaphores of the system -------------------

static enum waits waits_for_lock (bool gives, bool tries) {
  return gives ? GIVES : tries ? TRIES : TAKES;
}

// Whoever has the lock in another way gives it up while it waits, as the kernel has it:
// in a replay the thread waits before the call.
FT_EXPORT int flock (int fd, int how) {
  ft_descriptor_used (ft_wrapper_enter (), fd);
  enum waits kind = waits_for_lock (how & LOCK_UN, how & LOCK_NB);
  if (kind == TAKES && ft_replaying () && ft_recorded_thread ())
    FT_REAL_OF (flock) (fd, LOCK_UN);
  MAY_BLOCK (int, flock, kind, fd, how)
  return result;
}

BLOCKS_ON (int, lockf, how == F_LOCK ? TAKES : TRIES,
           (int fd, int how, off_t size), fd, how, size)
BLOCKS_ON (int, lockf64, how == F_LOCK ? TAKES : TRIES,
           (int fd, int how, off64_t size), fd, how, size)
BLOCKS_ON (int, tcdrain, WAITS, (int fd), fd)
BLOCKS (ssize_t, msgrcv, !(flags & IPC_NOWAIT),
        (int queue, void *to, size_t n, long type, int flags), queue, to, n,
        type, flags)
BLOCKS (int, msgsnd, !(flags & IPC_NOWAIT),
        (int queue, const void *from, size_t n, int flags), queue, from, n,
        flags)
BLOCKS (int, semop, true, (int id, struct sembuf *operations, size_t n), id,
        operations, n)
BLOCKS (int, semtimedop, true,
        (int id, struct sembuf *operations, size_t n,
         const struct timespec *time),
        id, operations, n, time)

// ---- calls of which all that matters here is that they may be cancelled --------

#define MAY_BE_CANCELLED(name, parameters, ...)                                \
  FT_EXPORT int name parameters {                                              \
    ft_cancellation_may_begin (ft_wrapper_enter ());                           \
    return FT_REAL_OF (name) (__VA_ARGS__);                                    \
  }

MAY_BE_CANCELLED (fsync, (int fd), fd)
MAY_BE_CANCELLED (fdatasync, (int fd), fd)
MAY_BE_CANCELLED (msync, (void *from, size_t n, int flags), from, n, flags)

// ---- control -------------------------------------------------------------------

static enum waits waits_of_command (int command, const void *argument) {
  bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
  bool tries = command == F_SETLK || command == F_OFD_SETLK;
  bool gives = waits && argument &&
               ((const struct flock *)argument)->l_type == F_UNLCK;
  return waits || tries ? waits_for_lock (gives, tries) : NEVER;
}

// Each command of fcntl has at most one argument, of a word.
#define CONTROLS(name)                                                         \
  FT_EXPORT int name (int fd, int command, ...) {                              \
    va_list list;                                                              \
    va_start (list, command);                                                  \
    void *argument = va_arg (list, void *);                                    \
    va_end (list);                                                             \
    ft_descriptor_used (ft_wrapper_enter (), fd);                              \
    if (command == F_SETFL)                                                    \
      ft_channel_flags (ft_wrapper_enter (), fd);                              \
    if (command == F_ADD_SEALS) /* other calls may fail because of that */     \
      ft_channel_close (ft_wrapper_enter (), fd);                              \
    if (command == F_SETPIPE_SZ)                                               \
      ft_channel_resized (ft_wrapper_enter (), fd);                            \
    MAY_BLOCK (int, name, waits_of_command (command, argument), fd, command,   \
               argument)                                                       \
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {                    \
      ft_channel_same_file (fd, result);                                       \
      ft_descriptor_opened (t, result);                                        \
    }                                                                          \
    return result;                                                             \
  }

CONTROLS (fcntl)
CONTROLS (fcntl64)

// Calls that notify other threads without waiting, and calls that poll.
#define NOTIFIES(type, name, parameters, ...)                                  \
  FT_EXPORT type name parameters {                                             \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_descriptor_used (t, fd);                                                \
    if (t)                                                                     \
      ft_channel_send_any (t);                                                 \
    type result = FT_REAL_OF (name) (__VA_ARGS__);                             \
    if (result < 0)                                                            \
      ft_channel_failed (t, fd);                                               \
    return result;                                                             \
  }

#define ASKS(type, name, parameters, ...)                                      \
  FT_EXPORT type name parameters {                                             \
    ft_thread *t = ft_wrapper_enter ();                                        \
    type result = FT_REAL_OF (name) (__VA_ARGS__);                             \
    ft_channel_receive_any (t);                                                \
    return result;                                                             \
  }

NOTIFIES (int, shutdown, (int fd, int how), fd, how)
NOTIFIES (int, eventfd_write, (int fd, eventfd_t value), fd, value)
NOTIFIES (int, timerfd_settime,
          (int fd, int flags, const struct itimerspec *new,
           struct itimerspec *old),
          fd, flags, new, old)
BLOCKS (int, aio_suspend, true,
        (const struct aiocb *const list[], int n, const struct timespec *time),
        list, n, time)
ASKS (int, aio_error, (const struct aiocb *block), block)
ASKS (ssize_t, aio_return, (struct aiocb * block), block)
#define SEEKS(name, type)                                                      \
  FT_EXPORT type name (int fd, type by, int from) {                            \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_descriptor_used (t, fd);                                                \
    type result = FT_REAL_OF (name) (fd, by, from);                            \
    if (result < 0)                                                            \
      ft_channel_failed (t, fd);                                               \
    return result;                                                             \
  }

SEEKS (lseek, off_t)
SEEKS (lseek64, off64_t)

FT_EXPORT int ioctl (int fd, unsigned long request, ...) {
  va_list list;
  va_start (list, request);
  void *argument = va_arg (list, void *);
  va_end (list);
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  if (request == FIONBIO)
    ft_channel_flags (t, fd);
  int result = FT_REAL_OF (ioctl) (fd, request, argument);
  ft_channel_receive (t, fd);
  ft_channel_look (t, fd);
  ft_channel_polled_unknown (t, request == TIOCOUTQ); // what others have taken
  return result;
}

// How long calls on the socket wait, and how much it holds.
FT_EXPORT int setsockopt (int fd, int level, int name, const void *value,
                          socklen_t n) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  ft_channel_flags (t, fd);
  if (level == SOL_SOCKET && (name == SO_SNDBUF || name == SO_SNDBUFFORCE))
    ft_channel_resized (t, fd);
  return FT_REAL_OF (setsockopt) (fd, level, name, value, n);
}

FT_EXPORT int close (int fd) {
  ft_thread *t = ft_wrapper_enter ();
  if (t)
    ft_cancellation_point (t);
  ft_descriptor_closes (t, fd);
  if (t)
    ft_channel_close (t, fd);
  int result = FT_REAL_OF (close) (fd);
  if (result < 0)
    ft_channel_failed (t, fd);
  return result;
}

// The opening of a pipe by its name waits for the other end.
static bool is_pipe (int directory, const char *path) {
  struct stat status;
  int saved = errno;
  bool found = path && fstatat (directory, path, &status, 0) == 0 &&
               S_ISFIFO (status.st_mode);
  errno = saved;
  return found;
}

mode_t ft_open_mode (int flags, va_list list) {
  bool has_mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  return has_mode ? va_arg (list, mode_t) : 0;
}

#define OPENS(name)                                                            \
  FT_EXPORT int name (const char *path, int flags, ...) {                      \
    va_list list;                                                              \
    va_start (list, flags);                                                    \
    mode_t mode = ft_open_mode (flags, list);                                  \
    va_end (list);                                                             \
    path = ft_symbolic_path (ft_recorded_thread (), path, flags);              \
    path = ft_overlay (ft_recorded_thread (), AT_FDCWD, path,                  \
                       ft_overlay_use_of (flags));                             \
    bool is_fifo = ft_recorded_thread () && is_pipe (AT_FDCWD, path);          \
    bool looks = is_fifo && flags & O_NONBLOCK; /* whether an end is open */   \
    if (looks)                                                                 \
      ft_channel_send_any (ft_recorded_thread ());                             \
    MAY_BLOCK (int, name, waits_if (is_fifo && !looks), path, flags, mode)     \
    ft_descriptor_opened (t, result);                                          \
    if (looks)                                                                 \
      ft_channel_receive_any (t);                                              \
    if (t && !released) {                                                      \
      ft_channel_open (t, result, flags & (O_CREAT | O_TRUNC));                \
      ft_look_at_path (t, AT_FDCWD, path);                                     \
    }                                                                          \
    return result;                                                             \
  }

OPENS (open)
OPENS (open64)

static int flags_of (const char *how) {
  bool reads = *how == 'r' && !strchr (how, '+');
  return reads ? O_RDONLY : O_RDWR;
}

#define OPENS_STREAM(name)                                                     \
  FT_WRAP (FILE *, name, const char *path, const char *how) {                  \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_log_read_string (t, path);                                              \
    ft_log_read_string (t, how);                                               \
    bool released = t && is_pipe (AT_FDCWD, path);                             \
    if (released) {                                                            \
      ft_channel_send_any (t);                                                 \
      ft_blocking_begin (t);                                                   \
    }                                                                          \
    const char *other = ft_symbolic_path (t, path, flags_of (how));            \
    FILE *result = name (other, how);                                          \
    if (released) {                                                            \
      ft_blocking_end_fd (t, true);                                            \
      ft_channel_receive_any (t);                                              \
    }                                                                          \
    ft_descriptor_opened (t, result ? fileno (result) : -1);                   \
    if (t && !released)                                                        \
      ft_channel_open (t, result ? fileno (result) : -1, *how != 'r');         \
    ft_look_at_path (t, AT_FDCWD, path);                                       \
    return result;                                                             \
  }

OPENS_STREAM (fopen)
OPENS_STREAM (fopen64)
