// The log files that the trace writer writes; trace_writer.c describes them.

#include "record/trace_writer_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/descriptor.h"
#include "base/strbuf.h"

enum { CODERS = 256 << 20 }; // bytes of all coders: then logs go on with theirs

char *ft_trace_writer_path (const ft_trace_writer *w, const char *stem,
                            uint32_t thread, const char *suffix) {
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%s/%s", w->run, stem);
  if (thread != UINT32_MAX)
    ft_strbuf_add (&name, "-%u%s", thread, suffix);
  return ft_strbuf_take (&name);
}

// ---- writing ----------------------------------------------------------------

bool ft_trace_writer_fail (ft_trace_writer *w, int problem) {
  if (!w->problem)
    w->problem = problem ? problem : EIO;
  __atomic_store_n (&w->buffers->owner, 0, __ATOMIC_RELEASE);
  return false;
}

static bool write_whole (ft_trace_writer *w, int fd, const void *bytes,
                         size_t size) {
  return ft_descriptor_write (fd, bytes, size) ||
         ft_trace_writer_fail (w, errno);
}

static int open_file (ft_trace_writer *w, const char *path, int flags) {
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  if (fd < 0)
    ft_trace_writer_fail (w, errno);
  return fd;
}

static bool close_file (ft_trace_writer *w, int fd) {
  return !close (fd) || ft_trace_writer_fail (w, errno);
}

static bool write_beginning (ft_trace_writer *w, const char *path,
                             const void *bytes, size_t size) {
  int fd = open_file (w, path, 0);
  bool fine = fd >= 0 && write_whole (w, fd, bytes, size);
  return (fd < 0 || close_file (w, fd)) && fine;
}

static bool close_slot (ft_trace_writer *w, unsigned slot) {
  int fd = w->files[slot].fd - 1;
  w->files[slot].fd = 0;
  return fd < 0 || close_file (w, fd);
}

bool ft_trace_writer_close (ft_trace_writer *w) {
  bool fine = true;
  for (unsigned slot = 0; slot < FT_TRACE_WRITER_OPEN_FILES; slot++)
    fine = close_slot (w, slot) && fine;
  return fine;
}

// The open file of a log, or -1.  Opening and closing a file for each buffer
// costs more than writing what is left of the buffer.
static int file_of (ft_trace_writer *w, uint32_t thread) {
  unsigned slot = thread % FT_TRACE_WRITER_OPEN_FILES;
  if (w->files[slot].fd && w->files[slot].thread == thread)
    return w->files[slot].fd - 1;
  if (!close_slot (w, slot))
    return -1;
  char *path = ft_trace_writer_path (w, "thread", thread, w->pack ? ".part" : "");
  int fd = open_file (w, path, w->pack ? O_APPEND : 0);
  free (path);
  w->files[slot].thread = thread;
  w->files[slot].fd = fd + 1;
  return fd;
}

bool ft_trace_writer_put_words (ft_trace_writer *w, uint32_t thread,
                                const uint64_t *words, size_t n) {
  off_t at = FT_WIRE_PAGE + (off_t)ft_trace_writer_log (w, thread)->tick * 8;
  int fd = file_of (w, thread);
  return fd >= 0 &&
         (lseek (fd, at, SEEK_SET) == at || ft_trace_writer_fail (w, errno)) &&
         write_whole (w, fd, words, n * 8);
}

// ---- pieces -----------------------------------------------------------------

static bool may_have (const ft_trace_writer *w, unsigned size) {
  return size && w->coder_bytes + ft_log_coder_bytes (size) <= CODERS;
}

static void drop_coder (ft_trace_writer *w, ft_written_log *log) {
  if (log->coder)
    w->coder_bytes -= ft_log_coder_bytes (ft_log_coder_size (log->coder));
  ft_log_coder_free (log->coder);
  log->coder = NULL;
}

// The coder for the next piece of a log.  Short logs share one, which is fresh
// for each piece, so that many threads do not cost memory.
static ft_log_coder *coder_of (ft_trace_writer *w, ft_written_log *log) {
  unsigned size = ft_log_coder_size_at (log->tick);
  if (log->coder && (ft_log_coder_size (log->coder) == size || !may_have (w, size)))
    return log->coder;
  drop_coder (w, log);
  if (!may_have (w, size)) {
    ft_log_coder_refresh (w->coder, 0);
    return w->coder;
  }
  log->coder = ft_log_coder_new ();
  ft_log_coder_refresh (log->coder, size);
  w->coder_bytes += ft_log_coder_bytes (size);
  return log->coder;
}

