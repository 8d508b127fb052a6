// See 'packed_altpath.h'.

#include "format/packed_altpath.h"

#include "format/packed_detail.h"

typedef struct altpath_source {
  ft_packed_ids *ids;
  ft_varints *from;
  ft_tables *tables;
  ft_tid thread;
  ft_pos position;
} altpath_source;

static ft_id get_id (const altpath_source *s, enum ft_class class,
                     uint64_t limit) {
  ft_id *last = s->ids->last + class;
  uint64_t id = *last + (uint64_t)ft_varint_get_signed (s->from);
  if (id >= limit)
    s->from->bad = true;
  *last = s->from->bad ? 0 : (ft_id)id;
  return *last;
}

static ft_id get_name (const altpath_source *s, enum ft_class class) {
  return get_id (s, class, ft_tables_count (s->tables, class));
}

// 0 is FT_NO_ID.
static ft_id get_location (const altpath_source *s) {
  uint64_t count = ft_tables_count (s->tables, FT_CLASS_LOCATION);
  return get_id (s, FT_CLASS_LOCATION, count + 1) - 1;
}

// An event of an alternative path cannot be a mark of another kind than a failure
// mark, whose value is not read yet.
static bool is_allowed (const ft_event *e) {
  return ft_altpath_allows ((enum ft_kind)e->kind) &&
         (!(e->flags & FT_DROPPED) || e->kind == FT_FENCE);
}

static bool get_parts (const altpath_source *s, uint64_t shape, ft_event *e) {
  enum ft_class class = ft_kind_class ((enum ft_kind)e->kind);
  if (class != FT_CLASS_NONE)
    e->target = get_name (s, class);
  e->location = get_location (s);
  if (ft_shape_has (shape, FT_SHAPE_VALUE))
    e->value = ft_varint_get (s->from);
  if (ft_shape_has (shape, FT_SHAPE_CONDITION))
    e->condition = get_name (s, FT_CLASS_OBJECT);
  return !s->from->bad && (!ft_shape_has (shape, FT_SHAPE_DETAIL) ||
                           ft_packed_detail (s->from, s->from, true, s->tables,
                                             e, s->position, NULL));
}

static bool get_event (const altpath_source *s) {
  uint64_t shape = ft_varint_get (s->from);
  ft_event e;
  if (s->from->bad || shape >> FT_SHAPE_END || !ft_shape_event (shape, &e) ||
      !is_allowed (&e) || !get_parts (s, shape, &e) ||
      (e.flags & FT_DROPPED && !ft_event_fails (&e)))
    return false;
  e.thread = s->thread;
  ft_altpaths_push (&s->tables->altpaths, e);
  return true;
}

// The number of items that follow, each of which takes one byte at least.
static uint32_t get_count (const altpath_source *s) {
  uint64_t n = ft_varint_get_count (s->from);
  if (n >= FT_NO_ID - s->tables->altpaths.events.size)
    s->from->bad = true;
  return s->from->bad ? 0 : (uint32_t)n;
}

static bool get_list (const altpath_source *s, uint32_t nested, unsigned depth);

// The paths that branch off from events of this one: the number of its branches
// with paths, and for each of these the number of events since the last one.
static bool get_nested (const altpath_source *s, const ft_altpath *x,
                        unsigned depth) {
  uint32_t left = x->count, at = x->first;
  for (uint32_t n = get_count (s); n; n--) {
    uint64_t skipped = ft_varint_get (s->from);
    if (s->from->bad || skipped >= left)
      return false;
    at += (uint32_t)skipped;
    if (s->tables->altpaths.events.begin[at].kind != FT_BRANCH ||
        !get_list (s, at, depth + 1))
      return false;
    at++;
    left -= (uint32_t)skipped + 1;
  }
  return !s->from->bad;
}

static bool get_path (const altpath_source *s, uint32_t nested,
                      unsigned depth) {
  ft_altpaths *a = &s->tables->altpaths;
  ft_altpath x = {.outcome = ft_varint_get (s->from)};
  uint64_t replaces = ft_varint_get (s->from); // 0: the path never merges
  x.replaces = (uint32_t)replaces - 1;
  x.first = (uint32_t)a->events.size;
  x.count = get_count (s);
  if (s->from->bad || replaces > FT_NEVER_MERGES)
    return false;
  for (uint32_t i = 0; i < x.count; i++)
    if (!get_event (s))
      return false;
  if (!get_nested (s, &x, depth))
    return false;
  if (nested == FT_NO_ID)
    ft_altpaths_add (a, s->position, x);
  else
    ft_altpaths_nest (a, nested, x);
  return true;
}

// The paths of one branch.  'nested' is the number of a branch on a path,
// FT_NO_ID for a branch of the trace.
static bool get_list (const altpath_source *s, uint32_t nested,
                      unsigned depth) {
  uint64_t n = ft_varint_get (s->from);
  if (!n || n > FT_MOST_ALTPATHS || depth >= FT_ALTPATH_DEPTH)
    return false;
  while (n && get_path (s, nested, depth))
    n--;
  return !n;
}

bool ft_packed_altpaths_get (ft_packed_ids *ids, ft_varints *from,
                             ft_tables *tables, const ft_event *branch,
                             ft_pos position) {
  altpath_source s = {ids, from, tables, branch->thread, position};
  return branch->kind == FT_BRANCH && get_list (&s, FT_NO_ID, 0);
}
