#include "certify/access_lists.h"

#include <string.h>

// Lanes of one target: counted first, then filled.
static void add_target (ft_access_lists *l, const ft_id *events, ft_id n,
                        bool (*wanted) (const ft_event *), ft_id *lane_of,
                        ft_id *placed) {
  const ft_event *all = l->index->trace->events;
  size_t first = l->lanes.size;
  for (ft_id i = 0; i < n; i++) {
    ft_tid t = all[events[i]].thread;
    if (!wanted (all + events[i]))
      continue;
    if (lane_of[t] == FT_NO_ID) {
      lane_of[t] = (ft_id)l->lanes.size;
      FT_PUSH (l->lanes, ((ft_access_list){t, 0, 0}));
    }
    l->lanes.begin[lane_of[t]].end++;
  }
  for (size_t i = first; i < l->lanes.size; i++) {
    ft_access_list *lane = l->lanes.begin + i;
    ft_id size = lane->end;
    lane->begin = lane->end = *placed;
    *placed += size;
  }
  for (ft_id i = 0; i < n; i++)
    if (wanted (all + events[i])) {
      ft_access_list *lane = l->lanes.begin + lane_of[all[events[i]].thread];
      l->events[lane->end++] = events[i];
    }
  for (size_t i = first; i < l->lanes.size; i++)
    lane_of[l->lanes.begin[i].thread] = FT_NO_ID;
}

ft_access_lists *ft_access_lists_new (const ft_index *index,
                                      const struct ft_index_list *list,
                                      uint32_t targets,
                                      bool (*wanted) (const ft_event *)) {
  ft_access_lists *l = FT_NEW (ft_access_lists);
  l->index = index;
  l->lane_begin = FT_ARRAY (ft_id, (size_t)targets + 1);
  l->events = FT_ARRAY (ft_id, list->begin[targets]);
  ft_id *lane_of = FT_ARRAY (ft_id, index->threads);
  memset (lane_of, 0xff, index->threads * sizeof *lane_of);
  ft_id placed = 0;
  for (uint32_t target = 0; target < targets; target++) {
    l->lane_begin[target] = (ft_id)l->lanes.size;
    add_target (l, list->events + list->begin[target],
                list->begin[target + 1] - list->begin[target], wanted, lane_of,
                &placed);
  }
  l->lane_begin[targets] = (ft_id)l->lanes.size;
  free (lane_of);
  return l;
}

void ft_access_lists_free (ft_access_lists *l) {
  if (!l)
    return;
  free (l->lane_begin);
  FT_RELEASE (l->lanes);
  free (l->events);
  free (l);
}

ft_id ft_access_list_from (const ft_access_lists *l, const ft_access_list *lane,
                           ft_id k) {
  ft_id low = lane->begin, high = lane->end;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (l->index->local[l->events[middle]] < k)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
