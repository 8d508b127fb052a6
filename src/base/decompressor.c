#include "base/decompressor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/alloc.h"

enum compression { PLAIN, GZIP, ZSTD };

#define CHUNK ((size_t)256 << 10)

struct ft_decompressor {
  int fd;
  char *path;   // owned
  double total; // bytes of the file, 0 if unknown
  enum compression compression;
  bool inside; // within a compressed stream, before its end
  z_stream gzip;
  ZSTD_DStream *zstd;
  char *in;        // owned, CHUNK bytes
  size_t at, end;  // the bytes of 'in' that are not yet consumed
  uint64_t offset; // of 'in' in the file
  struct {         // uncompressed for a peek and not yet read
    char bytes[64];
    size_t at, end;
  } ahead;
};

static bool open_failed (const char *path, int problem, ft_error *error) {
  const char *help = problem == ENOENT ? "check the path (- is standard input)"
                     : problem == EACCES ? "check its permissions"
                     : problem == EISDIR
                         ? "give a file in it, or a recorded run"
                         : "check the path";
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s: cannot be read: %s; %s",
                path, strerror (problem), help);
  return false;
}

static bool open_file (ft_decompressor *u, const char *path, ft_error *error) {
  bool standard = !strcmp (path, "-");
  u->path = ft_strdup (standard ? "standard input" : path);
  u->fd = standard ? fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                   : open (path, O_RDONLY | O_CLOEXEC);
  if (u->fd < 0)
    return open_failed (u->path, errno, error);
  struct stat st;
  if (fstat (u->fd, &st))
    return open_failed (u->path, errno, error);
  if (S_ISDIR (st.st_mode))
    return open_failed (u->path, EISDIR, error);
  u->total = S_ISREG (st.st_mode) ? (double)st.st_size : 0;
  return true;
}

// One call of read(): its number of bytes, 0 at the end of the file, -1 and an
// error on failure.
static ptrdiff_t read_some (ft_decompressor *u, char *to, size_t n,
                            ft_error *error) {
  ssize_t got;
  do
    got = read (u->fd, to, n);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "%.400s: byte %llu: %s", u->path,
                  (unsigned long long)(u->offset + u->end), strerror (errno));
  return got;
}

// Append the bytes of one call of read() to 'in'; false on an error.  At the
// end of the file nothing is appended.
static bool fill (ft_decompressor *u, ft_error *error) {
  if (u->at) {
    memmove (u->in, u->in + u->at, u->end - u->at);
    u->offset += u->at;
    u->end -= u->at;
    u->at = 0;
  }
  ptrdiff_t n = read_some (u, u->in + u->end, CHUNK - u->end, error);
  if (n < 0)
    return false;
  u->end += (size_t)n;
  return true;
}

// Fill 'in' until it holds 'n' bytes or the file ends.
static bool fill_to (ft_decompressor *u, size_t n, ft_error *error) {
  while (u->end - u->at < n) {
    size_t before = u->end - u->at;
    if (!fill (u, error))
      return false;
    if (u->end - u->at == before)
      break;
  }
  return true;
}

static bool starts (const ft_decompressor *u, const char *magic, size_t n) {
  return u->end - u->at >= n && !memcmp (u->in + u->at, magic, n);
}

static bool at_gzip (const ft_decompressor *u) {
  return starts (u, "\x1f\x8b", 2);
}

// At a zstd frame, or at a skippable frame, as pzstd and others write them.
static bool at_zstd (const ft_decompressor *u) {
  return starts (u, "\x28\xb5\x2f\xfd", 4) ||
         (u->end - u->at >= 4 && (u->in[u->at] & 0xf0) == 0x50 &&
          !memcmp (u->in + u->at + 1, "\x2a\x4d\x18", 3));
}

static void choose_compression (ft_decompressor *u) {
  if (at_gzip (u) && inflateInit2 (&u->gzip, 15 + 16) == Z_OK)
    u->compression = GZIP;
  else if (at_zstd (u)) {
    u->compression = ZSTD;
    u->zstd = ZSTD_createDStream ();
  }
}

ft_decompressor *ft_decompressor_open (const char *path, ft_error *error) {
  ft_decompressor *u = FT_NEW (ft_decompressor);
  u->in = ft_realloc (NULL, CHUNK, 1); // not zeroed: no unused page is touched
  if (open_file (u, path, error) && fill_to (u, 4, error)) {
    choose_compression (u);
    return u;
  }
  ft_decompressor_free (u);
  return NULL;
}

void ft_decompressor_free (ft_decompressor *u) {
  if (!u)
    return;
  if (u->compression == GZIP)
    inflateEnd (&u->gzip);
  if (u->compression == ZSTD)
    ZSTD_freeDStream (u->zstd);
  if (u->fd >= 0)
    close (u->fd);
  free (u->path);
  free (u->in);
  free (u);
}

static ptrdiff_t corrupt (const ft_decompressor *u, const char *what,
                          const char *why, ft_error *error) {
  ft_error_at_byte (error, u->path, u->offset + u->at, "%s data %s", what, why);
  return -1;
}

