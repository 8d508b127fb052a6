// See 'packed_columns.h'.

#include "format/packed_columns.h"

#include <string.h>

#include "format/text_format.h"
#include "format/packed_detail.h"
#include "format/block_encoding.h"

// Events decoded together; their columns stay in the first-level cache.
#define STRIP 512u

typedef struct ft_dictionary dictionary;
typedef struct ft_event_shape shape;

void ft_packed_columns_init (ft_packed_columns *p, unsigned without) {
  *p =
      (ft_packed_columns){.without = without, .threads_used = FT_PACKED_EVENTS};
  p->shapes = FT_ARRAY (shape, FT_PACKED_EVENTS);
  p->scratch = FT_ARRAY (uint64_t, FT_PACKED_EVENTS);
  p->value.values = FT_ARRAY (uint64_t, FT_PACKED_EVENTS);
  p->thread.values = FT_ARRAY (uint32_t, FT_PACKED_EVENTS);
  p->target.values = FT_ARRAY (uint32_t, FT_PACKED_EVENTS);
  p->location.values = FT_ARRAY (uint32_t, FT_PACKED_EVENTS);
}

void ft_packed_columns_release (ft_packed_columns *p) {
  free (p->shapes);
  free (p->scratch);
  free (p->value.values);
  free (p->thread.values);
  free (p->target.values);
  free (p->location.values);
  *p = (ft_packed_columns){0};
}

// ---- dictionaries ----------------------------------------------------------

// Reads ascending numbers up to 'last'; returns their number.
static uint32_t get_ascending (ft_varints *from, uint64_t *to, uint64_t last) {
  uint64_t count = ft_varint_get_count (from), least = 0;
  bool full = false;
  if (count > FT_PACKED_EVENTS)
    from->bad = true;
  for (uint64_t i = 0; i < count && !from->bad; i++) {
    uint64_t more = ft_varint_get (from);
    if (full || more > last - least)
      from->bad = true;
    to[i] = least + more;
    full = to[i] == last;
    least = to[i] + 1;
  }
  return from->bad ? 0 : (uint32_t)count;
}

// Adds ids below 'limit' to the dictionary.
static void get_ids (ft_packed_columns *p, ft_varints *from, dictionary *d,
                     uint64_t limit) {
  uint32_t n = get_ascending (from, p->scratch, limit ? limit - 1 : 0);
  if ((n && !limit) || n > FT_PACKED_EVENTS - d->count)
    from->bad = true;
  for (uint32_t i = 0; i < n && !from->bad; i++)
    d->values[d->count++] = (uint32_t)p->scratch[i];
}

// Targets class by class; all classes together have no more targets than the
// block has events.
static void get_targets (ft_packed_columns *p, ft_varints *from,
                         const ft_tables *tables) {
  dictionary *d = &p->target;
  d->count = 0;
  for (int class = 0; class < FT_CLASS_NONE; class ++) {
    p->classes[class] = d->count;
    get_ids (p, from, d, ft_tables_count (tables, (enum ft_class) class));
  }
  p->classes[FT_CLASS_NONE] = d->count;
  get_ids (p, from, d, (uint64_t)FT_NO_ID + 1);
  uint32_t none = d->count - p->classes[FT_CLASS_NONE];
  if (none > 1 || (none && d->values[d->count - 1] != FT_NO_ID))
    from->bad = true;
  p->classes[FT_CLASS_NONE + 1] = d->count;
}

static bool set_indices (dictionary *d, const uint8_t *bytes, size_t size,
                         uint32_t events) {
  unsigned width = ft_packed_width (d->count);
  d->low = width ? bytes : NULL;
  d->high = width > 1 ? bytes + events : NULL;
  return d->count && size == (size_t)width * events;
}

static bool set_column (const ft_packed_block *b, dictionary *d,
                        enum ft_packed_frame frame) {
  const ft_bytes *bytes = b->frames + frame;
  return set_indices (d, bytes->begin, bytes->size, b->header.count);
}

// ---- shapes ----------------------------------------------------------------

