// The words 'taken' and 'flags' of libc_channel.c stand for what calls take from
// pipes, sockets, files and epoll descriptors, and for the flags of descriptors.
//
// Which calls read them depends on what other threads have done; but the log of
// a thread must not.  So where it does, the call makes a record in any case, of
// a word that nobody changes.

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/channels.h"
#include "runtime/happens_before.h"
#include "runtime/inputs.h"
#include "runtime/kernel_files.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"
#include "runtime/watched.h"
#include "runtime/libc_access.h"

static uint64_t all_taken;
const uint64_t ft_nothing;

#define ALL_TAKEN FT_WIRE_CAUSE (FT_WIRE_CAUSE_ALL_TAKEN, 0)

// The channel of a descriptor that can be emptied, or NULL.
static ft_channel *channel_of (int fd) {
  struct stat status;
  if (ft_channel_is_standard (fd) || !ft_channel_status (fd, &status) ||
      S_ISREG (status.st_mode) || S_ISDIR (status.st_mode) ||
      S_ISBLK (status.st_mode))
    return NULL;
  return ft_channel_node (fd, &status);
}

static unsigned receiving; // the receivers of all channels

// What comes through a socket from another process makes room for that one alone.
static bool is_from_outside (int fd) {
  return ft_channel_ends_are_known () && ft_fd_is_external_socket (fd);
}

void ft_channel_receiving (ft_thread *t, int fd) {
  if (t->receives) {
    t->receives->receivers--;
    receiving--;
  }
  t->receives = fd < 0 || is_from_outside (fd) ? NULL : channel_of (fd);
  if (t->receives) {
    t->receives->receivers++;
    receiving++;
  }
}

// Whether another thread may have taken something from the channel (NULL: from any)
// and not have said so yet: it is in a call without the token, or behind one.
static bool may_have_taken (const ft_thread *t, const ft_channel *c) {
  bool self = t->receives && (!c || t->receives == c);
  return (c ? c->receivers : receiving) > self;
}

bool ft_channel_any_receive (const ft_thread *t) {
  return may_have_taken (t, NULL);
}

bool ft_channel_others_receive (const ft_thread *t, int fd) {
  const ft_channel *c = receiving ? channel_of (fd) : NULL;
  return c && may_have_taken (t, c);
}

static void look (ft_thread *t, const uint64_t *word, unsigned cause,
                  const ft_channel *c) {
  if (word == &ft_nothing)
    ft_happens_after_nothing (t);
  else if (!(c && word == &c->flags) &&
           may_have_taken (t, word == &all_taken ? NULL : c))
    ft_look_at_everything (t);
  else if (word == &all_taken)
    ft_happens_after (t, word, ALL_TAKEN);
  else
    ft_happens_after (t, word, FT_WIRE_CAUSE (cause, c->number));
}

static bool is_taken_by_others (const ft_thread *t, const ft_channel *c) {
  return (c->taker != FT_NOBODY && c->taker != (long)t->id) ||
         may_have_taken (t, c);
}

static void note_receipt (ft_channel *c, const void *bytes, size_t n,
                          size_t wanted) {
  uint64_t got = 0;
  if (!bytes || n != wanted || n > sizeof got) {
    c->same = false;
    return;
  }
  __builtin_memcpy (&got, bytes, n);
  got ^= (uint64_t)n << 56;
  c->same &= c->taker == FT_NOBODY || c->got == got;
  c->got = got;
}

// ---- files --------------------------------------------------------------------
//
// What is read from a file depends on what was read before through the same open
// file description, whose position moves: two threads take lines from one stream.
// Standard input counts as a file, whatever it is: a replay has another one.

enum { NUMBERS = 1 << 16, POSITIONS = 256 };

static uint64_t positions[POSITIONS]; // where two have the same, it orders both
static uint16_t first_of[NUMBERS];    // of the numbers of a description, + 1

static unsigned first_number (int fd) {
  return first_of[fd] ? first_of[fd] - 1u : (unsigned)fd;
}

void ft_channel_same_file (int fd, int to) {
  ft_watched_same (fd, to);
  ft_counter_same (fd, to);
  if (fd >= 0 && fd < NUMBERS - 1 && to >= 0 && to < NUMBERS - 1 && fd != to)
    first_of[to] = (uint16_t)(first_number (fd) + 1);
}

static void move_position (ft_thread *t, int fd) {
  struct stat status;
  bool standard = ft_channel_is_standard (fd);
  if (fd < 0 || fd >= NUMBERS ||
      (!standard &&
       (!ft_channel_status (fd, &status) || !S_ISREG (status.st_mode))))
    return;
  const ft_channel *c = standard ? NULL : ft_channel_node (fd, &status);
  uint64_t *word = positions + first_number (fd) % POSITIONS;
  uint64_t cause = FT_WIRE_CAUSE (FT_WIRE_CAUSE_TAKEN, c ? c->number : 0);
  ft_happens_after (t, word, cause);
  ft_happens_before (t, word, cause);
}

// ---- events -------------------------------------------------------------------

static bool is_taken_once[NUMBERS];

void ft_channel_events_once (int fd) {
  if (fd >= 0 && fd < NUMBERS)
    is_taken_once[fd] = true;
}

void ft_channel_events (ft_thread *t, int fd, int n, int most) {
  if (!t || fd < 0 || fd >= NUMBERS)
    return;
  uint64_t *word = positions + fd % POSITIONS;
  uint64_t cause = FT_WIRE_CAUSE (FT_WIRE_CAUSE_TAKEN, 0);
  if (is_taken_once[fd] || n == most) // there may be more, which others get
    ft_happens_after (t, word, cause);
  else
    ft_happens_after_nothing (t);
  if (n > 0)
    ft_happens_before (t, word, cause);
}

