// Pieces of one thread's log go to "thread-N.part", each a zstd frame of its
// own, after a frame of fixed size for the header, which is known only at the
// end: then it is written and the file gets its name.  Making and removing more
// files than that is what many short threads cost most; until then all headers
// are in "heads".
// Without compression they go to their place in "thread-N".

#include "replay/drain.h"

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
#include "record/wire.h"
#include "replay/directory.h"

enum { SLOTS = 256, LEVEL = 1, NAP = 50000000 }; // at first; zstd; nanoseconds

static const size_t mapped_bytes =
    FT_WIRE_SLOTS_HEAD + (size_t)FT_WIRE_MOST_SLOTS * FT_WIRE_SLOT;

struct ft_drain {
  char *run; // owned
  bool pack;
  struct ft_wire_slots *slots;
  pthread_t thread;
  int over;                   // atomic: the program has ended
  FT_STACK (uint64_t) places; // by thread: how far its log was taken over
  ZSTD_CCtx *zstd;
  void *packed;
  size_t packed_size;
  int problem; // errno of the first write that failed
  const struct ft_wire_thread *heads; // at the end
  size_t head_count;
};

static char *name_of (const ft_drain *d, const char *stem, uint32_t thread,
                      const char *suffix) {
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%s/%s", d->run, stem);
  if (thread != UINT32_MAX)
    ft_strbuf_add (&name, "-%u%s", thread, suffix);
  return ft_strbuf_take (&name);
}

// ---- writing ----------------------------------------------------------------

static bool fail (ft_drain *d, int problem) {
  if (!d->problem)
    d->problem = problem ? problem : EIO;
  __atomic_store_n (&d->slots->owner, 0, __ATOMIC_RELEASE);
  return false;
}

