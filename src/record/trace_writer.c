// Each buffer of a thread is coded as a piece (run/log_coding.h), which becomes a
// zstd frame of the file "thread-N.part".  The file begins with a frame of fixed size
// for the header, which is known only at the end; it is then written and the file
// renamed to "thread-N.zst".  Until then all headers are in the file "heads": with many
// short threads, making and removing files is most of the cost.
//
// Without compression the words go to their offset in "thread-N".

#include "record/trace_writer_inside.h"

#include <assert.h>
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
#include "record/cache_lines.h"
#include "record/directory.h"

enum {
  BUFFERS = 256,  // at first
  NAP = 50000000, // nanoseconds
  ANNOUNCED = 8,  // buffers that are released together
  LEVEL = -2,     // of zstd
  SHORTEST = 7,   // bytes that zstd finds again: shorter ones cost more time
};

// ---- buffers ----------------------------------------------------------------

ft_written_log *ft_trace_writer_log (ft_trace_writer *w, uint32_t thread) {
  while (w->logs.size <= thread)
    FT_PUSH (w->logs, ((ft_written_log){0, NULL}));
  return w->logs.begin + thread;
}

static const uint64_t *memory (const ft_trace_writer *w, uint32_t index) {
  return (const uint64_t *)((const char *)w->buffers + FT_WIRE_BUFFERS_HEADER +
                            (size_t)index * FT_WIRE_BUFFER);
}

static bool write_words (ft_trace_writer *w, uint32_t index,
                         const struct ft_wire_buffer *s) {
  const uint64_t *words = memory (w, index);
  if (!w->pack)
    return ft_trace_writer_put_words (w, s->thread, words, s->words);
  return (s->tick || ft_trace_writer_begin_part (w, s->thread)) &&
         ft_trace_writer_put_piece (w, s->thread, words, s->words);
}

// Lets a program that waits for a buffer go on.
static void announce (ft_trace_writer *w) {
  if (!w->unannounced)
    return;
  w->unannounced = 0;
  __atomic_fetch_add (&w->buffers->freed, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &w->buffers->freed, FUTEX_WAKE, 1, NULL, NULL, 0);
}

// A program that was woken for each buffer would wait again at once.
static void release (ft_trace_writer *w, struct ft_wire_buffer *s) {
  __atomic_store_n (&s->state, FT_WIRE_BUFFER_FREE, __ATOMIC_RELEASE);
  if (++w->unannounced == ANNOUNCED)
    announce (w);
}

// Whether the buffer continues its thread's log.  The program shares the memory
// of 's', so that no value in it is trusted.
static bool is_next (ft_trace_writer *w, const struct ft_wire_buffer *s) {
  return s->thread < 1 << 16 && s->words <= FT_WIRE_BUFFER / 8 &&
         s->tick == ft_trace_writer_log (w, s->thread)->tick;
}

static bool empty_buffer (ft_trace_writer *w, uint32_t index,
                          struct ft_wire_buffer *shared) {
  struct ft_wire_buffer s = *shared;
  if (!is_next (w, &s))
    return false;
  if (!w->problem && s.words)
    write_words (w, index, &s);
  if (w->evict)
    ft_cache_lines_evict (memory (w, index), s.words * 8);
  if (!w->problem)
    ft_trace_writer_log (w, s.thread)->tick += s.words;
  release (w, shared);
  return true;
}

static uint32_t count (const ft_trace_writer *w) {
  uint32_t n = __atomic_load_n (&w->buffers->count, __ATOMIC_ACQUIRE);
  return n < FT_WIRE_MAX_BUFFERS ? n : FT_WIRE_MAX_BUFFERS;
}

