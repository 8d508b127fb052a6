// Reading from descriptors and waiting for them; interposed by symbol, as the
// calls of libc_wait.c.  Bytes that come from outside of the program are kept
// for replays (inputs.h).
//
// A call on a descriptor that is ready keeps the scheduler token.

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/answers.h"
#include "runtime/cancel.h"
#include "runtime/channels.h"
#include "runtime/descriptor_objects.h"
#include "runtime/inputs.h"
#include "runtime/kernel_files.h"
#include "runtime/libc_access.h"
#include "runtime/receive_again.h"
#include "runtime/replayer.h"
#include "runtime/stand_in.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"
#include "runtime/watched.h"

static ft_thread *begin (void) {
  ft_thread *t = ft_wrapper_enter ();
  if (t)
    ft_cancellation_point (t);
  return t;
}

static ft_thread *begin_on (int fd) {
  ft_thread *t = begin ();
  ft_descriptor_used (t, fd);
  return t;
}

// ---- reading ---------------------------------------------------------------

static size_t total (const struct iovec *parts, int count) {
  size_t bytes = 0;
  for (int i = 0; i < count; i++)
    bytes += parts[i].iov_len;
  return bytes;
}

// What was received: of one part, the bytes are known.
static void note_answer (ft_thread *t, int fd, ssize_t result, bool waited,
                         const struct iovec *parts, int count) {
  if (result < 0) {
    ft_channel_failed (t, fd);
    return;
  }
  ft_channel_receive (t, fd);
  ft_channel_take (t, fd, count == 1 ? parts->iov_base : NULL, (size_t)result,
                   total (parts, count));
  ft_channel_waited (t, fd, waited);
}

// A signal that the program sends itself is sent in a replay, too; it is no
// longer pending behind the answer.
static void take_signal (int fd) {
  struct pollfd p = {fd, POLLIN, 0};
  struct timespec none = {0};
  struct signalfd_siginfo ignored;
  if (ft_fd_is_signals (fd) && FT_SYSCALL (ppoll, &p, 1, &none, NULL, 8, 0) > 0)
    FT_SYSCALL (read, fd, &ignored, sizeof ignored, 0, 0, 0);
}

static ssize_t give_answer (ft_thread *t, ft_input_call *in, int fd, int flags,
                            const struct iovec *parts, int count) {
  bool waited = false;
  if (in->flags & FT_WIRE_INPUT_LOST)
    ft_replay_lacks (t, "it receives descriptors from another process here, "
                        "which are not recorded");
  if (in->flags & FT_WIRE_INPUT_COUNTED)
    waited = ft_receipt_counted (t, fd, in, parts, count);
  else if (in->flags & FT_WIRE_INPUT_INSIDE)
    waited = ft_receipt_again (t, fd, in, flags & MSG_PEEK);
  ft_input_scatter (in, parts, count);
  if (in->result > 0)
    take_signal (fd);
  if (in->flags & FT_WIRE_INPUT_INSIDE)
    ft_scheduling_point (t);
  else
    ft_blocking_end_fd (t, false);
  note_answer (t, fd, in->result, waited, parts, count);
  ssize_t most = (ssize_t)total (parts, count);
  return in->result < most ? in->result : most;
}

// After the call: 'kept' bytes of the parts are the answer.
static ssize_t keep_answer (ft_thread *t, ft_input_call *in, int fd,
                            bool released, bool external, ssize_t result,
                            const struct iovec *parts, int count, size_t kept) {
  ft_blocking_end_fd_no_stop (t, released);
  if (external || ft_receipt_is_kept (t, fd, released, in)) {
    bool counted = in->flags & FT_WIRE_INPUT_COUNTED;
    ft_input_record_iovec (in, result, parts, count,
                           result < 0 || counted ? 0 : kept);
  }
  if (t)
    ft_scheduling_point (t);
  note_answer (t, fd, result, released, parts, count);
  return result;
}

static size_t received (ssize_t result, size_t room) {
  return result < 0 ? 0 : (size_t)result < room ? (size_t)result : room;
}

