#include "run/run_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/alloc.h"
#include "run/log_coding.h"

// ---- files -----------------------------------------------------------------

static bool unreadable (const char *path, int problem, ft_error *error) {
  if (error)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: cannot be read: %s; expected a file of a recorded "
                  "run",
                  path, strerror (problem));
  return false;
}

static bool map (ft_mapped_file *m, int fd, const char *path, ft_error *error) {
  struct stat st;
  if (fstat (fd, &st))
    return unreadable (path, errno, error);
  if (!S_ISREG (st.st_mode))
    return unreadable (path, EINVAL, error);
  m->size = (size_t)st.st_size;
  if (!m->size)
    return true;
  void *bytes = mmap (NULL, m->size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (bytes == MAP_FAILED)
    return unreadable (path, errno, error);
  m->bytes = bytes;
  return true;
}

bool ft_mapped_file_open (ft_mapped_file *m, const char *path,
                          ft_error *error) {
  *m = (ft_mapped_file){NULL, 0};
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return unreadable (path, errno, error);
  bool fine = map (m, fd, path, error);
  close (fd);
  return fine;
}

void ft_mapped_file_close (ft_mapped_file *m) {
  if (m->bytes)
    munmap ((void *)m->bytes, m->size);
  *m = (ft_mapped_file){NULL, 0};
}

bool ft_wire_check (const char *path, uint64_t magic, uint32_t version,
                    ft_error *error) {
  if (magic != FT_WIRE_MAGIC)
    ft_error_at_byte (error, path, 0,
                      "no file of a recorded run: expected the magic word "
                      "%016llx, found %016llx",
                      (unsigned long long)FT_WIRE_MAGIC,
                      (unsigned long long)magic);
  else if (version != FT_WIRE_VERSION)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: recorded by another version of foretrace (format "
                  "%u, this one reads %d): build the program and record it again",
                  path, version, FT_WIRE_VERSION);
  else
    return true;
  return false;
}

// ---- compressed logs -------------------------------------------------------

enum {
  WINDOW = 1 << 15, // words decompressed at a time
  PIECE_ROOM = FT_LOG_PIECE_BYTES + 1, // the end of a frame is looked for
};

struct ft_run_log_stream {
  ZSTD_DStream *zstd;
  ZSTD_inBuffer in;
  bool inside;          // within a frame, before its end
  ft_log_coder *coder;  // of a coded log, else NULL
  unsigned char *piece; // owned, PIECE_ROOM of a coded log
  uint64_t words[WINDOW];
};

static void close_stream (struct ft_run_log_stream *s) {
  if (!s)
    return;
  ZSTD_freeDStream (s->zstd);
  ft_log_coder_free (s->coder);
  free (s->piece);
  free (s);
}

static struct ft_run_log_stream *open_stream (const ft_mapped_file *file) {
  struct ft_run_log_stream *s = FT_NEW (struct ft_run_log_stream);
  s->zstd = ZSTD_createDStream ();
  s->in = (ZSTD_inBuffer){file->bytes, file->size, 0};
  return s;
}

// One step of decompression.
static bool inflate_some (ft_run_log *log, ZSTD_outBuffer *out,
                          ft_error *error) {
  struct ft_run_log_stream *s = log->stream;
  size_t before_in = s->in.pos, before_out = out->pos;
  size_t status = ZSTD_decompressStream (s->zstd, out, &s->in);
  if (ZSTD_isError (status)) {
    ft_error_at_byte (error, log->path, s->in.pos, "zstd data is corrupt: %s",
                      ZSTD_getErrorName (status));
    return false;
  }
  s->inside = status != 0;
  if (s->in.pos == before_in && out->pos == before_out) {
    ft_error_at_byte (error, log->path, s->in.pos,
                      "zstd data ends too early; is the file truncated?");
    return false;
  }
  return true;
}

// Decompress up to 'n' bytes; fewer only at the end of the file.
static bool inflate (ft_run_log *log, void *to, size_t n, size_t *got,
                     ft_error *error) {
  struct ft_run_log_stream *s = log->stream;
  ZSTD_outBuffer out = {to, n, 0};
  while (out.pos < n && (s->inside || s->in.pos < s->in.size))
    if (!inflate_some (log, &out, error))
      return false;
  *got = out.pos;
  return true;
}

// ---- coded logs ------------------------------------------------------------

static bool no_piece (ft_run_log *log, ft_error *error) {
  ft_error_at_byte (error, log->path, log->stream->in.pos,
                    "the zstd frame that ends here is no piece of a log");
  return false;
}

// The words of the next zstd frame, which is a piece.
static bool take_piece (ft_run_log *log, uint64_t *words, size_t *n,
                        ft_error *error) {
  struct ft_run_log_stream *s = log->stream;
  ZSTD_outBuffer out = {s->piece, PIECE_ROOM, 0};
  do {
    if (!inflate_some (log, &out, error))
      return false;
  } while (s->inside && out.pos < out.size);
  return (!s->inside && ft_log_decode (s->coder, s->piece, out.pos, words, n)) ||
         no_piece (log, error);
}

// Decode as many whole pieces as there is room for, of 'n' words.
static bool decode (ft_run_log *log, uint64_t *to, size_t n, size_t *got,
                    ft_error *error) {
  struct ft_run_log_stream *s = log->stream;
  size_t some;
  *got = 0;
  while (n - *got >= FT_LOG_PIECE_WORDS && s->in.pos < s->in.size) {
    if (!take_piece (log, to + *got, &some, error))
      return false;
    *got += some;
  }
  return true;
}

// ---- the words in memory ---------------------------------------------------

// Keep the words that are not yet consumed and append more.
static bool refill (ft_run_log *log, ft_error *error) {
  struct ft_run_log_stream *s = log->stream;
  size_t kept = (size_t)(log->end - log->at), got;
  memmove (s->words, log->at, kept * 8);
  log->at = s->words;
  log->end = s->words + kept;
  uint64_t left = log->header.words - log->tick - kept;
  size_t n = left < WINDOW - kept ? (size_t)left : WINDOW - kept;
  if (!left)
    return true;
  if (s->coder ? !decode (log, s->words + kept, WINDOW - kept, &got, error)
               : !inflate (log, s->words + kept, n * 8, &got, error))
    return false;
  log->end += s->coder ? (got < n ? got : n) : got / 8;
  return true;
}

bool ft_run_log_fill (ft_run_log *log, unsigned n, ft_error *error) {
  assert (n <= 8);
  *error = FT_NO_ERROR;
  if (log->stream && !refill (log, error))
    return false;
  return (size_t)(log->end - log->at) >= n;
}

// ---- opening ---------------------------------------------------------------

static bool open_either (ft_run_log *log, const char *directory,
                         uint32_t thread, ft_error *error) {
  char path[4352];
  snprintf (path, sizeof path, "%.4096s/thread-%u.zst", directory, thread);
  size_t plain = strlen (path) - strlen (".zst");
  bool packed = ft_mapped_file_open (&log->file, path, NULL);
  path[plain] = packed ? '.' : 0;
  bool fine = packed || ft_mapped_file_open (&log->file, path, NULL);
  if (!fine) { // the log of a finished run is compressed
    path[plain] = '.';
    fine = ft_mapped_file_open (&log->file, path, error);
  }
  log->path = ft_strdup (path);
  if (packed)
    log->stream = open_stream (&log->file);
  return fine;
}

static bool too_short (const ft_run_log *log, size_t n, ft_error *error) {
  ft_error_at_byte (error, log->path, n,
                    "the file ends within its header; expected %d bytes",
                    FT_WIRE_PAGE);
  return false;
}

static bool read_header (ft_run_log *log, ft_error *error) {
  unsigned char page[FT_WIRE_PAGE];
  size_t got = log->file.size < FT_WIRE_PAGE ? log->file.size : FT_WIRE_PAGE;
  if (log->stream && !inflate (log, page, sizeof page, &got, error))
    return false;
  if (got < FT_WIRE_PAGE)
    return too_short (log, got, error);
  if (!log->stream)
    memcpy (page, log->file.bytes, sizeof page);
  memcpy (&log->header, page, sizeof log->header);
  return ft_wire_check (log->path, log->header.magic, log->header.version,
                        error);
}

static bool check_coding (const ft_run_log *log, ft_error *error) {
  uint32_t coding = log->header.coding;
  if (coding == FT_WIRE_AS_WORDS ||
      (coding == FT_WIRE_AS_PIECES && log->stream))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: has its words in form %u; expected %d%s", log->path,
                coding, FT_WIRE_AS_WORDS, log->stream ? " or 1" : "");
  return false;
}

