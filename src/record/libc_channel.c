// Descriptors: which calls may block, and what pipes and sockets order.
//
// What is read from a pipe was written to it before, so no reordering may turn
// that round.  Each pipe has a word here that its writers change in turn, by
// atomic records, and that its readers read: as a hand-made queue would.  All
// other descriptors that are no files (sockets, event counters) share one word,
// since their two ends cannot be told by their numbers.  Terminals, pipes from
// and to elsewhere are among them; this orders a little more than there is.

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/cause.h"
#include "record/kernel.h"
#include "record/touch.h"

enum { CHANNELS = 1024 };

struct channel {
  uint64_t device, inode;
  uint64_t sent;
};

static struct channel pipes[CHANNELS]; // by hash; when full, 'others'
static struct channel others;

static bool status_of (int fd, struct stat *status) {
  return FT_KERNEL (newfstatat, fd, "", status, AT_EMPTY_PATH, 0, 0) == 0;
}

static struct channel *pipe_of (const struct stat *status) {
  for (size_t i = 0; i < 16; i++) {
    struct channel *c = pipes + (status->st_ino + i) % CHANNELS;
    if (!c->inode) {
      c->device = status->st_dev;
      c->inode = status->st_ino;
    }
    if (c->device == status->st_dev && c->inode == status->st_ino)
      return c;
  }
  return &others;
}

// Standard input and output come from elsewhere, and from somewhere else in a
// replay.
static struct channel *channel_of (int fd) {
  struct stat status;
  if (fd <= STDERR_FILENO || !status_of (fd, &status))
    return NULL;
  switch (status.st_mode & S_IFMT) {
  case S_IFREG:
  case S_IFDIR:
  case S_IFBLK:
  case S_IFCHR:
    return NULL;
  case S_IFIFO:
    return pipe_of (&status);
  default:
    return &others;
  }
}

void ft_sends (ft_thread *t, int fd) {
  struct channel *c = t ? channel_of (fd) : NULL;
  if (c)
    ft_causes (t, &c->sent);
}

void ft_receives (ft_thread *t, int fd) {
  struct channel *c = t ? channel_of (fd) : NULL;
  if (c)
    ft_caused (t, &c->sent);
}

static bool is_ready (int fd, short events) {
  struct pollfd p = {fd, events, 0};
  struct timespec none = {0};
  return FT_KERNEL (ppoll, &p, 1, &none, NULL, 8, 0) != 0;
}

static bool never_blocks (int fd) {
  struct stat status;
  return !status_of (fd, &status) || S_ISREG (status.st_mode) ||
         S_ISBLK (status.st_mode) || S_ISDIR (status.st_mode);
}

bool ft_away_for (ft_thread *t, int fd, short events) {
  if (!t || fd < 0 || (events ? is_ready (fd, events) : never_blocks (fd)))
    return false;
  ft_external_begin (t);
  return true;
}

bool ft_away_to_write (ft_thread *t, int fd, size_t bytes) {
  return ft_away_for (t, fd, bytes > 4096 ? 0 : POLLOUT);
}

// EXTERNAL is logged whether or not the call had to wait: what was ready in one
// run need not be in its replay, and the logs of both are the same.
void ft_returned (ft_thread *t, bool was_away) {
  if (was_away)
    ft_external_end (t);
  else if (t)
    ft_log (t, FT_WIRE_EXTERNAL, 0);
}

void ft_back (ft_thread *t, bool was_away) {
  ft_returned (t, was_away);
  if (t)
    ft_checkpoint (t);
}