// Removes the columns that the pass skips from a shape.
static void skip_parts (const ft_packed_columns *p, shape *s) {
  ft_event *e = &s->event;
  if (p->without & FT_COLUMN_VALUES && !ft_packed_needs_value (e->kind)) {
    e->flags &= (uint8_t)~FT_HAS_VALUE;
    s->has &= ~(1ull << FT_SHAPE_VALUE);
  }
  if (p->without & FT_COLUMN_DETAILS && e->kind != FT_ALLOC &&
      e->kind != FT_FREE)
    s->has &= ~(1ull << FT_SHAPE_DETAIL);
}

static bool make_shape (const ft_packed_columns *p, uint64_t key, shape *s) {
  *s = (shape){.has = key >> FT_SHAPE_CONDITION << FT_SHAPE_CONDITION};
  if (!ft_shape_event (key, &s->event))
    return false;
  enum ft_class class = ft_kind_class (s->event.kind);
  s->begin = p->classes[class];
  s->count = p->classes[class + 1] - s->begin;
  skip_parts (p, s);
  return true;
}

// ---- blocks ----------------------------------------------------------------

static ft_varints varints_of (const ft_bytes *bytes) {
  return (ft_varints){bytes->begin, bytes->begin + bytes->size, false};
}

// Skips a list of numbers, which 'numbers' reads later.
static bool skip_numbers (ft_varints *from, ft_varints *numbers) {
  uint64_t count = ft_varint_get_count (from);
  *numbers = *from;
  for (; count && !from->bad; count--)
    ft_varint_get (from);
  numbers->end = from->at;
  return !from->bad;
}

// Clears the entries behind the dictionaries that earlier blocks have left: an
// index beyond a dictionary must lead to an invalid entry.
static void clear_unused (ft_packed_columns *p) {
  for (uint32_t i = p->shape.count; i < p->shapes_used; i++)
    p->shapes[i].count = 0;
  for (uint32_t i = p->thread.count; i < p->threads_used; i++)
    p->thread.values[i] = FT_NO_ID;
  p->shapes_used = p->shape.count;
  p->threads_used = p->thread.count;
}

static bool get_shapes (ft_packed_columns *p, const uint64_t *keys) {
  for (uint32_t i = 0; i < p->shape.count; i++)
    if (!make_shape (p, keys[i], p->shapes + i))
      return false;
  return true;
}

// A shape is checked against the targets, so that shapes come last.
static bool get_tables (ft_packed_columns *p, const ft_packed_block *b,
                        const ft_tables *tables) {
  ft_varints from = varints_of (b->frames + FT_FRAME_TABLES);
  uint64_t *keys = p->value.values; // not used yet
  p->shape.count =
      get_ascending (&from, keys, ((uint64_t)1 << FT_SHAPE_END) - 1);
  p->thread.count = 0;
  get_ids (p, &from, &p->thread, ft_tables_count (tables, FT_CLASS_THREAD));
  get_targets (p, &from, tables);
  clear_unused (p);
  return !from.bad && get_shapes (p, keys) &&
         skip_numbers (&from, &p->conditions) &&
         skip_numbers (&from, &p->counts) && from.at == from.end;
}

static bool get_locations (ft_packed_columns *p, const ft_packed_block *b,
                           const ft_tables *tables) {
  ft_varints from = varints_of (b->frames + FT_FRAME_LOCATIONS);
  dictionary *d = &p->location;
  d->count = 0;
  get_ids (p, &from, d,
           (uint64_t)ft_tables_count (tables, FT_CLASS_LOCATION) + 1);
  for (uint32_t i = 0; i < d->count; i++)
    d->values[i]--; // 0 is FT_NO_ID
  return !from.bad && set_indices (d, from.at, (size_t)(from.end - from.at),
                                   b->header.count);
}

static bool get_values (ft_packed_columns *p, const ft_packed_block *b) {
  struct ft_packed_values *v = &p->value;
  ft_varints from = varints_of (b->frames + FT_FRAME_VALUES);
  v->at = v->size = v->count = 0;
  if (from.at == from.end)
    return true;
  v->count = get_ascending (&from, v->values, UINT64_MAX);
  unsigned width = ft_packed_width (v->count);
  size_t size = (size_t)(from.end - from.at);
  v->size = width ? (uint32_t)(size / width) : b->header.count;
  v->low = width ? from.at : NULL;
  v->high = width > 1 ? from.at + v->size : NULL;
  return !from.bad && size == (size_t)width * v->size;
}

