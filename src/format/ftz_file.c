#include "format/ftz_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "format/block_encoding.h"

enum { CHUNK = 256 << 10 };

struct ft_ftz_file {
  ft_decompressor *in; // owned
  uint64_t offset;     // bytes read
  uint64_t begin;      // offset of the block at hand
  ft_pos position;     // of the first event of the next block
  uint32_t blocks;     // read so far
  char place[512];     // of the block, for messages
  ft_bytes payload;
  ZSTD_DCtx *zstd; // owned
};

void ft_ftz_raw_release (ft_ftz_raw *raw) {
  for (int i = 0; i < FT_FTZ_FRAMES; i++)
    FT_RELEASE (raw->frames[i]);
}

// ---- bytes -----------------------------------------------------------------

// Append 'n' bytes, or fewer at the end of the file; false on an error.
static bool read_bytes (ft_ftz_file *f, ft_bytes *to, size_t n,
                        ft_error *error) {
  while (n) {
    size_t part = n < CHUNK ? n : CHUNK;
    FT_RESERVE (*to, to->size + part);
    ptrdiff_t got =
        ft_decompressor_read (f->in, (char *)to->begin + to->size, part, error);
    if (got < 0)
      return false;
    if (!got)
      return true;
    to->size += (size_t)got;
    f->offset += (uint64_t)got;
    n -= (size_t)got;
  }
  return true;
}

static int damaged (const ft_ftz_file *f, ft_error *error, const char *format,
                    ...) __attribute__ ((format (printf, 3, 4)));

static int damaged (const ft_ftz_file *f, ft_error *error, const char *format,
                    ...) {
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", f->place, text);
  return -1;
}

static void set_place (ft_ftz_file *f) {
  f->begin = f->offset;
  snprintf (f->place, sizeof f->place,
            "%.400s: block %" PRIu32 " at byte %" PRIu64,
            ft_decompressor_path (f->in), f->blocks, f->begin);
}

// Read exactly 'n' bytes.
static bool take (ft_ftz_file *f, void *to, size_t n, ft_error *error) {
  FT_CLEAR (f->payload);
  if (!read_bytes (f, &f->payload, n, error))
    return false;
  if (f->payload.size < n)
    return damaged (f, error,
                    "the file ends after %" PRIu64 " bytes, as if cut short",
                    f->offset) > 0;
  if (to && n)
    memcpy (to, f->payload.begin, n);
  return true;
}

// ---- the start -------------------------------------------------------------

static bool check_start (ft_ftz_file *f, ft_error *error) {
  ft_ftz_start s;
  if (!read_bytes (f, &f->payload, sizeof s, error))
    return false;
  bool whole = f->payload.size == sizeof s;
  if (whole)
    memcpy (&s, f->payload.begin, sizeof s);
  if (!whole || memcmp (s.magic, FT_FTZ_MAGIC, sizeof s.magic)) {
    ft_error_at_byte (error, ft_decompressor_path (f->in), 0,
                      "expected the start of a compressed trace");
    return false;
  }
  if (s.version == FT_FTZ_VERSION && !s.reserved)
    return true;
  ft_error_at_byte (error, ft_decompressor_path (f->in), 8,
                    "compressed trace of version %" PRIu32
                    "; expected version %d: convert it again",
                    s.version, FT_FTZ_VERSION);
  return false;
}

ft_ftz_file *ft_ftz_file_new (ft_decompressor *in, ft_error *error) {
  ft_ftz_file *f = FT_NEW (ft_ftz_file);
  f->in = in;
  f->zstd = ZSTD_createDCtx ();
  if (check_start (f, error))
    return f;
  ft_ftz_file_free (f);
  return NULL;
}

void ft_ftz_file_free (ft_ftz_file *f) {
  if (!f)
    return;
  ft_decompressor_free (f->in);
  FT_RELEASE (f->payload);
  ZSTD_freeDCtx (f->zstd);
  free (f);
}

// ---- blocks ----------------------------------------------------------------

static size_t payload_size (const ft_ftz_header *h) {
  size_t size = 0;
  for (int i = 0; i < FT_FTZ_FRAMES; i++)
    size += h->packed[i];
  return size;
}