// ---- receiving ----------------------------------------------------------------

// There is more room behind it.
static void taken (ft_thread *t, ft_channel *c) {
  ft_happens_before (t, &c->taken,
                     FT_WIRE_CAUSE (FT_WIRE_CAUSE_TAKEN, c->number));
  ft_happens_before (t, &all_taken, ALL_TAKEN);
  c->taker = is_taken_by_others (t, c) ? FT_SEVERAL : (long)t->id;
  ft_watched_taken (c);
}

void ft_channel_take (ft_thread *t, int fd, const void *bytes, size_t n,
                      size_t wanted) {
  ft_channel *c = t ? channel_of (fd) : NULL;
  if (t && !c)
    move_position (t, fd);
  if (!c)
    return;
  note_receipt (c, bytes, n, wanted);
  bool alike = c->same && !may_have_taken (t, c);
  look (t, alike ? &ft_nothing : &c->taken, FT_WIRE_CAUSE_TAKEN, c);
  taken (t, c);
  ft_channel_receiving (t, -1);
}

void ft_channel_look_at_taken (ft_thread *t, const ft_channel *c) {
  look (t, &c->taken, FT_WIRE_CAUSE_TAKEN, c);
}

void ft_channel_look (ft_thread *t, int fd) {
  const ft_channel *c = t ? channel_of (fd) : NULL;
  if (c)
    look (t, &c->taken, FT_WIRE_CAUSE_TAKEN, c);
}

static long size_of_socket (int fd) {
  int size = 0;
  socklen_t bytes = sizeof size;
  bool known = !FT_SYSCALL (getsockopt, fd, SOL_SOCKET, SO_SNDBUF, &size, &bytes, 0);
  return known && size < 65536 ? size / 2 : 65536;
}

// Whether the channel may have been full: what was written would not fit at
// once, with half of each page unused, or each message on a page.  A counter is
// full at 2^64 - 2 alone, which only a program that means it to be reaches.
static bool may_be_full (const ft_channel *c, int fd) {
  if (c->is_counter || c->was_full)
    return c->was_full;
  if (c->bytes <= 1024 && c->writes < 16)
    return false;
  long size = c->is_pipe ? FT_SYSCALL (fcntl, fd, F_GETPIPE_SZ, 0, 0, 0, 0)
                         : size_of_socket (fd);
  bool packets = !c->is_pipe ||
                 FT_SYSCALL (fcntl, fd, F_GETFL, 0, 0, 0, 0) & O_DIRECT;
  return 2 * c->bytes > (uint64_t)size ||
         (packets && 4096 * c->writes > (uint64_t)size);
}

// The word that a call depends on which finds room.
static const uint64_t *room_of (const ft_thread *t, const ft_channel *c,
                                int fd) {
  if (!may_be_full (c, fd))
    return &ft_nothing;
  if (!c->is_pipe)
    return &all_taken;
  return is_taken_by_others (t, c) ? &c->taken : &ft_nothing;
}

void ft_channel_sent (ft_thread *t, int fd, long bytes, bool waited) {
  ft_channel *c = t ? channel_of (fd) : NULL;
  if (!c)
    return;
  c->bytes += bytes > 0 ? (uint64_t)bytes : 0;
  c->writes++;
  c->was_full |= c->is_counter && !ft_channel_is_ready (fd, POLLOUT);
  look (t, room_of (t, c, fd), FT_WIRE_CAUSE_TAKEN, c);
  ft_channel_waited (t, fd, waited);
  ft_channel_passed_on (t);
}

// A channel that becomes larger has room as if something had been taken from it.
void ft_channel_resized (ft_thread *t, int fd) {
  ft_channel *c = t ? channel_of (fd) : NULL;
  if (!c)
    return;
  c->was_full |= may_be_full (c, fd);
  taken (t, c);
}

void ft_channel_flags (ft_thread *t, int fd) {
  ft_channel *c = t ? channel_of (fd) : NULL;
  if (c)
    ft_happens_before (t, &c->flags,
                       FT_WIRE_CAUSE (FT_WIRE_CAUSE_FLAGS, c->number));
}

void ft_channel_waited (ft_thread *t, int fd, bool waited) {
  const ft_channel *c = t ? channel_of (fd) : NULL;
  if (c)
    look (t, waited ? &c->flags : &ft_nothing, FT_WIRE_CAUSE_FLAGS, c);
}

// What a wait found depends on another thread that took something, or on
// several: then all that is taken.
static const uint64_t *either (const uint64_t *a, const uint64_t *b) {
  return a == &ft_nothing || a == b ? b : b == &ft_nothing ? a : &all_taken;
}

void ft_channel_polled (ft_thread *t, const struct pollfd *p, size_t count) {
  const uint64_t *word = &ft_nothing;
  const ft_channel *found = NULL;
  for (size_t i = 0; t && i < count; i++) {
    const ft_channel *c = channel_of (p[i].fd);
    if (!c)
      continue;
    const uint64_t *own = &ft_nothing;
    if (p[i].events & POLLIN && !(p[i].revents & POLLIN) &&
        is_taken_by_others (t, c))
      own = &c->taken;
    if (p[i].revents & POLLOUT)
      own = either (own, room_of (t, c, p[i].fd));
    found = own == &c->taken ? c : found;
    word = either (word, own);
  }
  if (t)
    look (t, word, FT_WIRE_CAUSE_TAKEN, found);
}

void ft_channel_polled_unknown (ft_thread *t, bool depends) {
  if (t)
    look (t, depends ? &all_taken : &ft_nothing, 0, NULL);
}
