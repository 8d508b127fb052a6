#include "certify/access_lists.h"

#include <string.h>

// Makes the lists of one target: counted first, then filled.
static void add_target (ft_access_lists *l, const ft_id *events, ft_id n,
                        bool (*wanted) (const ft_event *), ft_id *list_of,
                        ft_id *placed) {
  const ft_event *all = l->index->trace->events;
  size_t first = l->lists.size;
  for (ft_id i = 0; i < n; i++) {
    ft_tid t = all[events[i]].thread;
    if (!wanted (all + events[i]))
      continue;
    if (list_of[t] == FT_NO_ID) {
      list_of[t] = (ft_id)l->lists.size;
      FT_PUSH (l->lists, ((ft_access_list){t, 0, 0}));
    }
    l->lists.begin[list_of[t]].end++;
  }
  for (size_t i = first; i < l->lists.size; i++) {
    ft_access_list *list = l->lists.begin + i;
    ft_id size = list->end;
    list->begin = list->end = *placed;
    *placed += size;
  }
  for (ft_id i = 0; i < n; i++)
    if (wanted (all + events[i])) {
      ft_access_list *list = l->lists.begin + list_of[all[events[i]].thread];
      l->events[list->end++] = events[i];
    }
  for (size_t i = first; i < l->lists.size; i++)
    list_of[l->lists.begin[i].thread] = FT_NO_ID;
}

ft_access_lists *ft_access_lists_new (const ft_index *index,
                                      const struct ft_index_list *indexed,
                                      uint32_t targets,
                                      bool (*wanted) (const ft_event *)) {
  ft_access_lists *l = FT_NEW (ft_access_lists);
  l->index = index;
  l->list_begin = FT_ARRAY (ft_id, (size_t)targets + 1);
  l->events = FT_ARRAY (ft_id, indexed->begin[targets]);
  ft_id *list_of = FT_ARRAY (ft_id, index->threads);
  memset (list_of, 0xff, index->threads * sizeof *list_of);
  ft_id placed = 0;
  for (uint32_t target = 0; target < targets; target++) {
    l->list_begin[target] = (ft_id)l->lists.size;
    add_target (l, indexed->events + indexed->begin[target],
                indexed->begin[target + 1] - indexed->begin[target], wanted,
                list_of, &placed);
  }
  l->list_begin[targets] = (ft_id)l->lists.size;
  free (list_of);
  return l;
}

void ft_access_lists_free (ft_access_lists *l) {
  if (!l)
    return;
  free (l->list_begin);
  FT_RELEASE (l->lists);
  free (l->events);
  free (l);
}

ft_id ft_access_list_from (const ft_access_lists *l, const ft_access_list *list,
                           ft_id k) {
  ft_id low = list->begin, high = list->end;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (l->index->local[l->events[middle]] < k)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
