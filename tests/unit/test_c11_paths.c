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
#include "predict/check.h"

enum { MOST_NODES = 3000, MOST_OF_MESSAGES = 30000 }; // prefixes of schedules

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

// ---- messages --------------------------------------------------------------

// Thread 1 writes variable 0 and then flags; thread 2 looks at flags and sets them, by
// what it has seen; thread 3 writes variable 0 where it has seen one.  Most often the
// recording shows no race, and another value or path of thread 2 does.

static void push (ft_program *p, unsigned t, ft_program_step s) {
  p->steps[t][p->lengths[t]++] = s;
}

static ft_program_step store (ft_rng *rng, ft_id flag, bool known, bool weak) {
  ft_program_step s = {.kind = FT_WRITE, .target = flag, .op = FT_OP_COPY, .bytes = 8};
  s.operands[0] = (struct ft_program_operand){known, known};
  s.order = weak ? some_order (rng, FT_WRITE)
            : ft_rng_below (rng, 2) ? FT_ORDER_RELEASE : FT_ORDER_SEQ_CST;
  return s;
}

// Counts one up; the value that it reads goes into nothing else, unless the branch looks
// at it.
static ft_program_step count_up (ft_rng *rng, ft_id flag, bool weak) {
  ft_program_step s = {.kind = FT_ATOMIC_RMW, .target = flag, .op = FT_OP_UADD, .bytes = 8};
  s.operands[1] = (struct ft_program_operand){true, 1};
  s.order = weak ? some_order (rng, FT_ATOMIC_RMW) : FT_ORDER_ACQ_REL;
  return s;
}

static ft_program_step load (ft_rng *rng, ft_id flag, bool weak) {
  return (ft_program_step){.kind = FT_READ, .target = flag, .bytes = 8,
                           .order = weak ? some_order (rng, FT_READ)
                                    : ft_rng_below (rng, 2) ? FT_ORDER_ACQUIRE
                                                            : FT_ORDER_SEQ_CST};
}

static ft_id some_flag (ft_rng *rng) {
  return 1 + ft_rng_below (rng, 2);
}

// The step where the first local, which was loaded before, is one.
static void push_guarded (ft_program *p, unsigned t, ft_rng *rng, ft_program_step s) {
  ft_program_step test = {.kind = FT_BRANCH, .op = FT_OP_EQ, .bytes = 8};
  test.operands[1] = (struct ft_program_operand){true, ft_rng_percent (rng, 85)};
  unsigned at = p->lengths[t];
  push (p, t, test);
  push (p, t, s);
  push (p, t, (ft_program_step){.kind = FT_FENCE, .otherwise = at + 3});
  p->steps[t][at].otherwise = p->steps[t][at].join = at + 3;
}

static void make_messages (ft_program *p, ft_rng *rng, unsigned weak) {
  ft_program_step data = {.kind = FT_WRITE, .op = FT_OP_COPY, .bytes = 8};
  data.operands[0].constant = true;
  *p = (ft_program){.branching = true, .threads = 4, .variables = 3,
                    .locks = FT_PROGRAM_LOCKS};
  push (p, 0, (ft_program_step){.kind = FT_BRANCH, .op = FT_OP_COPY, .bytes = 8,
                                .operands[0].constant = true});
  for (ft_id v = 0; v < 3; v++) {
    data.target = v;
    push (p, 0, data);
  }
  for (ft_id t = 1; t < 4; t++)
    push (p, 0, (ft_program_step){.kind = FT_FORK, .target = t});
  data.target = 0;
  push (p, 1, data);
  for (unsigned i = 0; i < 2; i++)
    push (p, 1,
          ft_rng_percent (rng, 20)
              ? count_up (rng, some_flag (rng), ft_rng_percent (rng, weak))
              : store (rng, some_flag (rng), true, ft_rng_percent (rng, weak)));
  push (p, 2,
        ft_rng_percent (rng, 20)
            ? count_up (rng, some_flag (rng), ft_rng_percent (rng, weak))
            : load (rng, some_flag (rng), ft_rng_percent (rng, weak)));
  bool known = ft_rng_percent (rng, 50);
  ft_program_step answer =
      ft_rng_percent (rng, 25)
          ? count_up (rng, some_flag (rng), ft_rng_percent (rng, weak))
          : store (rng, some_flag (rng), known, ft_rng_percent (rng, weak));
  if (ft_rng_percent (rng, 50))
    push_guarded (p, 2, rng, answer);
  else
    push (p, 2, answer);
  push (p, 3, load (rng, some_flag (rng), ft_rng_percent (rng, weak)));
  push_guarded (p, 3, rng, data);
}

