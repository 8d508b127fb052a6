// Wrappers of the functions that read, write and ask about files: the program's
// memory that they access.  The calls inside are those of libc_wait.c and
// libc_receive.c, which let other threads run while they block, so the write of
// the bytes that were read is recorded afterwards.

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/descriptor_objects.h"
#include "runtime/kernel_files.h"
#include "runtime/symbolic.h"
#include "runtime/libc_access.h"
#include "runtime/process_ids.h"

static ssize_t log_read (ft_thread *t, const void *to, ssize_t n) {
  if (n > 0)
    ft_log_write_range (t, to, (size_t)n);
  return n;
}

static ssize_t log_symbolic_read (ft_thread *t, ft_source_position from,
                                  const void *to, ssize_t n) {
  if (from.source >= 0)
    ft_log_result (t, n);
  if (n > 0)
    ft_log_symbolic_write (t, &from, to, (size_t)n);
  return n;
}

FT_WRAP (ssize_t, read, int fd, void *to, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  ft_source_position from = ft_source_position_of_fd (t, fd);
  ssize_t result = read (fd, to, n);
  ft_log_memory_file (t, fd, -1, result, false);
  return log_symbolic_read (t, from, to, result);
}

#define READS_AT(name, type)                                                   \
  FT_WRAP (ssize_t, name, int fd, void *to, size_t n, type at) {               \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_cancellation_may_begin (t);                                             \
    ft_descriptor_used (t, fd);                                                \
    ft_source_position from = ft_source_position_of_fd (t, fd);                \
    ssize_t result = name (fd, to, n, at);                                     \
    ft_channel_receive (t, fd);                                                \
    ft_log_memory_file (t, fd, at, result, false);                             \
    from.offset = (uint64_t)at;                                                \
    return log_symbolic_read (t, from, to, result);                            \
  }

READS_AT (pread, off_t)
READS_AT (pread64, off64_t)

FT_WRAP (ssize_t, recv, int fd, void *to, size_t n, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  ssize_t result = recv (fd, to, n, flags);
  bool longer = flags & MSG_TRUNC && result > (ssize_t)n;
  log_read (t, to, longer ? (ssize_t)n : result);
  return result;
}

static void check_room (const char *name, size_t n, size_t room) {
  if (n > room)
    ft_fail (134, "%s: %zu bytes do not fit into %zu", name, n, room);
}

FT_WRAP (ssize_t, __read_chk, int fd, void *to, size_t n, size_t room) {
  check_room ("read", n, room);
  return __foretrace_read (fd, to, n);
}

FT_WRAP (ssize_t, __pread_chk, int fd, void *to, size_t n, off_t at,
         size_t room) {
  check_room ("pread", n, room);
  return __foretrace_pread (fd, to, n, at);
}

FT_WRAP (ssize_t, __recv_chk, int fd, void *to, size_t n, size_t room,
         int flags) {
  check_room ("recv", n, room);
  return __foretrace_recv (fd, to, n, flags);
}

FT_WRAP (ssize_t, recvfrom, int fd, void *to, size_t n, int flags,
         struct sockaddr *from, socklen_t *size) {
  ft_thread *t = ft_wrapper_enter ();
  socklen_t room = from && size ? *size : 0;
  ssize_t result = recvfrom (fd, to, n, flags, from, size);
  log_read (t, to, result > (ssize_t)n ? (ssize_t)n : result);
  if (result >= 0 && room) {
    ft_log_write_range (t, from, *size < room ? *size : room);
    ft_log_write_range (t, size, sizeof *size);
  }
  return result;
}

FT_WRAP (ssize_t, write, int fd, const void *from, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, n);
  ssize_t result = write (fd, from, n);
  ft_log_memory_file (t, fd, -1, result, true);
  return result;
}

FT_WRAP (ssize_t, pwrite, int fd, const void *from, size_t n, off_t at) {
  ft_thread *t = ft_wrapper_enter ();
  ft_cancellation_may_begin (t);
  ft_log_read_range (t, from, n);
  ft_descriptor_used (t, fd);
  ft_channel_send (t, fd);
  ssize_t result = pwrite (fd, from, n, at);
  if (result < 0)
    ft_channel_failed (t, fd);
  ft_log_memory_file (t, fd, at, result, true);
  return result;
}

