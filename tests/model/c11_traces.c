#include "tests/model/c11_traces.h"

#include "tests/model/rng.h"

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

// ---- memory given back -----------------------------------------------------

enum { BLOCK, COUNT, FLAG };

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target,
                  enum ft_memory_order order, uint64_t value) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.order = (uint8_t)order;
  if (ft_kind_accesses (kind))
    e.value = value, e.flags = FT_HAS_VALUE;
  ft_model_push (t, e);
}

static void push_free (ft_trace *t, ft_tid thread) {
  ft_event e = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE;
  d.address = 0x1000, d.bytes = 8;
  d.freed = (uint32_t)t->tables.freed.size, d.freed_count = 1;
  FT_PUSH (t->tables.freed, BLOCK);
  e.thread = thread, e.kind = FT_FREE, e.detail = ft_model_detail (t, d);
  ft_model_push (t, e);
}

static enum ft_memory_order either (ft_rng *rng, enum ft_memory_order strong) {
  return ft_rng_percent (rng, 50) ? strong : FT_ORDER_RELAXED;
}

static void push_stray (ft_trace *t, ft_rng *rng, ft_tid thread) {
  if (ft_rng_percent (rng, 20))
    push (t, thread, ft_rng_percent (rng, 50) ? FT_READ : FT_WRITE, BLOCK,
          FT_ORDER_PLAIN, 0);
}

ft_trace *ft_c11_trace_of_blocks (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("blocks", "test");
  bool locked[2] = {ft_rng_percent (&rng, 80), ft_rng_percent (&rng, 80)};
  push_stray (t, &rng, 2);
  push (t, 2, FT_ATOMIC_WRITE, COUNT, either (&rng, FT_ORDER_RELEASE), 1);
  if (locked[0])
    push (t, 2, FT_ACQUIRE, 0, FT_ORDER_PLAIN, 0);
  push (t, 2, FT_ATOMIC_WRITE, COUNT, either (&rng, FT_ORDER_RELEASE),
        ft_rng_percent (&rng, 20));
  if (locked[0])
    push (t, 2, FT_RELEASE, 0, FT_ORDER_PLAIN, 0);
  push (t, 2, FT_ATOMIC_WRITE, FLAG, either (&rng, FT_ORDER_RELEASE), 1);
  push (t, 0, FT_ATOMIC_READ, FLAG, either (&rng, FT_ORDER_ACQUIRE), 1);
  push (t, 0, ft_rng_percent (&rng, 50) ? FT_READ : FT_WRITE, BLOCK,
        FT_ORDER_PLAIN, 0);
  push (t, 0, FT_ATOMIC_WRITE, COUNT, either (&rng, FT_ORDER_RELEASE), 1);
  if (locked[1])
    push (t, 1, FT_ACQUIRE, 0, FT_ORDER_PLAIN, 0);
  push (t, 1, FT_ATOMIC_READ, COUNT, either (&rng, FT_ORDER_ACQUIRE), 1);
  push_stray (t, &rng, 1);
  push_free (t, 1);
  if (locked[1])
    push (t, 1, FT_RELEASE, 0, FT_ORDER_PLAIN, 0);
  return t;
}