static void show_words (ft_run_log *log) {
  if (log->stream && log->header.coding == FT_WIRE_AS_PIECES) {
    log->stream->coder = ft_log_coder_new ();
    log->stream->piece = ft_calloc (1, PIECE_ROOM);
  }
  if (log->stream) {
    log->at = log->end = log->stream->words;
    return;
  }
  uint64_t size = (log->file.size - FT_WIRE_PAGE) / 8;
  if (size > log->header.words)
    size = log->header.words;
  log->at = (const uint64_t *)(const void *)(log->file.bytes + FT_WIRE_PAGE);
  log->end = log->at + size;
}

static bool check_thread (const ft_run_log *log, uint32_t thread,
                          ft_error *error) {
  if (log->header.thread == thread)
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: is the log of thread %u; expected that of thread %u",
                log->path, log->header.thread, thread);
  return false;
}

ft_run_log *ft_run_log_open (const char *directory, uint32_t thread,
                             ft_error *error) {
  ft_run_log *log = FT_NEW (ft_run_log);
  if (open_either (log, directory, thread, error) && read_header (log, error) &&
      check_thread (log, thread, error) && check_coding (log, error)) {
    show_words (log);
    return log;
  }
  ft_run_log_free (log);
  return NULL;
}

void ft_run_log_free (ft_run_log *log) {
  if (!log)
    return;
  close_stream (log->stream);
  ft_mapped_file_close (&log->file);
  free (log->path);
  free (log);
}
