// Which writes a read may return, by program order, forks and joins (see
// 'possible_paths.h').

#include "certify/possible_inside.h"

void ft_possible_find_joins (ft_possible *p) {
  for (ft_tid t = 0; t < p->index->threads; t++)
    p->join_of[t] = FT_NO_ID;
  for (size_t i = 0; i < p->index->sync.size; i++) {
    ft_id e = p->index->sync.begin[i];
    const ft_event *event = p->trace->events + e;
    if (event->kind == FT_JOIN && !(event->flags & FT_ALTPATH) &&
        !ft_event_is_void (event) && p->join_of[event->target] == FT_NO_ID)
      p->join_of[event->target] = e;
  }
}

bool ft_possible_is_passed (const ft_possible *p, ft_id event) {
  return !p->skipped[p->index->thread_begin[p->trace->events[event].thread] +
                     p->index->local[event]];
}

// Whether 'a' comes before 'b' in every schedule that has both.
static bool comes_before (const ft_possible *p, ft_id a, ft_id b) {
  if (ft_index_starts_before (p->index, a, b))
    return true;
  ft_id join = p->join_of[p->trace->events[a].thread];
  return join != FT_NO_ID && ft_possible_is_passed (p, join) &&
         ft_index_starts_before (p->index, join, b);
}

// The last write of the bytes by thread 't', before its local position 'k', that it has
// executed whenever it is there.
static ft_id last_passed (const ft_possible *p, const ft_event *read, ft_tid t,
                          ft_id k) {
  const ft_access_lists *w = p->writes;
  const ft_access_list *l = w->lists.begin + w->list_begin[read->target];
  const ft_access_list *end = w->lists.begin + w->list_begin[read->target + 1];
  while (l < end && l->thread != t)
    l++;
  for (ft_id i = l < end ? ft_access_list_from (w, l, k) : 0;
       l < end && i-- > l->begin;) {
    const ft_event *e = p->trace->events + w->events[i];
    if (!ft_event_is_void (e) && (e->mask & read->mask) == read->mask &&
        ft_possible_is_passed (p, w->events[i]))
      return w->events[i];
  }
  return FT_NO_ID;
}

ft_id ft_possible_hider (const ft_possible *p, ft_id read) {
  const ft_event *event = p->trace->events + read;
  for (ft_id at = read; at != FT_NO_ID;) {
    ft_tid t = p->trace->events[at].thread;
    ft_id w = last_passed (p, event, t, p->index->local[at]);
    if (w != FT_NO_ID)
      return w;
    at = p->index->fork_of[t];
  }
  return FT_NO_ID;
}

bool ft_possible_source (const ft_possible *p, ft_id read, ft_id write,
                         ft_id hider) {
  return write != read && !comes_before (p, read, write) &&
         (hider == FT_NO_ID || write == hider ||
          !comes_before (p, write, hider));
}
