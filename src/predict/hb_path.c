#include "predict/hb_path.h"

#include <assert.h>
#include <string.h>

// Breadth-first search backwards from the second event; a step back along a
// thread costs nothing.  The arrays are indexed by position minus 'first'.
struct search {
  const ft_facts *facts;
  ft_id first, second;
  bool fork_join_only;
  ft_id *level; // edges to 'second', FT_NO_ID if not reached
  ft_hb_edge
      *next; // the edge towards 'second'; 'from' is FT_NO_ID along a thread
  FT_STACK (ft_id) current, following; // events of this level and the next one
};

const char *ft_hb_edge_name (enum ft_hb_edge_kind kind) {
  static const char *const names[] = {
#define H(NAME, text) text,
      FT_HB_EDGES (H)
#undef H
  };
  return names[kind];
}

static void reach_next_level (struct search *s, enum ft_hb_edge_kind kind,
                              ft_id from, ft_id to, ft_id level) {
  if (from == FT_NO_ID || from < s->first ||
      s->level[from - s->first] != FT_NO_ID)
    return;
  s->level[from - s->first] = level;
  s->next[from - s->first] = (ft_hb_edge){kind, from, to};
  FT_PUSH (s->following, from);
}

static void reach_this_level (struct search *s, ft_id from, ft_id to,
                              ft_id level) {
  if (from < s->first || s->level[from - s->first] <= level)
    return;
  s->level[from - s->first] = level;
  s->next[from - s->first] = (ft_hb_edge){FT_HB_EDGE_LOCK, FT_NO_ID, to};
  FT_PUSH (s->current, from);
}

// Whether an atomic read orders its writer before itself: neither is relaxed.
static bool publishes (const ft_event *writer, const ft_event *reader) {
  return ft_kind_is_atomic (writer->kind) && ft_kind_is_atomic (reader->kind) &&
         writer->order != FT_ORDER_RELAXED && reader->order != FT_ORDER_RELAXED;
}

static void expand_atomic (struct search *s, ft_id e, ft_id level) {
  const ft_reads *r = s->facts->reads;
  const ft_event *events = s->facts->trace->events;
  for (ft_id i = r->source_begin[e]; i < r->source_begin[e + 1]; i++) {
    ft_id writer = r->sources.begin[i].writer;
    if (writer != FT_NO_ID && publishes (events + writer, events + e))
      reach_next_level (s, FT_HB_EDGE_ATOMIC, writer, e, level);
  }
}

static void expand (struct search *s, ft_id e, ft_id level) {
  const ft_facts *f = s->facts;
  const ft_event *event = f->trace->events + e;
  ft_id k = f->index->local[e];
  if (k)
    reach_this_level (s, ft_index_event (f->index, event->thread, k - 1), e,
                      level);
  else
    reach_next_level (s, FT_HB_EDGE_FORK, f->index->fork_of[event->thread], e,
                      level + 1);
  if (ft_event_is_void (event))
    return;
  reach_next_level (s, FT_HB_EDGE_JOIN, f->index->joined[e], e, level + 1);
  if (s->fork_join_only)
    return;
  for (ft_id r = f->last_release[e]; r != FT_NO_ID; r = f->next_release[r])
    reach_next_level (s, FT_HB_EDGE_LOCK, r, e, level + 1);
  for (ft_id i = f->orders ? f->orders->begin[e] : 0;
       f->orders && i < f->orders->begin[e + 1]; i++)
    reach_next_level (s, FT_HB_EDGE_OBJECT, f->orders->before[i], e, level + 1);
  if (f->recorded_before && event->kind != FT_TRY_FAILED)
    reach_next_level (s, FT_HB_EDGE_OBJECT, f->recorded_before[e], e,
                      level + 1);
  if (ft_kind_reads (event->kind))
    expand_atomic (s, e, level + 1);
}

static void search (struct search *s) {
  ft_id last = s->second - s->first;
  memset (s->level, 0xff, ((size_t)last + 1) * sizeof *s->level);
  s->level[last] = 0;
  FT_PUSH (s->current, s->second);
  for (ft_id level = 0; s->current.size && s->level[0] == FT_NO_ID; level++) {
    for (size_t i = 0; i < s->current.size; i++)
      expand (s, s->current.begin[i], level);
    FT_CLEAR (s->current);
    for (size_t i = 0; i < s->following.size; i++)
      if (s->level[s->following.begin[i] - s->first] == level + 1)
        FT_PUSH (s->current, s->following.begin[i]);
    FT_CLEAR (s->following);
  }
}

bool ft_hb_path_find (const ft_facts *facts, ft_id first, ft_id second,
                      bool fork_join_only, ft_hb_path *path) {
  assert (first < second);
  size_t n = (size_t)(second - first) + 1;
  struct search s = {facts,
                     first,
                     second,
                     fork_join_only,
                     FT_ARRAY (ft_id, n),
                     FT_ARRAY (ft_hb_edge, n)};
  search (&s);
  bool found = s.level[0] != FT_NO_ID;
  for (ft_id e = first; found && e != second; e = s.next[e - first].to)
    if (s.next[e - first].from != FT_NO_ID)
      FT_PUSH (path->edges, s.next[e - first]);
  free (s.level);
  free (s.next);
  FT_RELEASE (s.current);
  FT_RELEASE (s.following);
  return found;
}