// An allocation comes before the accesses to its variables.  No event of a
// block that begins after all allocations of its variables needs a check.
static void note_allocs (ft_packed_columns *p, const ft_packed_header *h,
                         const ft_tables *tables) {
  size_t known = h->names[FT_CLASS_VARIABLE];
  for (; known < tables->variables.size && !p->allocs; known++)
    p->allocs = tables->variables.begin[known].alloc != FT_NO_POS;
  p->checks_allocs = false;
  if (!p->allocs)
    return;
  uint32_t end = p->classes[FT_CLASS_VARIABLE + 1];
  for (uint32_t i = p->classes[FT_CLASS_VARIABLE]; i < end; i++) {
    ft_pos alloc = tables->variables.begin[p->target.values[i]].alloc;
    p->checks_allocs |= alloc != FT_NO_POS && alloc >= h->first;
  }
}

const char *ft_packed_columns_begin (ft_packed_columns *p,
                                     const ft_packed_block *b,
                                     const ft_tables *tables) {
  if (!get_tables (p, b, tables) ||
      !set_column (b, &p->shape, FT_FRAME_SHAPES) ||
      !set_column (b, &p->thread, FT_FRAME_THREADS) ||
      !set_column (b, &p->target, FT_FRAME_TARGETS))
    return "malformed columns";
  if (!(p->without & FT_COLUMN_VALUES) && !get_values (p, b))
    return "malformed values";
  p->located = false;
  if (!(p->without & FT_COLUMN_LOCATIONS) &&
      !ft_packed_columns_locate (p, b, tables))
    return "malformed locations";
  p->ranges = varints_of (b->frames + FT_FRAME_RANGES);
  p->details = varints_of (b->frames + FT_FRAME_DETAILS);
  p->ids = (ft_packed_ids){0};
  note_allocs (p, &b->header, tables);
  p->at = 0;
  p->first = b->header.first;
  return NULL;
}

bool ft_packed_columns_locate (ft_packed_columns *p, const ft_packed_block *b,
                               const ft_tables *tables) {
  p->located = p->located || get_locations (p, b, tables);
  return p->located;
}

// ---- events ----------------------------------------------------------------

static uint32_t index_at (const uint8_t *low, const uint8_t *high, uint32_t i) {
  return (low ? low[i] : 0u) | (high ? (uint32_t)high[i] << 8 : 0u);
}

ft_id ft_packed_columns_location (const ft_packed_columns *p, uint32_t i) {
  const dictionary *d = &p->location;
  uint32_t index = index_at (d->low, d->high, i);
  return index < d->count ? d->values[index] : FT_NO_ID;
}

// Loops of constant length, which compilers turn into vector instructions.
static void widen_strip (const uint8_t *restrict low, uint16_t *restrict to) {
  for (uint32_t i = 0; i < STRIP; i++)
    to[i] = low[i];
}

static void join_strip (const uint8_t *restrict low,
                        const uint8_t *restrict high, uint16_t *restrict to) {
  for (uint32_t i = 0; i < STRIP; i++)
    to[i] = (uint16_t)(low[i] | high[i] << 8);
}

// The indices of 'n' events from number 'from' on.
static void get_indices (const dictionary *d, uint32_t from, uint32_t n,
                         uint16_t *to) {
  if (!d->low)
    memset (to, 0, n * sizeof *to);
  else if (n < STRIP)
    for (uint32_t i = 0; i < n; i++)
      to[i] = (uint16_t)index_at (d->low, d->high, from + i);
  else if (d->high)
    join_strip (d->low + from, d->high + from, to);
  else
    widen_strip (d->low + from, to);
}

