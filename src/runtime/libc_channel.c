// Descriptors: which calls may block, and the order through pipes, sockets and
// files.
//
// A byte that is read from a pipe was written to it before, and no reordering
// may change that.  A thread that sends something through the kernel changes a
// word of the runtime, and a thread that receives something reads the word, by
// atomic records with values, as in a queue of the program's own.
//
//   word       changed by                      read by
//   of a pipe  calls that write to it          calls that read from it
//   or a file,
//   a counter
//   sockets    calls that send through any     calls that receive through any
//              socket, event counter, ...      that other processes do not send to
//   arrivals   connect                         accept
//   unknown    calls whose receiver only the   every call that receives
//              kernel knows
//   outside    calls whose effect other        calls that find what comes from
//              processes may see               other processes
//   all        every call that sends           calls whose sender only the
//                                              kernel knows
//   watched    epoll_ctl                       epoll_wait, which reads the words
//                                              of what is watched, too (watched.c)
//   taken      calls that receive from a       those that find nothing, or room
//              channel                         for more, or other bytes
//   flags      calls that change how a         those that fail because of that,
//              descriptor blocks               or wait
//
// (The last two are in channel_taken.c.)
//
// One order too many hides a race at worst; one too few makes a false report.
// A call that fails on a closed descriptor, or finds no file to open, counts as
// one that receives.  Left out are names that are moved or removed in a
// directory (see run/calls.def), and standard input and output, whose other end
// is outside of the program as long as the program puts nothing else there (dup2);
// of their order see answers.h.

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/aliases.h"
#include "runtime/answers.h"
#include "runtime/file_mappings.h"
#include "runtime/channels.h"
#include "runtime/descriptor_objects.h"
#include "runtime/fd_status.h"
#include "runtime/files.h"
#include "runtime/happens_before.h"
#include "runtime/inherited_files.h"
#include "runtime/inputs.h"
#include "runtime/kernel_files.h"
#include "runtime/preallocate.h"
#include "runtime/signals.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"
#include "runtime/watched.h"
#include "runtime/libc_access.h"

enum { CHANNELS = 1024 };

// Pipes and files by hash; when the table is full, 'sockets' stands for others.
static ft_channel nodes[CHANNELS];
static uint64_t sockets, arrivals, unknown, outside, all;
static bool has_children, passes_descriptors;

bool ft_channel_is_standard (int fd) {
  return fd <= STDERR_FILENO && ft_descriptor_is_as_begun (fd);
}

bool ft_channel_status (int fd, struct stat *status) {
  return ft_fd_status (fd, status) && !ft_file_is_outside (status);
}

// Adds a line to the file "channels": the number and the path of the file.
static void write_name (const ft_channel *c, int fd) {
  static char path[FT_MAX_PATH], name[FT_MAX_PATH]; // stacks may be small
  char line[16], link[32];
  ft_text number = FT_TEXT (line), at = FT_TEXT (link);
  ft_text_add (&at, "/proc/self/fd/%d", fd);
  long length = FT_SYSCALL (readlink, link, name, sizeof name, 0, 0, 0);
  if (!ft_keeps_logs || length <= 0)
    return;
  ft_files_path (path, "channels", UINT32_MAX);
  int to = ft_preallocate_open (path, O_WRONLY | O_CREAT | O_APPEND);
  if (to < 0) {
    ft_files_stop_errno (to);
    return;
  }
  ft_text_add (&number, "%u ", c->number);
  ft_sys_write (to, line, number.size);
  ft_sys_write (to, name, (size_t)length);
  ft_sys_write (to, "\n", 1);
  ft_sys_close (to);
}

static bool any_memory;

static bool is_memory (int fd) {
  char path[64], link[32];
  ft_text own = FT_TEXT (path), at = FT_TEXT (link);
  char name[64];
  ft_text_add (&own, "/proc/%d/", ft_sys_getpid ());
  ft_text_add (&at, "/proc/self/fd/%d", fd);
  long length = FT_SYSCALL (readlink, link, name, sizeof name, 0, 0, 0);
  long prefix = (long)own.size;
  return length >= prefix + 3 && !memcmp (name, path, own.size) &&
         !memcmp (name + length - 4, "/mem", 4);
}

static void name_node (ft_channel *c, int fd, const struct stat *status) {
  static uint32_t count;
  c->is_memory =
      S_ISREG (status->st_mode) && !status->st_size && is_memory (fd);
  any_memory |= c->is_memory;
  c->device = status->st_dev;
  c->inode = status->st_ino;
  c->is_pipe = S_ISFIFO (status->st_mode);
  c->is_counter = !(status->st_mode & S_IFMT) && ft_counter_number (fd);
  c->same = true;
  c->taker = FT_NOBODY;
  c->number = ++count;
  write_name (c, fd);
}

