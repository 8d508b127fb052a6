// See 'packed_file.h'.

#include "format/packed_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "format/block_encoding.h"

#define CHUNK ((size_t)256 << 10)

struct ft_packed_file {
  ft_decompressor *in; // owned
  unsigned without;
  uint8_t *buffer; // owned; the unread bytes are 'at' to 'end'
  size_t at, end, capacity;
  uint64_t offset;       // of 'at' in the file
  bool over;             // the file has ended
  bool lost;             // the reader searches for the next block
  bool gaps;             // some blocks were damaged
  uint64_t damaged;      // offset of the last damage
  uint32_t blocks, next; // number of whole blocks; number of the next block
  ft_pos position;       // of the first event of the next block
  uint64_t events;       // as in 'ft_packed_status'
  FT_STACK (ft_packed_entry) index;
  ZSTD_DCtx *zstd; // owned
};

// ---- bytes -----------------------------------------------------------------

// Makes room behind the unread bytes, which stay in one piece.  Memory grows
// with the bytes read, never with a size in a header.
static void make_room (ft_packed_file *f) {
  if (f->at) {
    memmove (f->buffer, f->buffer + f->at, f->end - f->at);
    f->end -= f->at;
    f->at = 0;
  }
  if (2 * f->end + CHUNK <= f->capacity)
    return;
  f->capacity = 2 * (f->end + CHUNK);
  f->buffer = ft_realloc (f->buffer, f->capacity, 1);
}

// Reads until 'n' bytes are unread or the file ends; false if reading fails.
static bool read_bytes (ft_packed_file *f, size_t n, ft_error *error) {
  while (f->end - f->at < n && !f->over) {
    if (f->capacity - f->end < CHUNK)
      make_room (f);
    ptrdiff_t got =
        ft_decompressor_read (f->in, (char *)f->buffer + f->end, CHUNK, error);
    if (got < 0)
      return false;
    f->over = !got;
    f->end += (size_t)got;
  }
  return true;
}

static size_t unread (const ft_packed_file *f) {
  return f->end - f->at;
}

static void skip (ft_packed_file *f, size_t n) {
  f->at += n;
  f->offset += n;
}

static const char *path_of (const ft_packed_file *f) {
  return ft_decompressor_path (f->in);
}

static enum ft_packed_load_result
report_damage (const ft_packed_file *f, enum ft_packed_load_result how,
               ft_error *error, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

static enum ft_packed_load_result report_damage (const ft_packed_file *f,
                                                 enum ft_packed_load_result how,
                                                 ft_error *error,
                                                 const char *format, ...) {
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s: block %lu at byte %llu: %s",
                path_of (f), (unsigned long)f->next,
                (unsigned long long)f->offset, text);
  return how;
}

static void begin_search (ft_packed_file *f) {
  if (!f->lost)
    f->damaged = f->offset;
  f->lost = f->gaps = true;
}

// ---- the start -------------------------------------------------------------

uint64_t ft_packed_identity_checksum (const ft_packed_start *s,
                                      uint64_t digest) {
  struct {
    ft_packed_start start;
    uint64_t digest;
  } both = {*s, digest};
  return ft_checksum (&both, sizeof both);
}

static bool check_version (const ft_packed_file *f, const ft_packed_start *s,
                           ft_error *error) {
  if (s->version && s->version <= FT_PACKED_VERSION && !s->reserved)
    return true;
  ft_error_at_byte (error, path_of (f), 8,
                    "packed trace of version %lu; expected version %d or "
                    "before: convert it again",
                    (unsigned long)s->version, FT_PACKED_VERSION);
  return false;
}

static bool check_identity (const ft_packed_file *f, const ft_packed_start *s,
                            ft_error *error) {
  ft_packed_identity i = {0};
  if (unread (f) >= sizeof *s + sizeof i)
    memcpy (&i, f->buffer + f->at + sizeof *s, sizeof i);
  if (i.checksum == ft_packed_identity_checksum (s, i.digest))
    return true;
  ft_error_at_byte (error, path_of (f), sizeof *s,
                    "the start of this packed trace is damaged");
  return false;
}

