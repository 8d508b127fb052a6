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
//   or a file
//   sockets    calls that send through any     calls that receive through any
//              socket, event counter, ...
//   arrivals   connect                         accept
//   unknown    calls whose receiver only the   every call that receives
//              kernel knows
//   all        every call that sends           calls whose sender only the
//                                              kernel knows
//
// One order too many hides a race at worst; one too few makes a false report.
// Left out are names (files that are made, moved or removed in a directory),
// and standard input and output, whose other end is outside of the program.

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/happens_before.h"
#include "runtime/syscall.h"
#include "runtime/libc_access.h"

enum { CHANNELS = 1024 };

struct channel {
  uint64_t device, inode;
  uint64_t sent;
};

// Pipes and files by hash; when the table is full, 'sockets' stands for others.
static struct channel nodes[CHANNELS];
static uint64_t sockets, arrivals, unknown, all;

static bool status_of (int fd, struct stat *status) {
  return FT_SYSCALL (newfstatat, fd, "", status, AT_EMPTY_PATH, 0, 0) == 0;
}

static uint64_t *word_of_node (const struct stat *status) {
  for (size_t i = 0; i < 16; i++) {
    struct channel *c = nodes + (status->st_ino + i) % CHANNELS;
    if (!c->inode) {
      c->device = status->st_dev;
      c->inode = status->st_ino;
    }
    if (c->device == status->st_dev && c->inode == status->st_ino)
      return &c->sent;
  }
  return &sockets;
}

static uint64_t *word_of (int fd) {
  struct stat status;
  if (fd <= STDERR_FILENO || !status_of (fd, &status))
    return NULL;
  switch (status.st_mode & S_IFMT) {
  case S_IFDIR:
    return NULL;
  case S_IFREG:
  case S_IFBLK:
  case S_IFIFO:
    return word_of_node (&status);
  default:
    return &sockets;
  }
}

static void send_through (ft_thread *t, uint64_t *word) {
  if (!t || !word)
    return;
  ft_happens_before (t, word);
  ft_happens_before (t, &all);
}

static void receive_through (ft_thread *t, const uint64_t *word) {
  if (!t || !word)
    return;
  ft_happens_after (t, word);
  ft_happens_after (t, &unknown);
}

void ft_channel_send (ft_thread *t, int fd) {
  send_through (t, t ? word_of (fd) : NULL);
}

void ft_channel_receive (ft_thread *t, int fd) {
  receive_through (t, t ? word_of (fd) : NULL);
}

void ft_channel_connect (ft_thread *t) {
  send_through (t, &arrivals);
}

void ft_channel_accept (ft_thread *t) {
  receive_through (t, &arrivals);
}

void ft_channel_send_any (ft_thread *t) {
  send_through (t, &unknown);
}

void ft_channel_receive_any (ft_thread *t) {
  if (t)
    ft_happens_after (t, &all);
}

static bool is_ready (int fd, short events) {
  struct pollfd p = {fd, events, 0};
  struct timespec none = {0};
  return FT_SYSCALL (ppoll, &p, 1, &none, NULL, 8, 0) != 0;
}

static bool never_blocks (int fd) {
  struct stat status;
  return !status_of (fd, &status) || S_ISREG (status.st_mode) ||
         S_ISBLK (status.st_mode) || S_ISDIR (status.st_mode);
}

bool ft_blocking_begin_fd (ft_thread *t, int fd, short events) {
  if (!t || fd < 0 || (events ? is_ready (fd, events) : never_blocks (fd)))
    return false;
  ft_blocking_begin (t);
  return true;
}

bool ft_blocking_begin_write (ft_thread *t, int fd, size_t bytes) {
  return ft_blocking_begin_fd (t, fd, bytes > 4096 ? 0 : POLLOUT);
}

// EXTERNAL is logged whether or not the call had to wait: a descriptor that was
// ready in the run need not be ready in the replay, and both have the same log.
void ft_blocking_end_fd_no_stop (ft_thread *t, bool released) {
  if (released)
    ft_blocking_end (t);
  else if (t)
    ft_log_record (t, FT_WIRE_EXTERNAL, 0);
}

void ft_blocking_end_fd (ft_thread *t, bool released) {
  ft_blocking_end_fd_no_stop (t, released);
  if (t)
    ft_scheduling_point (t);
}
