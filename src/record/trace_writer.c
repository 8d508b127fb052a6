// Pieces of one thread's log go to "thread-N.part", each a zstd frame of its
// own, after a frame of fixed size for the header, which is known only at the
// end: then it is written and the file gets its name.  Making and removing more
// files than that is what many short threads cost most; until then all headers
// are in "heads".
// Without compression they go to their place in "thread-N".

#include "record/trace_writer_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/stack.h"
#include "base/strbuf.h"
#include "runtime/wire.h"
#include "record/directory.h"

enum { SLOTS = 256, NAP = 50000000 }; // at first; nanoseconds

// ---- slots ------------------------------------------------------------------

uint64_t *ft_trace_writer_tick (ft_trace_writer *d, uint32_t thread) {
  while (d->places.size <= thread)
    FT_PUSH (d->places, 0);
  return d->places.begin + thread;
}

static const char *memory (const ft_trace_writer *d, uint32_t index) {
  return (const char *)d->slots + FT_WIRE_BUFFERS_HEADER +
         (size_t)index * FT_WIRE_BUFFER;
}

static bool keep (ft_trace_writer *d, uint32_t index, const struct ft_wire_buffer *s) {
  char *path = ft_trace_writer_path (d, "thread", s->thread, d->pack ? ".part" : "");
  size_t size = s->words * 8;
  bool fine = d->pack
                  ? (s->place || ft_trace_writer_begin_part (d, path)) &&
                        ft_trace_writer_append (d, path, memory (d, index), size)
                  : ft_trace_writer_write (d, path, FT_WIRE_PAGE + (off_t)s->place * 8,
                                    memory (d, index), size);
  free (path);
  return fine;
}

static void release (ft_trace_writer *d, struct ft_wire_buffer *s) {
  __atomic_store_n (&s->state, FT_WIRE_BUFFER_FREE, __ATOMIC_RELEASE);
  __atomic_fetch_add (&d->slots->freed, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &d->slots->freed, FUTEX_WAKE, 1, NULL, NULL, 0);
}

// The program shares this memory: nothing in it is trusted.
static bool is_next (ft_trace_writer *d, const struct ft_wire_buffer *s) {
  return s->thread < 1 << 16 && s->words <= FT_WIRE_BUFFER / 8 &&
         s->place == *ft_trace_writer_tick (d, s->thread);
}

static bool take (ft_trace_writer *d, uint32_t index, struct ft_wire_buffer *shared) {
  struct ft_wire_buffer s = *shared;
  if (!is_next (d, &s))
    return false;
  if (!d->problem && s.words)
    keep (d, index, &s);
  if (!d->problem)
    *ft_trace_writer_tick (d, s.thread) += s.words;
  release (d, shared);
  return true;
}

static uint32_t count (const ft_trace_writer *d) {
  uint32_t n = __atomic_load_n (&d->slots->count, __ATOMIC_ACQUIRE);
  return n < FT_WIRE_MAX_BUFFERS ? n : FT_WIRE_MAX_BUFFERS;
}

// Slots of one thread are taken in the order of its log.
static bool take_all (ft_trace_writer *d) {
  bool any = false, again = true;
  while (again) {
    again = false;
    for (uint32_t i = 0; i < count (d); i++) {
      struct ft_wire_buffer *s = &d->slots->slots[i];
      if (__atomic_load_n (&s->state, __ATOMIC_ACQUIRE) == FT_WIRE_BUFFER_FULL &&
          take (d, i, s))
        any = again = true;
    }
  }
  return any;
}

static void *run (void *context) {
  ft_trace_writer *d = context;
  struct timespec nap = {0, NAP};
  while (!__atomic_load_n (&d->over, __ATOMIC_ACQUIRE)) {
    uint32_t full = __atomic_load_n (&d->slots->full, __ATOMIC_ACQUIRE);
    if (!take_all (d))
      syscall (SYS_futex, &d->slots->full, FUTEX_WAIT, full, &nap, NULL, 0);
  }
  return NULL;
}

// ---- beginning --------------------------------------------------------------

