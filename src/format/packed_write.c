// See 'packed_write.h'.

#include "format/packed_write.h"

#include <assert.h>
#include <string.h>

#include "base/checksum.h"
#include "format/block_writing.h"
#include "format/column_writer.h"
#include "format/print.h"

// A block with this many bytes of details ends, whatever its number of events.
#define ENOUGH ((size_t)16 << 20)

// Frames of some hundred KB: higher levels gain little and cost much.
#define LEVEL 3

struct ft_packed_writer {
  ft_compressor *out; // borrowed
  uint64_t offset, digest;
  bool leaves_origins;
  ft_pos position; // of the next event
  uint32_t count;  // events in the block so far
  uint32_t most;   // events with which a block ends
  ft_column_writer shapes, threads, targets, locations, values;
  ft_sorter *sorter; // owned
  ft_bytes conditions, counts;
  uint32_t condition_count, count_count;
  ft_packed_ids ids;             // of alternative paths
  uint32_t named[FT_CLASS_NONE]; // ids whose names are written
  uint32_t used[FT_CLASS_NONE];  // ids that events have used
  ft_bytes frames[FT_FRAME_COUNT];
  ft_bytes packed; // all frames, compressed
  FT_STACK (ft_packed_entry) index;
  ZSTD_CCtx *zstd; // owned
};

ft_packed_writer *ft_packed_writer_new (ft_compressor *out, uint32_t events) {
  ft_packed_writer *p = FT_NEW (ft_packed_writer);
  assert (events && events <= FT_PACKED_EVENTS);
  p->most = events;
  p->out = out;
  ft_column_writer_init (&p->shapes);
  ft_column_writer_init (&p->threads);
  ft_column_writer_init (&p->targets);
  ft_column_writer_init (&p->locations);
  ft_column_writer_init (&p->values);
  p->sorter = ft_sorter_new ();
  p->zstd = ZSTD_createCCtx ();
  return p;
}

void ft_packed_writer_free (ft_packed_writer *p) {
  if (!p)
    return;
  ft_column_writer_release (&p->shapes);
  ft_column_writer_release (&p->threads);
  ft_column_writer_release (&p->targets);
  ft_column_writer_release (&p->locations);
  ft_column_writer_release (&p->values);
  ft_sorter_free (p->sorter);
  FT_RELEASE (p->conditions);
  FT_RELEASE (p->counts);
  for (int i = 0; i < FT_FRAME_COUNT; i++)
    FT_RELEASE (p->frames[i]);
  FT_RELEASE (p->packed);
  FT_RELEASE (p->index);
  ZSTD_freeCCtx (p->zstd);
  free (p);
}

void ft_packed_writer_identify (ft_packed_writer *p, uint64_t digest) {
  assert (!p->offset);
  p->digest = digest;
}

void ft_packed_writer_leave_origins (ft_packed_writer *p) {
  p->leaves_origins = true;
}

// ---- events ----------------------------------------------------------------

static void add_key (ft_column_writer *c, uint64_t key) {
  c->keys[c->size++] = key;
}

static void put_value (ft_packed_writer *p, const ft_event *e) {
  if (!ft_packed_needs_value (e->kind)) {
    add_key (&p->values, e->value);
    return;
  }
  ft_varint_put (&p->counts, e->value);
  p->count_count++;
}

// 'altpaths' is the first alternative path of the event, or FT_NO_ID.
static void put_detail (ft_packed_writer *p, const ft_tables *tables,
                        const ft_detail *d, uint32_t altpaths) {
  ft_bytes *to = p->frames + FT_FRAME_DETAILS;
  ft_detail_put (to, tables, d, altpaths != FT_NO_ID, p->used);
  if (altpaths != FT_NO_ID)
    ft_altpaths_put (&p->ids, to, tables, altpaths, p->used);
}

