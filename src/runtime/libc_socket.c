// Writing to descriptors, and connections; interposed by symbol, as the calls
// of libc_wait.c.  What happens on sockets to other processes is kept for
// replays (inputs.h): these send nothing, and get stand-ins for their
// connections (stand_in.h).

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/cancel.h"
#include "runtime/descriptor_objects.h"
#include "runtime/happens_before.h"
#include "runtime/inputs.h"
#include "runtime/libc_access.h"
#include "runtime/sent.h"
#include "runtime/stand_in.h"

static ft_thread *begin (int fd) {
  ft_thread *t = ft_wrapper_enter ();
  if (t)
    ft_cancellation_point (t);
  ft_descriptor_used (t, fd);
  return t;
}

// ---- writing ---------------------------------------------------------------

// Nobody reads any more: what becomes of the signal depends on its handler.
static void note_failure (ft_thread *t, int fd) {
  if (errno == EPIPE)
    ft_signal_received (t, SIGPIPE);
  ft_channel_failed (t, fd);
}

static void end_send (ft_thread *t, int fd, ssize_t result, bool released) {
  if (result < 0)
    note_failure (t, fd);
  else
    ft_channel_sent (t, fd, result, released);
  if (t)
    ft_scheduling_point (t);
}

static ssize_t send_again (ft_thread *t, const ft_input_call *in, int fd,
                           const struct iovec *parts, size_t count) {
  if (ft_sent_is_kept (t, fd, true))
    ft_sent (fd, parts, count, in->result);
  ft_channel_send (t, fd);
  ft_blocking_end_fd_no_stop (t, false);
  end_send (t, fd, in->result, false);
  return in->result;
}

#define PART(from, n) (&(const struct iovec){(void *)(from), n})

#define SENDS(name, bytes, how, parts, count, to, size, parameters, ...)       \
  FT_EXPORT ssize_t name parameters {                                          \
    ft_thread *t = begin (fd);                                                 \
    ft_input_call in;                                                          \
    if (ft_input_replay (&in, t, FT_WIRE_INPUT_SEND))                          \
      return send_again (t, &in, fd, parts, (size_t)(count));                  \
    ft_fd_connects (to, size);                                                 \
    bool external = t && ft_fd_is_external_socket (fd);                        \
    bool kept = ft_sent_is_kept (t, fd, false);                                \
    ft_channel_send (t, fd);                                                   \
    bool released = ft_call_begin_write (t, fd, bytes, how);                   \
    ssize_t result = FT_CALL_AGAIN (released, t,                               \
        FT_REAL_OF (name) (__VA_ARGS__));                                      \
    ft_blocking_end_fd_no_stop (t, released);                                  \
    if (external)                                                              \
      ft_input_record (&in, result, NULL, 0);                                  \
    if (kept)                                                                  \
      ft_sent (fd, parts, (size_t)(count), result);                            \
    end_send (t, fd, result, released);                                        \
    return result;                                                             \
  }

// The address that the message is sent to.  A message may take descriptors along.
static const struct sockaddr *address_of (const struct msghdr *m) {
  if (m->msg_control && m->msg_controllen)
    for (struct cmsghdr *c = CMSG_FIRSTHDR (m); c;
         c = CMSG_NXTHDR ((struct msghdr *)m, c))
      if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
        ft_channel_passes_descriptors ();
  return m->msg_name;
}

SENDS (write, n, 0, PART (from, n), 1, NULL, 0,
       (int fd, const void *from, size_t n), fd, from, n)
SENDS (writev, SIZE_MAX, 0, v, n, NULL, 0, (int fd, const struct iovec *v, int n),
       fd, v, n)
SENDS (send, n, flags, PART (from, n), 1, NULL, 0,
       (int fd, const void *from, size_t n, int flags), fd, from, n, flags)
SENDS (sendmsg, SIZE_MAX, flags, m->msg_iov, m->msg_iovlen, address_of (m),
       m->msg_namelen, (int fd, const struct msghdr *m, int flags), fd, m,
       flags)
SENDS (sendto, n, flags, PART (from, n), 1, to, size,
       (int fd, const void *from, size_t n, int flags,
        const struct sockaddr *to, socklen_t size),
       fd, from, n, flags, to, size)

// The kernel sends one message after the other, too.
FT_EXPORT int sendmmsg (int fd, struct mmsghdr *m, unsigned n, int flags) {
  unsigned i = 0;
  for (; i < n; i++) {
    ssize_t sent = sendmsg (fd, &m[i].msg_hdr, flags);
    if (sent < 0)
      return i ? (int)i : -1;
    m[i].msg_len = (unsigned)sent;
  }
  return (int)i;
}