FT_WRAP (ssize_t, pwrite64, int fd, const void *from, size_t n, off64_t at) {
  ft_thread *t = ft_wrapper_enter ();
  ft_cancellation_may_begin (t);
  ft_log_read_range (t, from, n);
  ft_descriptor_used (t, fd);
  ft_channel_send (t, fd);
  ssize_t result = pwrite64 (fd, from, n, at);
  if (result < 0)
    ft_channel_failed (t, fd);
  ft_log_memory_file (t, fd, at, result, true);
  return result;
}

FT_WRAP (ssize_t, send, int fd, const void *from, size_t n, int flags) {
  ft_log_read_range (ft_wrapper_enter (), from, n);
  return send (fd, from, n, flags);
}

FT_WRAP (ssize_t, sendto, int fd, const void *from, size_t n, int flags,
         const struct sockaddr *to, socklen_t size) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, from, n);
  if (to)
    ft_log_read_range (t, to, size);
  return sendto (fd, from, n, flags, to, size);
}

// ---- vectors ---------------------------------------------------------------
//
// Each part has a record.  Long vectors get scheduling points in between, since
// the space of the log from one scheduling point to the next is limited.

static void log_reads_of_parts (ft_thread *t, const struct iovec *v, int n) {
  if (!t || n <= 0)
    return;
  ft_log_read_range (t, v, (size_t)n * sizeof *v);
  for (int i = 0; i < n; i++) {
    if (i % 24 == 23)
      ft_scheduling_point (t);
    ft_log_read_range (t, v[i].iov_base, v[i].iov_len);
  }
}

static void log_writes_of_parts (ft_thread *t, ft_source_position from,
                                 const struct iovec *v, int n, ssize_t bytes) {
  size_t rest = bytes > 0 ? (size_t)bytes : 0;
  if (!t)
    return;
  for (int i = 0; i < n && rest; i++) {
    size_t part = v[i].iov_len < rest ? v[i].iov_len : rest;
    if (i % 24 == 23)
      ft_scheduling_point (t);
    ft_log_symbolic_write (t, &from, v[i].iov_base, part);
    rest -= part;
  }
}

FT_WRAP (ssize_t, readv, int fd, const struct iovec *v, int n) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, v, n > 0 ? (size_t)n * sizeof *v : 0);
  ft_source_position from = ft_source_position_of_fd (t, fd);
  ssize_t result = readv (fd, v, n);
  ft_log_memory_file (t, fd, -1, result, false);
  log_writes_of_parts (t, from, v, n, result);
  return result;
}

FT_WRAP (ssize_t, writev, int fd, const struct iovec *v, int n) {
  ft_thread *t = ft_wrapper_enter ();
  log_reads_of_parts (t, v, n);
  ssize_t result = writev (fd, v, n);
  ft_log_memory_file (t, fd, -1, result, true);
  return result;
}

// At an offset, and with flags; -1 is the descriptor's position.
static void log_reads_at (ft_thread *t, int fd, const struct iovec *v, int n,
                          int64_t at, ssize_t result) {
  ft_source_position from = ft_source_position_of_fd (t, fd);
  ft_channel_receive (t, fd);
  ft_log_memory_file (t, fd, at, result, false);
  if (at >= 0)
    from.offset = (uint64_t)at;
  log_writes_of_parts (t, from, v, n, result);
}

#define READS_PARTS_AT(name, type, more, ...)                                  \
  FT_WRAP (ssize_t, name, int fd, const struct iovec *v, int n,                \
           type at more) {                                                     \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_cancellation_may_begin (t);                                             \
    ft_log_read_range (t, v, n > 0 ? (size_t)n * sizeof *v : 0);               \
    ft_descriptor_used (t, fd);                                                \
    ssize_t result = name (fd, v, n, __VA_ARGS__);                             \
    log_reads_at (t, fd, v, n, at, result);                                    \
    return result;                                                             \
  }