static struct stat status_of_counter (int fd, const struct stat *status) {
  struct stat own = *status;
  if (!(status->st_mode & S_IFMT) && ft_counter_number (fd))
    own.st_ino = UINT64_C (1) << 40 | ft_counter_number (fd);
  return own;
}

ft_channel *ft_channel_node (int fd, const struct stat *given) {
  const struct stat own = status_of_counter (fd, given), *status = &own;
  for (size_t i = 0; i < 16; i++) {
    ft_channel *c = nodes + (status->st_ino + i) % CHANNELS;
    if (!c->inode)
      name_node (c, fd, status);
    if (c->device == status->st_dev && c->inode == status->st_ino)
      return c;
  }
  return NULL;
}

static uint64_t *word_of_node (int fd, const struct stat *status) {
  ft_channel *c = ft_channel_node (fd, status);
  return c ? &c->sent : &sockets;
}

static uint64_t *word_of (int fd) {
  struct stat status;
  if (ft_channel_is_standard (fd) || !ft_channel_status (fd, &status))
    return NULL;
  switch (status.st_mode & S_IFMT) {
  case S_IFDIR:
    return NULL;
  case S_IFREG:
  case S_IFBLK:
  case S_IFIFO:
    return word_of_node (fd, &status);
  case 0:
    return ft_counter_number (fd) ? word_of_node (fd, &status) : &sockets;
  default:
    return &sockets;
  }
}

static const ft_channel *channel_at (const uint64_t *word) {
  return (const ft_channel *)(const void *)((const char *)word -
                                                offsetof (ft_channel,
                                                          sent));
}

// Accesses of this memory have ranges.
static bool is_memory_word (const uint64_t *word) {
  return word != &sockets && channel_at (word)->is_memory;
}

static uint64_t cause_of (const uint64_t *word) {
  if (word == &sockets)
    return FT_WIRE_CAUSE (FT_WIRE_CAUSE_SOCKETS, 0);
  if (word == &arrivals)
    return FT_WIRE_CAUSE (FT_WIRE_CAUSE_CONNECTIONS, 0);
  if (word == &unknown)
    return FT_WIRE_CAUSE (FT_WIRE_CAUSE_UNKNOWN_RECEIVER, 0);
  if (word == &all)
    return FT_WIRE_CAUSE (FT_WIRE_CAUSE_ALL_SENT, 0);
  if (word == &outside)
    return FT_WIRE_CAUSE (FT_WIRE_CAUSE_OUTSIDE, 0);
  const ft_channel *c = channel_at (word);
  return FT_WIRE_CAUSE (c->is_counter ? FT_WIRE_CAUSE_COUNTER
                        : c->is_pipe  ? FT_WIRE_CAUSE_PIPE
                                      : FT_WIRE_CAUSE_FILE,
                        c->number);
}

static bool is_own (int fd) {
  struct stat status;
  return ft_fd_status (fd, &status) && ft_fd_is_own (fd, &status);
}

static void change (ft_thread *t, uint64_t *word) {
  ft_happens_before (t, word, cause_of (word));
}

// Who receives from a counter by a number of which that is not known reads
// 'sockets'.
static void send_through (ft_thread *t, uint64_t *word, bool own) {
  if (!t || !word)
    return;
  change (t, word);
  change (t, &all);
  if (!own)
    change (t, &outside);
  else if (word != &sockets && channel_at (word)->is_counter)
    change (t, &sockets);
}

// What a thread in the kernel moves from one channel to another has been sent through
// the first one: who finds it comes behind all that was sent, since that thread has not
// said yet what it took.
static unsigned relaying;

void ft_channel_relays (ft_thread *t, bool begins) {
  relaying += begins - t->relays;
  t->relays = begins;
}

static const uint64_t *or_all (const uint64_t *word) {
  return relaying ? &all : word;
}

static void receive_through (ft_thread *t, const uint64_t *word) {
  if (!t || !word)
    return;
  word = or_all (word);
  ft_happens_after (t, word, cause_of (word));
  ft_happens_after (t, &unknown, cause_of (&unknown));
}

