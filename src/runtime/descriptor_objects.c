#include "runtime/descriptor_objects.h"

#include <string.h>
#include <sys/stat.h>

#include "runtime/fd_status.h"
#include "runtime/text_buffer.h"
#include "runtime/inputs.h"
#include "runtime/thread.h"
#include "runtime/watched.h"

enum { NUMBERS = 1 << 16 }; // FT_WIRE_DESCRIPTOR has no room for higher ones

typedef struct number {
  uint64_t object;  // number of the opening, from 1 on; 0: none yet
  uint64_t device, inode; // of what it has opened; 0 if it is not open
  uint32_t changes; // records of openings and closings, ever
  uint32_t opener;  // number of the thread that opened it, + 1; 0: unknown
  uint8_t kind;     // enum ft_wire_descriptor_kind
  bool closed;      // the object is closed
  bool reused;      // it is not the first object that has the number
  bool unseen;      // the runtime knows no opening of the object
  bool untold;      // something may have closed the number without a record
} number;

static number numbers[NUMBERS];
static uint64_t objects;

unsigned ft_descriptor_kind_of_unnamed (int fd) {
  static const struct {
    char name[24];
    uint8_t kind;
  } kinds[] = {{"anon_inode:[eventfd]", FT_WIRE_DESCRIPTOR_EVENT},
               {"anon_inode:[timerfd]", FT_WIRE_DESCRIPTOR_TIMER},
               {"anon_inode:[eventpoll]", FT_WIRE_DESCRIPTOR_POLL},
               {"anon_inode:[signalfd]", FT_WIRE_DESCRIPTOR_SIGNALS}};
  char path[40], name[sizeof kinds->name] = "";
  ft_text at = FT_TEXT (path);
  ft_text_add (&at, "/proc/self/fd/%d", fd);
  if (FT_SYSCALL (readlink, path, name, sizeof name - 1, 0, 0, 0) <= 0)
    return FT_WIRE_DESCRIPTOR_OTHER;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp (name, kinds[i].name))
      return kinds[i].kind;
  return FT_WIRE_DESCRIPTOR_OTHER;
}

static unsigned kind_of (int fd, const struct stat *status) {
  switch (status->st_mode & S_IFMT) {
  case S_IFREG:
    return FT_WIRE_DESCRIPTOR_FILE;
  case S_IFDIR:
    return FT_WIRE_DESCRIPTOR_DIRECTORY;
  case S_IFCHR:
  case S_IFBLK:
    return FT_WIRE_DESCRIPTOR_DEVICE;
  case S_IFIFO:
    return FT_WIRE_DESCRIPTOR_PIPE;
  case S_IFSOCK:
    return FT_WIRE_DESCRIPTOR_SOCKET;
  default:
    return ft_descriptor_kind_of_unnamed (fd);
  }
}

static void begin_object (number *n, int fd, const struct stat *status,
                          uint32_t opener) {
  n->reused = n->object != 0;
  n->object = ++objects;
  n->opener = opener;
  n->kind = (uint8_t)kind_of (fd, status);
  n->device = status->st_dev;
  n->inode = status->st_ino;
  n->closed = n->unseen = false;
}

// Whether the number stands for something else than its object: calls that the
// runtime does not see open and close it, too.
static bool is_another (const number *n, bool open, const struct stat *status) {
  return open && (n->closed || n->device != status->st_dev ||
                  n->inode != status->st_ino);
}

// The number, with the object that it stands for.  Of what the program began
// with, a library's own system calls and messages with descriptors in them the
// runtime knows no opening.
static number *number_at (int fd) {
  number *n = numbers + fd;
  struct stat status;
  bool open = ft_fd_status (fd, &status);
  if (!n->object || is_another (n, open, &status)) {
    begin_object (n, fd, &status, 0);
    n->unseen = true;
  }
  return n;
}

static bool is_stale (const ft_thread *t, const number *n) {
  return n->reused && n->opener != t->id + 1;
}

static void log_number (ft_thread *t, unsigned code, int fd, uint64_t flags) {
  const number *n = numbers + fd;
  if (n->unseen || n->untold)
    flags |= FT_WIRE_DESCRIPTOR_UNSEEN;
  ft_log_record1 (t, code, FT_WIRE_DESCRIPTORS + 8 * n->object,
                  FT_WIRE_DESCRIPTOR (fd, n->kind, n->changes) | flags);
}

// Whether the thread means the object that the number stands for, as far as is
// known: behind the close of a number that was used again it may mean one of
// several.
static bool is_certain (const ft_thread *t, const number *n) {
  return !n->closed || !is_stale (t, n);
}

void ft_descriptor_used (ft_thread *t, int fd) {
  if (!t || fd < 0 || fd >= NUMBERS)
    return;
  const number *n = number_at (fd);
  uint64_t flags = is_stale (t, n) ? FT_WIRE_DESCRIPTOR_STALE : 0;
  log_number (t, FT_WIRE_DESCRIPTOR_USE, fd,
              is_certain (t, n) ? flags | FT_WIRE_DESCRIPTOR_OBJECT : 0);
}

// A second close, which fails, is one, too: the other one would fail if it came
// first.  If it closes nothing anyway, the records say so.
static void log_close (ft_thread *t, int fd, bool closes) {
  number *n = number_at (fd);
  bool certain = closes && is_certain (t, n);
  log_number (t, FT_WIRE_DESCRIPTOR_USE, fd,
              certain && is_stale (t, n) ? FT_WIRE_DESCRIPTOR_STALE : 0);
  log_number (t, FT_WIRE_DESCRIPTOR_CLOSE, fd,
              certain ? FT_WIRE_DESCRIPTOR_OBJECT : 0);
  n->changes += certain;
  n->closed |= closes;
}

void ft_descriptor_closes (ft_thread *t, int fd) {
  if (t && fd >= 0 && fd < NUMBERS)
    log_close (t, fd, true);
  else if (t && fd >= 0) // the number becomes free
    ft_log_record1 (t, FT_WIRE_DESCRIPTOR_CLOSE, FT_WIRE_DESCRIPTORS, 0);
  else if (fd >= 0)
    ft_descriptor_closes_untold ((unsigned long)fd, (unsigned long)fd);
}

void ft_descriptor_replaced (ft_thread *t, int fd, int to) {
  if (t && to >= 0 && to < NUMBERS && fd != to)
    log_close (t, to, ft_fd_status (fd, &(struct stat){0}));
  else if (!t && to >= 0)
    ft_descriptor_closes_untold ((unsigned long)to, (unsigned long)to);
}

void ft_descriptor_opened (ft_thread *t, int fd) {
  if (!t || fd < 0 || fd >= NUMBERS)
    return;
  number *n = numbers + fd;
  struct stat status;
  ft_fd_status (fd, &status);
  begin_object (n, fd, &status, t->id + 1);
  log_number (t, FT_WIRE_DESCRIPTOR_OPEN, fd, FT_WIRE_DESCRIPTOR_OBJECT);
  n->changes++;
}

bool ft_descriptor_is_as_begun (int fd) {
  return fd < 0 ||
         (fd < NUMBERS && !numbers[fd].changes && !numbers[fd].untold);
}

void ft_descriptor_closes_untold (unsigned long first, unsigned long last) {
  for (unsigned long fd = first; fd <= last && fd < NUMBERS; fd++) {
    numbers[fd].untold = true;
    ft_watched_closed ((int)fd);
    ft_counter_closed ((int)fd);
  }
}
