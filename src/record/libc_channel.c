// Descriptors: which calls may block, and what pipes and sockets order.
//
// What is read from a pipe was written to it before, so no reordering may turn
// that round.  Who sends something through the kernel changes a word of the
// runtime, and who gets something reads it, with its value, by atomic records:
// as a hand-made queue would.  One word for all: which two ends belong together
// cannot be told for most of them, and an order too much hides a race at worst,
// where one too few makes a false report.  Only files, and standard input and
// output, are left out: they come from elsewhere.

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/cause.h"
#include "record/kernel.h"
#include "record/touch.h"

static uint64_t sent;

static bool status_of (int fd, struct stat *status) {
  return FT_KERNEL (newfstatat, fd, "", status, AT_EMPTY_PATH, 0, 0) == 0;
}

static bool is_channel (int fd) {
  struct stat status;
  if (fd <= STDERR_FILENO || !status_of (fd, &status))
    return false;
  switch (status.st_mode & S_IFMT) {
  case S_IFREG:
  case S_IFDIR:
  case S_IFBLK:
    return false;
  default:
    return true;
  }
}

void ft_sends_any (ft_thread *t) {
  if (t)
    ft_causes (t, &sent);
}

void ft_receives_any (ft_thread *t) {
  if (t)
    ft_caused (t, &sent);
}

void ft_sends (ft_thread *t, int fd) {
  if (t && is_channel (fd))
    ft_sends_any (t);
}

void ft_receives (ft_thread *t, int fd) {
  if (t && is_channel (fd))
    ft_receives_any (t);
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
