// Failures: random programs with a failure mark on an alternative path, against
// an interpreter that runs all their schedules (tests/model/program.h);
// witnesses that the checker has to refuse.  FT_SEED and FT_ROUNDS repeat or
// extend them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "format/writer.h"
#include "model/program.h"
#include "model/random_trace.h"
#include "predict/certifier.h"
#include "witness/checker.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK")  ? full / 10
                              : getenv ("FT_LONG") ? full
                                                   : full / 3);
}

typedef struct counts {
  size_t programs, marks, certified, refuted, undecided, bent;
} counts;

typedef struct comparison {
  ft_program program;
  ft_trace *trace;
  bool *reached; // by steps, by the interpreter
  bool exact;    // the trace says all operators
  uint64_t seed;
  counts *counts;
} comparison;

static void complain (const comparison *x, ft_id mark, const ft_outcome *o,
                      const char *what) {
  ft_error error = FT_NO_ERROR;
  const char *path = "test_failure-failure.jsonl";
  ft_trace_write (x->trace, path, NULL, &error);
  fail_msg ("FT_SEED=%llu: mark %u: %s (%s): %s; kept as %s",
            (unsigned long long)x->seed, mark, ft_verdict_name (o->verdict),
            ft_strbuf_text (&o->reason), what, path);
}

// ---- witnesses that are wrong ----------------------------------------------

static void must_refuse (const comparison *x, ft_checker *checker,
                         const ft_witness *w, ft_id mark, const char *what) {
  ft_outcome o = {.verdict = FT_CERTIFIED};
  x->counts->bent++;
  if (ft_checker_accepts (checker, w, NULL))
    complain (x, mark, &o, what);
}

// The checker refuses the witness with another kind, without its last event,
// and with its failing event executed.
static void bend (const comparison *x, const ft_witness *good, ft_id mark) {
  ft_checker *checker = ft_checker_new (x->trace);
  ft_witness w = *good;
  w.failure = FT_FAILURE_NULLED;
  must_refuse (x, checker, &w, mark, "accepted as another kind of failure");
  w = *good;
  w.model = FT_MODEL_VALUE;
  must_refuse (x, checker, &w, mark, "accepted under the value model");
  w = *good;
  ft_tid thread = x->trace->events[mark].thread;
  size_t last = w.schedule.size;
  while (last && x->trace->events[w.schedule.begin[last - 1]].thread != thread)
    last--;
  if (last) {
    w.schedule.size = last - 1;
    must_refuse (x, checker, &w, mark,
                 "accepted although the thread is not there yet");
  }
  memset (&w.schedule, 0, sizeof w.schedule);
  for (size_t i = 0; i < good->schedule.size; i++)
    FT_PUSH (w.schedule, good->schedule.begin[i]);
  FT_PUSH (w.schedule, mark);
  must_refuse (x, checker, &w, mark, "accepted with the mark executed");
  FT_RELEASE (w.schedule);
  ft_checker_free (checker);
}

// ---- one mark --------------------------------------------------------------

// Asks whether the event, which is a failure mark now, can be next.
static bool ask (const comparison *x, ft_id mark) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_PATH;
  ft_facts *facts = ft_facts_new (x->trace);
  ft_certifier *certifier = ft_certifier_new (facts, &options, NULL);
  ft_outcome o;
  ft_certify_question (certifier,
                       ft_question_of_failure (mark, FT_NO_ID, x->trace->size),
                       60, &o);
  bool certified = o.verdict == FT_CERTIFIED;
  bool possible = x->reached[x->program.step_of.begin[mark]];
  if (o.cause == FT_CAUSE_REFUSED || o.open_cause == FT_CAUSE_REFUSED)
    complain (x, mark, &o, "the checker refused it");
  if (certified && !possible)
    complain (x, mark, &o, "but no schedule reaches it");
  if (certified && (o.witness.failure != FT_FAILURE_ABORT ||
                    o.witness.fails != mark || o.model != FT_MODEL_PATH))
    complain (x, mark, &o, "but the witness is of something else");
  if (certified)
    bend (x, &o.witness, mark);
  x->counts->marks++;
  x->counts->certified += certified;
  x->counts->refuted += o.verdict == FT_REFUTED;
  x->counts->undecided += o.verdict == FT_UNDECIDED;
  ft_outcome_release (&o);
  ft_certifier_free (certifier);
  ft_facts_free (facts);
  return certified;
}

static bool ask_with_mark (comparison *x, ft_id event) {
  ft_event *e = x->trace->events + event, kept = *e;
  ft_event *path = x->trace->tables.altpaths.events.begin;
  ft_event_set_mark (e, FT_MARK_ABORT);
  e->flags |= FT_ALTPATH;
  path[event - x->trace->size] = *e;
  bool certified = ask (x, event);
  path[event - x->trace->size] = *e = kept;
  return certified;
}

// Whether the trace has the step on alternative paths alone.
static bool is_untaken (const comparison *x, ft_id step) {
  for (ft_id e = 0; e < x->trace->size; e++)
    if (x->program.step_of.begin[e] == step)
      return false;
  return true;
}

static bool may_be_mark (const ft_event *e) {
  return ft_kind_accesses (e->kind) || e->kind == FT_LOCAL;
}

// With everything in the trace each step that some schedule reaches is found on
// one of the paths that have it.
static void compare_trace (comparison *x) {
  ft_id all = x->trace->size + x->trace->altpath_events;
  bool *found = FT_ARRAY (bool, FT_PROGRAM_ALL);
  bool *asked = FT_ARRAY (bool, FT_PROGRAM_ALL);
  for (ft_id e = x->trace->size; e < all; e++)
    if (may_be_mark (x->trace->events + e)) {
      ft_id step = x->program.step_of.begin[e];
      found[step] |= ask_with_mark (x, e);
      asked[step] = true;
    }
  for (ft_id e = x->trace->size; x->exact && e < all; e++) {
    ft_id step = x->program.step_of.begin[e];
    ft_outcome o = {.verdict = FT_REFUTED};
    if (asked[step] && x->reached[step] && !found[step] && is_untaken (x, step))
      complain (x, e, &o, "but some schedule reaches this step");
  }
  free (found);
  free (asked);
}

static void compare_program (uint64_t seed, unsigned hidden, counts *n) {
  ft_rng rng = ft_rng_init (seed);
  comparison x = {.exact = !hidden, .seed = seed, .counts = n};
  ft_program_random_branching (&x.program, &rng, hidden);
  x.trace = ft_program_record (&x.program, &rng);
  x.reached = FT_ARRAY (bool, FT_PROGRAM_ALL);
  if (x.trace && x.trace->altpath_events <= 30 &&
      ft_program_reaches (&x.program, x.reached)) {
    n->programs++;
    compare_trace (&x);
  }
  free (x.reached);
  ft_trace_free (x.trace);
  ft_random_program_release (&x.program);
}

static void compare_programs (const char *name, unsigned hidden,
                              uint64_t count) {
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++)
    compare_program (seed, hidden, &n);
  print_message ("# %s: %zu programs, %zu marks: %zu certified, %zu refuted, "
                 "%zu undecided; %zu wrong witnesses refused\n",
                 name, n.programs, n.marks, n.certified, n.refuted, n.undecided,
                 n.bent);
  assert_true (count < 20 || (n.certified && n.refuted));
}

static void modelled (void **state) {
  (void)state;
  compare_programs ("modelled", 0, rounds (1500));
}

static void partly_modelled (void **state) {
  (void)state;
  compare_programs ("partly modelled", 25, rounds (600));
}
int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (modelled),
      cmocka_unit_test (partly_modelled),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
