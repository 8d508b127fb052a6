// The checker alone against the interpreter of tiny programs: random schedules,
// event by event, of which no search is part.
//
// The other random tests of the relaxed models check the witnesses that a
// search proposes, so that a rule that the checker lacks goes unnoticed where
// the search keeps to it.  Here a walk offers the checker the next events of
// random threads.  What it accepts the interpreter executes, too (see
// tests/model/program.h), and afterwards every local that the checker knows has
// the value that it has in the program.  Where the trace tells everything, the
// checker refuses only what the program cannot do.  Now and then each pair of next
// accesses is a witness, which the checker accepts if and only if they race.  FT_SEED and FT_ROUNDS repeat or extend the walks.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/program.h"
#include "model/random_trace.h"
#include "trace/altpath_unfold.h"
#include "witness/checker_state.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK")  ? full / 10
                              : getenv ("FT_LONG") ? full * 10
                                                   : full);
}

enum { WALKS = 12, IDLE = 8 };

typedef struct counts {
  size_t programs, undefined, steps, changed, refused, pairs, races;
} counts;

typedef struct walk {
  ft_program program;
  ft_trace *trace; // of the recorded run
  ft_unfolding *paths;
  ft_checker *checker; // of the unfolded trace
  ft_checker *whole;   // of the recorded one, for witnesses
  ft_program_state state;
  ft_rng *rng;
  bool exact; // the trace tells every operator
  uint64_t seed;
  ft_strbuf why;
  FT_STACK (ft_id) schedule; // in numbers of the recorded trace
  counts *counts;
} walk;

static void complain (const walk *w, ft_id event, const char *what) {
  fprintf (stderr, "FT_SEED=%llu: %s: %s (%s)\n  schedule:",
           (unsigned long long)w->seed, ft_describe (w->trace, event).text,
           what, ft_strbuf_text (&w->why));
  for (size_t i = 0; i < w->schedule.size; i++)
    fprintf (stderr, " %u", w->schedule.begin[i]);
  fprintf (stderr, "\n");
  ft_print_trace (stderr, w->trace);
  fail ();
}

// ---- one step --------------------------------------------------------------

// The event of the unfolded trace that comes next on the thread's path.
static ft_id next_of (walk *w, ft_tid t) {
  const ft_trace *unfolded = w->checker->trace;
  ft_id done = ft_checker_thread_now (w->checker, t)->done;
  for (ft_id e = 0; e < unfolded->size; e++)
    if (unfolded->events[e].thread == t && w->checker->facts.local[e] == done)
      return e;
  return FT_NO_ID;
}

static ft_id folded (const walk *w, ft_id event) {
  return w->paths ? w->paths->folded[event] : event;
}

// Every local that the checker knows is what the program computed.
static void compare_locals (walk *w, ft_tid t, ft_id event) {
  for (ft_id i = 0; i < FT_PROGRAM_LOCALS; i++) {
    ft_id local = t * FT_PROGRAM_LOCALS + i, slot = FT_NO_ID;
    if (local < w->checker->facts.locals)
      slot = ft_recorded_local (&w->checker->facts, t, local);
    if (slot == FT_NO_ID)
      continue;
    const ft_checker_local *known = w->checker->locals + slot;
    ft_program_word truth = w->state.locals[t][i];
    if (known->stamp == w->checker->run && known->known &&
        (truth.undefined || truth.value != known->value))
      complain (w, event, "a local has another value than in the program");
  }
}

// Whether the program can do the next step of a thread, which is 'step', and a
// compare-and-swap among them succeeds; does it.
static bool program_does (walk *w, ft_tid t, ft_id step) {
  ft_program *p = &w->program;
  if (!ft_program_alive (p, &w->state, t) ||
      step != t * FT_PROGRAM_STEPS + w->state.next[t] ||
      (p->steps[t][w->state.next[t]].compares &&
       !ft_program_succeeds (p, &w->state, t)))
    return false;
  ft_program_state s = w->state;
  if (!ft_program_run (p, &s, t, false))
    return false;
  w->state = s;
  return true;
}

// Whether the trace has the path that the program takes behind its branch.
static bool path_is_told (const walk *w, ft_tid t) {
  const ft_program_step *step = w->program.steps[t] + w->state.next[t];
  return !w->paths || step->kind != FT_BRANCH;
}

// Offers the next event of a thread; false if it cannot come next.
static bool offer (walk *w, ft_tid t) {
  ft_id event = next_of (w, t), number;
  if (event == FT_NO_ID || (number = folded (w, event)) == FT_NO_ID)
    return false;
  ft_id step = w->program.step_of.begin[number];
  FT_CLEAR (w->why);
  bool told = step == FT_NO_ID || path_is_told (w, t);
  bool accepted = ft_checker_run (w->checker, event);
  w->counts->refused += !accepted;
  if (accepted && step != FT_NO_ID && !program_does (w, t, step))
    complain (w, number, "accepted, but the program does not do it");
  if (!accepted && w->exact && told && step != FT_NO_ID &&
      program_does (w, t, step))
    complain (w, number, "refused, but the program does it");
  if (!accepted)
    return false;
  w->counts->steps++;
  FT_PUSH (w->schedule, number);
  if (step != FT_NO_ID)
    compare_locals (w, t, number);
  return true;
}

// ---- pairs ---------------------------------------------------------------

