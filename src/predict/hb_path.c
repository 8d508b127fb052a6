#include "predict/hb_path.h"

#include <string.h>

// Backwards from the second event, level by level; going back along a thread
// is free.  Events are kept by their distance from the first.
struct search {
  const ft_facts *facts;
  ft_id first, second;
  bool fork_join_only;
  ft_id *level;        // per event from 'first', FT_NO_ID if not reached
  struct ft_hb_edge *next; // the hop that leads on; 'from' FT_NO_ID along a thread
  FT_STACK (ft_id) now, later;
};

const char *ft_hb_edge_name (enum ft_hb_edge_kind kind) {
  static const char *const names[] = {
#define H(NAME, text) text,
      FT_HB_EDGES (H)
#undef H
  };
  return names[kind];
}

static void reach_later (struct search *s, enum ft_hb_edge_kind kind, ft_id from,
                         ft_id to, ft_id level) {
  if (from == FT_NO_ID || from < s->first ||
      s->level[from - s->first] != FT_NO_ID)
    return;
  s->level[from - s->first] = level;
  s->next[from - s->first] = (ft_hb_edge){kind, from, to};
  FT_PUSH (s->later, from);
}

static void reach_now (struct search *s, ft_id from, ft_id to, ft_id level) {
  if (from < s->first || s->level[from - s->first] <= level)
    return;
  s->level[from - s->first] = level;
  s->next[from - s->first] = (ft_hb_edge){FT_HB_EDGE_LOCK, FT_NO_ID, to};
  FT_PUSH (s->now, from);
}

// Whether an atomic read makes known what its writer knew.
static bool publishes (const ft_event *writer, const ft_event *reader) {
  return ft_kind_is_atomic (writer->kind) && ft_kind_is_atomic (reader->kind) &&
         writer->order != FT_ORDER_RELAXED && reader->order != FT_ORDER_RELAXED;
}

static void leave_atomic (struct search *s, ft_id e, ft_id level) {
  const ft_reads *r = s->facts->reads;
  const ft_event *events = s->facts->trace->events;
  for (ft_id i = r->source_begin[e]; i < r->source_begin[e + 1]; i++) {
    ft_id writer = r->sources.begin[i].writer;
    if (writer != FT_NO_ID && publishes (events + writer, events + e))
      reach_later (s, FT_HB_EDGE_ATOMIC, writer, e, level);
  }
}

static void leave (struct search *s, ft_id e, ft_id level) {
  const ft_facts *f = s->facts;
  const ft_event *event = f->trace->events + e;
  ft_id k = f->index->local[e];
  if (k)
    reach_now (s, ft_index_event (f->index, event->thread, k - 1), e, level);
  else
    reach_later (s, FT_HB_EDGE_FORK, f->index->fork_of[event->thread], e,
                 level + 1);
  if (ft_event_is_void (event))
    return;
  reach_later (s, FT_HB_EDGE_JOIN, f->index->joined[e], e, level + 1);
  if (s->fork_join_only)
    return;
  for (ft_id r = f->last_release[e]; r != FT_NO_ID; r = f->next_release[r])
    reach_later (s, FT_HB_EDGE_LOCK, r, e, level + 1);
  if (f->recorded_before && event->kind != FT_TRY_FAILED)
    reach_later (s, FT_HB_EDGE_OBJECT, f->recorded_before[e], e, level + 1);
  if (ft_kind_reads (event->kind))
    leave_atomic (s, e, level + 1);
}

static void search (struct search *s) {
  ft_id last = s->second - s->first;
  memset (s->level, 0xff, ((size_t)last + 1) * sizeof *s->level);
  s->level[last] = 0;
  FT_PUSH (s->now, s->second);
  for (ft_id level = 0; s->now.size && s->level[0] == FT_NO_ID; level++) {
    for (size_t i = 0; i < s->now.size; i++)
      leave (s, s->now.begin[i], level);
    FT_CLEAR (s->now);
    for (size_t i = 0; i < s->later.size; i++)
      if (s->level[s->later.begin[i] - s->first] == level + 1)
        FT_PUSH (s->now, s->later.begin[i]);
    FT_CLEAR (s->later);
  }
}

bool ft_hb_path_find (const ft_facts *facts, ft_id first, ft_id second,
                       bool fork_join_only, ft_hb_path *path) {
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
      FT_PUSH (path->hops, s.next[e - first]);
  free (s.level);
  free (s.next);
  FT_RELEASE (s.now);
  FT_RELEASE (s.later);
  return found;
}
