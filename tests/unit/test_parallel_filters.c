// Filters by several threads against the same filters by one, and against
// their slow twin ('tests/model/frontier.h'): random traces of all that a trace
// can have, in batches of random length, by 1, 2, 3 and 7 threads.  Variables
// get numbers far apart, so that they are in different parts.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "order/parallel_filters.h"
#include "tests/model/frontier.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

#define F(NAME, text) +1
enum { FILTERS = 0 FT_FILTERS (F), ALL = (1u << FILTERS) - 1 };
#undef F

struct stream {
  const ft_trace *trace;
  ft_rng rng;
  ft_pos read, taken;
  uint32_t longest; // batch
  uint8_t *racy;
  bool in_order;
};

static bool read_batch (void *context, ft_shared_batch *b) {
  struct stream *s = context;
  ft_pos left = s->trace->size - s->read;
  if (!left)
    return false;
  ft_pos n = 1 + ft_rng_below (&s->rng, s->longest);
  ft_batch batch = {s->trace->events + s->read, (uint32_t)(n < left ? n : left),
                    s->read};
  ft_shared_batch_copy (b, &s->trace->tables, &batch);
  s->read += batch.count;
  return true;
}

static void take_racy (void *context, const ft_shared_batch *b,
                       const uint8_t *racy) {
  struct stream *s = context;
  s->in_order &= b->first == s->taken;
  memcpy (s->racy + b->first, racy, b->count);
  s->taken += b->count;
}

// Sets of racy filters by event, from several threads.  Owned by the caller.
static uint8_t *run_parallel (const ft_trace *t, unsigned kinds,
                              unsigned threads, uint32_t longest) {
  struct stream s = {.trace = t,
                     .rng = ft_rng_init (t->size + threads),
                     .longest = longest,
                     .racy = FT_ARRAY (uint8_t, t->size + 1),
                     .in_order = true};
  ft_batch_stream stream = {read_batch, &s};
  ft_parallel_filters_run (kinds, threads, &stream, take_racy, NULL, NULL);
  assert_true (s.in_order && s.taken == t->size);
  return s.racy;
}

static uint8_t *run_sequential (const ft_trace *t) {
  uint8_t *racy = FT_ARRAY (uint8_t, t->size + 1);
  for (int k = 0; ALL >> k; k++) {
    ft_filter *f = ft_filter_new ((enum ft_filter_kind)k, &t->tables, false);
    ft_filter_run (f, t->events, t->size, racy, (uint8_t)(1u << k));
    ft_filter_free (f);
  }
  return racy;
}

static uint8_t *run_twin (const ft_trace *t, enum ft_filter_kind kind) {
  uint8_t *racy = FT_ARRAY (uint8_t, t->size + 1);
  ft_model_filter twin;
  ft_model_filter_init (&twin, kind, &t->tables);
  for (ft_id i = 0; i < t->size; i++)
    racy[i] = (uint8_t)(ft_model_filter_step (&twin, t->events + i) << kind);
  ft_model_filter_release (&twin);
  return racy;
}

static void spread_variables (ft_trace *t) {
  for (ft_id i = 0; i < t->size; i++)
    if (ft_kind_accesses ((enum ft_kind)t->events[i].kind))
      t->events[i].target <<= FT_VARIABLE_PART_BITS;
  for (size_t i = 0; i < t->tables.freed.size; i++)
    t->tables.freed.begin[i] <<= FT_VARIABLE_PART_BITS;
}

struct expected {
  unsigned kinds;
  uint32_t longest;
};

static bool differs_with (const ft_trace *t, const struct expected *x,
                          const uint8_t *right) {
  static const unsigned threads[] = {1, 2, 3, 7};
  bool differs = false;
  for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
    uint8_t *racy = run_parallel (t, x->kinds, threads[k], x->longest);
    for (ft_id i = 0; i < t->size; i++)
      differs |= racy[i] != (right[i] & x->kinds);
    free (racy);
  }
  return differs;
}

static bool differs (const ft_trace *t, void *context) {
  uint8_t *right = run_sequential (t);
  bool found = differs_with (t, context, right);
  free (right);
  return found;
}

static ft_trace *random_trace (uint64_t seed, unsigned events) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = events, o.threads = 2 << seed % 6;
  o.locks = 1 + 5 * (seed % 7), o.variables = 3 << seed % 8;
  o = ft_random_features (seed, o);
  o.orders = seed % 2;
  ft_trace *t = ft_random_trace (seed, &o);
  spread_variables (t);
  return t;
}

// All filters, one, or some.
static unsigned some_kinds (uint64_t seed) {
  unsigned some = (unsigned)(seed * 2654435761u >> 9) & ALL;
  return seed % 3 == 1      ? ALL
         : seed % 3 && some ? some
                            : 1u << seed / 3 % FILTERS;
}

static void threads_agree_with_one (void **state) {
  (void)state;
  uint64_t racy = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (60, 1500);
       seed++) {
    ft_trace *t = random_trace (seed, 200 << seed % 6);
    struct expected x = {some_kinds (seed), 1u << seed % 12};
    uint8_t *right = run_sequential (t);
    for (ft_id i = 0; i < t->size; i++)
      racy += right[i] && right[i] != ALL;
    if (differs_with (t, &x, right)) {
      ft_trace *small = ft_shrink_trace (t, differs, &x);
      ft_print_trace (stderr, small);
      fail_msg ("seed %llu: by several threads", (unsigned long long)seed);
    }
    free (right);
    ft_trace_free (t);
  }
  assert_true (!rounds_are_many () || racy > 1000);
}

static void threads_agree_with_the_twin (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (24, 300);
       seed++) {
    ft_trace *t = random_trace (seed + 1000000, 3000);
    enum ft_filter_kind kind = (enum ft_filter_kind) (seed % FILTERS);
    if (kind == FT_FILTER_LOCKSET) // has its own twin in test_lockset
      kind = FT_FILTER_HYBRID;
    struct expected x = {1u << kind, 100};
    uint8_t *right = run_twin (t, kind);
    if (differs_with (t, &x, right))
      fail_msg ("seed %llu: %s", (unsigned long long)seed,
                ft_filter_name (kind));
    free (right);
    ft_trace_free (t);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (threads_agree_with_one),
      cmocka_unit_test (threads_agree_with_the_twin),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