static void ask_pair (walk *w, const ft_tid *threads, const ft_id *pair) {
  ft_id numbers[2] = {folded (w, pair[0]), folded (w, pair[1])};
  if (numbers[0] == FT_NO_ID || numbers[1] == FT_NO_ID ||
      !ft_event_conflicts (w->trace->events + numbers[0],
                           w->trace->events + numbers[1]))
    return;
  ft_witness witness = {.model = w->paths ? FT_MODEL_PATH : FT_MODEL_VALUE,
                        .pair = {numbers[0], numbers[1]}};
  for (size_t i = 0; i < w->schedule.size; i++)
    FT_PUSH (witness.schedule, w->schedule.begin[i]);
  FT_CLEAR (w->why);
  bool accepted = ft_checker_accepts (w->whole, &witness, &w->why);
  bool race = true;
  for (int i = 0; i < 2; i++) {
    ft_id step = w->program.step_of.begin[numbers[i]];
    race &= ft_program_alive (&w->program, &w->state, threads[i]) &&
            step == threads[i] * FT_PROGRAM_STEPS + w->state.next[threads[i]];
  }
  race = race && ft_program_conflict (&w->program, &w->state, threads[0],
                                      threads[1]);
  w->counts->pairs++;
  w->counts->races += race;
  if (accepted && !race)
    complain (w, numbers[0], "certified to race, and does not");
  if (!accepted && race && w->exact)
    complain (w, numbers[0], "races, and is refused");
  ft_witness_release (&witness);
}

static void ask_pairs (walk *w) {
  ft_id next[FT_PROGRAM_THREADS];
  for (ft_tid t = 0; t < w->program.threads; t++)
    next[t] = next_of (w, t);
  for (ft_tid t = 0; t < w->program.threads; t++)
    for (ft_tid u = t + 1; u < w->program.threads; u++)
      if (next[t] != FT_NO_ID && next[u] != FT_NO_ID)
        ask_pair (w, (ft_tid[]){t, u}, (ft_id[]){next[t], next[u]});
}

// A random schedule of random length, mostly with some steps of a thread in a row.
static void walk_once (walk *w) {
  unsigned length = 4 + ft_rng_below (w->rng, 60), idle = 0;
  ft_tid t = 0;
  ft_program_begin (&w->program, &w->state);
  ft_checker_begin (w->checker, w->paths ? FT_MODEL_PATH : FT_MODEL_VALUE,
                    &w->why);
  FT_CLEAR (w->schedule);
  for (unsigned i = 0; i < length && idle < IDLE; i++) {
    if (idle || ft_rng_percent (w->rng, 50))
      t = ft_rng_below (w->rng, w->program.threads);
    idle = offer (w, t) ? 0 : idle + 1;
    if (ft_rng_percent (w->rng, 15))
      ask_pairs (w);
  }
  ask_pairs (w);
}

// ---- programs --------------------------------------------------------------

static ft_checker *checker_of (const walk *w) {
  if (!w->paths)
    return ft_checker_new (w->trace);
  ft_checker *c = ft_checker_new (w->paths->trace);
  c->paths = w->paths;
  c->ran = FT_ARRAY (uint64_t, w->paths->trace->size);
  return c;
}

static void walk_program (uint64_t seed, bool branching, unsigned hidden,
                          counts *n) {
  ft_rng rng = ft_rng_init (seed);
  walk w = {.rng = &rng, .exact = !hidden, .seed = seed, .counts = n};
  if (branching)
    ft_program_random_branching (&w.program, &rng, hidden);
  else
    ft_program_random (&w.program, &rng, hidden);
  w.trace = ft_program_record (&w.program, &rng);
  n->undefined += !w.trace;
  if (w.trace) {
    n->programs++;
    w.paths = ft_unfolding_new (w.trace);
    w.checker = checker_of (&w);
    w.whole = ft_checker_new (w.trace);
    for (int i = 0; i < WALKS; i++)
      walk_once (&w);
    ft_checker_free (w.checker);
    ft_checker_free (w.whole);
    ft_unfolding_free (w.paths);
  }
  FT_RELEASE (w.schedule);
  ft_strbuf_release (&w.why);
  ft_trace_free (w.trace);
  ft_random_program_release (&w.program);
}

static void walk_programs (const char *name, bool branching, unsigned hidden,
                           uint64_t count) {
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++)
    walk_program (seed, branching, hidden, &n);
  print_message ("# %s: %zu programs (%zu more undefined), %zu steps, %zu "
                 "refused, %zu pairs, %zu races\n",
                 name, n.programs, n.undefined, n.steps, n.refused, n.pairs,
                 n.races);
  assert_true (count < 100 || (n.races > 0 && n.refused > 0));
}

static void modelled (void **state) {
  (void)state;
  walk_programs ("modelled", false, 0, rounds (4000));
}

static void partly_modelled (void **state) {
  (void)state;
  walk_programs ("partly modelled", false, 25, rounds (8000));
}

static void paths (void **state) {
  (void)state;
  walk_programs ("paths", true, 0, rounds (4000));
}

static void partly_modelled_paths (void **state) {
  (void)state;
  walk_programs ("partly modelled paths", true, 25, rounds (8000));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (modelled),
      cmocka_unit_test (partly_modelled),
      cmocka_unit_test (paths),
      cmocka_unit_test (partly_modelled_paths),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
