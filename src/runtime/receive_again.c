// A thread that waits for its turn takes from the channel what is there of its
// receipt, since another one may wait in the kernel for the room.  What it has taken so
// (the channel's 'early') counts for whoever comes to its turn first.
//
// Such a turn needs what was sent before it in the recording.  So it is there, or
// on its way from a thread that is in the kernel to send it.

#include "runtime/receive_again.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "runtime/channels.h"
#include "runtime/config.h"
#include "runtime/libc_access.h"
#include "runtime/replayer.h"
#include "runtime/scheduler.h"
#include "runtime/stand_in.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"

enum kind { OTHER, PIPE, COUNTER, STREAM, MESSAGES, QUEUE };

// The kind of the channel that a descriptor stands for.  OTHER: receipts from it are not
// kept.
static enum kind kind_of (int fd) {
  struct stat status;
  if (!ft_channel_status (fd, &status))
    return OTHER;
  switch (status.st_mode & S_IFMT) {
  case S_IFIFO:
    return PIPE;
  case S_IFSOCK:
    return ft_socket_is_stream (fd) ? STREAM : MESSAGES;
  case 0:
    return ft_counter_number (fd) ? COUNTER : OTHER;
  default:
    return OTHER;
  }
}

static enum kind kind_of_call (const ft_input_call *in, int fd) {
  return in->kind == FT_WIRE_INPUT_QUEUE ? QUEUE : kind_of (fd);
}

static ft_channel *channel_of (int fd) {
  struct stat status;
  return ft_channel_status (fd, &status) ? ft_channel_node (fd, &status) : NULL;
}

// Whether another process may have sent it, which nothing shows.
static bool is_from_anyone (int fd, enum kind kind) {
  struct stat status;
  return kind == MESSAGES &&
         !(ft_channel_status (fd, &status) && ft_fd_is_own (fd, &status));
}

// ---- recording -----------------------------------------------------------------

static bool is_ambiguous (ft_thread *t, int fd, bool waited, enum kind kind) {
  return waited || is_from_anyone (fd, kind) ||
         ft_channel_others_receive (t, fd) || ft_channel_others_send ();
}

// Whether only this thread has received from the channel, as bytes in their order.
static bool is_alone (const ft_thread *t, int fd, enum kind kind,
                      const ft_input_call *in) {
  const ft_channel *c = channel_of (fd);
  return (in->kind == FT_WIRE_INPUT_READ || in->kind == FT_WIRE_INPUT_READV) &&
         (kind == PIPE || kind == STREAM) && !in->peeks && c &&
         (c->taker == FT_NOBODY || c->taker == (long)t->id) &&
         !ft_channel_others_receive (t, fd);
}

bool ft_receipt_is_kept (ft_thread *t, int fd, bool waited, ft_input_call *in) {
  int error = errno;
  enum kind kind = t && ft_config.light ? kind_of_call (in, fd) : OTHER;
  bool kept = kind && !ft_channel_is_standard (fd) &&
              ft_channel_ends_are_known () &&
              is_ambiguous (t, fd, waited, kind);
  if (kept)
    in->flags = FT_WIRE_INPUT_INSIDE | (waited ? FT_WIRE_INPUT_WAITED : 0) |
                (is_alone (t, fd, kind, in) ? FT_WIRE_INPUT_COUNTED : 0);
  errno = error;
  return kept;
}

// What the program itself has sent comes again.
bool ft_receipt_is_lost (ft_thread *t, int fd, ft_input_call *in) {
  bool lost = t && ft_config.light && ft_channel_ends_are_known () &&
              (ft_fd_is_external (fd) || is_from_anyone (fd, kind_of (fd)));
  in->flags = lost ? FT_WIRE_INPUT_LOST : 0;
  return lost;
}

// ---- taking --------------------------------------------------------------------

static unsigned lock; // of what follows, which needs no token

static void take_lock (void) {
  while (__atomic_exchange_n (&lock, 1, __ATOMIC_ACQUIRE))
    FT_SYSCALL (sched_yield, 0, 0, 0, 0, 0, 0);
}

static void give_lock (void) {
  __atomic_store_n (&lock, 0, __ATOMIC_RELEASE);
}

static char sink[65536];