void ft_log_memory_file (ft_thread *t, int fd, long at, long n, bool writes) {
  struct stat status;
  if (writes && n > 0)
    ft_short_mappings_grow (t);
  if (!(any_memory || ft_aliases_count () ||
        ft_private_mappings_are_there ()) ||
      !t || n <= 0 || !ft_channel_status (fd, &status) ||
      !S_ISREG (status.st_mode))
    return;
  const ft_channel *c = ft_channel_node (fd, &status);
  if (at == -1)
    at = FT_SYSCALL (lseek, fd, 0, SEEK_CUR, 0, 0, 0) - n;
  struct ft_memory_source source = {status.st_dev, status.st_ino, (uint64_t)at};
  ft_aliases_log_file (t, source, (uint64_t)n, writes);
  if (writes)
    ft_private_mappings_written (t, source, (uint64_t)n);
  if (!c || !c->is_memory)
    return;
  ft_log_record1 (t, writes ? FT_WIRE_WRITE_RANGE : FT_WIRE_READ_RANGE,
                  (uint64_t)at, (uint64_t)n);
}

void ft_channel_send (ft_thread *t, int fd) {
  if (ft_channel_is_standard (fd))
    ft_answers_asked (t);
  send_through (t, t ? word_of (fd) : NULL, t && is_own (fd));
}

static void receive_if (ft_thread *t, const uint64_t *word, bool any) {
  if (any)
    ft_happens_after (t, word, cause_of (word));
  else
    ft_happens_after_nothing (t);
}

// Whatever was sent, or nothing.
// Another process may have seen what threads write into memory that it shares.
static void receive_all (ft_thread *t, bool any) {
  if (any && has_children && ft_memory_is_shared ())
    ft_look_at_everything (t);
  else if (any)
    ft_happens_after (t, &all, cause_of (&all));
  else
    ft_happens_after_nothing (t);
}

void ft_child_begins (ft_thread *t) {
  ft_channel_send_any (t); // to those that wait for children
  has_children |= t != NULL;
}

bool ft_channel_has_children (void) {
  return has_children;
}

void ft_channel_passed_on (ft_thread *t) {
  receive_all (t, has_children || passes_descriptors);
}

void ft_channel_passes_descriptors (void) {
  passes_descriptors = true;
}

bool ft_channel_ends_are_known (void) {
  return !passes_descriptors && !ft_fd_may_talk_to_itself ();
}

// Another process may pass on what was sent to it through something else.
static bool may_be_passed_on (int fd, const struct stat *status) {
  return has_children || passes_descriptors ||
         ((S_ISFIFO (status->st_mode) || S_ISSOCK (status->st_mode)) &&
          ft_fd_is_external (fd));
}

// What other processes may answer: all that they have seen, or nothing.  Children, and
// who has got descriptors, may have seen all.
void ft_channel_receive_answer (ft_thread *t, bool any) {
  if (ft_channel_ends_are_known ())
    receive_if (t, &outside, any);
  else
    receive_all (t, any);
}

void ft_channel_receive_outside (ft_thread *t) {
  if (t)
    ft_channel_receive_answer (t, true);
}

void ft_channel_lends (ft_thread *t, int fd) {
  uint64_t *word = t ? word_of (fd) : NULL;
  struct stat status;
  ft_channel *c = word && word != &sockets && ft_channel_status (fd, &status)
                      ? ft_channel_node (fd, &status)
                      : NULL;
  if (c)
    c->is_lent = true;
}

static bool is_lent (const uint64_t *word) {
  return word != &sockets && channel_at (word)->is_lent;
}

// ---- numbers that stand for another file ------------------------------------
//
// A thread that uses a number which was closed before and which it has not
// opened itself may have it from before that: in another order it would use the
// file that was closed.

enum { NUMBERS = 1 << 16 }; // as in descriptor_objects.c

// Number of the thread that has opened the descriptor last, + 1.
static uint32_t opener[NUMBERS];
// Which numbers were closed, and stood for something else than 'sockets' then.
static bool was_closed[NUMBERS], was_other[NUMBERS];

static void note_close (int fd) {
  if (fd < 0 || fd >= NUMBERS)
    return;
  was_closed[fd] = true;
  was_other[fd] |= word_of (fd) != &sockets;
  opener[fd] = 0;
}

static void note_open (const ft_thread *t, int fd) {
  if (t && fd < NUMBERS)
    opener[fd] = t->id + 1;
}

// Sockets are ordered by their word as it is.
static bool may_be_stale (const ft_thread *t, int fd, const uint64_t *word) {
  return fd < NUMBERS && was_closed[fd] && opener[fd] != t->id + 1 &&
         (was_other[fd] || word != &sockets);
}

