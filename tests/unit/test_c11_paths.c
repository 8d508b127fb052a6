// Races of C11 on other values and other paths than recorded: random programs with
// atomic accesses of all memory orders, whose branches have both sides in the
// trace, against all schedules of an interpreter (tests/model/program.h) with
// happens-before as reachability (tests/model/relations.h).
//
// FT_SEED and FT_ROUNDS repeat or extend them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "format/writer.h"
#include "model/program.h"
#include "model/random_trace.h"
#include "model/relations.h"
#include "predict/c11_certify.h"

enum { MOST_NODES = 3000 }; // prefixes of schedules

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

// ---- random programs -------------------------------------------------------

static enum ft_memory_order some_order (ft_rng *rng, enum ft_kind kind) {
  static const enum ft_memory_order of_reads[] = {
      FT_ORDER_RELAXED, FT_ORDER_RELAXED, FT_ORDER_ACQUIRE, FT_ORDER_SEQ_CST};
  static const enum ft_memory_order of_writes[] = {
      FT_ORDER_RELAXED, FT_ORDER_RELAXED, FT_ORDER_RELEASE, FT_ORDER_SEQ_CST};
  static const enum ft_memory_order of_both[] = {
      FT_ORDER_RELAXED, FT_ORDER_ACQUIRE, FT_ORDER_RELEASE, FT_ORDER_ACQ_REL};
  unsigned i = ft_rng_below (rng, 4);
  return kind == FT_READ    ? of_reads[i]
         : kind == FT_WRITE ? of_writes[i]
                            : of_both[i];
}

// Variable 0 is accessed plainly; accesses of the others are mostly atomic.
static void make_atomic (ft_program *p, ft_rng *rng) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->lengths[t]; i++) {
      ft_program_step *s = p->steps[t] + i;
      if (ft_kind_accesses (s->kind) &&
          (s->kind == FT_ATOMIC_RMW ||
           (s->target && !ft_rng_percent (rng, 10))))
        s->order = some_order (rng, s->kind);
    }
}

// ---- all schedules ---------------------------------------------------------

typedef struct walker {
  ft_program *program;
  ft_trace *run; // the schedule so far
  bool *races;   // by steps
  FT_STACK (ft_id) steps;
  unsigned nodes;
} walker;

static ft_id cell_of (unsigned t, uint64_t step) {
  return t * FT_PROGRAM_STEPS + (ft_id)step;
}

// Enters what races with the last event.
static void mark (walker *w) {
  ft_model_relation r = ft_model_relation_of (w->run, FT_REL_C11);
  ft_id last = w->run->size - 1, b = w->steps.begin[last];
  for (ft_id i = 0; i < last; i++) {
    size_t a = w->steps.begin[i];
    if (ft_event_conflicts (w->run->events + i, w->run->events + last) &&
        !ft_model_before (&r, i, last))
      w->races[a * FT_PROGRAM_ALL + b] = w->races[b * FT_PROGRAM_ALL + a] = true;
  }
  ft_model_relation_release (&r);
}

static bool walk (walker *w, const ft_program_state *s) {
  ft_program *p = w->program;
  if (w->nodes++ > MOST_NODES)
    return false;
  bool whole = true;
  for (unsigned t = 0; t < p->threads && whole; t++) {
    if (!ft_program_alive (p, s, t))
      continue;
    ft_program_state then = *s;
    const ft_program_step *step = p->steps[t] + s->next[t];
    FT_PUSH (w->steps, cell_of (t, s->next[t]));
    ft_model_push (w->run, ft_program_event (w->run, t, step));
    if (ft_kind_accesses (step->kind))
      mark (w);
    if (ft_program_run (p, &then, t, false))
      whole = walk (w, &then);
    w->run->size--;
    w->steps.size--;
  }
  return whole;
}

static bool find_races (ft_program *p, bool *races) {
  walker w = {.program = p, .races = races};
  ft_program_state s;
  w.run = ft_trace_new ("schedule", "jsonl");
  ft_program_begin (p, &s);
  bool whole = walk (&w, &s);
  ft_trace_free (w.run);
  FT_RELEASE (w.steps);
  return whole;
}

// ---- comparing -------------------------------------------------------------