#define WRITES_PARTS_AT(name, type, more, ...)                                 \
  FT_WRAP (ssize_t, name, int fd, const struct iovec *v, int n,                \
           type at more) {                                                     \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_cancellation_may_begin (t);                                             \
    log_reads_of_parts (t, v, n);                                              \
    ft_descriptor_used (t, fd);                                                \
    ft_channel_send (t, fd);                                                   \
    ssize_t result = name (fd, v, n, __VA_ARGS__);                             \
    if (result < 0)                                                            \
      ft_channel_failed (t, fd);                                               \
    ft_channel_sent (t, fd, result, false);                                    \
    ft_log_memory_file (t, fd, at, result, true);                              \
    return result;                                                             \
  }

#define NO_MORE
#define FLAGS , int flags
READS_PARTS_AT (preadv, off_t, NO_MORE, at)
READS_PARTS_AT (preadv64, off64_t, NO_MORE, at)
READS_PARTS_AT (preadv2, off_t, FLAGS, at, flags)
READS_PARTS_AT (preadv64v2, off64_t, FLAGS, at, flags)
WRITES_PARTS_AT (pwritev, off_t, NO_MORE, at)
WRITES_PARTS_AT (pwritev64, off64_t, NO_MORE, at)
WRITES_PARTS_AT (pwritev2, off_t, FLAGS, at, flags)
WRITES_PARTS_AT (pwritev64v2, off64_t, FLAGS, at, flags)

// Of other processes there are no records.
FT_WRAP (ssize_t, process_vm_readv, pid_t process, const struct iovec *to,
         unsigned long parts, const struct iovec *from, unsigned long count,
         unsigned long flags) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, to, parts * sizeof *to);
  log_reads_of_parts (t, from, process == getpid () ? (int)count : 0);
  ssize_t result = process_vm_readv (ft_id_real (process), to, parts, from, count, flags);
  log_writes_of_parts (t, FT_NO_SOURCE_POSITION, to, (int)parts, result);
  return result;
}

FT_WRAP (ssize_t, process_vm_writev, pid_t process, const struct iovec *from,
         unsigned long parts, const struct iovec *to, unsigned long count,
         unsigned long flags) {
  ft_thread *t = ft_wrapper_enter ();
  log_reads_of_parts (t, from, (int)parts);
  ft_log_read_range (t, to, count * sizeof *to);
  ssize_t result = process_vm_writev (ft_id_real (process), from, parts, to, count, flags);
  log_writes_of_parts (t, FT_NO_SOURCE_POSITION, to,
                       process == getpid () ? (int)count : 0, result);
  return result;
}

FT_WRAP (ssize_t, recvmsg, int fd, struct msghdr *m, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, m, sizeof *m);
  ft_log_read_range (t, m->msg_iov, m->msg_iovlen * sizeof *m->msg_iov);
  ssize_t result = recvmsg (fd, m, flags);
  if (result < 0)
    return result;
  log_writes_of_parts (t, FT_NO_SOURCE_POSITION, m->msg_iov, (int)m->msg_iovlen,
                       result);
  ft_log_write_range (t, m->msg_control,
                      m->msg_control ? m->msg_controllen : 0);
  ft_log_write_range (t, m, sizeof *m);
  return result;
}

FT_WRAP (ssize_t, sendmsg, int fd, const struct msghdr *m, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, m, sizeof *m);
  log_reads_of_parts (t, m->msg_iov, (int)m->msg_iovlen);
  ft_log_read_range (t, m->msg_control, m->msg_control ? m->msg_controllen : 0);
  return sendmsg (fd, m, flags);
}

// ---- answers of the kernel -------------------------------------------------

static int log_filled (ft_thread *t, int result, const void *to, size_t bytes) {
  if (!result)
    ft_log_write_range (t, to, bytes);
  return result;
}

FT_WRAP (int, pipe, int ends[2]) {
  ft_thread *t = ft_wrapper_enter ();
  return log_filled (t, pipe (ends), ends, 2 * sizeof *ends);
}

FT_WRAP (int, pipe2, int ends[2], int flags) {
  ft_thread *t = ft_wrapper_enter ();
  return log_filled (t, pipe2 (ends, flags), ends, 2 * sizeof *ends);
}