// Takes nothing from a counter before its turn: who sends through it does not wait.
static uint64_t take_of_counter (int fd, uint64_t most, bool early) {
  uint64_t all = 0;
  if (early || !ft_channel_is_ready (fd, POLLIN) ||
      FT_SYSCALL (read, fd, &all, sizeof all, 0, 0, 0) != sizeof all)
    return 0;
  uint64_t rest = all > most ? all - most : 0;
  if (rest)
    FT_SYSCALL (write, fd, &rest, sizeof rest, 0, 0, 0);
  return all - rest;
}

static uint64_t take_of_pipe (int fd, void *to, uint64_t most) {
  int there = 0;
  FT_SYSCALL (ioctl, fd, FIONREAD, &there, 0, 0, 0);
  uint64_t n = there > 0 && (uint64_t)there < most ? (uint64_t)there : most;
  long taken = there > 0 ? FT_SYSCALL (read, fd, to, n, 0, 0, 0) : 0;
  return taken > 0 ? (uint64_t)taken : 0;
}

static uint64_t take_of_socket (int fd, void *to, uint64_t most, bool messages) {
  long taken = FT_SYSCALL (recvfrom, fd, to, most, MSG_DONTWAIT, NULL, NULL);
  if (messages)
    return taken >= 0;
  return taken > 0 ? (uint64_t)taken : 0;
}

static const struct timespec no_time;

static uint64_t take_of_queue (int fd) {
  return FT_SYSCALL (mq_timedreceive, fd, sink, sizeof sink, NULL, &no_time, 0) >= 0;
}

// Takes at most so much of what is there: bytes, messages or counts.
static uint64_t take_locked (int fd, enum kind kind, uint64_t most, bool early) {
  uint64_t part = most < sizeof sink ? most : sizeof sink;
  if (!most)
    return 0;
  switch (kind) {
  case COUNTER:
    return take_of_counter (fd, most, early);
  case PIPE:
    return take_of_pipe (fd, sink, part);
  case STREAM:
  case MESSAGES:
    return take_of_socket (fd, sink, part, kind == MESSAGES);
  case QUEUE:
    return take_of_queue (fd);
  case OTHER:
    break;
  }
  return 0;
}

// ---- replaying -------------------------------------------------------------------

static uint64_t received (const ft_input_call *in, enum kind kind) {
  uint64_t count = 0;
  if (in->result < (kind != QUEUE))
    return 0;
  if (kind == COUNTER && in->size >= sizeof count)
    __builtin_memcpy (&count, in->bytes, sizeof count);
  return kind == COUNTER                      ? count
         : kind == MESSAGES || kind == QUEUE ? 1
                                              : (uint64_t)in->result;
}

static void nap (void) {
  struct timespec piece = {0, 50000};
  FT_SYSCALL (nanosleep, &piece, NULL, 0, 0, 0, 0);
}

static void add_due (ft_channel *c, uint64_t n) {
  take_lock ();
  c->due += n;
  give_lock ();
}

static void take_early (const ft_thread *t, int fd, enum kind kind,
                        ft_channel *c) {
  while (!ft_replay_has_turn (t)) {
    take_lock ();
    uint64_t taken =
        c->due > c->early ? take_locked (fd, kind, c->due - c->early, true) : 0;
    c->early += taken;
    give_lock ();
    if (!taken)
      nap ();
  }
}

// At the thread's turn.
static uint64_t take_now (int fd, enum kind kind, ft_channel *c, uint64_t n) {
  take_lock ();
  uint64_t used = c->early < n ? c->early : n;
  c->early -= used;
  used += take_locked (fd, kind, n - used, false);
  give_lock ();
  return used;
}

// Of a thread whose turn it is since then.  What it waits for should be there: else the
// program goes another way.
static void nap_at_turn (uint64_t since) {
  nap ();
  if (ft_monotonic_nanoseconds () - since <= ft_config.patience * 1000000000)
    return;
  ft_scheduler_lock ();
  ft_replay_timed_out ();
  ft_scheduler_unlock ();
}

static unsigned wanted; // a message of a queue, by the thread whose turn it is

