// Traces of every kind to be written and read back, and whether what comes
// back is the same.  Needs cmocka.h before it.

#ifndef FT_TESTS_SAME_TRACE_H
#define FT_TESTS_SAME_TRACE_H

#include "tests/model/program.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "trace/trace.h"
#include "load/open.h"

// Operators that fit the number of operands.
static inline void give_operators (ft_trace *t, uint64_t seed) {
  for (size_t i = 0; i < t->tables.details.size; i++) {
    ft_detail *d = t->tables.details.begin + i;
    if (d->op && d->operands_known)
      d->op = d->operand_count == 2   ? FT_OP_ADD + (seed + i) % FT_OP_GE
              : d->operand_count == 1 ? FT_OP_COPY
                                      : FT_OP_NONE;
  }
}

static inline ft_trace *draw_trace (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 5 + ft_rng_below (&rng, ft_rng_percent (&rng, 10) ? 2000 : 60);
  o.threads = 2 + ft_rng_below (&rng, 6);
  o.locks = 3, o.variables = 1 + ft_rng_below (&rng, 400);
  ft_trace *t;
  o = ft_random_features (seed, o);
  t = ft_random_trace (seed, &o);
  give_operators (t, seed);
  return t;
}

// A trace whose branches have alternative paths; NULL for seeds without one.
static inline ft_trace *draw_branching_trace (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_program program = {0};
  ft_program_random_branching (&program, &rng, seed % 3 ? 0 : 25);
  ft_trace *t = ft_program_record (&program, &rng);
  ft_random_program_release (&program);
  return t;
}

static inline ft_trace *read_trace (const char *path, ft_read_options options) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, options, NULL, NULL, &error);
  if (!t)
    print_message ("%s\n", error.message);
  return t;
}

static inline bool same_event (const ft_event *a, const ft_event *b) {
  return a->kind == b->kind && a->mask == b->mask && a->order == b->order &&
         a->flags == b->flags && a->thread == b->thread &&
         a->target == b->target && a->location == b->location &&
         a->condition == b->condition &&
         (!(a->flags & FT_HAS_VALUE) || a->value == b->value);
}

// The writer gives ids up to the largest that it used; so they stay.
static inline bool same_trace (const ft_trace *a, const ft_trace *b) {
  bool same = a->size == b->size && a->altpath_events == b->altpath_events &&
              ft_trace_digest (a) == ft_trace_digest (b);
  for (ft_id i = 0; same && i < a->size + a->altpath_events; i++)
    same = same_event (a->events + i, b->events + i);
  return same;
}

static inline void expect_same_notes (const ft_trace *a, const ft_trace *b) {
  assert_int_equal (a->notes.list.size, b->notes.list.size);
  for (size_t i = 0; i < a->notes.list.size; i++) {
    const ft_note *m = a->notes.list.begin + i, *n = b->notes.list.begin + i;
    assert_int_equal (m->sort, n->sort);
    assert_int_equal (m->first, n->first);
    assert_int_equal (m->count, n->count);
  }
}

#endif