static void put_parts (ft_packed_writer *p, const ft_tables *tables,
                       const ft_event *e) {
  const ft_detail *d = ft_tables_detail (tables, e);
  uint32_t altpaths = ft_altpaths_at (&tables->altpaths, p->position);
  assert (d || altpaths == FT_NO_ID || e->flags & FT_DROPPED);
  if (e->flags & (FT_HAS_VALUE | FT_DROPPED))
    put_value (p, e);
  if (e->condition != FT_NO_ID) {
    ft_id_limits_use (p->used, FT_CLASS_OBJECT, e->condition);
    ft_varint_put (&p->conditions, e->condition);
    p->condition_count++;
  }
  if (d && (e->kind == FT_ALLOC || e->kind == FT_FREE))
    ft_range_put (p->frames + FT_FRAME_RANGES, tables, d, p->used);
  if (d)
    put_detail (p, tables, d, altpaths);
}

static bool write_block (ft_packed_writer *, const ft_tables *, ft_error *);

bool ft_packed_writer_put (ft_packed_writer *p, const ft_tables *tables,
                           const ft_event *e, ft_error *error) {
  if (!p->leaves_origins && ft_origins_at (&tables->origins, p->position))
    return ft_print_refused (error, p->position,
                             "writes input, which packed traces cannot hold; "
                             "write JSON lines (.jsonl) instead");
  ft_event kept = ft_event_in_file (e);
  enum ft_class class = ft_kind_class (kept.kind);
  ft_id_limits_use (p->used, FT_CLASS_THREAD, kept.thread);
  ft_id_limits_use (p->used, class, kept.target);
  ft_id_limits_use (p->used, FT_CLASS_LOCATION, kept.location);
  add_key (&p->shapes, ft_shape_of (&kept));
  add_key (&p->threads, kept.thread);
  add_key (&p->targets, (uint64_t) class << 32 | kept.target);
  add_key (&p->locations, (ft_id)(kept.location + 1));
  put_parts (p, tables, &kept);
  p->position++;
  p->count++;
  bool full = p->count == p->most ||
              p->frames[FT_FRAME_DETAILS].size > ENOUGH ||
              p->frames[FT_FRAME_RANGES].size > ENOUGH;
  return !full || write_block (p, tables, error);
}

// ---- frames ----------------------------------------------------------------

static void put_bytes (ft_bytes *to, const ft_bytes *bytes) {
  for (size_t i = 0; i < bytes->size; i++)
    FT_PUSH (*to, bytes->begin[i]);
}

// Targets are sorted by class, so that the ids of a class are a range of ranks.
static void put_targets (ft_packed_writer *p) {
  ft_bytes *to = p->frames + FT_FRAME_TABLES;
  uint64_t *value = p->targets.values, *end = value + p->targets.count;
  for (uint64_t class = 0; class <= FT_CLASS_NONE; class ++) {
    uint64_t *begin = value;
    for (; value < end && *value >> 32 == class; value++)
      *value &= UINT32_MAX;
    ft_put_ascending (to, begin, (uint32_t)(value - begin));
  }
}

static void put_column (ft_packed_writer *p, ft_column_writer *c,
                        enum ft_packed_frame to,
                        enum ft_packed_frame dictionary) {
  ft_column_writer_sort (c, p->sorter);
  if (c == &p->targets)
    put_targets (p);
  else
    ft_put_ascending (p->frames + dictionary, c->values, c->count);
  ft_put_ranks (p->frames + to, c);
  c->size = 0;
}

static void put_columns (ft_packed_writer *p) {
  put_column (p, &p->shapes, FT_FRAME_SHAPES, FT_FRAME_TABLES);
  put_column (p, &p->threads, FT_FRAME_THREADS, FT_FRAME_TABLES);
  put_column (p, &p->targets, FT_FRAME_TARGETS, FT_FRAME_TABLES);
  put_column (p, &p->locations, FT_FRAME_LOCATIONS, FT_FRAME_LOCATIONS);
  put_column (p, &p->values, FT_FRAME_VALUES, FT_FRAME_VALUES);
  ft_bytes *to = p->frames + FT_FRAME_TABLES;
  ft_varint_put (to, p->condition_count);
  put_bytes (to, &p->conditions);
  ft_varint_put (to, p->count_count);
  put_bytes (to, &p->counts);
}