// Which of those that wait for an event counter gets it is the schedule's choice.  (Of
// a pipe the reader may be what another thread's long write waits for.)
static bool begin_receiving (ft_thread *t, int fd, int flags) {
  bool released = ft_call_begin_fd (t, fd, POLLIN, flags);
  if (released && !t->calls_at_once && ft_counter_number (fd))
    ft_blocking_turn (t);
  return released;
}

#define RECEIVES(name, kind, parts, count, flags, parameters, ...)             \
  FT_EXPORT ssize_t name parameters {                                          \
    ft_thread *t = begin_on (fd);                                              \
    ft_input_call in;                                                          \
    if (ft_input_replay (&in, t, FT_WIRE_INPUT_##kind))                        \
      return give_answer (t, &in, fd, flags, parts, count);                    \
    bool external = t && ft_fd_is_external (fd);                               \
    bool released = begin_receiving (t, fd, flags);                            \
    ssize_t result = FT_CALL_AGAIN (released, t,                               \
        FT_REAL_OF (name) (__VA_ARGS__));                                      \
    size_t kept = received (result, total (parts, count));                     \
    in.peeks = (flags) & MSG_PEEK;                                             \
    return keep_answer (t, &in, fd, released, external, result, parts, count,  \
                        kept);                                                 \
  }

#define WHOLE (&(struct iovec){to, n})

RECEIVES (read, READ, WHOLE, 1, 0, (int fd, void *to, size_t n), fd, to, n)
RECEIVES (recv, READ, WHOLE, 1, flags, (int fd, void *to, size_t n, int flags),
          fd, to, n, flags)
FT_EXPORT int eventfd_read (int fd, eventfd_t *value) {
  return read (fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

RECEIVES (readv, READV, v, n, 0, (int fd, const struct iovec *v, int n), fd, v, n)

// Parts of messages that are kept: those of the head, and of what was sent.
enum { MESSAGE_HEAD = 5, MESSAGE_PARTS = 64 };

// Makes parts of where a message goes, with its sender, its flags and its control
// messages.
static int message_parts (struct msghdr *m, struct iovec *parts) {
  if (!m || m->msg_iovlen > MESSAGE_PARTS - MESSAGE_HEAD)
    return 0;
  bool control = m->msg_control && m->msg_controllen;
  parts[0] = (struct iovec){m->msg_name, m->msg_name ? m->msg_namelen : 0};
  parts[1] = (struct iovec){&m->msg_namelen, sizeof m->msg_namelen};
  parts[2] = (struct iovec){&m->msg_flags, sizeof m->msg_flags};
  parts[3] = (struct iovec){m->msg_control, control ? m->msg_controllen : 0};
  parts[4] = (struct iovec){&m->msg_controllen,
                            control ? sizeof m->msg_controllen : 0};
  for (size_t i = 0; i < m->msg_iovlen; i++)
    parts[MESSAGE_HEAD + i] = m->msg_iov[i];
  return MESSAGE_HEAD + (int)m->msg_iovlen;
}

// Which no replay could give again.
static bool brings_descriptors (struct msghdr *m) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR (m); c; c = CMSG_NXTHDR (m, c))
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
      return true;
  return false;
}

// Without an answer that is kept.  'in': NULL if nobody would look for it.
static ssize_t note_message (ft_thread *t, ft_input_call *in, int fd,
                             bool released, ssize_t result) {
  ft_blocking_end_fd_no_stop (t, released);
  if (in && ft_receipt_is_lost (t, fd, in))
    ft_input_record (in, result, NULL, 0);
  if (t)
    ft_scheduling_point (t);
  note_answer (t, fd, result, released, NULL, 0);
  return result;
}

FT_EXPORT ssize_t recvmsg (int fd, struct msghdr *m, int flags) {
  ft_thread *t = begin_on (fd);
  ft_input_call in;
  struct iovec parts[MESSAGE_PARTS];
  int count = message_parts (m, parts);
  size_t room =
      count ? total (parts + MESSAGE_HEAD, count - MESSAGE_HEAD) : 0;
  if (count && ft_input_replay (&in, t, FT_WIRE_INPUT_RECVFROM)) {
    ssize_t result = give_answer (t, &in, fd, flags, parts, count);
    return result < (ssize_t)room ? result : (ssize_t)room;
  }
  bool external = t && count && ft_fd_is_external (fd);
  bool released = ft_call_begin_fd (t, fd, POLLIN, flags);
  ssize_t result =
      FT_CALL_AGAIN (released, t, FT_REAL_OF (recvmsg) (fd, m, flags));
  if (!count || (result >= 0 && brings_descriptors (m)))
    return note_message (t, count ? &in : NULL, fd, released, result);
  size_t kept = total (parts, MESSAGE_HEAD) + received (result, room);
  return keep_answer (t, &in, fd, released, external, result, parts, count,
                      kept);
}

FT_EXPORT int recvmmsg (int fd, struct mmsghdr *m, unsigned n, int flags,
                        struct timespec *time) {
  ft_thread *t = begin_on (fd);
  bool released = ft_call_begin_fd (t, fd, 0, flags);
  int result = FT_CALL_AGAIN (
      released, t, FT_REAL_OF (recvmmsg) (fd, m, n, flags, time));
  ft_blocking_end_fd (t, released);
  note_answer (t, fd, result, released, NULL, 0);
  return result;
}

FT_EXPORT ssize_t recvfrom (int fd, void *restrict to, size_t n, int flags,
                            struct sockaddr *restrict from,
                            socklen_t *restrict size) {
  ft_thread *t = begin_on (fd);
  ft_input_call in;
  bool named = from && size;
  struct iovec parts[] = {
      {from, named ? *size : 0}, {size, named ? sizeof *size : 0}, {to, n}};
  if (ft_input_replay (&in, t, FT_WIRE_INPUT_RECVFROM)) {
    ssize_t result = give_answer (t, &in, fd, flags, parts, 3);
    return result < (ssize_t)n ? result : (ssize_t)n;
  }
  bool external = t && ft_fd_is_external (fd);
  bool released = ft_call_begin_fd (t, fd, POLLIN, flags);
  ssize_t result = FT_CALL_AGAIN (
      released, t, FT_REAL_OF (recvfrom) (fd, to, n, flags, from, size));
  size_t kept = total (parts, 2) + received (result, n);
  return keep_answer (t, &in, fd, released, external, result, parts, 3, kept);
}

// ---- waiting ---------------------------------------------------------------

// A wait without descriptors is a sleep.
static int sleep_instead (time_t seconds, long nanoseconds) {
  return nanosleep (&(struct timespec){seconds, nanoseconds}, NULL);
}

// How much of what a wait asks for is outside of the program.
enum outside { INSIDE, MIXED, OUTSIDE };

// When threads that wait for one descriptor come back, others may have taken already
// what they have found, and whom the kernel wakes when is its own choice.
static unsigned flags_of_wait (enum outside outside) {
  return outside == OUTSIDE ? 0
         : outside == MIXED ? FT_WIRE_INPUT_MIXED
                            : FT_WIRE_INPUT_INSIDE;
}

static enum outside outside_by_flags (unsigned flags) {
  return flags & FT_WIRE_INPUT_INSIDE  ? INSIDE
         : flags & FT_WIRE_INPUT_MIXED ? MIXED
                                       : OUTSIDE;
}

// Of a wait for the program alone, if nobody else has an end of what it waits for: in
// a replay these are not as far yet as the answer says.  Also of one that only looks,
// while others are in the kernel to send or receive.
static bool is_kept (ft_thread *t, enum outside outside, bool blocks) {
  bool ambiguous =
      blocks || ft_channel_any_receive (t) || ft_channel_others_send ();
  return outside || (ambiguous && ft_channel_ends_are_known ());
}

// After a wait, or its recorded answer.  'keeps' the answer for replays.  What is
// ready outside may answer whatever the program has sent, as what is received does
// (may_be_passed_on in libc_channel.c).
static void end_wait (ft_thread *t, ft_input_call *in, bool blocks, bool waited,
                      enum outside outside, int result, bool keeps,
                      const struct iovec *parts, int count) {
  if (blocks)
    ft_blocking_end_fd_no_stop (t, waited);
  if (t && keeps && is_kept (t, outside, blocks)) {
    in->flags = flags_of_wait (outside);
    ft_input_record_iovec (in, result, parts, count,
                           result < 0 ? 0 : total (parts, count));
  }
  if (blocks) // in a replay, what the answer depends on has not happened yet
    ft_scheduling_point (t);
  if (result < 0)
    ft_channel_failed (t, -1);
  else if (in->kind == FT_WIRE_INPUT_EPOLL)
    ; // 'note_events'
  else if (outside != OUTSIDE)
    ft_channel_receive_any (t);
  else if (result > 0)
    ft_channel_receive_outside (t);
  if (outside && result > 0)
    ft_answers_came (t);
}

// Whether a wait is replayed; then its recorded answer is in the parts.
static bool is_replayed (ft_thread *t, ft_input_call *in,
                         enum ft_wire_input_kind kind, bool blocks,
                         const struct iovec *parts, int count) {
  if (!ft_input_replay (in, t, kind))
    return false;
  ft_input_scatter (in, parts, count);
  end_wait (t, in, blocks, false, outside_by_flags (in->flags),
            (int)in->result, false, NULL, 0);
  return true;
}

// A socket that listens counts as what it accepts.
static bool comes_from_outside (int fd) {
  return ft_fd_is_external (fd) ||
         (ft_socket_listens (fd) && ft_fd_accepts_external (fd));
}

static enum outside outside (size_t external, size_t all) {
  return external == all ? OUTSIDE : external ? MIXED : INSIDE;
}

// A signalfd may announce what comes from outside and what does not.
static void count_outside (int fd, size_t *external, size_t *all) {
  *external += comes_from_outside (fd);
  *all += 1 + ft_fd_is_signals (fd);
}

static enum outside polled (ft_thread *t, const struct pollfd *p,
                            nfds_t count) {
  size_t external = 0, all = 0;
  for (nfds_t i = 0; t && i < count; i++)
    if (p[i].fd >= 0)
      count_outside (p[i].fd, &external, &all);
  return outside (external, all);
}

static void note_poll (ft_thread *t, const struct pollfd *p, nfds_t count) {
  int error = errno;
  ft_channel_polled (t, p, count);
  for (nfds_t i = 0; t && i < count; i++) {
    if (i % 8 == 7)
      ft_scheduling_point (t);
    ft_look_at_descriptor (t, p[i].fd);
    ft_watched_polled (t, p[i].fd);
  }
  errno = error;
}

// Calls that ask about more descriptors would make more records than the call
// is worth: their uses have none.
enum { MOST_USED = 64 };

static void use (ft_thread *t, int fd, size_t before) {
  if (t && before % 8 == 7)
    ft_scheduling_point (t);
  ft_descriptor_used (t, fd);
}

static void use_polled (ft_thread *t, const struct pollfd *p, nfds_t count) {
  for (nfds_t i = 0; t && count <= MOST_USED && i < count; i++)
    use (t, p[i].fd, i);
}

static bool is_in (const fd_set *set, int fd) {
  return set && ((const unsigned long *)set)[fd / 64] >> fd % 64 & 1;
}

static void use_selected (ft_thread *t, int count, fd_set *const sets[3]) {
  for (int fd = 0; t && fd < count && fd < MOST_USED; fd++)
    for (int i = 0; i < 3; i++)
      if (is_in (sets[i], fd)) {
        use (t, fd, (size_t)fd);
        break;
      }
}

#define POLLS(function, name, blocks, parameters, ...)                         \
  function parameters {                                                        \
    ft_thread *t = begin ();                                                   \
    use_polled (t, p, count);                                                  \
    ft_input_call in;                                                          \
    struct iovec part = {p, count * sizeof *p};                                \
    bool released = t && (blocks);                                             \
    if (is_replayed (t, &in, FT_WIRE_INPUT_POLL, released, &part, 1)) {        \
      if (outside_by_flags (in.flags) != OUTSIDE)                              \
        note_poll (t, p, count);                                               \
      return (int)in.result;                                                   \
    }                                                                          \
    enum outside from = polled (t, p, count);                                  \
    if (released)                                                              \
      ft_blocking_begin (t);                                                   \
    int result = FT_CALL_AGAIN (released, t,                                   \
        FT_REAL_OF (name) (__VA_ARGS__));                                      \
    end_wait (t, &in, released, true, from, result, true, &part, 1);           \
    if (from != OUTSIDE)                                                       \
      note_poll (t, p, count);                                                 \
    return result;                                                             \
  }

POLLS (static int poll_some, poll, milliseconds != 0,
       (struct pollfd * p, nfds_t count, int milliseconds), p, count,
       milliseconds)
POLLS (FT_EXPORT int ppoll, ppoll, true,
       (struct pollfd * p, nfds_t count, const struct timespec *time,
        const sigset_t *signals),
       p, count, time, signals)

FT_EXPORT int poll (struct pollfd *p, nfds_t count, int milliseconds) {
  if (!count && milliseconds > 0 && ft_recorded_thread ())
    return sleep_instead (milliseconds / 1000, milliseconds % 1000 * 1000000L);
  return poll_some (p, count, milliseconds);
}

static bool is_zero (const struct timeval *time) {
  return time && !time->tv_sec && !time->tv_usec;
}

// Bytes of a set: words up to that of the highest descriptor.
static size_t set_bytes (int n) {
  size_t bits = 8 * sizeof (long), words = ((size_t)n + bits - 1) / bits;
  return n > 0 ? words * sizeof (long) : 0;
}

static enum outside selected (ft_thread *t, int count, fd_set *const sets[3]) {
  size_t external = 0, all = 0;
  for (int i = 0; t && i < 3; i++)
    for (int fd = 0; sets[i] && fd < count; fd++)
      if (is_in (sets[i], fd))
        count_outside (fd, &external, &all);
  return outside (external, all);
}

enum { MOST_SELECTED = 1024 }; // epoll descriptors among more are not seen

// Which descriptors the call asks for is not known behind it, but for these.
static void keep_selected (fd_set *asked, int count, fd_set *const sets[3]) {
  FD_ZERO (asked);
  for (int fd = 0; fd < count && fd < MOST_SELECTED; fd++)
    if (is_in (sets[0], fd) || is_in (sets[1], fd) || is_in (sets[2], fd))
      FD_SET (fd, asked);
}

static void note_select (ft_thread *t, bool external, const fd_set *asked,
                         int count) {
  if (external)
    return;
  ft_channel_polled_unknown (t, true);
  ft_look_at_events (t);
  for (int fd = 0; fd < count && fd < MOST_SELECTED; fd++)
    if (is_in (asked, fd))
      ft_watched_polled (t, fd);
}

// The time that is left is part of the answer, as Linux writes it.
#define SELECTS(name, blocks, rest, parameters, ...)                           \
  static int some_##name parameters {                                          \
    ft_thread *t = begin ();                                                   \
    ft_input_call in;                                                          \
    fd_set asked, *sets[] = {in_, out, error};                                 \
    keep_selected (&asked, count, sets);                                       \
    use_selected (t, count, sets);                                             \
    struct iovec parts[] = {{in_, in_ ? set_bytes (count) : 0},                \
                            {out, out ? set_bytes (count) : 0},                \
                            {error, error ? set_bytes (count) : 0},            \
                            rest};                                             \
    bool released = t && (blocks);                                             \
    if (is_replayed (t, &in, FT_WIRE_INPUT_SELECT, released, parts, 4)) {      \
      note_select (t, outside_by_flags (in.flags) == OUTSIDE, &asked, count);  \
      return (int)in.result;                                                   \
    }                                                                          \
    enum outside from = selected (t, count, sets);                             \
    if (released)                                                              \
      ft_blocking_begin (t);                                                   \
    int result = FT_CALL_AGAIN (released, t,                                   \
        FT_REAL_OF (name) (__VA_ARGS__));                                      \
    end_wait (t, &in, released, true, from, result, true, parts, 4);           \
    note_select (t, from == OUTSIDE, &asked, count);                           \
    return result;                                                             \
  }

SELECTS (select, !is_zero (time),
         (time ? (struct iovec){time, sizeof *time} : (struct iovec){0}),
         (int count, fd_set *restrict in_, fd_set *restrict out,
          fd_set *restrict error, struct timeval *restrict time),
         count, in_, out, error, time)
SELECTS (pselect, true, {0},
         (int count, fd_set *restrict in_, fd_set *restrict out,
          fd_set *restrict error, const struct timespec *restrict time,
          const sigset_t *restrict signals),
         count, in_, out, error, time, signals)

FT_EXPORT int select (int count, fd_set *restrict in, fd_set *restrict out,
                      fd_set *restrict error, struct timeval *restrict time) {
  if (!in && !out && !error && time && time->tv_sec >= 0 &&
      time->tv_usec >= 0 && time->tv_usec < 1000000 && ft_recorded_thread ())
    return sleep_instead (time->tv_sec, time->tv_usec * 1000);
  return some_select (count, in, out, error, time);
}

FT_EXPORT int pselect (int count, fd_set *restrict in, fd_set *restrict out,
                       fd_set *restrict error,
                       const struct timespec *restrict time,
                       const sigset_t *restrict signals) {
  return some_pselect (count, in, out, error, time, signals);
}

static void note_events (ft_thread *t, int fd, const struct epoll_event *e,
                         int n, int most, enum outside from) {
  if (n < 0)
    return;
  ft_watched_found (t, fd, e, n, from == OUTSIDE);
  ft_channel_events (t, fd, n, most);
  ft_look_at_events (t);
}

// All answers are kept, whatever the descriptor watches.  A schedule has what the
// program itself does for them in their order.
#define EPOLLS(name, blocks, parameters, ...)                                  \
  FT_EXPORT int name parameters {                                              \
    ft_thread *t = begin_on (fd);                                              \
    ft_input_call in;                                                          \
    struct iovec part = {e, n > 0 ? (size_t)n * sizeof *e : 0};                \
    bool released = t && (blocks);                                             \
    if (is_replayed (t, &in, FT_WIRE_INPUT_EPOLL, released, &part, 1)) {       \
      int given = in.result < n ? (int)in.result : n;                          \
      note_events (t, fd, e, given, n,                                         \
                   in.flags & FT_WIRE_INPUT_MIXED ? MIXED : OUTSIDE);          \
      return given;                                                            \
    }                                                                          \
    if (released)                                                              \
      ft_blocking_begin (t);                                                   \
    int result = FT_CALL_AGAIN (released, t,                                   \
        FT_REAL_OF (name) (__VA_ARGS__));                                      \
    part.iov_len = result > 0 ? (size_t)result * sizeof *e : 0;                \
    enum outside from = ft_fd_all_are_external () ? OUTSIDE : MIXED;           \
    end_wait (t, &in, released, true, from, result, true, &part, 1);           \
    note_events (t, fd, e, result, n, from);                                   \
    return result;                                                             \
  }

EPOLLS (epoll_wait, milliseconds != 0,
        (int fd, struct epoll_event *e, int n, int milliseconds), fd, e, n,
        milliseconds)
EPOLLS (epoll_pwait, milliseconds != 0,
        (int fd, struct epoll_event *e, int n, int milliseconds,
         const sigset_t *signals),
        fd, e, n, milliseconds, signals)
EPOLLS (epoll_pwait2, true,
        (int fd, struct epoll_event *e, int n, const struct timespec *time,
         const sigset_t *signals),
        fd, e, n, time, signals)
