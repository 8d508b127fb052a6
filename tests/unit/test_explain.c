// Explanations: every step of a reason against its definition and nothing but
// the premises that it names, cores against exhaustive search over the orders
// of the cone, the figures, paths and changes.  FT_SEED and FT_ROUNDS repeat or
// extend the random ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "certify/vindicate.h"
#include "model/proof.h"
#include "model/random_trace.h"
#include "model/shrink.h"
#include "tests/unit/rounds.h"
#include "predict/unsat_core.h"
#include "predict/explanation.h"
#include "load/open.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK") ? full / 10 : full);
}

// ---- cores ---------------------------------------------------------------

// Orders of the cone's events that keep program order, fork and join, and the
// conditions that 'kept' has set, and leave the pair next: depth first, each
// state (positions and last writers) once.
struct orders {
  const ft_proof_subject *s;
  const ft_reason *core;
  const bool *kept;
  ft_map seen; // by hash of the state: small traces, few states
  bool found;
};

enum { MOST_THREADS = 16, MOST_VARIABLES = 32 };

struct state {
  ft_id at[MOST_THREADS];
  ft_id writer[MOST_VARIABLES][8];
};

static bool was_seen (struct orders *o, const struct state *state) {
  uint64_t hash = 0xcbf29ce484222325;
  const unsigned char *bytes = (const unsigned char *)state;
  for (size_t i = 0; i < sizeof *state; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3;
  ft_id *slot = ft_map_at (&o->seen, hash);
  bool old = *slot != FT_NO_ID;
  *slot = 0;
  return old;
}

static bool has_run (const struct orders *o, const struct state *state,
                     ft_id e) {
  return o->s->facts->index->local[e] < state->at[ft_proof_event_at (o->s, e)->thread];
}

static bool is_open (const struct orders *o, const struct state *state,
                     ft_id acquire) {
  ft_id release = o->s->facts->index->match[acquire];
  return has_run (o, state, acquire) &&
         (release == FT_NO_ID || !has_run (o, state, release));
}

static bool reads_right (const struct orders *o, const struct state *state,
                         ft_id read) {
  const ft_event *p = ft_proof_event_at (o->s, read);
  for (int bit = 0; bit < 8; bit++)
    if ((p->mask >> bit & 1) && state->writer[p->target][bit] !=
                                    ft_proof_writer_of (o->s, read, (uint8_t)(1 << bit)))
      return false;
  return true;
}

static bool breaks (const struct orders *o, const struct state *state,
                    const ft_proof_step *c, ft_id e) {
  if (c->kind == FT_PROOF_STEP_MUST_SUCCEED)
    return false; // looked at in the end
  if (c->kind == FT_PROOF_STEP_RETURNS)
    return c->first == e && !reads_right (o, state, e);
  return (c->first == e && is_open (o, state, c->second)) ||
         (c->second == e && is_open (o, state, c->first));
}

static bool may_run (const struct orders *o, const struct state *state,
                     ft_id e) {
  const ft_index *x = o->s->facts->index;
  const ft_event *p = ft_proof_event_at (o->s, e);
  if (!x->local[e] && x->fork_of[p->thread] != FT_NO_ID &&
      !has_run (o, state, x->fork_of[p->thread]))
    return false;
  if (x->joined[e] != FT_NO_ID && !has_run (o, state, x->joined[e]))
    return false;
  for (size_t i = 0; i < o->core->steps.size; i++)
    if (o->kept[i] && breaks (o, state, o->core->steps.begin + i, e))
      return false;
  return true;
}

static bool is_answer (const struct orders *o, const struct state *state) {
  const ft_index *x = o->s->facts->index;
  for (int i = 0; i < 2; i++) {
    ft_id e = o->s->cone->question.targets[i];
    ft_tid t = ft_proof_event_at (o->s, e)->thread;
    if (state->at[t] != x->local[e] ||
        (!x->local[e] && x->fork_of[t] != FT_NO_ID &&
         !has_run (o, state, x->fork_of[t])))
      return false;
  }
  for (size_t i = 0; i < o->core->steps.size; i++)
    if (o->kept[i] && o->core->steps.begin[i].kind == FT_PROOF_STEP_MUST_SUCCEED &&
        !reads_right (o, state, o->core->steps.begin[i].first))
      return false;
  return true;
}

static void explore (struct orders *o, const struct state *state) {
  if (o->found || was_seen (o, state))
    return;
  o->found = is_answer (o, state);
  const ft_index *x = o->s->facts->index;
  for (ft_tid t = 0; t < x->threads && !o->found; t++) {
    if (state->at[t] >= o->s->cone->top[t])
      continue;
    ft_id e = ft_index_event (x, t, state->at[t]);
    const ft_event *p = ft_proof_event_at (o->s, e);
    if (!may_run (o, state, e))
      continue;
    struct state next = *state;
    next.at[t]++;
    for (int bit = 0; ft_kind_writes (p->kind) && bit < 8; bit++)
      if (p->mask >> bit & 1)
        next.writer[p->target][bit] = e;
    explore (o, &next);
  }
}

static bool is_possible (const ft_proof_subject *s, const ft_reason *core,
                         const bool *kept) {
  struct orders o = {s, core, kept};
  struct state start = {0};
  memset (start.writer, 0xff, sizeof start.writer);
  explore (&o, &start);
  ft_map_release (&o.seen);
  return o.found;
}

static void check_core (ft_proof_subject *s, const ft_reason *core) {
  size_t n = core->steps.size;
  bool *kept = FT_ARRAY (bool, n);
  memset (kept, true, n);
  if (is_possible (s, core, kept))
    s->wrong = "the core is possible";
  for (size_t i = 0; i < n && !s->wrong; i++) {
    kept[i] = false;
    if (!is_possible (s, core, kept))
      s->wrong = "the core is not minimal";
    kept[i] = true;
  }
  if (!core->minimal)
    s->wrong = "the core is said not to be minimal";
  free (kept);
  for (size_t i = 0; i < n; i++)
    s->made += core->steps.begin[i].kind == FT_PROOF_STEP_MUST_SUCCEED;
  s->cores++;
  s->conditions += n;
  s->longest = n > s->longest ? n : s->longest;
}

// A core of a pair that the graph certifier refutes as well, or that has a
// compare-and-swap which has to be made.
static void check_cores (ft_proof_subject *s, ft_cone *cone) {
  ft_reason core = {0};
  FT_CLEAR (cone->forced);
  ft_cone_widen (cone, UINT64_MAX);
  if (ft_unsat_core_find (cone, &ft_maximal_idl, 20, 0, &core))
    check_core (s, &core);
  ft_reason_release (&core);
}

// ---- random traces -------------------------------------------------------

static void check_pair (ft_proof_subject *s, const ft_id pair[2], bool cores) {
  ft_reason reason = {0};
  ft_cone *cone = ft_cone_new (s->facts);
  ft_closure closure;
  ft_question q = ft_question_of_pair (pair, 0, s->trace->size);
  q.relaxed = true;
  s->cone = cone;
  s->reason = &reason;
  ft_closure_init (&closure, cone);
  if (!ft_cone_ask (cone, q))
    ft_cone_prove (cone, &reason);
  else if (ft_closure_saturate_base (&closure, 0) == FT_CLOSURE_CONTRADICTION)
    ft_closure_prove (&closure, &reason);
  if (reason.kind != FT_REASON_NONE) {
    ft_proof_check_steps (s);
    ft_proof_check_conclusion (s);
  }
  if (cores && !s->wrong && reason.kind != FT_REASON_NEEDS &&
      (reason.kind != FT_REASON_NONE || cone->must_succeed != FT_NO_ID))
    check_cores (s, cone);
  ft_closure_release (&closure);
  ft_cone_free (cone);
  ft_reason_release (&reason);
}

struct task {
  ft_proof_subject seen; // added up
  bool cores;
};

static bool is_wrong (const ft_trace *trace, void *context) {
  struct task *task = context;
  ft_proof_subject *s = &task->seen;
  ft_facts *facts = ft_facts_new (trace);
  s->trace = trace;
  s->facts = facts;
  s->wrong = NULL;
  for (ft_id b = 0; b < trace->size && !s->wrong; b++)
    for (ft_id a = 0; a < b && !s->wrong; a++)
      if (ft_trace_conflict (trace, a, b, NULL))
        check_pair (s, (ft_id[]){a, b}, task->cores);
  ft_facts_free (facts);
  return s->wrong;
}

static ft_proof_subject try_seeds (ft_random_options options, bool features,
                                 bool cores, uint64_t count) {
  struct task task = {.cores = cores};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++) {
    ft_random_options o =
        features ? ft_random_features (seed, options) : options;
    ft_trace *trace = ft_random_trace (seed, &o);
    if (is_wrong (trace, &task)) {
      ft_trace *small = ft_shrink_trace (trace, is_wrong, &task);
      is_wrong (small, &task);
      print_error ("FT_SEED=%llu: %s\n", (unsigned long long)seed,
                   task.seen.wrong);
      ft_print_trace (stderr, small);
      fail ();
    }
    ft_trace_free (trace);
  }
  print_message ("# %zu steps, %zu cycles, %zu needs, %zu others; %zu cores of "
                 "%zu conditions, at most %zu\n",
                 task.seen.steps, task.seen.cycles, task.seen.needs,
                 task.seen.others, task.seen.cores, task.seen.conditions,
                 task.seen.longest);
  print_message ("# %zu rounds, %zu posts, %zu enablers, %zu starved\n",
                 task.seen.rounds, task.seen.posts, task.seen.enablers,
                 task.seen.starved);
  return task.seen;
}