// ---- receiving --------------------------------------------------------------

// What comes from another process through a socket was not sent by this one.
static const uint64_t *word_received (int fd, const struct stat *status,
                                      const uint64_t *word) {
  return word == &sockets && S_ISSOCK (status->st_mode) &&
                 ft_channel_ends_are_known () && ft_fd_is_external (fd)
             ? &outside
             : word;
}

static void receive (ft_thread *t, int fd, bool is_stream) {
  struct stat status;
  uint64_t *word = t ? word_of (fd) : NULL;
  if (ft_channel_is_standard (fd))
    ft_answers_came (t);
  else if (!word && t && may_be_stale (t, fd, word))
    ft_channel_receive_any (t); // it stood for something else before
  if (!word || !ft_channel_status (fd, &status))
    return;
  ft_log_make_room (t); // the call may have made many records before
  receive_through (t, word_received (fd, &status, word));
  if (is_lent (word) ||
      (is_stream && ft_aliases_has (status.st_dev, status.st_ino)))
    ft_look_at_everything (t); // which bytes the stream has read, and when?
  else if (may_be_stale (t, fd, word))
    receive_all (t, true);
  else
    ft_channel_receive_answer (t, may_be_passed_on (fd, &status));
  if (!is_memory_word (word) && ft_kernel_shows (fd, &status))
    ft_look_at_everything (t);
}

void ft_channel_receive (ft_thread *t, int fd) {
  receive (t, fd, false);
}

void ft_channel_receive_stream (ft_thread *t, int fd) {
  receive (t, fd, true);
}

void ft_channel_connect (ft_thread *t) {
  send_through (t, &arrivals, false);
}

void ft_channel_accept (ft_thread *t, int fd, bool waited) {
  if (!t)
    return;
  receive_through (t, &arrivals);
  ft_channel_receive_answer (t, has_children || ft_fd_accepts_external (fd));
  ft_channel_take (t, fd, NULL, 0, 0);
  ft_channel_waited (t, fd, waited);
}

void ft_channel_send_any (ft_thread *t) {
  send_through (t, &unknown, false);
}

void ft_channel_receive_any (ft_thread *t) {
  if (t)
    receive_all (t, true);
}

// ---- waits by epoll (watched.c) ------------------------------------------------

struct ft_watched_channel ft_channel_watched (int fd) {
  struct ft_watched_channel c = {0};
  struct stat status;
  if (ft_channel_is_standard (fd) || !ft_channel_status (fd, &status))
    return c;
  bool is_socket = S_ISSOCK (status.st_mode);
  c.is_inside = ft_fd_is_own (fd, &status);
  if (c.is_inside || is_socket || S_ISFIFO (status.st_mode))
    c.channel = ft_channel_node (fd, &status);
  if (!is_socket || c.is_inside || !ft_fd_is_external (fd))
    c.sent = word_of (fd);
  return c;
}

void ft_channel_receive_if (ft_thread *t, bool any) {
  receive_all (t, any);
}

void ft_channel_look_at_unknown (ft_thread *t, bool any) {
  receive_if (t, &unknown, any);
}

void ft_channel_look_at (ft_thread *t, const uint64_t *sent) {
  receive_if (t, or_all (sent), true);
}

static bool is_regular (int fd) {
  struct stat status;
  return ft_channel_status (fd, &status) && S_ISREG (status.st_mode);
}

// Errors that say nothing of what other threads did.
static bool is_of_thread (int error) {
  return error == EINVAL || error == EINTR || error == ENOTSOCK ||
         error == EOPNOTSUPP || error == EMSGSIZE;
}

void ft_channel_failed (ft_thread *t, int fd) {
  int error = errno;
  if (t)
    ft_channel_receiving (t, -1); // it has taken nothing
  if (error == EAGAIN) {
    ft_channel_receive (t, fd);
    ft_channel_look (t, fd);
    ft_channel_waited (t, fd, true);
  } else if (error == EFAULT) // another thread may have unmapped the memory
    ft_look_at_everything (t);
  else if (!is_of_thread (error))
    ft_channel_receive_any (t);
  errno = error;
}

void ft_channel_open (ft_thread *t, int fd, bool changes) {
  struct stat status;
  if (fd >= 0)
    note_open (t, fd);
  if (fd >= 0 && ft_fd_status (fd, &status))
    ft_inherited_file_opens (&status);
  if (fd < 0)
    ft_channel_failed (t, fd);
  else if (!is_regular (fd))
    return;
  else if (changes)
    ft_channel_send (t, fd);
  else
    ft_channel_receive (t, fd);
}

