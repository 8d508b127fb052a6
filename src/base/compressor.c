#include "base/compressor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "base/alloc.h"

enum compression { PLAIN, GZIP, ZSTD };

#define CHUNK ((size_t)64 << 10)

struct ft_compressor {
  ft_output out;
  bool open; // 'out' is neither committed nor abandoned
  enum compression compression;
  z_stream gzip;
  ZSTD_CStream *zstd;
  char *buffer; // owned, CHUNK bytes
};

static bool has_suffix (const char *path, const char *suffix) {
  size_t n = strlen (path), m = strlen (suffix);
  return n > m && !strcmp (path + n - m, suffix);
}

static void choose_compression (ft_compressor *p, const char *path) {
  if (has_suffix (path, ".gz") &&
      deflateInit2 (&p->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
                    Z_DEFAULT_STRATEGY) == Z_OK)
    p->compression = GZIP;
  else if (has_suffix (path, ".zst")) {
    p->compression = ZSTD;
    p->zstd = ZSTD_createCStream ();
    ZSTD_CCtx_setParameter (p->zstd, ZSTD_c_checksumFlag, 1);
  }
}

ft_compressor *ft_compressor_open (const char *path, ft_error *error) {
  ft_compressor *p = FT_NEW (ft_compressor);
  p->buffer = ft_calloc (CHUNK, 1);
  p->open = ft_output_open (&p->out, path, error);
  if (p->open) {
    choose_compression (p, path);
    return p;
  }
  ft_compressor_free (p);
  return NULL;
}

void ft_compressor_free (ft_compressor *p) {
  if (!p)
    return;
  if (p->open)
    ft_output_abandon (&p->out);
  if (p->compression == GZIP)
    deflateEnd (&p->gzip);
  if (p->compression == ZSTD)
    ZSTD_freeCStream (p->zstd);
  free (p->buffer);
  free (p);
}

static bool put (ft_compressor *p, const char *bytes, size_t n,
                 ft_error *error) {
  errno = 0;
  if (fwrite (bytes, 1, n, p->out.file) == n)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%.400s: cannot write: %s",
                p->out.path, strerror (errno ? errno : EIO));
  return false;
}

static bool deflate_gzip (ft_compressor *p, const char *bytes, size_t n,
                          int flush, ft_error *error) {
  p->gzip.next_in = (Bytef *)bytes;
  p->gzip.avail_in = (uInt)n;
  do {
    p->gzip.next_out = (Bytef *)p->buffer;
    p->gzip.avail_out = (uInt)CHUNK;
    deflate (&p->gzip, flush);
    if (!put (p, p->buffer, CHUNK - p->gzip.avail_out, error))
      return false;
  } while (!p->gzip.avail_out);
  return true;
}

static bool deflate_zstd (ft_compressor *p, const char *bytes, size_t n,
                          ZSTD_EndDirective end, ft_error *error) {
  ZSTD_inBuffer in = {bytes, n, 0};
  size_t left;
  do {
    ZSTD_outBuffer out = {p->buffer, CHUNK, 0};
    left = ZSTD_compressStream2 (p->zstd, &out, &in, end);
    if (ZSTD_isError (left)) {
      ft_error_set (error, FT_EXIT_INTERNAL, "zstd: %s",
                    ZSTD_getErrorName (left));
      return false;
    }
    if (!put (p, p->buffer, out.pos, error))
      return false;
  } while (end == ZSTD_e_end ? left : in.pos < in.size);
  return true;
}

// Pieces are small enough for the 32-bit counts of zlib.
static bool write_piece (ft_compressor *p, const char *bytes, size_t n,
                         ft_error *error) {
  switch (p->compression) {
  case PLAIN:
    return put (p, bytes, n, error);
  case GZIP:
    return deflate_gzip (p, bytes, n, Z_NO_FLUSH, error);
  case ZSTD:
    return deflate_zstd (p, bytes, n, ZSTD_e_continue, error);
  }
  return false;
}

bool ft_compressor_write (ft_compressor *p, const char *bytes, size_t n,
                          ft_error *error) {
  const size_t most = (size_t)1 << 30;
  for (; n > most; bytes += most, n -= most)
    if (!write_piece (p, bytes, most, error))
      return false;
  return write_piece (p, bytes, n, error);
}

bool ft_compressor_commit (ft_compressor *p, ft_error *error) {
  if (p->compression == GZIP && !deflate_gzip (p, "", 0, Z_FINISH, error))
    return false;
  if (p->compression == ZSTD && !deflate_zstd (p, "", 0, ZSTD_e_end, error))
    return false;
  p->open = false;
  return ft_output_commit (&p->out, error);
}