// Each inflate step consumes bytes of 'in' and returns how many bytes it wrote,
// -1 for corrupt data.  At the end of a stream it clears 'inside'.
static ptrdiff_t inflate_gzip (ft_decompressor *u, char *to, size_t n,
                               ft_error *error) {
  if (!u->inside) {
    if (!at_gzip (u))
      return corrupt (u, "gzip", "is followed by something else", error);
    inflateReset (&u->gzip);
    u->inside = true;
  }
  u->gzip.next_in = (Bytef *)(u->in + u->at);
  u->gzip.avail_in = (uInt)(u->end - u->at);
  u->gzip.next_out = (Bytef *)to;
  u->gzip.avail_out = (uInt)n;
  int status = inflate (&u->gzip, Z_NO_FLUSH);
  u->at = u->end - u->gzip.avail_in;
  if (status == Z_STREAM_END)
    u->inside = false;
  else if (status != Z_OK && status != Z_BUF_ERROR)
    return corrupt (u, "gzip", "is corrupt", error);
  return (ptrdiff_t)(n - u->gzip.avail_out);
}

static ptrdiff_t inflate_zstd (ft_decompressor *u, char *to, size_t n,
                               ft_error *error) {
  if (!u->inside && !at_zstd (u))
    return corrupt (u, "zstd", "is followed by something else", error);
  ZSTD_inBuffer in = {u->in, u->end, u->at};
  ZSTD_outBuffer out = {to, n, 0};
  size_t status = ZSTD_decompressStream (u->zstd, &out, &in);
  u->at = in.pos;
  if (ZSTD_isError (status)) {
    ft_error_at_byte (error, u->path, u->offset + u->at,
                      "zstd data is corrupt: %s", ZSTD_getErrorName (status));
    return -1;
  }
  u->inside = status != 0;
  return (ptrdiff_t)out.pos;
}

static ptrdiff_t copy_plain (ft_decompressor *u, char *to, size_t n) {
  size_t have = u->end - u->at;
  size_t part = have < n ? have : n;
  memcpy (to, u->in + u->at, part);
  u->at += part;
  return (ptrdiff_t)part;
}

// Bytes that were read to recognise the compression are copied; later ones are
// read to their destination at once.
static ptrdiff_t read_plain (ft_decompressor *u, char *to, size_t n,
                             ft_error *error) {
  if (u->at < u->end)
    return copy_plain (u, to, n);
  ptrdiff_t got = read_some (u, to, n, error);
  u->offset += got > 0 ? (uint64_t)got : 0;
  return got;
}

static ptrdiff_t inflate_some (ft_decompressor *u, char *to, size_t n,
                               ft_error *error) {
  return u->compression == GZIP ? inflate_gzip (u, to, n, error)
                                : inflate_zstd (u, to, n, error);
}

static ptrdiff_t read_peeked (ft_decompressor *u, char *to, size_t n) {
  size_t have = u->ahead.end - u->ahead.at;
  size_t part = have < n ? have : n;
  memcpy (to, u->ahead.bytes + u->ahead.at, part);
  u->ahead.at += part;
  return (ptrdiff_t)part;
}

static ptrdiff_t read_stream (ft_decompressor *u, char *to, size_t n,
                              ft_error *error) {
  if (n > CHUNK)
    n = CHUNK;
  if (u->compression == PLAIN)
    return read_plain (u, to, n, error);
  for (;;) {
    // Output that the library still holds comes before more input.
    ptrdiff_t got =
        u->inside || u->at < u->end ? inflate_some (u, to, n, error) : 0;
    if (got)
      return got;
    if (u->at < u->end)
      continue;
    if (!fill_to (u, u->inside ? 1 : 4, error))
      return -1;
    if (u->at == u->end)
      break;
  }
  if (u->inside)
    return corrupt (u, u->compression == GZIP ? "gzip" : "zstd",
                    "ends too early; is the file truncated?", error);
  return 0;
}

ptrdiff_t ft_decompressor_read (ft_decompressor *u, char *to, size_t n,
                                ft_error *error) {
  if (u->ahead.at < u->ahead.end)
    return read_peeked (u, to, n);
  return read_stream (u, to, n, error);
}

ptrdiff_t ft_decompressor_peek (ft_decompressor *u, char *to, size_t n,
                                ft_error *error) {
  assert (n <= sizeof u->ahead.bytes);
  while (u->ahead.end < n) {
    ptrdiff_t got =
        read_stream (u, u->ahead.bytes + u->ahead.end, n - u->ahead.end, error);
    if (got < 0)
      return -1;
    if (!got)
      break;
    u->ahead.end += (size_t)got;
  }
  size_t have = u->ahead.end < n ? u->ahead.end : n;
  memcpy (to, u->ahead.bytes, have);
  return (ptrdiff_t)have;
}

uint64_t ft_decompressor_compressed_bytes (const ft_decompressor *u) {
  return u->compression == PLAIN ? 0 : (uint64_t)u->total;
}

const char *ft_decompressor_path (const ft_decompressor *u) {
  return u->path;
}

double ft_decompressor_progress (const ft_decompressor *u) {
  if (u->total <= 0)
    return -1;
  double share = ((double)u->offset + (double)u->at) / u->total;
  return share > 1 ? 1 : share;
}