static bool write_whole (ft_drain *d, int fd, const void *bytes, size_t size) {
  const char *p = bytes;
  while (size) {
    ssize_t n = write (fd, p, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return fail (d, errno);
    p += n;
    size -= (size_t)n;
  }
  return true;
}

// At the end of a file, or at 'offset'.
static bool write_file (ft_drain *d, const char *path, off_t offset,
                        const void *bytes, size_t size) {
  int flags = O_CREAT | (offset < 0 ? O_APPEND : 0);
  int fd = open (path, O_WRONLY | O_CLOEXEC | flags, 0666);
  if (fd < 0)
    return fail (d, errno);
  bool fine = (offset < 0 || lseek (fd, offset, SEEK_SET) == offset ||
               fail (d, errno)) &&
              write_whole (d, fd, bytes, size);
  if (close (fd))
    fine = fail (d, errno);
  return fine;
}

static bool append_frame (ft_drain *d, const char *path, const void *bytes,
                          size_t size) {
  size_t n = ZSTD_compressCCtx (d->zstd, d->packed, d->packed_size, bytes, size,
                                LEVEL);
  if (ZSTD_isError (n))
    return fail (d, ENOMEM);
  return write_file (d, path, -1, d->packed, n);
}

// ---- the header's frame -----------------------------------------------------

enum { HEAD = sizeof (struct ft_wire_thread), HEAD_FRAME = 14 + HEAD };

static unsigned char *put (unsigned char *to, uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    *to++ = (unsigned char)(value >> 8 * i);
  return to;
}

// As RFC 8878 has it: FT_WIRE_PAGE bytes are HEAD of them and repeated zeros.
static void make_head (unsigned char frame[HEAD_FRAME],
                       const struct ft_wire_thread *header) {
  unsigned char *p = put (frame, ZSTD_MAGICNUMBER, 4);
  p = put (p, 1 << 6 | 1 << 5, 1); // in one segment, of a size that follows
  p = put (p, FT_WIRE_PAGE - 256, 2);
  p = put (p, HEAD << 3, 3);
  memcpy (p, header, HEAD);
  p = put (p + HEAD, (FT_WIRE_PAGE - HEAD) << 3 | 1 << 1 | 1, 3);
  put (p, 0, 1);
}

static bool begin_part (ft_drain *d, const char *path) {
  unsigned char frame[HEAD_FRAME];
  make_head (frame, &(struct ft_wire_thread){0});
  return write_file (d, path, -1, frame, sizeof frame);
}

// ---- slots ------------------------------------------------------------------

static uint64_t *place_of (ft_drain *d, uint32_t thread) {
  while (d->places.size <= thread)
    FT_PUSH (d->places, 0);
  return d->places.begin + thread;
}

static const char *memory (const ft_drain *d, uint32_t index) {
  return (const char *)d->slots + FT_WIRE_SLOTS_HEAD +
         (size_t)index * FT_WIRE_SLOT;
}

static bool keep (ft_drain *d, uint32_t index, const struct ft_wire_slot *s) {
  char *path = name_of (d, "thread", s->thread, d->pack ? ".part" : "");
  size_t size = s->words * 8;
  bool fine = d->pack ? (s->place || begin_part (d, path)) &&
                            append_frame (d, path, memory (d, index), size)
                      : write_file (d, path, FT_WIRE_PAGE + (off_t)s->place * 8,
                                    memory (d, index), size);
  free (path);
  return fine;
}

static void release (ft_drain *d, struct ft_wire_slot *s) {
  __atomic_store_n (&s->state, FT_WIRE_SLOT_FREE, __ATOMIC_RELEASE);
  __atomic_fetch_add (&d->slots->freed, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &d->slots->freed, FUTEX_WAKE, 1, NULL, NULL, 0);
}

// The program shares this memory: nothing in it is trusted.
static bool is_next (ft_drain *d, const struct ft_wire_slot *s) {
  return s->thread < 1 << 16 && s->words <= FT_WIRE_SLOT / 8 &&
         s->place == *place_of (d, s->thread);
}

static bool take (ft_drain *d, uint32_t index, struct ft_wire_slot *shared) {
  struct ft_wire_slot s = *shared;
  if (!is_next (d, &s))
    return false;
  if (!d->problem && s.words)
    keep (d, index, &s);
  if (!d->problem)
    *place_of (d, s.thread) += s.words;
  release (d, shared);
  return true;
}

static uint32_t count (const ft_drain *d) {
  uint32_t n = __atomic_load_n (&d->slots->count, __ATOMIC_ACQUIRE);
  return n < FT_WIRE_MOST_SLOTS ? n : FT_WIRE_MOST_SLOTS;
}

// Slots of one thread are taken in the order of its log.
static bool take_all (ft_drain *d) {
  bool any = false, again = true;
  while (again) {
    again = false;
    for (uint32_t i = 0; i < count (d); i++) {
      struct ft_wire_slot *s = &d->slots->slots[i];
      if (__atomic_load_n (&s->state, __ATOMIC_ACQUIRE) == FT_WIRE_SLOT_FULL &&
          take (d, i, s))
        any = again = true;
    }
  }
  return any;
}

static void *run (void *context) {
  ft_drain *d = context;
  struct timespec nap = {0, NAP};
  while (!__atomic_load_n (&d->over, __ATOMIC_ACQUIRE)) {
    uint32_t full = __atomic_load_n (&d->slots->full, __ATOMIC_ACQUIRE);
    if (!take_all (d))
      syscall (SYS_futex, &d->slots->full, FUTEX_WAIT, full, &nap, NULL, 0);
  }
  return NULL;
}

// ---- beginning --------------------------------------------------------------

static struct ft_wire_slots *make (const char *path) {
  size_t size = FT_WIRE_SLOTS_HEAD + (size_t)SLOTS * FT_WIRE_SLOT;
  int fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  void *bytes = MAP_FAILED;
  // Real space: a store to a hole of a full disk would kill the program.
  if (fd >= 0 && !posix_fallocate (fd, 0, (off_t)size))
    bytes = mmap (NULL, mapped_bytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (fd >= 0)
    close (fd);
  return bytes == MAP_FAILED ? NULL : bytes;
}

static void fill_head (struct ft_wire_slots *slots) {
  slots->version = FT_WIRE_VERSION;
  slots->count = SLOTS;
  slots->owner = (uint32_t)getpid ();
  slots->magic = FT_WIRE_MAGIC;
}

static void discard (ft_drain *d) {
  char *path = name_of (d, "slots", UINT32_MAX, "");
  unlink (path);
  if (d->slots)
    munmap (d->slots, mapped_bytes);
  ZSTD_freeCCtx (d->zstd);
  free (d->packed);
  FT_RELEASE (d->places);
  free (d->run);
  free (path);
  free (d);
}

// With all signals blocked: they are for the thread that waits for the program.
static bool start_thread (ft_drain *d) {
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  bool fine = !pthread_create (&d->thread, NULL, run, d);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return fine;
}

ft_drain *ft_drain_start (const char *directory, bool pack) {
  ft_drain *d = FT_NEW (ft_drain);
  d->run = ft_strdup (directory);
  d->pack = pack;
  d->zstd = ZSTD_createCCtx ();
  d->packed_size = ZSTD_compressBound (FT_WIRE_SLOT);
  d->packed = ft_calloc (1, d->packed_size);
  char *path = name_of (d, "slots", UINT32_MAX, "");
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

static void open_heads (ft_drain *d) {
  struct stat st;
  char *path = name_of (d, "heads", UINT32_MAX, "");
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

static void close_heads (ft_drain *d, bool keep) {
  char *path = name_of (d, "heads", UINT32_MAX, "");
  if (d->heads)
    munmap ((void *)d->heads, d->head_count * sizeof *d->heads);
  d->heads = NULL;
  if (!keep)
    unlink (path);
  free (path);
}

// One that never began has none.
static struct ft_wire_thread head_of (const ft_drain *d, uint32_t thread) {
  return thread < d->head_count ? d->heads[thread] : (struct ft_wire_thread){0};
}

// What threads were still writing to: as much as they published.
static void take_open (ft_drain *d) {
  for (uint32_t i = 0; i < count (d); i++) {
    struct ft_wire_slot *s = &d->slots->slots[i];
    if (s->state != FT_WIRE_SLOT_OPEN)
      continue;
    uint64_t end = head_of (d, s->thread).words;
    uint64_t words = end > s->place ? end - s->place : 0;
    s->words = words < FT_WIRE_SLOT / 8 ? words : FT_WIRE_SLOT / 8;
    take (d, i, s);
  }
}

static bool finish_part (ft_drain *d, const char *part, const char *path,
                         const struct ft_wire_thread *header) {
  unsigned char frame[HEAD_FRAME];
  make_head (frame, header);
  return write_file (d, part, 0, frame, sizeof frame) &&
         (!rename (part, path) || fail (d, errno));
}

static bool write_page (ft_drain *d, const char *path,
                        const struct ft_wire_thread *header) {
  unsigned char page[FT_WIRE_PAGE] = {0};
  memcpy (page, header, sizeof *header);
  return write_file (d, path, 0, page, sizeof page);
}

// A log that ends early says so: its header counts the words that there are.
static bool complete (ft_drain *d, uint32_t thread, uint64_t words) {
  struct ft_wire_thread header = head_of (d, thread);
  char *raw = name_of (d, "thread", thread, "");
  char *part = name_of (d, "thread", thread, ".part");
  char *packed = name_of (d, "thread", thread, ".zst");
  header.words = words;
  bool fine = d->pack ? finish_part (d, part, packed, &header)
                      : write_page (d, raw, &header);
  if (!fine)
    unlink (part);
  free (raw);
  free (part);
  free (packed);
  return fine;
}

// A recording that turned out to be a light one keeps no logs.
static void forget (ft_drain *d, uint32_t thread) {
  char *part = name_of (d, "thread", thread, ".part");
  unlink (part);
  free (part);
}

static uint32_t threads_of (const ft_drain *d) {
  struct ft_wire_control control = {0};
  char *path = name_of (d, "control", UINT32_MAX, "");
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool fine = fd >= 0 && read (fd, &control, sizeof control) == sizeof control;
  if (fd >= 0)
    close (fd);
  free (path);
  return fine && control.threads < 1 << 16 ? control.threads : 0;
}

// Every thread that began gets its file.
static void complete_all (ft_drain *d) {
  bool light = ft_directory_is_light (d->run);
  uint32_t threads = d->heads ? threads_of (d) : 0; // else it writes its own
  for (uint32_t i = 0; i < threads; i++)
    if (light)
      forget (d, i);
    else
      complete (d, i, *place_of (d, i));
  close_heads (d, light);
}

// Takes what is left; the program writes no more, or is not waited for.
static bool finish (ft_drain *d, ft_error *error) {
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

bool ft_drain_end (ft_drain *d, ft_error *error) {
  __atomic_store_n (&d->over, 1, __ATOMIC_RELEASE);
  __atomic_fetch_add (&d->slots->full, 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &d->slots->full, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join (d->thread, NULL);
  return finish (d, error);
}

// ---- a recorder that was killed ---------------------------------------------

// Words in the whole frames of a part; what is torn behind them is cut off.
static uint64_t words_of_part (const char *path) {
  struct stat st;
  uint64_t words = 0;
  int fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return 0;
  size_t size = fstat (fd, &st) ? 0 : (size_t)st.st_size, at = HEAD_FRAME;
  char *bytes =
      size > at ? mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  while (bytes != MAP_FAILED && at < size) {
    size_t n = ZSTD_findFrameCompressedSize (bytes + at, size - at);
    unsigned long long content = ZSTD_getFrameContentSize (bytes + at, n);
    if (ZSTD_isError (n) || content > FT_WIRE_SLOT)
      break;
    words += content / 8;
    at += n;
  }
  if (bytes != MAP_FAILED)
    munmap (bytes, size);
  if (at < size && ftruncate (fd, (off_t)at))
    words = 0;
  close (fd);
  return words;
}

static uint64_t words_of_raw (const char *path) {
  struct stat st;
  return stat (path, &st) || st.st_size < FT_WIRE_PAGE
             ? 0
             : (uint64_t)(st.st_size - FT_WIRE_PAGE) / 8;
}

// How far each log was taken over before.  A part that has a head at most is
// begun again, since pieces are appended to it.
static void find_places (ft_drain *d, uint32_t threads) {
  for (uint32_t i = 0; i < threads; i++) {
    char *part = name_of (d, "thread", i, ".part");
    char *raw = name_of (d, "thread", i, "");
    *place_of (d, i) = d->pack ? words_of_part (part) : words_of_raw (raw);
    if (d->pack && !*place_of (d, i))
      unlink (part);
    free (part);
    free (raw);
  }
}

static bool is_packed (const ft_drain *d, uint32_t threads) {
  bool any = false;
  for (uint32_t i = 0; i < threads && !any; i++) {
    char *raw = name_of (d, "thread", i, "");
    any = words_of_raw (raw) > 0;
    free (raw);
  }
  return !any;
}

static struct ft_wire_slots *open_slots (const char *path) {
  struct stat st;
  int fd = open (path, O_RDWR | O_CLOEXEC);
  void *bytes = MAP_FAILED;
  if (fd >= 0 && !fstat (fd, &st) && st.st_size >= FT_WIRE_SLOTS_HEAD)
    bytes = mmap (NULL, mapped_bytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (fd >= 0)
    close (fd);
  if (bytes == MAP_FAILED)
    return NULL;
  struct ft_wire_slots *slots = bytes;
  uint64_t have = ((uint64_t)st.st_size - FT_WIRE_SLOTS_HEAD) / FT_WIRE_SLOT;
  if (slots->count > have) // cut short: no store behind its end
    slots->count = (uint32_t)have;
  return slots;
}

static bool is_recorded (const struct ft_wire_slots *slots) {
  pid_t owner = (pid_t)slots->owner;
  return slots->magic == FT_WIRE_MAGIC && owner > 0 &&
         (!kill (owner, 0) || errno == EPERM);
}

static ft_drain *adopt (const char *run, struct ft_wire_slots *slots) {
  ft_drain *d = FT_NEW (ft_drain);
  d->run = ft_strdup (run);
  d->slots = slots;
  d->zstd = ZSTD_createCCtx ();
  d->packed_size = ZSTD_compressBound (FT_WIRE_SLOT);
  d->packed = ft_calloc (1, d->packed_size);
  __atomic_store_n (&slots->owner, 0, __ATOMIC_RELEASE);
  return d;
}

bool ft_drain_recover (const char *run, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/slots", run);
  struct ft_wire_slots *slots = open_slots (ft_strbuf_text (&path));
  ft_strbuf_release (&path);
  if (!slots)
    return true;
  if (is_recorded (slots)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: is being recorded by process %u; wait for its end",
                  run, slots->owner);
    munmap (slots, mapped_bytes);
    return false;
  }
  ft_drain *d = adopt (run, slots);
  uint32_t threads = threads_of (d);
  d->pack = is_packed (d, threads);
  find_places (d, threads);
  return finish (d, error);
}
