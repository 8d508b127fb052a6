// Calls by which the kernel moves bytes from one descriptor to another, or takes
// pages of the program into a pipe; interposed by symbol, as those of
// libc_wait.c.  Where a file is mapped shared, its bytes are the program's
// memory, also those that it loses.

#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/channels.h"
#include "runtime/descriptor_objects.h"
#include "runtime/file_mappings.h"
#include "runtime/kernel_files.h"
#include "runtime/libc_access.h"

// A place in a file; -1: the descriptor's own.
static long place (const void *at) {
  return at ? *(const long *)at : -1;
}

static void begin (ft_thread *t, int from, int to) {
  if (!t)
    return;
  ft_cancellation_point (t);
  ft_scheduling_point (t);
  ft_channel_send (t, to);
  ft_channel_send_any (t);
  ft_channel_receiving (t, from);
  ft_channel_relays (t, true);
  ft_blocking_begin (t);
}

// Who finds what it has moved comes behind those from whom that came.
static void hand_on (ft_thread *t, int to) {
  ft_channel_send (t, to);
  ft_channel_send_any (t);
}

static void end (ft_thread *t, int from, long at, int to, long there,
                 ssize_t n) {
  ft_blocking_end_fd_no_stop (t, t != NULL);
  if (t)
    ft_channel_relays (t, false);
  if (n < 0)
    ft_channel_failed (t, from);
  else {
    ft_channel_receive (t, from);
    if (at < 0) // it takes from a pipe (not tee), or moves the position of a file
      ft_channel_take (t, from, NULL, 0, 0);
    if (n)
      hand_on (t, to);
    ft_channel_sent (t, to, n, true);
  }
  ft_channel_receive_any (t);
  ft_log_memory_file (t, from, at, n, false);
  ft_log_memory_file (t, to, there, n, true);
  if (t)
    ft_scheduling_point (t);
}

#define MOVES(name, parameters, at, there, ...)                                \
  FT_EXPORT ssize_t name parameters {                                          \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_descriptor_used (t, from);                                              \
    ft_descriptor_used (t, to);                                                \
    long first = place (at), other = place (there);                            \
    begin (t, from, to);                                                       \
    ssize_t result =                                                           \
        FT_CALL_AGAIN (t != NULL, t, FT_REAL_OF (name) (__VA_ARGS__));         \
    end (t, from, first, to, other, result);                                   \
    return result;                                                             \
  }

MOVES (sendfile, (int to, int from, off_t *at, size_t n), at, NULL, to, from,
       at, n)
MOVES (sendfile64, (int to, int from, off64_t *at, size_t n), at, NULL, to,
       from, at, n)
MOVES (copy_file_range,
       (int from, off64_t *at, int to, off64_t *there, size_t n,
        unsigned flags),
       at, there, from, at, to, there, n, flags)
MOVES (splice,
       (int from, off64_t *at, int to, off64_t *there, size_t n,
        unsigned flags),
       at, there, from, at, to, there, n, flags)
MOVES (tee, (int from, int to, size_t n, unsigned flags), NULL, NULL, from, to,
       n, flags)

// The pages stay the program's: what is read from the pipe is what they hold
// then.
FT_EXPORT ssize_t vmsplice (int fd, const struct iovec *v, size_t n,
                            unsigned flags) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  begin (t, -1, fd);
  ssize_t result = FT_REAL_OF (vmsplice) (fd, v, n, flags);
  ft_channel_lends (t, fd);
  end (t, fd, 0, fd, 0, result < 0 ? result : 0);
  return result;
}

// ---- bytes that a file loses or gets -----------------------------------------------

// Where the file is mapped they become zero.
static void log_cut (ft_thread *t, int fd, long at, long n) {
  ft_log_memory_file (t, fd, at, n, true);
}

static long size_of (int fd) {
  struct stat status;
  return ft_channel_status (fd, &status) ? status.st_size : 0;
}

// Another thread may have sealed the file.
static void look_at_seals (ft_thread *t, int fd) {
  if (errno == EPERM)
    ft_channel_failed (t, fd);
}

#define CUTS(name, type)                                                       \
  FT_EXPORT int name (int fd, type size) {                                     \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_descriptor_used (t, fd);                                                \
    long before = size_of (fd);                                                \
    int result = FT_REAL_OF (name) (fd, size);                                 \
    if (!result)                                                               \
      log_cut (t, fd, size, before - size);                                    \
    else                                                                       \
      look_at_seals (t, fd);                                                   \
    ft_short_mappings_grow (t);                                                \
    return result;                                                             \
  }

CUTS (ftruncate, off_t)
CUTS (ftruncate64, off64_t)

#define DROPS(name, type)                                                      \
  FT_EXPORT int name (int fd, int mode, type at, type n) {                     \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_descriptor_used (t, fd);                                                \
    int result = FT_REAL_OF (name) (fd, mode, at, n);                          \
    if (result)                                                                \
      look_at_seals (t, fd);                                                   \
    if (!result && mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE))       \
      log_cut (t, fd, at, n);                                                  \
    ft_short_mappings_grow (t);                                                \
    return result;                                                             \
  }

DROPS (fallocate, off_t)
DROPS (fallocate64, off64_t)

#define PREALLOCATES(name, type)                                               \
  FT_EXPORT int name (int fd, type at, type n) {                               \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_descriptor_used (t, fd);                                                \
    int result = FT_REAL_OF (name) (fd, at, n);                                \
    ft_short_mappings_grow (t);                                                \
    return result;                                                             \
  }

PREALLOCATES (posix_fallocate, off_t)
PREALLOCATES (posix_fallocate64, off64_t)
