#include "certify/enabling.h"

struct search {
  const ft_graph *graph;
  const ft_cone *cone;
  const ft_enablers *enablers;
  const ft_access_lists *lists;
  ft_id event, since;
  bool all;
};

static bool is_ordered (const struct search *s, ft_id x, ft_id y) {
  return ft_graph_ordered (s->graph, ft_graph_node (s->graph, x),
                           ft_graph_node (s->graph, y));
}

// Whether the candidate does not end before 'since'.
static bool is_not_over (const struct search *s, ft_id candidate) {
  ft_id end = ft_enablers_end (s->enablers, candidate);
  return end == FT_NO_ID || !ft_cone_may_include (s->cone, end) ||
         !is_ordered (s, end, s->since);
}

// Whether the candidate comes after the event, perhaps as one that is not
// included and follows an included event of its thread that does.
static bool is_late (const struct search *s, ft_id candidate) {
  const ft_index *x = s->cone->facts->index;
  ft_tid t = x->trace->events[candidate].thread;
  ft_id k = x->local[candidate], top = s->cone->top[t];
  if (k >= top && top == s->cone->start[t])
    return false;
  return is_ordered (s, s->event, ft_index_event (x, t, k < top ? k : top - 1));
}

// The first position for which 'holds', as for all later ones; 'high' if none.
static ft_id first_where (const struct search *s, ft_id low, ft_id high,
                          bool (*holds) (const struct search *, ft_id)) {
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (holds (s, s->lists->events[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void search_list (const struct search *s, const ft_access_list *list,
                         ft_enabling *found) {
  ft_tid t = list->thread;
  ft_id bound = s->all ? s->cone->limit[t] : s->cone->top[t];
  ft_id low = ft_access_list_from (s->lists, list, s->cone->start[t]);
  ft_id high = ft_access_list_from (s->lists, list, bound);
  low = first_where (s, low, high, is_not_over);
  high = first_where (s, low, high, is_late);
  if (low == high)
    return;
  found->threads++;
  found->first = s->lists->events[low];
  found->last = s->lists->events[high - 1];
}

ft_enabling ft_enabling_find (const ft_graph *g, ft_id event, bool all) {
  const ft_facts *f = g->cone->facts;
  const ft_event *e = f->trace->events + event;
  ft_enabling found = {0, FT_NO_ID, FT_NO_ID};
  struct search s = {g,           g->cone,
                     f->enablers, ft_enablers_lists (f->enablers, event),
                     event,       f->enablers->since[event],
                     all};
  for (ft_id i = s.lists->list_begin[e->target];
       i < s.lists->list_begin[e->target + 1]; i++)
    if (s.lists->lists.begin[i].thread != e->thread)
      search_list (&s, s.lists->lists.begin + i, &found);
  return found;
}