static void steps_follow (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.locks = 3;
  o.events = 30;
  o.open_sections = true;
  ft_proof_subject s = try_seeds (o, false, false, rounds (1500));
  assert_true (!rounds_are_many () ||
               (s.cycles > 0 && s.needs > 0 && s.others > 0));
}

static void steps_follow_everywhere (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 30;
  ft_proof_subject s = try_seeds (o, true, false, rounds (1500));
  assert_true (!rounds_are_many () || (s.cycles > 0 && s.needs > 0));
}

// Barriers and semaphores, which no reason may take as recorded.
static void steps_of_objects (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 30;
  o.barriers = o.semaphores = true;
  ft_proof_subject s = try_seeds (o, false, false, rounds (1500));
  assert_true (!rounds_are_many () || (s.cycles > 0 && s.needs > 0));
  assert_true (!rounds_are_many () || s.rounds > 0);
}

static void steps_of_enablers (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40;
  o.conditions = o.try_failed = true;
  ft_proof_subject s = try_seeds (o, false, false, rounds (1500));
  assert_true (!rounds_are_many () || s.enablers > 0);
}

static void cores_are_minimal (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.locks = 3;
  o.events = 22;
  o.open_sections = true;
  ft_proof_subject s = try_seeds (o, false, true, rounds (400));
  assert_true (!rounds_are_many () || (s.cores > 0 && s.longest > 1));
}