// ---- all schedules ---------------------------------------------------------

typedef struct walker {
  ft_program *program;
  ft_trace *run; // the schedule so far
  bool *races;   // by steps
  FT_STACK (ft_id) steps;
  unsigned nodes, most;
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
  if (w->nodes++ > w->most)
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

static bool find_races (ft_program *p, bool *races, unsigned most) {
  walker w = {.program = p, .races = races, .most = most};
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
  unsigned programs, large, races, found, by[FT_MODEL_COUNT], impossible, open;
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

// A pair that is called impossible, and is not left open under some model, must race in no
// schedule.
static void compare_impossible (comparison *x) {
  ft_check_options o = FT_CHECK_DEFAULTS;
  o.jobs = 1, o.memory_model = FT_MEMORY_C11, o.memory_by_orders = false;
  o.all_pairs = x->seed % 2, o.deadlocks = false, o.model = FT_MODEL_PATH;
  ft_results results;
  ft_error error = FT_NO_ERROR;
  ft_check (x->trace, &o, &results);
  for (size_t i = 0; i < results.size; i++) {
    const ft_race *race = results.races + i;
    if (race->verdict != FT_REFUTED)
      continue;
    x->counts->impossible++;
    x->counts->open += race->left_open != FT_MODEL_MCM;
    if (race->left_open != FT_MODEL_MCM || !x->races[cell (x, race->pair)])
      continue;
    ft_trace_write (x->trace, "test_c11_paths-failure.jsonl", NULL, &error);
    fail_msg ("FT_SEED=%llu: %u and %u are impossible, and race in some schedule; "
              "kept as test_c11_paths-failure.jsonl",
              (unsigned long long)x->seed, race->pair[0], race->pair[1]);
  }
  ft_results_release (&results);
}

enum { NO_MESSAGES = 101 };

// 'weak': per cent of the accesses of messages that have any memory order.
static void compare_program (uint64_t seed, unsigned weak, counts *n) {
  ft_rng rng = ft_rng_init (seed);
  comparison x = {.seed = seed, .counts = n};
  if (weak == NO_MESSAGES) {
    ft_program_random_branching (&x.program, &rng, 0);
    make_atomic (&x.program, &rng);
  } else
    make_messages (&x.program, &rng, weak);
  ft_trace *trace = ft_program_record (&x.program, &rng);
  x.trace = trace;
  x.races = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  x.found = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  if (trace && (trace->altpath_events > 40 ||
                !find_races (&x.program, x.races,
                             weak == NO_MESSAGES ? MOST_NODES : MOST_OF_MESSAGES)))
    n->large++;
  else if (trace) {
    n->programs++;
    if (weak == NO_MESSAGES)
      compare_trace (&x);
    compare_impossible (&x);
  }
  free (x.races);
  free (x.found);
  ft_trace_free (trace);
  ft_random_program_release (&x.program);
}

static uint64_t rounds_of (uint64_t most, uint64_t some) {
  return number ("FT_ROUNDS", getenv ("FT_LONG")    ? most
                              : getenv ("FT_QUICK") ? some / 4
                                                    : some);
}

static void what_is_certified_races_in_some_schedule (void **state) {
  (void)state;
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1), rounds = rounds_of (40000, 800);
  for (uint64_t seed = first; seed < first + rounds; seed++)
    compare_program (seed, NO_MESSAGES, &n);
  print_message ("# %u programs (%u too large): %u of %u races found; certified "
                 "by mcm %u, value %u, path %u; %u impossible, %u of them left open\n",
                 n.programs, n.large, n.found, n.races, n.by[FT_MODEL_MCM],
                 n.by[FT_MODEL_VALUE], n.by[FT_MODEL_PATH], n.impossible, n.open);
  assert_true (rounds < 200 || (n.by[FT_MODEL_VALUE] &&
                                n.by[FT_MODEL_PATH] &&
                                n.found > n.races / 10 * 9));
}

static void what_is_impossible_races_in_no_schedule (void **state) {
  (void)state;
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1), rounds = rounds_of (40000, 600);
  for (uint64_t seed = first; seed < first + rounds; seed++)
    compare_program (seed, (unsigned[]){60, 20, 0}[seed % 3], &n);
  print_message ("# %u programs of messages (%u too large): %u impossible, %u of them "
                 "left open\n",
                 n.programs, n.large, n.impossible, n.open);
  assert_true (rounds < 100 || (n.open && n.open < n.impossible));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_is_certified_races_in_some_schedule),
      cmocka_unit_test (what_is_impossible_races_in_no_schedule),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
