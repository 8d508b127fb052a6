#include "format/block_writing.h"

#include <assert.h>
#include <string.h>

#include "format/print.h"

// ---- events ----------------------------------------------------------------

ft_event ft_event_in_file (const ft_event *e) {
  ft_event kept = *e;
  enum ft_mark mark = ft_event_mark (e);
  if (mark != FT_MARK_COUNT)
    ft_event_set_mark (&kept, mark);
  else
    kept.flags &= (uint8_t)~FT_DROPPED;
  return kept;
}

uint64_t ft_shape_of (const ft_event *e) {
  uint64_t shape = e->kind;
  shape |= (uint64_t)e->mask << FT_SHAPE_MASK;
  shape |= (uint64_t)e->order << FT_SHAPE_ORDER;
  shape |= (uint64_t)(e->flags & FT_SHAPE_FLAGS_KEPT) << FT_SHAPE_FLAGS;
  shape |= (uint64_t)(e->condition != FT_NO_ID) << FT_SHAPE_CONDITION;
  shape |= (uint64_t)(e->detail != FT_NO_ID) << FT_SHAPE_DETAIL;
  bool valued = e->flags & (FT_HAS_VALUE | FT_DROPPED);
  return shape | (uint64_t)valued << FT_SHAPE_VALUE;
}

// ---- frames ----------------------------------------------------------------

bool ft_zstd_frame_pack (ZSTD_CCtx *zstd, ft_bytes *to, const ft_bytes *raw,
                    int level, size_t *packed, ft_error *error) {
  size_t bound = ZSTD_compressBound (raw->size);
  *packed = 0;
  if (!raw->size)
    return true;
  FT_RESERVE (*to, to->size + bound);
  *packed = ZSTD_compressCCtx (zstd, to->begin + to->size, bound, raw->begin,
                               raw->size, level);
  if (ZSTD_isError (*packed)) {
    ft_error_set (error, FT_EXIT_INTERNAL, "zstd: %s",
                  ZSTD_getErrorName (*packed));
    return false;
  }
  to->size += *packed;
  return true;
}

// ---- names -----------------------------------------------------------------

static void put_name (ft_bytes *to, const ft_tables *tables,
                      enum ft_class class, ft_id id) {
  const char *name = ft_tables_name (tables, class, id);
  size_t length = strlen (name);
  ft_varint_put (to, length);
  for (size_t i = 0; i < length; i++)
    FT_PUSH (*to, (uint8_t)name[i]);
}

static void put_variable (ft_bytes *to, const ft_variable *v) {
  ft_varint_put (to, v->addressed);
  if (!v->addressed)
    return;
  ft_varint_put (to, v->address);
  ft_varint_put (to, v->alloc + 1); // 0: in no allocation
}

void ft_block_names_put (ft_bytes *to, const ft_tables *tables,
                         const ft_id_limits named, const ft_id_limits used) {
  for (int class = 0; class < FT_CLASS_NONE; class ++) {
    ft_varint_put (to, used[class] - named[class]);
    for (ft_id id = named[class]; id < used[class]; id++) {
      put_name (to, tables, (enum ft_class) class, id);
      if (class == FT_CLASS_VARIABLE)
        put_variable (to, tables->variables.begin + id);
    }
  }
}

// ---- details ---------------------------------------------------------------

static void put_operands (ft_bytes *to, const ft_tables *tables, uint32_t begin,
                          uint32_t count, ft_id_limits used) {
  ft_varint_put (to, count);
  for (uint32_t i = 0; i < count; i++) {
    const ft_operand *o = tables->operands.begin + begin + i;
    ft_id_limits_use (used, FT_CLASS_LOCAL, o->local);
    ft_varint_put (to, (uint64_t)(o->local + 1));
    if (o->local == FT_NO_ID)
      ft_varint_put (to, o->constant);
  }
}

void ft_detail_put (ft_bytes *to, const ft_tables *tables,
                           const ft_detail *d, bool altpaths,
                           ft_id_limits used) {
  ft_varint_put (to, (d->result != FT_NO_ID ? FT_DETAIL_RESULT : 0) |
                         (d->op ? FT_DETAIL_OPERATOR : 0) |
                         (d->operands_known ? FT_DETAIL_OPERANDS : 0) |
                         (d->pointers_known ? FT_DETAIL_POINTERS : 0) |
                         (d->written_known ? FT_DETAIL_WRITTEN : 0) |
                         (d->initial_known ? FT_DETAIL_INITIAL : 0) |
                         (altpaths ? FT_DETAIL_ALTPATHS : 0));
  ft_id_limits_use (used, FT_CLASS_LOCAL, d->result);
  if (d->result != FT_NO_ID)
    ft_varint_put (to, d->result);
  if (d->op)
    ft_varint_put (to, d->op);
  if (d->operands_known)
    put_operands (to, tables, d->operands, d->operand_count, used);
  if (d->pointers_known)
    put_operands (to, tables, d->pointers, d->pointer_count, used);
  if (d->written_known)
    ft_varint_put (to, d->written);
  if (d->initial_known)
    ft_varint_put (to, d->initial);
}