// A later call on the number fails, whatever file it was.
void ft_channel_close (ft_thread *t, int fd) {
  struct stat status;
  note_close (fd);
  if (t && ft_fd_status (fd, &status) &&
      (S_ISREG (status.st_mode) || ft_file_is_outside (&status))) {
    change (t, &all);
    change (t, &outside);
  } else
    ft_channel_send (t, fd);
  ft_watched_closed (fd);
  ft_counter_closed (fd);
}

void ft_channel_receive_unknown (ft_thread *t) {
  ft_happens_after (t, &unknown, cause_of (&unknown));
  ft_happens_after (t, &all, cause_of (&all));
}

bool ft_channel_is_ready (int fd, short events) {
  struct pollfd p = {fd, events, 0};
  struct timespec none = {0};
  return FT_SYSCALL (ppoll, &p, 1, &none, NULL, 8, 0) != 0;
}

static bool never_blocks (int fd) {
  struct stat status;
  return !ft_fd_status (fd, &status) || S_ISREG (status.st_mode) ||
         S_ISBLK (status.st_mode) || S_ISDIR (status.st_mode);
}

static bool may_wait (ft_thread *t, int fd, short events) {
  return t && fd >= 0 &&
         !(events ? ft_channel_is_ready (fd, events) : never_blocks (fd));
}

static unsigned sending; // threads that send without the token

bool ft_channel_others_send (void) {
  return sending;
}

static void note_sending (ft_thread *t, bool sends) {
  sending += sends - t->sends;
  t->sends = sends;
}

static bool begin_call (ft_thread *t, int fd, short events, int from) {
  if (!may_wait (t, fd, events))
    return false;
  ft_channel_receiving (t, from);
  note_sending (t, from < 0);
  ft_blocking_begin (t);
  return true;
}

static int receiver (int fd, short events) {
  return events == POLLOUT ? -1 : fd;
}

// A large write may wait where a small one does not.
static short events_of_write (size_t bytes) {
  return bytes > 4096 ? 0 : POLLOUT;
}

bool ft_blocking_begin_fd (ft_thread *t, int fd, short events) {
  return begin_call (t, fd, events, receiver (fd, events));
}

bool ft_blocking_begin_write (ft_thread *t, int fd, size_t bytes) {
  return begin_call (t, fd, events_of_write (bytes), -1);
}

static bool never_waits (int fd, int flags) {
  return flags & MSG_DONTWAIT ||
         FT_SYSCALL (fcntl, fd, F_GETFL, 0, 0, 0, 0) & O_NONBLOCK;
}

static bool begin (ft_thread *t, int fd, int from, int flags) {
  ft_channel_receiving (t, from);
  t->calls_at_once = never_waits (fd, flags);
  note_sending (t, from < 0 && !t->calls_at_once);
  if (!t->calls_at_once)
    ft_blocking_begin (t);
  return true;
}

// Whether a call that receives may wait, and has given the token away for that.  It may
// also where the channel holds something now: another thread that is in the kernel may take
// that first.
bool ft_call_begin_fd (ft_thread *t, int fd, short events, int flags) {
  bool waits = may_wait (t, fd, events) ||
               (t && fd >= 0 && ft_channel_others_receive (t, fd));
  return waits && begin (t, fd, receiver (fd, events), flags);
}

bool ft_call_begin_write (ft_thread *t, int fd, size_t bytes, int flags) {
  return may_wait (t, fd, events_of_write (bytes)) && begin (t, fd, -1, flags);
}

long ft_call_made (ft_thread *t, long result) {
  if (t && t->calls_at_once)
    ft_blocking_begin (t);
  if (t)
    t->calls_at_once = false;
  return result;
}

// EXTERNAL is logged whether or not the call had to wait: a descriptor that was
// ready in the run need not be ready in the replay, and both have the same log.
bool ft_call_fails_again (ft_thread *t) {
  if (!t || t->calls_at_once ||
      !(t->call_interrupted || (ft_replaying () && ft_signals_await (t))))
    return false;
  errno = EINTR;
  return true;
}

void ft_blocking_end_fd_no_stop (ft_thread *t, bool released) {
  if (released)
    ft_blocking_end (t);
  else if (t)
    ft_log_record (t, FT_WIRE_EXTERNAL, 0);
  if (t)
    note_sending (t, false);
}

void ft_blocking_end_fd (ft_thread *t, bool released) {
  ft_blocking_end_fd_no_stop (t, released);
  if (t)
    ft_scheduling_point (t);
}
