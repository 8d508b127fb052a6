// Searches the graph of distances: breadth first, backwards from wanted
// locations.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "explore/distance_inside.h"

static const char *name_of (const ft_distances *d, const code_point *p) {
  return ft_tables_name (&d->tables, FT_CLASS_LOCATION, p->location);
}

// Computes the distances of all blocks to the points that are wanted; false if
// there are none.
static bool search_backwards (ft_distances *d, const bool *wanted) {
  FT_STACK (uint32_t) queue = {0};
  for (size_t b = 0; b < d->steps.size; b++)
    d->steps.begin[b] = UINT32_MAX;
  for (size_t i = 0; i < d->points.size; i++) {
    uint32_t block = d->points.begin[i].block;
    assert (block < d->steps.size);
    if (wanted[i] && d->steps.begin[block]) {
      d->steps.begin[block] = 0;
      FT_PUSH (queue, block);
    }
  }
  bool any = queue.size;
  for (size_t i = 0; i < queue.size; i++) {
    uint32_t to = queue.begin[i];
    for (uint32_t k = d->first[to]; k < d->first[to + 1]; k++) {
      uint32_t from = d->edges.begin[k].from;
      if (d->steps.begin[from] != UINT32_MAX)
        continue;
      d->steps.begin[from] = d->steps.begin[to] + 1;
      FT_PUSH (queue, from);
    }
  }
  FT_RELEASE (queue);
  return any;
}

bool ft_distances_to (ft_distances *d, bool calls,
                      bool (*wanted) (const void *, const char *),
                      const void *context) {
  bool *chosen = FT_ARRAY (bool, d->points.size + 1);
  for (size_t i = 0; i < d->points.size; i++) {
    const code_point *p = d->points.begin + i;
    chosen[i] = (calls || !p->call) && wanted (context, name_of (d, p));
  }
  bool any = search_backwards (d, chosen);
  free (chosen);
  return any;
}

bool ft_distances_to_partners (ft_distances *d,
                               bool (*executed) (const void *, const char *),
                               const void *context) {
  bool *chosen = FT_ARRAY (bool, d->points.size + 1);
  bool *used = FT_ARRAY (bool, ft_intern_size (&d->variables) + 1);
  bool *written = FT_ARRAY (bool, ft_intern_size (&d->variables) + 1);
  for (size_t i = 0; i < d->points.size; i++) {
    const code_point *p = d->points.begin + i;
    if (p->call || p->variable == FT_NO_ID)
      continue;
    chosen[i] = !executed (context, name_of (d, p));
    used[p->variable] |= !chosen[i];
    written[p->variable] |= !chosen[i] && p->writes;
  }
  for (size_t i = 0; i < d->points.size; i++) {
    const code_point *p = d->points.begin + i;
    chosen[i] =
        chosen[i] && (p->writes ? used[p->variable] : written[p->variable]);
  }
  bool any = search_backwards (d, chosen);
  free (chosen);
  free (used);
  free (written);
  return any;
}

bool ft_distances_to_failures (ft_distances *d) {
  bool *chosen = FT_ARRAY (bool, d->points.size + 1);
  for (size_t i = 0; i < d->points.size; i++)
    chosen[i] = d->points.begin[i].fails;
  bool any = search_backwards (d, chosen);
  free (chosen);
  return any;
}

uint32_t ft_distances_from (const ft_distances *d, const char *branch,
                            uint64_t outcome) {
  uint32_t least = UINT32_MAX;
  ft_id location = ft_intern_find (d->tables.names + FT_CLASS_LOCATION, branch,
                                   strlen (branch));
  for (size_t i = 0; location != FT_NO_ID && i < d->branches.size; i++) {
    const branch_edge *s = d->branches.begin + i;
    if (s->location == location &&
        (s->outcome == ANY || s->outcome == (outcome != 0)) &&
        d->steps.begin[s->to] < least)
      least = d->steps.begin[s->to];
  }
  return least;
}