bool ft_trace_writer_put_piece (ft_trace_writer *w, uint32_t thread,
                                const uint64_t *words, size_t n) {
  ft_written_log *log = ft_trace_writer_log (w, thread);
  size_t length = ft_log_encode (coder_of (w, log), words, n, w->piece);
  size_t size =
      ZSTD_compress2 (w->zstd, w->packed, w->packed_size, w->piece, length);
  if (ZSTD_isError (size))
    return ft_trace_writer_fail (w, ENOMEM);
  if (n + FT_WIRE_SLACK < FT_LOG_PIECE_WORDS) // its thread has left the log
    drop_coder (w, log);
  int fd = file_of (w, thread);
  return fd >= 0 && write_whole (w, fd, w->packed, size);
}

// ---- the header's frame -----------------------------------------------------

enum { HEADER = sizeof (struct ft_wire_thread), HEADER_FRAME = 14 + HEADER };

static unsigned char *put (unsigned char *to, uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++)
    *to++ = (unsigned char)(value >> 8 * i);
  return to;
}

// A zstd frame (RFC 8878) of FT_WIRE_PAGE bytes: a raw block of HEAD bytes, and
// a block of repeated zeros.
static void make_header_frame (unsigned char frame[HEADER_FRAME],
                               const struct ft_wire_thread *header) {
  unsigned char *p = put (frame, ZSTD_MAGICNUMBER, 4);
  p = put (p, 1 << 6 | 1 << 5, 1); // in one segment, of a size that follows
  p = put (p, FT_WIRE_PAGE - 256, 2);
  p = put (p, HEADER << 3, 3);
  memcpy (p, header, HEADER);
  p = put (p + HEADER, (FT_WIRE_PAGE - HEADER) << 3 | 1 << 1 | 1, 3);
  put (p, 0, 1);
}

bool ft_trace_writer_begin_part (ft_trace_writer *w, uint32_t thread) {
  unsigned char frame[HEADER_FRAME];
  make_header_frame (frame, &(struct ft_wire_thread){0});
  int fd = file_of (w, thread);
  return fd >= 0 && write_whole (w, fd, frame, sizeof frame);
}

bool ft_trace_writer_finish_part (ft_trace_writer *w, const char *part,
                                  const char *path,
                                  const struct ft_wire_thread *header) {
  unsigned char frame[HEADER_FRAME];
  make_header_frame (frame, header);
  return write_beginning (w, part, frame, sizeof frame) &&
         (!rename (part, path) || ft_trace_writer_fail (w, errno));
}

bool ft_trace_writer_write_header (ft_trace_writer *w, const char *path,
                                   const struct ft_wire_thread *header) {
  unsigned char page[FT_WIRE_PAGE] = {0};
  memcpy (page, header, sizeof *header);
  return write_beginning (w, path, page, sizeof page);
}

// ---- files of a run that is completed later ---------------------------------

// False also if the file is shorter, which is no failure.
static bool read_whole (ft_trace_writer *w, int fd, void *bytes, size_t size) {
  return ft_descriptor_read (fd, bytes, size) ||
         (errno && ft_trace_writer_fail (w, errno));
}

// A run without the file ended before it began.  A file that cannot be read must
// not be taken for one without threads, whose logs nobody would complete.
uint32_t ft_trace_writer_threads (ft_trace_writer *w) {
  struct ft_wire_control control = {0};
  char *path = ft_trace_writer_path (w, "control", UINT32_MAX, "");
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool fine = fd >= 0 && read_whole (w, fd, &control, sizeof control);
  if (fd >= 0)
    close (fd);
  else if (errno != ENOENT)
    ft_trace_writer_fail (w, errno);
  free (path);
  return fine && control.threads < 1 << 16 ? control.threads : 0;
}

// The words of a piece in a whole frame; 0 if it is none.
static uint64_t words_in_frame (const void *frame, size_t size) {
  static unsigned char piece[FT_LOG_PIECE_BYTES];
  size_t n = ZSTD_decompress (piece, sizeof piece, frame, size);
  size_t words = ZSTD_isError (n) || n < 4 ? 0 : ft_log_piece_words (piece);
  return words <= FT_LOG_PIECE_WORDS ? words : 0;
}

uint64_t ft_trace_writer_part_words (const char *path) {
  struct stat st;
  uint64_t words = 0;
  int fd = open (path, O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return 0;
  size_t size = fstat (fd, &st) ? 0 : (size_t)st.st_size, at = HEADER_FRAME;
  char *bytes =
      size > at ? mmap (NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
  while (bytes != MAP_FAILED && at < size) {
    size_t n = ZSTD_findFrameCompressedSize (bytes + at, size - at);
    uint64_t found = ZSTD_isError (n) ? 0 : words_in_frame (bytes + at, n);
    if (!found)
      break;
    words += found;
    at += n;
  }
  if (bytes != MAP_FAILED)
    munmap (bytes, size);
  if (at < size && ftruncate (fd, (off_t)at))
    words = 0;
  close (fd);
  return words;
}

uint64_t ft_trace_writer_raw_words (const char *path) {
  struct stat st;
  return stat (path, &st) || st.st_size < FT_WIRE_PAGE
             ? 0
             : (uint64_t)(st.st_size - FT_WIRE_PAGE) / 8;
}