FT_WRAP (int, socketpair, int domain, int type, int protocol, int ends[2]) {
  ft_thread *t = ft_wrapper_enter ();
  return log_filled (t, socketpair (domain, type, protocol, ends), ends,
                     2 * sizeof *ends);
}

FT_WRAP (int, fstat, int fd, struct stat *to) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  int result = log_filled (t, fstat (fd, to), to, sizeof *to);
  ft_look_at_descriptor (t, fd);
  return result;
}

FT_WRAP (int, fstat64, int fd, struct stat64 *to) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  int result = log_filled (t, fstat64 (fd, to), to, sizeof *to);
  ft_look_at_descriptor (t, fd);
  return result;
}

#define STATUS(name, type)                                                     \
  FT_WRAP (int, name, const char *path, struct type *to) {                     \
    ft_thread *t = ft_wrapper_enter ();                                        \
    ft_log_read_string (t, path);                                              \
    int result = log_filled (t, name (path, to), to, sizeof *to);              \
    ft_look_at_path (t, AT_FDCWD, path);                                       \
    return result;                                                             \
  }

STATUS (stat, stat)
STATUS (lstat, stat)
STATUS (stat64, stat64)
STATUS (lstat64, stat64)

static char *log_path (ft_thread *t, char *path) {
  if (t && path)
    ft_log_write_range (t, path, strlen (path) + 1);
  return path;
}

FT_WRAP (char *, getcwd, char *to, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  return log_path (t, getcwd (to, n));
}

FT_WRAP (char *, realpath, const char *path, char *to) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_string (t, path);
  char *result = log_path (t, realpath (path, to));
  ft_look_at_path (t, AT_FDCWD, path);
  return result;
}

FT_WRAP (ssize_t, readlink, const char *path, char *to, size_t n) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_string (t, path);
  ssize_t result = log_read (t, to, readlink (path, to, n));
  ft_look_at_path (t, AT_FDCWD, path);
  return result;
}

// ---- waiting ---------------------------------------------------------------

FT_WRAP (int, poll, struct pollfd *p, nfds_t n, int milliseconds) {
  ft_thread *t = ft_wrapper_enter ();
  ft_log_read_range (t, p, n * sizeof *p);
  int result = poll (p, n, milliseconds);
  if (result >= 0)
    ft_log_write_range (t, p, n * sizeof *p);
  return result;
}

// Bytes of a set that are read and written: words up to that of the highest
// descriptor.
static size_t set_bytes (int n) {
  size_t bits = 8 * sizeof (long), words = ((size_t)n + bits - 1) / bits;
  return n > 0 ? words * sizeof (long) : 0;
}

FT_WRAP (int, select, int n, fd_set *in, fd_set *out, fd_set *error,
         struct timeval *time) {
  ft_thread *t = ft_wrapper_enter ();
  fd_set *sets[] = {in, out, error};
  for (int i = 0; i < 3; i++)
    ft_log_read_range (t, sets[i], sets[i] ? set_bytes (n) : 0);
  ft_log_read_range (t, time, time ? sizeof *time : 0);
  int result = select (n, in, out, error, time);
  for (int i = 0; i < 3; i++)
    ft_log_write_range (t, sets[i], sets[i] && result >= 0 ? set_bytes (n) : 0);
  return result;
}

FT_WRAP (int, epoll_wait, int fd, struct epoll_event *to, int n,
         int milliseconds) {
  ft_thread *t = ft_wrapper_enter ();
  int result = epoll_wait (fd, to, n, milliseconds);
  if (result > 0)
    ft_log_write_range (t, to, (size_t)result * sizeof *to);
  return result;
}

FT_WRAP (pid_t, wait, int *status) {
  ft_thread *t = ft_wrapper_enter ();
  pid_t result = wait (status);
  ft_log_write_range (t, status, status && result > 0 ? sizeof *status : 0);
  return result;
}

FT_WRAP (pid_t, waitpid, pid_t pid, int *status, int flags) {
  ft_thread *t = ft_wrapper_enter ();
  pid_t result = waitpid (pid, status, flags);
  ft_log_write_range (t, status, status && result > 0 ? sizeof *status : 0);
  return result;
}
