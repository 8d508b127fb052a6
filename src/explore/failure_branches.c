#include "explore/failure_branches.h"

#include "explore/distance.h"

enum { NEAR = 8 }; // steps of code

// Whether the other side of the branch is nearer to a failure.
static bool avoids_failure (const ft_distances *d, const ft_trace *t,
                            const ft_event *e) {
  if (e->kind != FT_BRANCH || !(e->flags & FT_HAS_VALUE) ||
      e->location == FT_NO_ID)
    return false;
  const char *name = ft_trace_name (t, FT_CLASS_LOCATION, e->location);
  uint32_t other = ft_distances_from (d, name, !e->value);
  return other <= NEAR && other <= ft_distances_from (d, name, e->value);
}

bool *ft_failure_branches (const ft_trace *t, const char *run) {
  ft_error ignored = FT_NO_ERROR;
  ft_distances *d = ft_distances_new (run, &ignored);
  bool *decides = NULL;
  if (d && ft_distances_to_failures (d)) {
    decides = FT_ARRAY (bool, t->size + 1);
    for (ft_id e = 0; e < t->size; e++)
      decides[e] = avoids_failure (d, t, t->events + e);
  }
  ft_distances_free (d);
  return decides;
}
