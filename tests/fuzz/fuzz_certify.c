// Certification without end: random traces of all kinds, decided by both
// encodings, by the certifier in front of them, and by enumeration.

#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/model/differential.h"
#include "tests/model/rng.h"

static const char *why (void *differential) {
  const ft_differential *d = differential;
  return ft_strbuf_text (&d->why);
}

static ft_trace *small_trace (ft_rng *rng) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 10 + ft_rng_below (rng, 22);
  o.threads = 2 + ft_rng_below (rng, 4);
  o.locks = 1 + ft_rng_below (rng, 4);
  o.variables = 1 + ft_rng_below (rng, 4);
  o.depth = 1 + ft_rng_below (rng, 3);
  o = ft_random_features (fuzz_seed, o);
  return ft_random_trace (fuzz_seed, &o);
}

// One feature alone, so that traces are dense in it.
static ft_trace *plain_trace (ft_rng *rng) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 16 + ft_rng_below (rng, 16);
  o.threads = 2 + ft_rng_below (rng, 3);
  o.locks = 1 + ft_rng_below (rng, 3);
  o.open_sections = ft_rng_percent (rng, 50);
  bool *flags[] = {&o.unnested,   &o.rwlocks,  &o.try_failed, &o.conditions,
                   &o.semaphores, &o.barriers, &o.sizes,      &o.allocs,
                   &o.reentrant,  &o.atomics};
  *flags[ft_rng_below (rng, sizeof flags / sizeof *flags)] = true;
  o.forks = ft_rng_percent (rng, 30);
  o.joins = o.forks;
  o.values = ft_rng_percent (rng, 30) ? 2 : 0;
  o.branches = o.values && ft_rng_percent (rng, 50);
  o.locals = o.branches && ft_rng_percent (rng, 50);
  return ft_random_trace (fuzz_seed, &o);
}

static ft_trace *hard_trace (ft_rng *rng) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40 + ft_rng_below (rng, 120);
  o.threads = 3 + ft_rng_below (rng, 4);
  o.locks = 2 + ft_rng_below (rng, 4);
  o.variables = 2 + ft_rng_below (rng, 6);
  o.depth = 3;
  o.acquire = 20 + ft_rng_below (rng, 30);
  o.release = 10 + ft_rng_below (rng, 40);
  o.open_sections = ft_rng_percent (rng, 50);
  return ft_hard_trace (fuzz_seed, &o);
}

// Draws a trace, and sets what is to be done with it.
static ft_trace *draw (ft_rng *rng, ft_differential *d) {
  d->max_states = 200000;
  d->max_pairs = 0;
  d->window = ft_rng_percent (rng, 30) ? 3 + ft_rng_below (rng, 20) : 0;
  uint32_t kind = ft_rng_below (rng, 10);
  if (kind < 5)
    return small_trace (rng);
  if (kind < 8)
    return plain_trace (rng);
  d->max_states = 0;
  d->max_pairs = 20;
  return kind < 9 ? hard_trace (rng)
                  : ft_figure9_trace (fuzz_seed, 1 + ft_rng_below (rng, 6),
                                      1 + ft_rng_below (rng, 3));
}

int main (int argc, char **argv) {
  ft_differential d = {0};
  fuzz_start ("fuzz_certify", argc, argv);
  while (fuzz_next ()) {
    ft_rng rng = ft_rng_init (fuzz_seed);
    ft_trace *t = draw (&rng, &d);
    if (ft_differs (t, &d))
      fuzz_fail_shrunk (t, ft_differs, &d, why);
    ft_trace_free (t);
  }
  printf ("fuzz_certify: %zu pairs, %zu races; decided by order %zu, graph "
          "%zu, smt %zu; open %zu; %zu enumerations incomplete\n",
          d.pairs, d.races, d.by_order, d.by_graph, d.by_smt, d.open,
          d.incomplete);
  return 0;
}
