#include "tests/model/c11_traces.h"

static ft_random_options small (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 6 + seed % 6, o.threads = 2 + seed / 7 % 2;
  o.variables = 2 + seed / 3 % 2, o.locks = 0;
  o.atomics = o.orders = true, o.values = seed / 5 % 3, o.read = 40;
  o.branches = o.values && seed / 11 % 2, o.locals = o.branches && seed / 13 % 2;
  o.forks = seed / 17 % 4 == 0, o.joins = o.forks && seed / 19 % 2;
  return o;
}

ft_trace *ft_c11_trace_of_orders (uint64_t seed) {
  ft_random_options o = small (seed);
  o.sizes = seed % 16 == 15;
  return ft_random_trace (seed, &o);
}

ft_trace *ft_c11_trace_of_locks (uint64_t seed) {
  ft_random_options o = small (seed);
  o.events += 2;
  o.locks = 1 + seed / 23 % 2, o.acquire = 35, o.release = 40;
  o.rwlocks = seed % 3 == 0, o.open_sections = seed % 5 == 0;
  return ft_random_trace (seed + 1000000, &o);
}

// The twin does not know which arrivals fill a round in another order.
ft_trace *ft_c11_trace_of_all (uint64_t seed) {
  ft_random_options o = small (seed);
  o.locks = 1 + seed / 23 % 2;
  o = ft_random_features (seed, o);
  o.orders = true, o.barriers = o.odd_barriers = false;
  return ft_random_trace (seed + 2000000, &o);
}