// What came from another process does not come again.
static void take_at_turn (int fd, enum kind kind, ft_channel *c, uint64_t n) {
  uint64_t since = ft_monotonic_nanoseconds ();
  while (n && ft_replaying ()) {
    uint64_t taken = take_now (fd, kind, c, n);
    n -= taken;
    if (taken)
      continue;
    if (is_from_anyone (fd, kind))
      return;
    __atomic_store_n (&wanted, kind == QUEUE, __ATOMIC_RELAXED);
    nap_at_turn (since);
  }
  if (kind == QUEUE)
    __atomic_store_n (&wanted, 0, __ATOMIC_RELAXED);
}

bool ft_receipt_again (ft_thread *t, int fd, const ft_input_call *in, bool peeks) {
  static ft_channel others;
  int error = errno;
  bool waited = in->flags & FT_WIRE_INPUT_WAITED;
  enum kind kind = kind_of_call (in, fd);
  ft_channel *found = channel_of (fd), *c = found ? found : &others;
  uint64_t n = peeks ? 0 : received (in, kind);
  if (waited)
    ft_scheduling_point (t); // it may not be there yet, and would take too early
  add_due (c, n);
  if (waited) {
    ft_channel_receiving (t, fd);
    ft_blocking_begin (t);
    take_early (t, fd, kind, c);
  }
  add_due (c, -n);
  take_at_turn (fd, kind, c, n);
  if (kind == MESSAGES && !in->result && !peeks) // an empty one, or the end
    take_now (fd, kind, c, 1);
  ft_blocking_end_fd_no_stop (t, waited);
  errno = error;
  return waited;
}

// ---- bytes of one receiver -------------------------------------------------------

struct bytes {
  int fd;
  enum kind kind;
  const struct iovec *parts; // the current one, of which 'used' bytes are filled
  int count;
  uint64_t used, left; // 'left' of all
};

// Fills what is there now.  False if that is nothing.
static bool fill (struct bytes *b) {
  while (b->count && b->used == b->parts->iov_len) {
    b->parts++;
    b->count--;
    b->used = 0;
  }
  if (!b->count)
    b->left = 0;
  if (!b->left)
    return false;
  uint64_t room = b->parts->iov_len - b->used;
  uint64_t most = room < b->left ? room : b->left;
  void *to = (char *)b->parts->iov_base + b->used;
  take_lock ();
  uint64_t n = b->kind == PIPE ? take_of_pipe (b->fd, to, most)
                               : take_of_socket (b->fd, to, most, false);
  give_lock ();
  b->used += n;
  b->left -= n;
  return n;
}

bool ft_receipt_counted (ft_thread *t, int fd, const ft_input_call *in,
                         const struct iovec *parts, int count) {
  int error = errno;
  bool waited = in->flags & FT_WIRE_INPUT_WAITED;
  uint64_t n = in->result > 0 ? (uint64_t)in->result : 0;
  struct bytes b = {fd, kind_of (fd), parts, count, 0, n};
  if (waited) {
    ft_scheduling_point (t); // as above
    ft_channel_receiving (t, fd);
    ft_blocking_begin (t);
  }
  while (waited && !ft_replay_has_turn (t))
    if (!fill (&b))
      nap ();
  uint64_t since = ft_monotonic_nanoseconds ();
  while (b.left && ft_replaying ())
    if (!fill (&b) && b.left)
      nap_at_turn (since);
  ft_blocking_end_fd_no_stop (t, waited);
  errno = error;
  return waited;
}

// ---- queues ----------------------------------------------------------------------

static bool send_now (int fd, const char *message, size_t n, unsigned priority) {
  return !FT_SYSCALL (mq_timedsend, fd, message, n, priority, &no_time, 0);
}

void ft_queue_send_again (ft_thread *t, int fd, const ft_input_call *in,
                          const char *message, size_t n, unsigned priority) {
  bool sent = in->result < 0;
  int error = errno;
  ft_scheduling_point (t);
  ft_blocking_begin (t);
  while (!ft_replay_has_turn (t)) {
    if (!sent && __atomic_exchange_n (&wanted, 0, __ATOMIC_RELAXED))
      sent = send_now (fd, message, n, priority);
    nap ();
  }
  uint64_t since = ft_monotonic_nanoseconds ();
  while (!sent && ft_replaying () &&
         !(sent = send_now (fd, message, n, priority)))
    nap_at_turn (since);
  ft_blocking_end_fd_no_stop (t, true);
  errno = error;
}