static bool sizes_fit (const ft_ftz_header *h) {
  if (!h->items || h->items > FT_FTZ_MOST || !h->rules || h->rules > h->items ||
      h->terminals > FT_FTZ_MOST)
    return false;
  for (int i = 0; i < FT_FTZ_FRAMES; i++)
    if (h->raw[i] > FT_FTZ_FRAME ||
        h->packed[i] > ZSTD_COMPRESSBOUND (FT_FTZ_FRAME) ||
        !h->raw[i] != !h->packed[i])
      return false;
  return true;
}

static bool check_header (const ft_ftz_file *f, const ft_ftz_header *h,
                          ft_error *error) {
  if (h->checksum != ft_checksum (h, offsetof (ft_ftz_header, checksum)))
    damaged (f, error, "damaged: no header of a block");
  else if (h->number != f->blocks || h->first != f->position)
    damaged (f, error,
             "block %" PRIu32 " with event %" PRIu64 " is here; expected "
             "event %" PRIu64,
             h->number, h->first, f->position);
  else if (!sizes_fit (h))
    damaged (f, error, "sizes that no block has");
  else if (!h->events || h->events > FT_NO_POS - h->first)
    damaged (f, error, "more than 2^64 events");
  else
    return true;
  return false;
}

static bool unpack_frames (ft_ftz_file *f, bool values, ft_ftz_raw *raw,
                           ft_error *error) {
  const ft_ftz_header *h = &raw->header;
  const uint8_t *from = f->payload.begin;
  for (int i = 0; i < FT_FTZ_FRAMES; from += h->packed[i++]) {
    FT_CLEAR (raw->frames[i]);
    if (i == FT_FTZ_VALUES && !values)
      continue;
    if (!ft_zstd_frame_unpack (f->zstd, raw->frames + i, from, h->packed[i],
                               h->raw[i]))
      return damaged (f, error, "frame %d is damaged", i) > 0;
  }
  return true;
}

static int read_block (ft_ftz_file *f, bool values, ft_ftz_raw *raw,
                       ft_error *error) {
  ft_ftz_header *h = &raw->header;
  size_t known = sizeof h->magic;
  if (!take (f, (char *)h + known, sizeof *h - known, error) ||
      !check_header (f, h, error) || !take (f, NULL, payload_size (h), error))
    return -1;
  if (ft_checksum (f->payload.begin, f->payload.size) != h->payload)
    return damaged (f, error, "damaged: wrong checksum");
  if (!unpack_frames (f, values, raw, error))
    return -1;
  raw->offset = f->begin;
  f->blocks++;
  f->position += h->events;
  return 1;
}

static int read_end (ft_ftz_file *f, ft_error *error) {
  ft_ftz_end end = {.magic = FT_FTZ_END_MAGIC};
  char more;
  if (!take (f, (char *)&end + sizeof end.magic, sizeof end - sizeof end.magic,
             error))
    return -1;
  if (end.checksum != ft_checksum (&end, offsetof (ft_ftz_end, checksum)) ||
      end.blocks != f->blocks || end.events != f->position)
    return damaged (f, error, "the end of the file is damaged");
  ptrdiff_t got = ft_decompressor_read (f->in, &more, 1, error);
  if (got > 0)
    return damaged (f, error, "something follows the end");
  return (int)got;
}

int ft_ftz_file_load (ft_ftz_file *f, bool values, ft_ftz_raw *raw,
                      ft_error *error) {
  set_place (f);
  if (!take (f, &raw->header.magic, sizeof raw->header.magic, error))
    return -1;
  if (raw->header.magic == FT_FTZ_END_MAGIC)
    return read_end (f, error);
  if (raw->header.magic == FT_FTZ_BLOCK_MAGIC)
    return read_block (f, values, raw, error);
  return damaged (f, error, "damaged: neither a block nor the end");
}

// ---- queries ---------------------------------------------------------------

const char *ft_ftz_file_path (const ft_ftz_file *f) {
  return ft_decompressor_path (f->in);
}

const char *ft_ftz_file_place (const ft_ftz_file *f) {
  return f->place;
}

uint64_t ft_ftz_file_bytes (const ft_ftz_file *f) {
  return f->offset;
}

uint32_t ft_ftz_file_blocks (const ft_ftz_file *f) {
  return f->blocks;
}

double ft_ftz_file_progress (const ft_ftz_file *f) {
  return ft_decompressor_progress (f->in);
}