static bool check_start (ft_packed_file *f, ft_error *error) {
  ft_packed_start s;
  if (!read_bytes (f, sizeof s + sizeof (ft_packed_identity), error))
    return false;
  bool whole = unread (f) >= sizeof s;
  if (whole)
    memcpy (&s, f->buffer + f->at, sizeof s);
  if (!whole || memcmp (s.magic, FT_PACKED_MAGIC, sizeof s.magic)) {
    ft_error_at_byte (error, path_of (f), 0,
                      "expected the start of a packed trace");
    return false;
  }
  if (!check_version (f, &s, error) ||
      (s.version > 1 && !check_identity (f, &s, error)))
    return false;
  skip (f, sizeof s + (s.version > 1 ? sizeof (ft_packed_identity) : 0));
  return true;
}

ft_packed_file *ft_packed_file_new (ft_decompressor *in, unsigned without,
                                    ft_error *error) {
  ft_packed_file *f = FT_NEW (ft_packed_file);
  f->in = in;
  f->without = without;
  f->events = FT_NO_POS;
  f->zstd = ZSTD_createDCtx ();
  if (check_start (f, error))
    return f;
  ft_packed_file_free (f);
  return NULL;
}

void ft_packed_file_free (ft_packed_file *f) {
  if (!f)
    return;
  ft_decompressor_free (f->in);
  free (f->buffer);
  FT_RELEASE (f->index);
  ZSTD_freeDCtx (f->zstd);
  free (f);
}

void ft_packed_block_release (ft_packed_block *b) {
  for (int i = 0; i < FT_FRAME_COUNT; i++)
    FT_RELEASE (b->frames[i]);
  FT_RELEASE (b->locations);
}

// ---- frames ----------------------------------------------------------------

static void set_size (ft_bytes *bytes, size_t size) {
  if (bytes->capacity < size) {
    bytes->begin = ft_realloc (bytes->begin, size, 1);
    bytes->capacity = size;
  }
  bytes->size = size;
}

bool ft_packed_block_locations (ft_packed_block *b) {
  if (!b->locations.size)
    return true;
  ZSTD_DCtx *zstd = ZSTD_createDCtx ();
  bool fine = ft_zstd_frame_unpack (zstd, b->frames + FT_FRAME_LOCATIONS,
                                    b->locations.begin, b->locations.size,
                                    b->header.raw[FT_FRAME_LOCATIONS]);
  ZSTD_freeDCtx (zstd);
  b->locations.size = 0;
  return fine;
}

static bool is_wanted (const ft_packed_file *f, int frame) {
  return !(frame == FT_FRAME_LOCATIONS && f->without & FT_COLUMN_LOCATIONS) &&
         !(frame == FT_FRAME_VALUES && f->without & FT_COLUMN_VALUES) &&
         !(frame == FT_FRAME_DETAILS && f->without & FT_COLUMN_DETAILS);
}

static void copy_bytes (ft_bytes *to, const uint8_t *from, size_t n) {
  set_size (to, n);
  if (n)
    memcpy (to->begin, from, n);
}

static enum ft_packed_load_result unpack_frames (ft_packed_file *f,
                                                 ft_packed_block *b,
                                                 const uint8_t *from,
                                                 ft_error *error) {
  const ft_packed_header *h = &b->header;
  b->locations.size = 0;
  for (int i = 0; i < FT_FRAME_COUNT; from += h->packed[i++]) {
    b->frames[i].size = 0;
    if (!is_wanted (f, i)) {
      if (i == FT_FRAME_LOCATIONS)
        copy_bytes (&b->locations, from, h->packed[i]);
    } else if (!ft_zstd_frame_unpack (f->zstd, b->frames + i, from,
                                      h->packed[i], h->raw[i]))
      return report_damage (f, FT_PACKED_LOAD_DAMAGED, error,
                            "frame %d is damaged", i);
  }
  return FT_PACKED_LOAD_BLOCK;
}

// ---- blocks ----------------------------------------------------------------

static size_t payload_of (const ft_packed_header *h) {
  size_t size = 0;
  for (int i = 0; i < FT_FRAME_COUNT; i++)
    size += h->packed[i];
  return size;
}

static bool sizes_fit (const ft_packed_header *h) {
  for (int i = 0; i < FT_FRAME_COUNT; i++)
    if (h->raw[i] > ft_packed_most ((enum ft_packed_frame)i) ||
        h->packed[i] > ZSTD_compressBound (h->raw[i]) ||
        !h->packed[i] != !h->raw[i])
      return false;
  return true;
}

