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

enum kind { OTHER, PIPE, COUNTER, STREAM, MESSAGES };

// Of what is received in light recordings, and by replays of those.
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

bool ft_receipt_is_kept (ft_thread *t, int fd, bool waited, ft_input_call *in) {
  int error = errno;
  enum kind kind = t && ft_config.light ? kind_of (fd) : OTHER;
  bool kept = kind && !ft_channel_is_standard (fd) &&
              ft_channel_ends_are_known () &&
              is_ambiguous (t, fd, waited, kind);
  if (kept)
    in->flags = FT_WIRE_INPUT_INSIDE | (waited ? FT_WIRE_INPUT_WAITED : 0);
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

static uint64_t take_of_pipe (int fd, uint64_t most) {
  int there = 0;
  FT_SYSCALL (ioctl, fd, FIONREAD, &there, 0, 0, 0);
  uint64_t n = there > 0 && (uint64_t)there < most ? (uint64_t)there : most;
  long taken = there > 0 ? FT_SYSCALL (read, fd, sink, n, 0, 0, 0) : 0;
  return taken > 0 ? (uint64_t)taken : 0;
}

static uint64_t take_of_socket (int fd, uint64_t most, bool messages) {
  long taken = FT_SYSCALL (recvfrom, fd, sink, most, MSG_DONTWAIT, NULL, NULL);
  if (messages)
    return taken >= 0;
  return taken > 0 ? (uint64_t)taken : 0;
}

// Takes at most so much of what is there: bytes, messages or counts.
static uint64_t take (int fd, enum kind kind, uint64_t most, bool early) {
  uint64_t part = most < sizeof sink ? most : sizeof sink, taken = 0;
  if (!most)
    return 0;
  take_lock ();
  switch (kind) {
  case COUNTER:
    taken = take_of_counter (fd, most, early);
    break;
  case PIPE:
    taken = take_of_pipe (fd, part);
    break;
  case STREAM:
  case MESSAGES:
    taken = take_of_socket (fd, part, kind == MESSAGES);
    break;
  case OTHER:
    break;
  }
  give_lock ();
  return taken;
}

// ---- replaying -------------------------------------------------------------------

static uint64_t received (const ft_input_call *in, enum kind kind) {
  uint64_t count = 0;
  if (in->result <= 0)
    return 0;
  if (kind == COUNTER && in->size >= sizeof count)
    __builtin_memcpy (&count, in->bytes, sizeof count);
  return kind == COUNTER ? count : kind == MESSAGES ? 1 : (uint64_t)in->result;
}

static void nap (void) {
  struct timespec piece = {0, 50000};
  FT_SYSCALL (nanosleep, &piece, NULL, 0, 0, 0, 0);
}

static uint64_t take_early (const ft_thread *t, int fd, enum kind kind,
                            uint64_t n, uint64_t *early) {
  while (!ft_replay_has_turn (t)) {
    uint64_t taken = take (fd, kind, n, true);
    __atomic_fetch_add (early, taken, __ATOMIC_RELAXED);
    n -= taken;
    if (!taken)
      nap ();
  }
  return n;
}

// Only the thread whose turn it is makes 'early' less.
static uint64_t use_early (uint64_t n, uint64_t *early) {
  uint64_t there = __atomic_load_n (early, __ATOMIC_RELAXED);
  uint64_t used = there < n ? there : n;
  __atomic_fetch_sub (early, used, __ATOMIC_RELAXED);
  return n - used;
}

// The schedule has what the program has not done: it goes another way.
static void give_up (void) {
  ft_scheduler_lock ();
  ft_replay_timed_out ();
  ft_scheduler_unlock ();
}

// What came from another process does not come again.
static void take_rest (int fd, enum kind kind, uint64_t n) {
  uint64_t since = ft_monotonic_nanoseconds ();
  while (n && ft_replaying ()) {
    uint64_t taken = take (fd, kind, n, false);
    n -= taken;
    if (taken)
      continue;
    if (is_from_anyone (fd, kind))
      return;
    nap ();
    if (ft_monotonic_nanoseconds () - since > ft_config.patience * 1000000000)
      give_up ();
  }
}

bool ft_receipt_again (ft_thread *t, int fd, const ft_input_call *in, bool peeks) {
  static uint64_t of_others;
  int error = errno;
  bool waited = in->flags & FT_WIRE_INPUT_WAITED;
  enum kind kind = kind_of (fd);
  ft_channel *c = channel_of (fd);
  uint64_t *early = c ? &c->early : &of_others;
  uint64_t n = peeks ? 0 : received (in, kind);
  if (waited) {
    ft_scheduling_point (t); // it may not be there yet, and would take too early
    ft_channel_receiving (t, fd);
    ft_blocking_begin (t);
    take_early (t, fd, kind, n, early);
  }
  take_rest (fd, kind, use_early (n, early));
  if (kind == MESSAGES && !in->result && !peeks) // an empty one, or the end
    take (fd, kind, 1, false);
  ft_blocking_end_fd_no_stop (t, waited);
  errno = error;
  return waited;
}