static bool take_value (ft_packed_columns *p, ft_event *e) {
  struct ft_packed_values *v = &p->value;
  if (ft_packed_needs_value (e->kind)) {
    e->value = ft_varint_get (&p->counts);
    return !p->counts.bad &&
           (!(e->flags & FT_DROPPED) || e->value < FT_MARK_COUNT);
  }
  if (v->at == v->size)
    return false;
  uint32_t index = index_at (v->low, v->high, v->at++);
  e->value = v->values[index];
  return index < v->count;
}

// The detail of an event, with the alternative paths of a branch.
static bool take_detail (ft_packed_columns *p, ft_tables *tables, ft_event *e,
                         ft_pos position) {
  bool altpaths = false;
  return ft_packed_detail (&p->ranges, &p->details,
                           !(p->without & FT_COLUMN_DETAILS), tables, e,
                           position, &altpaths) &&
         (!altpaths ||
          ft_packed_altpaths_get (&p->ids, &p->details, tables, e, position));
}

// The parts that only some events have.
static bool take_parts (ft_packed_columns *p, ft_tables *tables, const shape *s,
                        ft_event *e, ft_pos position) {
  if (ft_shape_has (s->has, FT_SHAPE_VALUE) && !take_value (p, e))
    return false;
  if (ft_shape_has (s->has, FT_SHAPE_CONDITION)) {
    e->condition = (ft_id)ft_varint_get (&p->conditions);
    if (p->conditions.bad ||
        e->condition >= ft_tables_count (tables, FT_CLASS_OBJECT))
      return false;
  }
  return !ft_shape_has (s->has, FT_SHAPE_DETAIL) ||
         take_detail (p, tables, e, position);
}

static bool comes_after_alloc (const ft_tables *tables, const ft_event *e,
                               ft_pos position) {
  ft_pos alloc = FT_NO_POS;
  if (ft_kind_accesses (e->kind))
    alloc = tables->variables.begin[e->target].alloc;
  return alloc == FT_NO_POS || alloc < position;
}

// An index beyond a dictionary leads to an invalid entry and is refused: such a
// shape has no target, and such a thread is FT_NO_ID.  Targets lie in the order
// of their classes, so that a target of another class than that of the shape is
// out of the shape's range.
static bool take_strip (ft_packed_columns *p, ft_tables *tables, ft_event *to,
                        uint32_t n) {
  uint16_t shapes[STRIP], threads[STRIP], targets[STRIP];
  get_indices (&p->shape, p->at, n, shapes);
  get_indices (&p->thread, p->at, n, threads);
  get_indices (&p->target, p->at, n, targets);
  bool bad = false;
  for (uint32_t i = 0; i < n; i++) {
    const shape *s = p->shapes + shapes[i];
    to[i] = s->event;
    to[i].thread = p->thread.values[threads[i]];
    to[i].target = p->target.values[targets[i]];
    bad |= targets[i] - s->begin >= s->count;
    bad |= to[i].thread == FT_NO_ID;
    if (s->has && !take_parts (p, tables, s, to + i, p->first + p->at + i))
      return false;
  }
  for (uint32_t i = 0; i < n && p->checks_allocs && !bad; i++)
    bad = !comes_after_alloc (tables, to + i, p->first + p->at + i);
  return !bad;
}

// FT_NO_ID is a valid location here.
static bool take_locations (ft_packed_columns *p, ft_event *to, uint32_t n) {
  uint16_t indices[STRIP];
  const dictionary *d = &p->location;
  bool bad = false;
  get_indices (d, p->at, n, indices);
  for (uint32_t i = 0; i < n; i++) {
    bad |= indices[i] >= d->count;
    to[i].location = d->values[indices[i]];
  }
  return !bad;
}

bool ft_packed_columns_take (ft_packed_columns *p, ft_tables *tables,
                             ft_event *to, uint32_t n) {
  bool locations = !(p->without & FT_COLUMN_LOCATIONS);
  for (uint32_t strip; n; to += strip, p->at += strip, n -= strip) {
    strip = n < STRIP ? n : STRIP;
    if (!take_strip (p, tables, to, strip) ||
        (locations && !take_locations (p, to, strip)))
      return false;
  }
  return true;
}