typedef struct counts {
  unsigned programs, large, races, found, by[FT_MODEL_COUNT];
} counts;

typedef struct comparison {
  ft_program program;
  const ft_trace *trace;
  bool *races, *found; // by steps
  uint64_t seed;
  counts *counts;
} comparison;

static size_t cell (const comparison *x, const ft_id pair[2]) {
  return (size_t)x->program.step_of.begin[pair[0]] * FT_PROGRAM_ALL +
         x->program.step_of.begin[pair[1]];
}

static void enter (comparison *x, const ft_id pair[2], const ft_outcome *o) {
  ft_error error = FT_NO_ERROR;
  x->found[cell (x, pair)] = true;
  x->found[cell (x, (ft_id[]){pair[1], pair[0]})] = true;
  x->counts->by[o->model]++;
  if (x->races[cell (x, pair)])
    return;
  ft_trace_write (x->trace, "test_c11_paths-failure.jsonl", NULL, &error);
  fail_msg ("FT_SEED=%llu: %u and %u are certified under %s, and race in no "
            "schedule; kept as test_c11_paths-failure.jsonl",
            (unsigned long long)x->seed, pair[0], pair[1],
            ft_model_name (o->model));
}

// Every model is asked, also behind one that certifies.
static void compare_pair (comparison *x, ft_certifier *c, const ft_id pair[2]) {
  for (int m = 0; m <= FT_MODEL_COUNT; m++) {
    ft_outcome o;
    if (m == FT_MODEL_COUNT)
      ft_certify (c, pair, 60, &o);
    else
      ft_certify_c11 (c, pair, (enum ft_model)m, 60, &o);
    if (o.verdict == FT_CERTIFIED)
      enter (x, pair, &o);
    ft_outcome_release (&o);
  }
}

static void compare_trace (comparison *x) {
  ft_id all = x->trace->size + x->trace->altpath_events;
  ft_facts *facts = ft_facts_new (x->trace);
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_PATH;
  ft_certifier *c = ft_certifier_new (facts, &options, NULL);
  for (ft_id a = 0; a < all; a++)
    for (ft_id b = a + 1; b < all; b++)
      if (ft_event_conflicts (x->trace->events + a, x->trace->events + b))
        compare_pair (x, c, (ft_id[]){a, b});
  for (size_t i = 0; i < FT_PROGRAM_ALL * FT_PROGRAM_ALL; i++) {
    x->counts->races += x->races[i];
    x->counts->found += x->races[i] && x->found[i];
  }
  ft_certifier_free (c);
  ft_facts_free (facts);
}

static void compare_program (uint64_t seed, counts *n) {
  ft_rng rng = ft_rng_init (seed);
  comparison x = {.seed = seed, .counts = n};
  ft_program_random_branching (&x.program, &rng, 0);
  make_atomic (&x.program, &rng);
  ft_trace *trace = ft_program_record (&x.program, &rng);
  x.trace = trace;
  x.races = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  x.found = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  if (trace && (trace->altpath_events > 40 || !find_races (&x.program, x.races)))
    n->large++;
  else if (trace) {
    n->programs++;
    compare_trace (&x);
  }
  free (x.races);
  free (x.found);
  ft_trace_free (trace);
  ft_random_program_release (&x.program);
}

static void what_is_certified_races_in_some_schedule (void **state) {
  (void)state;
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1);
  uint64_t rounds = number ("FT_ROUNDS", getenv ("FT_LONG")    ? 40000
                                         : getenv ("FT_QUICK") ? 200
                                                               : 800);
  for (uint64_t seed = first; seed < first + rounds; seed++)
    compare_program (seed, &n);
  print_message ("# %u programs (%u too large): %u of %u races found; certified "
                 "by mcm %u, value %u, path %u\n",
                 n.programs, n.large, n.found, n.races, n.by[FT_MODEL_MCM],
                 n.by[FT_MODEL_VALUE], n.by[FT_MODEL_PATH]);
  assert_true (rounds < 200 || (n.by[FT_MODEL_VALUE] &&
                                n.by[FT_MODEL_PATH] &&
                                n.found > n.races / 10 * 9));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_is_certified_races_in_some_schedule),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
