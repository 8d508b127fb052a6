// The workers are processes that have the candidates of their parent when they
// begin: a list of other instances is put in place, and they begin anew.

#include "predict/c11_left.h"

#include <string.h>

#include "base/alloc.h"

static void renew_workers (ft_driver *d) {
  for (unsigned i = 0; i < d->jobs; i++)
    ft_worker_renew (d->workers[i]);
}

ft_candidates *ft_c11_left_enter (ft_driver *d, const ft_c11_left *left) {
  ft_search *s = d->search;
  ft_candidates *now = FT_NEW (ft_candidates);
  *now = *s->candidates;
  now->list.begin = FT_ARRAY (ft_candidate, now->list.size);
  memcpy (now->list.begin, s->candidates->list.begin,
          now->list.size * sizeof *now->list.begin);
  for (size_t i = 0; i < now->list.size; i++)
    if (left[i].count)
      now->list.begin[i] = (ft_candidate){.instances = left[i].count,
                                          .feasible = left[i].count,
                                          .closest = left[i].list,
                                          .kept = left[i].count};
  s->work.candidates = now;
  renew_workers (d);
  return now;
}

void ft_c11_left_leave (ft_driver *d, ft_candidates *now) {
  renew_workers (d);
  d->search->work.candidates = d->search->candidates;
  free (now->list.begin);
  free (now);
}
