// Orders without end: every relation against its slow twin, for all pairs of
// events of random traces.

#include "order/order.h"
#include "tests/fuzz/fuzz.h"
#include "tests/model/relations.h"
#include "tests/model/rng.h"

struct difference {
  enum ft_relation relation;
  ft_id pair[2];
  char text[120];
};

static bool relation_differs (const ft_trace *t, struct difference *d) {
  ft_model_relation twin = ft_model_relation_of (t, d->relation);
  ft_order *order = ft_order_new (d->relation, &t->tables);
  ft_time *times = FT_ARRAY (ft_time, t->size);
  bool differs = false;
  for (ft_id j = 0; j < t->size && !differs; j++) {
    ft_tid thread = t->events[j].thread;
    ft_order_step (order, t->events + j);
    times[j] = ft_order_time (order, thread);
    for (ft_id i = 0; i < j && !differs; i++)
      if (ft_order_before (order, t->events[i].thread, times[i], thread) !=
          ft_model_before (&twin, i, j)) {
        d->pair[0] = i, d->pair[1] = j;
        differs = true;
      }
  }
  free (times);
  ft_order_free (order);
  ft_model_relation_release (&twin);
  return differs;
}

static bool fails (const ft_trace *t, void *difference) {
  return relation_differs (t, difference);
}

static const char *why (void *difference) {
  struct difference *d = difference;
  snprintf (d->text, sizeof d->text,
            "%s and its twin differ on events %u and %u",
            ft_relation_name (d->relation), d->pair[0], d->pair[1]);
  return d->text;
}

static ft_trace *draw (void) {
  ft_rng rng = ft_rng_init (fuzz_seed);
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 10 + ft_rng_below (&rng, 90);
  o.threads = 2 + ft_rng_below (&rng, 5);
  o.locks = 1 + ft_rng_below (&rng, 5);
  o.variables = 1 + ft_rng_below (&rng, 5);
  o.depth = 1 + ft_rng_below (&rng, 4);
  o.acquire = 20 + ft_rng_below (&rng, 30);
  o.release = 20 + ft_rng_below (&rng, 30);
  if (ft_rng_percent (&rng, 15))
    return ft_hard_trace (fuzz_seed, &o);
  if (ft_rng_percent (&rng, 80))
    o = ft_random_features (fuzz_seed, o);
  o.odd_barriers = o.barriers && ft_rng_percent (&rng, 30);
  return ft_random_trace (fuzz_seed, &o);
}

int main (int argc, char **argv) {
  fuzz_start ("fuzz_order", argc, argv);
  while (fuzz_next ()) {
    ft_trace *t = draw ();
    for (int r = FT_REL_FORK_JOIN; r <= FT_REL_C11; r++) {
      struct difference d = {.relation = (enum ft_relation)r};
      if (relation_differs (t, &d))
        fuzz_fail_shrunk (t, fails, &d, why);
    }
    ft_trace_free (t);
  }
  return 0;
}