static bool is_valid_header (const ft_packed_header *h) {
  return h->magic == FT_PACKED_BLOCK_MAGIC &&
         h->checksum ==
             ft_checksum (h, offsetof (ft_packed_header, checksum)) &&
         h->count && h->count <= FT_PACKED_EVENTS && !h->reserved &&
         h->first <= FT_NO_POS - 1 - h->count && sizes_fit (h);
}

// Whether the block may follow the last whole one.  After damage, positions may
// be missing, but no more than blocks that fit into the skipped bytes may have
// held.  This bound keeps a header from claiming 2^64 lost events or names.
static bool is_next (const ft_packed_file *f, const ft_packed_header *h) {
  if (!f->lost)
    return h->number == f->next && h->first == f->position;
  uint64_t lost = (f->offset - f->damaged) / sizeof *h + 1;
  return h->number >= f->next && h->number - f->next <= lost &&
         h->first >= f->position &&
         h->first - f->position <= lost * FT_PACKED_EVENTS;
}

static enum ft_packed_load_result
read_payload (ft_packed_file *f, ft_packed_block *b, ft_error *error) {
  const ft_packed_header *h = &b->header;
  size_t size = sizeof *h + payload_of (h);
  if (!read_bytes (f, size, error))
    return FT_PACKED_LOAD_FAILED;
  if (unread (f) < size)
    return report_damage (f, FT_PACKED_LOAD_DAMAGED, error,
                          "the file ends inside, as if cut short");
  const uint8_t *payload = f->buffer + f->at + sizeof *h;
  if (ft_checksum (payload, payload_of (h)) != h->payload)
    return report_damage (f, FT_PACKED_LOAD_DAMAGED, error,
                          "damaged: wrong checksum");
  return unpack_frames (f, b, payload, error);
}

// Reads the block at hand.  The next block begins behind it, even if this one
// is damaged.
static enum ft_packed_load_result
read_block (ft_packed_file *f, ft_packed_block *b, ft_error *error) {
  b->offset = f->offset;
  b->skipped = f->lost ? f->offset - f->damaged : 0;
  enum ft_packed_load_result loaded = read_payload (f, b, error);
  if (loaded == FT_PACKED_LOAD_FAILED)
    return loaded;
  if (loaded == FT_PACKED_LOAD_BLOCK) {
    f->lost = false;
    f->blocks++;
    f->next = b->header.number + 1;
    f->position = b->header.first + b->header.count;
    FT_PUSH (f->index, ((ft_packed_entry){b->offset, b->header.first}));
  } else
    begin_search (f);
  size_t size = sizeof b->header + payload_of (&b->header);
  skip (f, unread (f) < size ? unread (f) : size);
  return loaded;
}

// ---- the end ---------------------------------------------------------------

static bool entries_match (const ft_packed_file *f, const uint8_t *entries,
                           uint32_t count) {
  size_t i = 0;
  for (uint32_t k = 0; k < count && i < f->index.size; k++) {
    ft_packed_entry entry;
    memcpy (&entry, entries + k * sizeof entry, sizeof entry);
    i += entry.offset == f->index.begin[i].offset &&
         entry.first == f->index.begin[i].first;
  }
  return i == f->index.size && (f->gaps || i == count);
}

// 1: a whole index; 0: none; -1: the file cannot be read.  In a search the
// index must end the file, so that at most one checksum is computed.
static int find_index (ft_packed_file *f, size_t *size, ft_error *error) {
  ft_packed_index head;
  ft_packed_end end;
  memcpy (&head, f->buffer + f->at, sizeof head);
  if (head.blocks > f->offset / sizeof (ft_packed_header))
    return 0;
  *size = sizeof head + head.blocks * sizeof (ft_packed_entry);
  if (!read_bytes (f, *size + sizeof end + 1, error))
    return -1;
  if (unread (f) < *size + sizeof end ||
      (f->lost && unread (f) > *size + sizeof end))
    return 0;
  memcpy (&end, f->buffer + f->at + *size, sizeof end);
  return end.magic == FT_PACKED_END_MAGIC && end.offset == f->offset &&
         !end.reserved &&
         end.checksum == ft_checksum (f->buffer + f->at, *size);
}