static struct ft_wire_buffers *make (const char *path) {
  size_t size = FT_WIRE_BUFFERS_HEADER + (size_t)SLOTS * FT_WIRE_BUFFER;
  int fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  void *bytes = MAP_FAILED;
  // Real space: a store to a hole of a full disk would kill the program.
  if (fd >= 0 && !posix_fallocate (fd, 0, (off_t)size))
    bytes = mmap (NULL, FT_TRACE_WRITER_MAPPED, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (fd >= 0)
    close (fd);
  return bytes == MAP_FAILED ? NULL : bytes;
}

static void fill_head (struct ft_wire_buffers *slots) {
  slots->version = FT_WIRE_VERSION;
  slots->count = SLOTS;
  slots->owner = (uint32_t)getpid ();
  slots->magic = FT_WIRE_MAGIC;
}

static void discard (ft_trace_writer *d) {
  char *path = ft_trace_writer_path (d, "slots", UINT32_MAX, "");
  unlink (path);
  if (d->slots)
    munmap (d->slots, FT_TRACE_WRITER_MAPPED);
  ZSTD_freeCCtx (d->zstd);
  free (d->packed);
  FT_RELEASE (d->places);
  free (d->run);
  free (path);
  free (d);
}

// With all signals blocked: they are for the thread that waits for the program.
static bool start_thread (ft_trace_writer *d) {
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  bool fine = !pthread_create (&d->thread, NULL, run, d);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return fine;
}

ft_trace_writer *ft_trace_writer_start (const char *directory, bool pack) {
  ft_trace_writer *d = FT_NEW (ft_trace_writer);
  d->run = ft_strdup (directory);
  d->pack = pack;
  d->zstd = ZSTD_createCCtx ();
  d->packed_size = ZSTD_compressBound (FT_WIRE_BUFFER);
  d->packed = ft_calloc (1, d->packed_size);
  char *path = ft_trace_writer_path (d, "slots", UINT32_MAX, "");
  d->slots = make (path);
  free (path);
  if (d->slots)
    fill_head (d->slots);
  if (d->zstd && d->slots && start_thread (d))
    return d;
  discard (d);
  return NULL;
}

// ---- the end ----------------------------------------------------------------

static void open_heads (ft_trace_writer *d) {
  struct stat st;
  char *path = ft_trace_writer_path (d, "heads", UINT32_MAX, "");
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  size_t size = fd < 0 || fstat (fd, &st) ? 0 : (size_t)st.st_size;
  void *bytes =
      size ? mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  if (bytes != MAP_FAILED) {
    d->heads = bytes;
    d->head_count = size / sizeof *d->heads;
  }
  if (fd >= 0)
    close (fd);
  free (path);
}

static void close_heads (ft_trace_writer *d, bool keep) {
  char *path = ft_trace_writer_path (d, "heads", UINT32_MAX, "");
  if (d->heads)
    munmap ((void *)d->heads, d->head_count * sizeof *d->heads);
  d->heads = NULL;
  if (!keep)
    unlink (path);
  free (path);
}

// One that never began has none.
static struct ft_wire_thread head_of (const ft_trace_writer *d, uint32_t thread) {
  return thread < d->head_count ? d->heads[thread] : (struct ft_wire_thread){0};
}

// What threads were still writing to: as much as they published.
static void take_open (ft_trace_writer *d) {
  for (uint32_t i = 0; i < count (d); i++) {
    struct ft_wire_buffer *s = &d->slots->slots[i];
    if (s->state != FT_WIRE_BUFFER_OPEN)
      continue;
    uint64_t end = head_of (d, s->thread).words;
    uint64_t words = end > s->place ? end - s->place : 0;
    s->words = words < FT_WIRE_BUFFER / 8 ? words : FT_WIRE_BUFFER / 8;
    take (d, i, s);
  }
}

// A log that ends early says so: its header counts the words that there are.
static bool complete (ft_trace_writer *d, uint32_t thread, uint64_t words) {
  struct ft_wire_thread header = head_of (d, thread);
  char *raw = ft_trace_writer_path (d, "thread", thread, "");
  char *part = ft_trace_writer_path (d, "thread", thread, ".part");
  char *packed = ft_trace_writer_path (d, "thread", thread, ".zst");
  header.words = words;
  bool fine = d->pack ? ft_trace_writer_finish_part (d, part, packed, &header)
                      : ft_trace_writer_write_header (d, raw, &header);
  if (!fine)
    unlink (part);
  free (raw);
  free (part);
  free (packed);
  return fine;
}

// A recording that turned out to be a light one keeps no logs.
static void forget (ft_trace_writer *d, uint32_t thread) {
  char *part = ft_trace_writer_path (d, "thread", thread, ".part");
  unlink (part);
  free (part);
}

// Every thread that began gets its file.
static void complete_all (ft_trace_writer *d) {
  bool light = ft_directory_is_light (d->run);
  uint32_t threads =
      d->heads ? ft_trace_writer_threads (d) : 0; // else it writes its own
  for (uint32_t i = 0; i < threads; i++)
    if (light)
      forget (d, i);
    else
      complete (d, i, *ft_trace_writer_tick (d, i));
  close_heads (d, light);
}

// Takes what is left; the program writes no more, or is not waited for.
bool ft_trace_writer_finish (ft_trace_writer *d, ft_error *error) {
  open_heads (d);
  take_all (d);
  take_open (d);
  complete_all (d);
  bool fine = !d->problem;
  if (!fine)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%.400s: the trace cannot be written: %s", d->run,
                  strerror (d->problem));
  discard (d);
  return fine;
}

bool ft_trace_writer_end (ft_trace_writer *d, ft_error *error) {
  __atomic_store_n (&d->over, 1, __ATOMIC_RELEASE);
  __atomic_fetch_add (&d->slots->full, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &d->slots->full, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join (d->thread, NULL);
  return ft_trace_writer_finish (d, error);
}
