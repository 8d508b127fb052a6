// See 'block_encoding.h'.

#include "format/block_encoding.h"

#include <stdio.h>
#include <string.h>

// ---- shapes ----------------------------------------------------------------

static bool flags_fit (const ft_event *e) {
  bool mark = e->flags & FT_DROPPED;
  if (e->flags & ~FT_SHAPE_FLAGS_KEPT ||
      (e->flags & FT_UNSIGNALLED && e->kind != FT_WAKE) ||
      (e->flags & FT_TRIED && !ft_kind_waits (e->kind) &&
       e->kind != FT_ATOMIC_RMW && e->kind != FT_BRANCH && e->kind != FT_WRITE))
    return false;
  return !mark || (e->kind == FT_FENCE && e->order == FT_ORDER_PLAIN &&
                   e->flags == FT_DROPPED);
}

// Whether a mask is a width: one or more of the low bytes of a word.
static bool is_width (unsigned mask) {
  return mask && !(mask & (mask + 1));
}

// The properties of a shape on which every reader may rely.
static bool shape_fits (uint64_t shape, const ft_event *e) {
  if (e->kind >= FT_KIND_COUNT || e->order > FT_ORDER_SEQ_CST || !flags_fit (e))
    return false;
  bool ordered = ft_kind_is_atomic (e->kind) || e->kind == FT_FENCE;
  bool valued = e->flags & (FT_HAS_VALUE | FT_DROPPED);
  bool detailed =
      e->kind == FT_ALLOC || e->kind == FT_FREE || e->kind == FT_LOCAL;
  return (ordered || e->order == FT_ORDER_PLAIN) &&
         (e->mask || !ft_kind_accesses (e->kind)) &&
         (is_width (e->mask) || !ft_kind_computes (e->kind)) &&
         ft_shape_has (shape, FT_SHAPE_VALUE) == valued &&
         (!ft_shape_has (shape, FT_SHAPE_CONDITION) ||
          ft_kind_releases (e->kind)) &&
         (!detailed || ft_shape_has (shape, FT_SHAPE_DETAIL)) &&
         !(e->flags & FT_DROPPED && ft_shape_has (shape, FT_SHAPE_DETAIL));
}

bool ft_shape_event (uint64_t shape, ft_event *e) {
  *e = FT_EVENT_NONE;
  e->kind = (uint8_t)shape;
  e->mask = (uint8_t)(shape >> FT_SHAPE_MASK);
  e->order = (uint8_t)(shape >> FT_SHAPE_ORDER);
  e->flags = (uint8_t)(shape >> FT_SHAPE_FLAGS);
  return shape_fits (shape, e);
}

// ---- frames ----------------------------------------------------------------

bool ft_zstd_frame_unpack (ZSTD_DCtx *zstd, ft_bytes *to, const uint8_t *from,
                           size_t packed, size_t raw) {
  FT_RESERVE (*to, raw);
  to->size = raw;
  return !raw ||
         ZSTD_decompressDCtx (zstd, to->begin, raw, from, packed) == raw;
}

// ---- names -----------------------------------------------------------------

static bool get_variable (ft_varints *from, ft_variable *v) {
  uint64_t addressed = ft_varint_get (from);
  *v = (ft_variable){.addressed = addressed == 1, .alloc = FT_NO_POS};
  if (addressed) {
    v->address = ft_varint_get (from);
    v->alloc = ft_varint_get (from) - 1;
  }
  return addressed <= 1 && !from->bad;
}

static ft_id add_name (ft_tables *tables, enum ft_class class, const char *name,
                       size_t length, bool trusted) {
  return trusted && class == FT_CLASS_LOCAL
             ? ft_intern_append (tables->names + class, name, length)
             : ft_tables_add (tables, class, name, length);
}

static const char *get_name (ft_varints *from, ft_tables *tables,
                             enum ft_class class, bool trusted) {
  ft_id id = ft_tables_count (tables, class);
  size_t length = ft_varint_get_count (from);
  const char *name = (const char *)from->at;
  from->at += length;
  if (from->bad || memchr (name, 0, length) || id == FT_NO_ID - 1)
    return "malformed names";
  if (add_name (tables, class, name, length, trusted) != id)
    return "a name that another id has";
  if (class == FT_CLASS_VARIABLE &&
      !get_variable (from, tables->variables.begin + id))
    return "malformed variables";
  return NULL;
}

const char *ft_block_names_get (ft_varints *from, ft_tables *tables,
                                const ft_id_limits known, bool trusted) {
  const char *wrong = NULL;
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    if (ft_tables_count (tables, (enum ft_class) class) != known[class])
      return "the names before it are not those of the file so far";
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    for (uint64_t n = ft_varint_get_count (from); n && !wrong; n--)
      wrong = get_name (from, tables, (enum ft_class) class, trusted);
  return wrong ? wrong : from->bad ? "malformed names" : NULL;
}

const char *ft_packed_names (const ft_packed_block *b, ft_tables *tables,
                             bool trusted) {
  const ft_bytes *frame = b->frames + FT_FRAME_NAMES;
  ft_varints from = {frame->begin, frame->begin + frame->size, false};
  const char *wrong =
      ft_block_names_get (&from, tables, b->header.names, trusted);
  return wrong ? wrong : from.at != from.end ? "malformed names" : NULL;
}

static void add_lost (ft_tables *tables, enum ft_class class) {
  ft_id id = ft_tables_count (tables, class);
  char name[64];
  int n = snprintf (name, sizeof name, "lost %s %u", ft_class_name (class), id);
  while (ft_tables_add (tables, class, name, (size_t)n) != id)
    name[n++] = '\'';
}

// Whether this many names may be lost.  A compressed name needs some bits, so
// that the bound keeps memory in proportion to the size of the file.
static bool may_be_lost (const ft_packed_block *b, uint64_t names) {
  return names <= 64 * b->skipped;
}

const char *ft_packed_lost_names (const ft_packed_block *b, ft_tables *tables) {
  for (int i = 0; i < FT_CLASS_NONE; i++) {
    enum ft_class class = (enum ft_class)i;
    uint32_t known = ft_tables_count (tables, class);
    if (b->header.names[class] < known ||
        !may_be_lost (b, b->header.names[class] - known))
      return "the names before it are not those of the file so far";
    while (ft_tables_count (tables, class) < b->header.names[class])
      add_lost (tables, class);
  }
  return NULL;
}