void ft_range_put (ft_bytes *to, const ft_tables *tables,
                          const ft_detail *d, ft_id_limits used) {
  ft_varint_put (to, d->address);
  ft_varint_put (to, d->bytes);
  ft_varint_put (to, d->freed_count);
  ft_id before = 0;
  for (uint32_t i = 0; i < d->freed_count; i++) {
    ft_id id = tables->freed.begin[d->freed + i];
    ft_id_limits_use (used, FT_CLASS_VARIABLE, id);
    ft_varint_put_signed (to, (int64_t)id - before);
    before = id;
  }
}

// ---- alternative paths -----------------------------------------------------

typedef struct target {
  ft_packed_ids *ids;
  ft_bytes *to;
  const ft_tables *tables;
  uint32_t *used; // ft_id_limits
} target;

static void put_id (const target *t, enum ft_class class, ft_id id) {
  ft_varint_put_signed (t->to, (int64_t)id - t->ids->last[class]);
  t->ids->last[class] = id;
}

static void use_name (const target *t, enum ft_class class, ft_id id) {
  ft_id_limits_use (t->used, class, id);
  put_id (t, class, id);
}

static void put_event (const target *t, const ft_event *e) {
  enum ft_class class = ft_kind_class ((enum ft_kind)e->kind);
  uint64_t shape = ft_shape_of (e);
  ft_varint_put (t->to, shape);
  if (class != FT_CLASS_NONE)
    use_name (t, class, e->target);
  ft_id_limits_use (t->used, FT_CLASS_LOCATION, e->location);
  put_id (t, FT_CLASS_LOCATION, e->location + 1);
  if (ft_shape_has (shape, FT_SHAPE_VALUE))
    ft_varint_put (t->to, e->value);
  if (ft_shape_has (shape, FT_SHAPE_CONDITION))
    use_name (t, FT_CLASS_OBJECT, e->condition);
  const ft_detail *d = ft_tables_detail (t->tables, e);
  if (d)
    ft_detail_put (t->to, t->tables, d, false, t->used);
}

static void put_list (const target *t, uint32_t first, unsigned depth);

static void put_nested (const target *t, const ft_altpath *x, unsigned depth) {
  const uint32_t *of_event = t->tables->altpaths.of_event.begin;
  uint32_t n = 0, next = x->first;
  for (uint32_t i = x->first; i < x->first + x->count; i++)
    n += of_event[i] != FT_NO_ID;
  ft_varint_put (t->to, n);
  for (uint32_t i = x->first; i < x->first + x->count; i++) {
    if (of_event[i] == FT_NO_ID)
      continue;
    ft_varint_put (t->to, i - next);
    put_list (t, of_event[i], depth + 1);
    next = i + 1;
  }
}

static void put_path (const target *t, const ft_altpath *x, unsigned depth) {
  ft_varint_put (t->to, x->outcome);
  ft_varint_put (t->to, (uint32_t)(x->replaces + 1));
  ft_varint_put (t->to, x->count);
  for (uint32_t i = x->first; i < x->first + x->count; i++)
    put_event (t, t->tables->altpaths.events.begin + i);
  put_nested (t, x, depth);
}

static void put_list (const target *t, uint32_t first, unsigned depth) {
  const ft_altpaths *a = &t->tables->altpaths;
  uint32_t n = 0;
  assert (depth < FT_ALTPATH_DEPTH);
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next)
    n++;
  assert (n && n <= FT_MOST_ALTPATHS);
  ft_varint_put (t->to, n);
  for (uint32_t i = first; i != FT_NO_ID; i = a->list.begin[i].next)
    put_path (t, a->list.begin + i, depth);
}

void ft_altpaths_put (ft_packed_ids *ids, ft_bytes *to,
                             const ft_tables *tables, uint32_t first,
                             ft_id_limits used) {
  put_list (&(target){ids, to, tables, used}, first, 0);
}