// Empties all full buffers, those of one thread in the order of its log.
// Returns whether there were any.
static bool take_all (ft_trace_writer *w) {
  bool any = false, again = true;
  while (again) {
    again = false;
    for (uint32_t i = 0; i < count (w); i++) {
      struct ft_wire_buffer *s = &w->buffers->buffers[i];
      if (__atomic_load_n (&s->state, __ATOMIC_ACQUIRE) ==
              FT_WIRE_BUFFER_FULL &&
          empty_buffer (w, i, s))
        any = again = true;
    }
    announce (w);
  }
  return any;
}

static void *run (void *context) {
  ft_trace_writer *w = context;
  struct timespec nap = {0, NAP};
  while (!__atomic_load_n (&w->ended, __ATOMIC_ACQUIRE)) {
    uint32_t full = __atomic_load_n (&w->buffers->full, __ATOMIC_ACQUIRE);
    if (!take_all (w))
      syscall (SYS_futex, &w->buffers->full, FUTEX_WAIT, full, &nap, NULL, 0);
  }
  return NULL;
}

// ---- the start --------------------------------------------------------------

static struct ft_wire_buffers *make (const char *path) {
  size_t size = FT_WIRE_BUFFERS_HEADER + (size_t)BUFFERS * FT_WIRE_BUFFER;
  int fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  void *bytes = MAP_FAILED;
  // Real space: a store to a hole of a file on a full disk would kill the
  // program.
  if (fd >= 0 && !posix_fallocate (fd, 0, (off_t)size))
    bytes = mmap (NULL, FT_TRACE_WRITER_MAPPED, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (fd >= 0)
    close (fd);
  return bytes == MAP_FAILED ? NULL : bytes;
}

static void fill_header (struct ft_wire_buffers *buffers) {
  buffers->version = FT_WIRE_VERSION;
  buffers->count = BUFFERS;
  buffers->owner = (uint32_t)getpid ();
  buffers->magic = FT_WIRE_MAGIC;
}

static void discard (ft_trace_writer *w) {
  char *path = ft_trace_writer_path (w, "slots", UINT32_MAX, "");
  unlink (path);
  if (w->buffers)
    munmap (w->buffers, FT_TRACE_WRITER_MAPPED);
  for (size_t i = 0; i < w->logs.size; i++)
    ft_log_coder_free (w->logs.begin[i].coder);
  ft_log_coder_free (w->coder);
  ZSTD_freeCCtx (w->zstd);
  free (w->packed);
  free (w->piece);
  FT_RELEASE (w->logs);
  free (w->run);
  free (path);
  free (w);
}

// With all signals blocked, which are for the thread that waits for the
// program.
static bool start_thread (ft_trace_writer *w) {
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  bool fine = !pthread_create (&w->thread, NULL, run, w);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return fine;
}

void ft_trace_writer_make_coder (ft_trace_writer *w) {
  w->coder = ft_log_coder_new ();
  w->piece = ft_calloc (1, FT_LOG_PIECE_BYTES);
  w->zstd = ZSTD_createCCtx ();
  ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_minMatch, SHORTEST);
  ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_checksumFlag, 1);
  w->packed_size = ZSTD_compressBound (FT_LOG_PIECE_BYTES);
  w->packed = ft_calloc (1, w->packed_size);
}

ft_trace_writer *ft_trace_writer_start (const char *directory, bool pack) {
  ft_trace_writer *w = FT_NEW (ft_trace_writer);
  w->run = ft_strdup (directory);
  w->pack = pack;
  w->evict = ft_cache_lines_pay ();
  ft_trace_writer_make_coder (w);
  char *path = ft_trace_writer_path (w, "slots", UINT32_MAX, "");
  w->buffers = make (path);
  free (path);
  if (w->buffers)
    fill_header (w->buffers);
  if (w->zstd && w->buffers && start_thread (w))
    return w;
  discard (w);
  return NULL;
}

// ---- the end ----------------------------------------------------------------