static void cores_of_exchanges (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 16;
  o.atomics = true;
  o.values = 1u << 30; // all written values differ
  ft_proof_subject s = try_seeds (o, false, true, rounds (150));
  assert_true (!rounds_are_many () || s.made > 0);
}

// ---- figures -------------------------------------------------------------

static ft_trace *read_trace (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  return trace;
}

// Every pair of a figure that is no race has a reason.
static void explain_figure (const char *file, ft_id a, ft_id b,
                            ft_proof_subject *seen) {
  char path[300];
  snprintf (path, sizeof path, "tests/traces/figures/%s", file);
  ft_trace *trace = read_trace (path);
  ft_facts *facts = ft_facts_new (trace);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_explanations x = {0};
  ft_id pair[2] = {a, b};
  ft_explain_pair (facts, &options, pair, &x);
  if (x.pairs.size) {
    const ft_explanation *e = x.pairs.begin;
    assert_int_equal (e->race.verdict, FT_REFUTED);
    assert_int_not_equal (e->reason.kind, FT_REASON_NONE);
    assert_true (e->reason.steps.size > 0);
    seen->steps += e->reason.steps.size;
    seen->cores += e->reason.kind == FT_REASON_CORE;
    assert_true (e->reason.kind != FT_REASON_CORE || e->reason.minimal);
  } else {
    assert_int_equal (x.apart[FT_OBSTACLE_ORDERED].pairs +
                          x.apart[FT_OBSTACLE_COMMON_LOCK].pairs,
                      1);
    seen->others++;
  }
  ft_explanations_release (&x);
  ft_facts_free (facts);
  ft_trace_free (trace);
}

static void figures (void **state) {
  (void)state;
  ft_proof_subject seen = {0};
  FILE *file = fopen ("tests/traces/figures/expected-pairs.tsv", "r");
  assert_non_null (file);
  char line[300], name[200];
  unsigned a, b, hb, wcp, dc, mcm;
  assert_non_null (fgets (line, sizeof line, file));
  while (fgets (line, sizeof line, file)) {
    assert_int_equal (sscanf (line, "%199s %u %u %u %u %u %u", name, &a, &b,
                              &hb, &wcp, &dc, &mcm),
                      7);
    if (!mcm)
      explain_figure (name, a, b, &seen);
  }
  fclose (file);
  assert_true (seen.steps > 0 && seen.cores > 0 && seen.others > 100);
}

// ---- certified -----------------------------------------------------------

static void hidden (void **state) {
  (void)state;
  ft_trace *trace = read_trace ("examples/hidden.std");
  ft_facts *facts = ft_facts_new (trace);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_explanations x = {0};
  ft_explain_pair (facts, &options, (ft_id[]){3, 7}, &x);
  assert_int_equal (x.pairs.size, 1);
  const ft_explanation *e = x.pairs.begin;
  assert_int_equal (e->race.verdict, FT_CERTIFIED);
  assert_true (e->ordered);
  assert_int_equal (e->path.edges.size, 1);
  assert_int_equal (e->path.edges.begin[0].kind, FT_HB_EDGE_LOCK);
  assert_int_equal (e->path.edges.begin[0].from, 4);
  assert_int_equal (e->path.edges.begin[0].to, 5);
  assert_int_equal (e->changes.sections.size, 1);
  assert_int_equal (e->changes.sections.begin[0].first, 5);
  assert_int_equal (e->changes.sections.begin[0].second, 2);
  assert_int_equal (e->changes.cuts.size, 1);
  assert_int_equal (e->changes.cuts.begin[0].first, 4);
  assert_int_equal (e->changes.cuts.begin[0].count, 1);
  ft_explanations_release (&x);
  ft_facts_free (facts);
  ft_trace_free (trace);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (figures),
      cmocka_unit_test (hidden),
      cmocka_unit_test (steps_follow),
      cmocka_unit_test (steps_follow_everywhere),
      cmocka_unit_test (steps_of_objects),
      cmocka_unit_test (steps_of_enablers),
      cmocka_unit_test (cores_are_minimal),
      cmocka_unit_test (cores_of_exchanges),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