static bool compress (ft_packed_writer *p, int frame, ft_packed_header *h,
                      ft_error *error) {
  ft_bytes *raw = p->frames + frame;
  size_t size;
  if (raw->size > ft_packed_most ((enum ft_packed_frame)frame)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "event %llu and those before it: names or lists of %zu MB "
                  "are too large for a packed trace",
                  (unsigned long long)p->position - 1, raw->size >> 20);
    return false;
  }
  if (!ft_zstd_frame_pack (p->zstd, &p->packed, raw, LEVEL, &size, error))
    return false;
  h->raw[frame] = (uint32_t)raw->size;
  h->packed[frame] = (uint32_t)size;
  raw->size = 0;
  return true;
}

// ---- blocks ----------------------------------------------------------------

static bool write_bytes (ft_packed_writer *p, const void *bytes, size_t n,
                         ft_error *error) {
  p->offset += n;
  return ft_compressor_write (p->out, bytes, n, error);
}

static bool write_start (ft_packed_writer *p, ft_error *error) {
  ft_packed_start s = {FT_PACKED_MAGIC, FT_PACKED_VERSION, 0};
  ft_packed_identity i = {p->digest,
                          ft_packed_identity_checksum (&s, p->digest)};
  return p->offset || (write_bytes (p, &s, sizeof s, error) &&
                       write_bytes (p, &i, sizeof i, error));
}

static void begin_block (ft_packed_writer *p) {
  memcpy (p->named, p->used, sizeof p->named);
  p->ids = (ft_packed_ids){0};
  p->packed.size = p->conditions.size = p->counts.size = 0;
  p->count = p->condition_count = p->count_count = 0;
}

static bool write_block (ft_packed_writer *p, const ft_tables *tables,
                         ft_error *error) {
  ft_packed_header h = {.magic = FT_PACKED_BLOCK_MAGIC,
                        .number = (uint32_t)p->index.size,
                        .first = p->position - p->count,
                        .count = p->count};
  memcpy (h.names, p->named, sizeof h.names);
  ft_block_names_put (p->frames + FT_FRAME_NAMES, tables, p->named, p->used);
  put_columns (p);
  for (int frame = 0; frame < FT_FRAME_COUNT; frame++)
    if (!compress (p, frame, &h, error))
      return false;
  h.payload = ft_checksum (p->packed.begin, p->packed.size);
  h.checksum = ft_checksum (&h, offsetof (ft_packed_header, checksum));
  if (!write_start (p, error))
    return false;
  FT_PUSH (p->index, ((ft_packed_entry){p->offset, h.first}));
  bool fine = write_bytes (p, &h, sizeof h, error) &&
              write_bytes (p, p->packed.begin, p->packed.size, error);
  begin_block (p);
  return fine;
}

static bool write_index (ft_packed_writer *p, ft_error *error) {
  ft_packed_index head = {FT_PACKED_INDEX_MAGIC, (uint32_t)p->index.size,
                          p->position};
  ft_packed_end end = {.offset = p->offset, .magic = FT_PACKED_END_MAGIC};
  size_t size = p->index.size * sizeof *p->index.begin;
  uint8_t *bytes = ft_calloc (sizeof head + size, 1);
  memcpy (bytes, &head, sizeof head);
  if (size)
    memcpy (bytes + sizeof head, p->index.begin, size);
  end.checksum = ft_checksum (bytes, sizeof head + size);
  bool fine = write_bytes (p, bytes, sizeof head + size, error) &&
              write_bytes (p, &end, sizeof end, error);
  free (bytes);
  return fine;
}

bool ft_packed_writer_finish (ft_packed_writer *p, const ft_tables *tables,
                              ft_error *error) {
  return write_start (p, error) &&
         (!p->count || write_block (p, tables, error)) &&
         write_index (p, error);
}

uint64_t ft_packed_file_digest (const char *path) {
  struct {
    ft_packed_start start;
    ft_packed_identity identity;
  } begin = {0};
  FILE *file = fopen (path, "rb");
  size_t got = file ? fread (&begin, sizeof begin, 1, file) : 0;
  if (file)
    fclose (file);
  uint64_t digest = begin.identity.digest;
  bool fine = got && begin.start.version == FT_PACKED_VERSION &&
              begin.identity.checksum ==
                  ft_packed_identity_checksum (&begin.start, digest);
  return fine ? digest : 0;
}