static void open_headers (ft_trace_writer *w) {
  assert (!w->headers);
  struct stat st;
  char *path = ft_trace_writer_path (w, "heads", UINT32_MAX, "");
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  size_t size = fd < 0 || fstat (fd, &st) ? 0 : (size_t)st.st_size;
  void *bytes =
      size ? mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  if (bytes != MAP_FAILED) {
    w->headers = bytes;
    w->header_count = size / sizeof *w->headers;
  }
  if (fd >= 0)
    close (fd);
  free (path);
}

static void close_headers (ft_trace_writer *w, bool keep) {
  char *path = ft_trace_writer_path (w, "heads", UINT32_MAX, "");
  if (w->headers)
    munmap ((void *)w->headers, w->header_count * sizeof *w->headers);
  w->headers = NULL;
  if (!keep)
    unlink (path);
  free (path);
}

// The header of a thread; all 0 for a thread that did not begin.
static struct ft_wire_thread header_of (const ft_trace_writer *w,
                                        uint32_t thread) {
  return thread < w->header_count ? w->headers[thread]
                                  : (struct ft_wire_thread){0};
}

// Empties the buffers that threads were still writing to, up to the words that
// they published.
static void take_open (ft_trace_writer *w) {
  for (uint32_t i = 0; i < count (w); i++) {
    struct ft_wire_buffer *s = &w->buffers->buffers[i];
    if (s->state != FT_WIRE_BUFFER_OPEN)
      continue;
    uint64_t end = header_of (w, s->thread).words;
    uint64_t words = end > s->tick ? end - s->tick : 0;
    s->words = words < FT_WIRE_BUFFER / 8 ? words : FT_WIRE_BUFFER / 8;
    empty_buffer (w, i, s);
  }
}

// Completes a log, whose header counts the written words, also when the log
// ends early.
static bool complete (ft_trace_writer *w, uint32_t thread, uint64_t words) {
  struct ft_wire_thread header = header_of (w, thread);
  char *raw = ft_trace_writer_path (w, "thread", thread, "");
  char *part = ft_trace_writer_path (w, "thread", thread, ".part");
  char *packed = ft_trace_writer_path (w, "thread", thread, ".zst");
  header.words = words;
  header.coding = w->pack ? FT_WIRE_AS_PIECES : FT_WIRE_AS_WORDS;
  bool fine = w->pack ? ft_trace_writer_finish_part (w, part, packed, &header)
                      : ft_trace_writer_write_header (w, raw, &header);
  if (!fine)
    unlink (part);
  free (raw);
  free (part);
  free (packed);
  return fine;
}

// A recording that became a light one keeps no logs.
static void discard_log (ft_trace_writer *w, uint32_t thread) {
  char *part = ft_trace_writer_path (w, "thread", thread, ".part");
  unlink (part);
  free (part);
}

// Completes the logs of all threads.  Without the file "heads" the program
// itself has written its logs.
static void complete_all (ft_trace_writer *w) {
  bool light = ft_directory_is_light (w->run);
  uint32_t threads = w->headers ? ft_trace_writer_threads (w) : 0;
  for (uint32_t i = 0; i < threads; i++)
    if (light)
      discard_log (w, i);
    else
      complete (w, i, ft_trace_writer_log (w, i)->tick);
  close_headers (w, light);
}

bool ft_trace_writer_finish (ft_trace_writer *w, ft_error *error) {
  open_headers (w);
  take_all (w);
  take_open (w);
  ft_trace_writer_close (w);
  complete_all (w);
  bool fine = !w->problem;
  if (!fine)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%.400s: the trace cannot be written: %s", w->run,
                  strerror (w->problem));
  discard (w);
  return fine;
}

bool ft_trace_writer_end (ft_trace_writer *w, ft_error *error) {
  __atomic_store_n (&w->ended, 1, __ATOMIC_RELEASE);
  __atomic_fetch_add (&w->buffers->full, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &w->buffers->full, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join (w->thread, NULL);
  return ft_trace_writer_finish (w, error);
}