static enum ft_packed_load_result read_end (ft_packed_file *f,
                                            ft_error *error) {
  ft_packed_index head;
  size_t size;
  int found = find_index (f, &size, error);
  if (found < 0)
    return FT_PACKED_LOAD_FAILED;
  if (!found)
    return report_damage (f, FT_PACKED_LOAD_DAMAGED, error,
                          "the index is damaged");
  memcpy (&head, f->buffer + f->at, sizeof head);
  if (!entries_match (f, f->buffer + f->at + sizeof head, head.blocks) ||
      head.events < f->position || (!f->lost && head.events > f->position))
    return report_damage (f, FT_PACKED_LOAD_TRUNCATED, error,
                          "the index does not belong to these blocks");
  f->events = head.events;
  if (unread (f) > size + sizeof (ft_packed_end)) {
    skip (f, size + sizeof (ft_packed_end));
    return report_damage (f, FT_PACKED_LOAD_TRUNCATED, error,
                          "something follows the index");
  }
  skip (f, unread (f));
  return FT_PACKED_LOAD_END;
}

// ---- the next block --------------------------------------------------------

// Checks the next bytes: a header, an index, or damage.
static enum ft_packed_load_result
check_next (ft_packed_file *f, ft_packed_block *b, ft_error *error) {
  uint32_t magic = 0;
  if (!read_bytes (f, sizeof b->header, error))
    return FT_PACKED_LOAD_FAILED;
  if (!unread (f))
    return report_damage (f, FT_PACKED_LOAD_TRUNCATED, error,
                          "the file ends without its index, as if cut short");
  if (unread (f) >= sizeof magic)
    memcpy (&magic, f->buffer + f->at, sizeof magic);
  if (magic == FT_PACKED_INDEX_MAGIC && unread (f) >= sizeof (ft_packed_index))
    return read_end (f, error);
  if (unread (f) < sizeof b->header)
    return report_damage (f, FT_PACKED_LOAD_DAMAGED, error,
                          "the file ends inside, as if cut short");
  memcpy (&b->header, f->buffer + f->at, sizeof b->header);
  if (magic != FT_PACKED_BLOCK_MAGIC || !is_valid_header (&b->header))
    return report_damage (f, FT_PACKED_LOAD_DAMAGED, error,
                          "damaged: no header of a block");
  if (!is_next (f, &b->header))
    return report_damage (
        f, FT_PACKED_LOAD_DAMAGED, error,
        "block %lu with event %llu is here; expected block %lu "
        "with event %llu",
        (unsigned long)b->header.number, (unsigned long long)b->header.first,
        (unsigned long)f->next, (unsigned long long)f->position);
  return FT_PACKED_LOAD_BLOCK;
}

// Skips to the next byte with which a header or an index could begin.
static void skip_to_candidate (ft_packed_file *f) {
  skip (f, 1);
  const uint8_t *found =
      unread (f) ? memchr (f->buffer + f->at, 'F', unread (f)) : NULL;
  skip (f, found ? (size_t)(found - (f->buffer + f->at)) : unread (f));
}

// Searches in steps, so that the caller may give up on an endless pipe.
static enum ft_packed_load_result
search_next (ft_packed_file *f, ft_packed_block *b, ft_error *error) {
  ft_error ignored;
  enum ft_packed_load_result found;
  uint64_t begin = f->offset;
  while ((found = check_next (f, b, &ignored)) == FT_PACKED_LOAD_DAMAGED &&
         f->offset - begin < CHUNK)
    skip_to_candidate (f);
  if (found == FT_PACKED_LOAD_FAILED || found == FT_PACKED_LOAD_TRUNCATED)
    *error = ignored;
  return found;
}

enum ft_packed_load_result
ft_packed_file_load (ft_packed_file *f, ft_packed_block *b, ft_error *error) {
  enum ft_packed_load_result found =
      f->lost ? search_next (f, b, error) : check_next (f, b, error);
  if (found == FT_PACKED_LOAD_BLOCK)
    return read_block (f, b, error);
  if (found == FT_PACKED_LOAD_DAMAGED)
    begin_search (f);
  return found;
}

const char *ft_packed_file_path (const ft_packed_file *f) {
  return path_of (f);
}

ft_packed_status ft_packed_file_status (const ft_packed_file *f) {
  return (ft_packed_status){ft_decompressor_progress (f->in), f->events,
                            f->offset, f->blocks};
}