// ---- connections -----------------------------------------------------------

// Everything before connect comes before the return of accept.
static void end_accept (ft_thread *t, int fd, int result, bool released) {
  ft_descriptor_opened (t, result);
  if (result >= 0)
    ft_channel_accept (t, fd, released);
  else {
    if (errno == EINVAL) // another thread has shut the socket down
      ft_channel_receive_any (t);
    ft_channel_failed (t, fd);
  }
  if (t)
    ft_scheduling_point (t);
}

static int accept_again (ft_thread *t, ft_input_call *in, int fd, int flags,
                         const struct iovec *parts) {
  int result = (int)in->result;
  ft_input_scatter (in, parts, 2);
  if (result >= 0)
    result = ft_stand_in_new (result, ft_socket_domain (fd), flags);
  if (result < 0 && in->result >= 0)
    errno = EMFILE;
  ft_blocking_end_fd_no_stop (t, false);
  end_accept (t, fd, result, false);
  return result;
}

#define ACCEPTS(name, flags, parameters, ...)                                  \
  FT_EXPORT int name parameters {                                              \
    ft_thread *t = begin (fd);                                                 \
    ft_input_call in;                                                          \
    bool named = a && n;                                                       \
    struct iovec parts[] = {{a, named ? *n : 0}, {n, named ? sizeof *n : 0}};  \
    if (ft_input_replay (&in, t, FT_WIRE_INPUT_ACCEPT))                        \
      return accept_again (t, &in, fd, flags, parts);                          \
    bool released = ft_call_begin_fd (t, fd, POLLIN, 0);                       \
    int result = FT_CALL_AGAIN (released, t,                                   \
        FT_REAL_OF (name) (__VA_ARGS__));                                      \
    ft_blocking_end_fd_no_stop (t, released);                                  \
    if (t && ft_fd_accepts_external (fd))                                      \
      ft_input_record_iovec (                                                  \
          &in, result, parts, 2,                                               \
          result < 0 ? 0 : parts[0].iov_len + parts[1].iov_len);               \
    end_accept (t, fd, result, released);                                      \
    return result;                                                             \
  }

ACCEPTS (accept, 0,
         (int fd, struct sockaddr *restrict a, socklen_t *restrict n), fd, a, n)
ACCEPTS (accept4, flags,
         (int fd, struct sockaddr *restrict a, socklen_t *restrict n,
          int flags),
         fd, a, n, flags)

FT_EXPORT int connect (int fd, const struct sockaddr *a, socklen_t n) {
  ft_thread *t = begin (fd);
  ft_input_call in;
  bool again = ft_input_replay (&in, t, FT_WIRE_INPUT_CONNECT);
  int error = errno;
  if (!again)
    ft_fd_connects (a, n);
  else if (!in.result || error == EINPROGRESS)
    ft_stand_in_connect (fd);
  bool external = t && !again && ft_fd_accepts_external (fd);
  if (t) {
    ft_scheduling_point (t);
    ft_channel_connect (t);
  }
  if (t && !again)
    ft_blocking_begin (t);
  int result = again ? (int)in.result : FT_REAL_OF (connect) (fd, a, n);
  if (again)
    errno = error;
  if (t)
    ft_blocking_end_fd_no_stop (t, !again);
  if (external)
    ft_input_record (&in, result, NULL, 0);
  if (t)
    ft_scheduling_point (t);
  return result;
}

// Whether what comes through the socket is recorded, so that it may have any address: the
// recording may have left its own one in a directory.
static bool is_replayed (int fd) {
  return ft_socket_is_stream (fd) ? ft_inputs_have_connections () &&
                                        ft_socket_domain (fd) == AF_UNIX
                                  : ft_inputs_have_receipts ();
}

// In a replay nobody but the recording connects to the program: it listens
// where nobody can, since the real address may be in use.
FT_EXPORT int bind (int fd, const struct sockaddr *a, socklen_t n) {
  ft_thread *t = ft_wrapper_enter ();
  ft_descriptor_used (t, fd);
  int domain = t && ft_inputs_have_connections () ? ft_socket_domain (fd) : 0;
  bool moves = (domain == AF_INET || domain == AF_INET6) &&
               ft_socket_is_stream (fd) && ft_stand_in_bind (fd);
  int result = moves ? 0 : FT_REAL_OF (bind) (fd, a, n);
  if (result && t && is_replayed (fd) && ft_stand_in_bind (fd))
    result = 0;
  ft_channel_receive_any (t); // who had the address may have closed its socket
  return result;
}
