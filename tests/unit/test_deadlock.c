// Deadlocks: candidates against the definition of a cycle, verdicts of the
// certifier and of both encodings against enumeration, cycle by cycle, and the
// figures of the papers.  FT_SEED and FT_ROUNDS repeat or extend the random
// ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "candidate/lock_cycles.h"
#include "predict/certify.h"
#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "load/open.h"

struct cycle {
  ft_id acquires[FT_MOST_TARGETS];
  uint32_t length;
  bool reached; // enumeration found a state in which it is a deadlock
};

struct subject {
  const ft_trace *trace;
  ft_model_relation order;        // program order, fork, join
  FT_STACK (struct cycle) cycles; // by definition
  ft_id path[FT_MOST_TARGETS];
  ft_facts *facts;
  ft_enumeration *truth;
};

struct tally {
  size_t traces, cycles, longer, deadlocks, by_order, by_graph, by_smt, open;
  const char *what;
};

static bool differ (struct tally *t, const char *what) {
  t->what = what;
  return true;
}

// ---- the definition ------------------------------------------------------

// Whether acquire 'a' waits for the thread of acquire 'b', when both are next.
static bool waits (const ft_trace *t, ft_id a, ft_id b) {
  ft_id section = ft_model_section_at (t, b, t->events[a].target);
  return section != FT_NO_ID && section != b &&
         !(t->events[a].flags & FT_TRIED) &&
         !(t->events[a].kind == FT_ACQUIRE_SHARED &&
           t->events[section].kind == FT_ACQUIRE_SHARED);
}

static bool exclude_each_other (const ft_trace *t, ft_id a, ft_id b) {
  for (ft_id l = 0; l < ft_tables_count (&t->tables, FT_CLASS_LOCK); l++) {
    ft_id p = ft_model_section_at (t, a, l), q = ft_model_section_at (t, b, l);
    if (p != FT_NO_ID && q != FT_NO_ID && p != a && q != b &&
        !(t->events[p].kind == FT_ACQUIRE_SHARED &&
          t->events[q].kind == FT_ACQUIRE_SHARED))
      return true;
  }
  return false;
}

static bool may_meet (const struct subject *s, ft_id a, ft_id b) {
  return s->trace->events[a].thread != s->trace->events[b].thread &&
         !ft_model_before (&s->order, a, b) &&
         !ft_model_before (&s->order, b, a) &&
         !exclude_each_other (s->trace, a, b);
}

// Whether each waits for the next, and nobody for anybody else.
static bool is_shortest (const struct subject *s, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++)
      if (i != j &&
          waits (s->trace, s->path[i], s->path[j]) != (j == (i + 1) % n))
        return false;
  return true;
}

static void note (struct subject *s, uint32_t n) {
  struct cycle c = {.length = n};
  memcpy (c.acquires, s->path, n * sizeof *s->path);
  FT_PUSH (s->cycles, c);
}

// All lists of acquires that can meet, the first in the trace first.
static void find_cycles (struct subject *s, uint32_t n) {
  if (n > 1 && is_shortest (s, n))
    note (s, n);
  if (n == FT_MOST_TARGETS)
    return;
  for (ft_id e = n ? s->path[0] + 1 : 0; e < s->trace->size; e++) {
    bool fits = ft_kind_acquires (s->trace->events[e].kind) &&
                !ft_event_is_void (s->trace->events + e);
    for (uint32_t i = 0; i < n && fits; i++)
      fits = may_meet (s, s->path[i], e);
    if (!fits || (n && !waits (s->trace, s->path[n - 1], e)))
      continue;
    s->path[n] = e;
    find_cycles (s, n + 1);
  }
}

static const struct cycle *find_cycle (const struct subject *s,
                                       const ft_id *acquires, uint32_t n) {
  for (size_t i = 0; i < s->cycles.size; i++)
    if (s->cycles.begin[i].length == n &&
        !memcmp (s->cycles.begin[i].acquires, acquires, n * sizeof *acquires))
      return s->cycles.begin + i;
  return NULL;
}

// ---- candidates ----------------------------------------------------------

static bool has_same_locations (const ft_trace *t, const struct cycle *c,
                                const ft_id *acquires) {
  bool used[FT_MOST_TARGETS] = {false};
  uint32_t same = 0;
  for (uint32_t i = 0; i < c->length; i++)
    for (uint32_t j = 0; j < c->length; j++) {
      const ft_event *p = t->events + c->acquires[i];
      const ft_event *q = t->events + acquires[j];
      if (used[j] || p->location != q->location ||
          (p->location == FT_NO_ID &&
           (p->kind != q->kind || p->target != q->target)))
        continue;
      used[j] = true;
      same++;
      break;
    }
  return same == c->length;
}

static bool candidate_differs (const struct subject *s,
                               const ft_deadlock_candidate *d,
                               struct tally *t) {
  uint64_t alike = 0;
  for (size_t i = 0; i < s->cycles.size; i++)
    alike += s->cycles.begin[i].length == d->length &&
             has_same_locations (s->trace, s->cycles.begin + i,
                                 d->closest->acquires);
  if (alike != d->instances)
    return differ (t, "instances are miscounted");
  if (d->kept != (alike < FT_LOCK_CYCLES_KEPT ? alike : FT_LOCK_CYCLES_KEPT))
    return differ (t, "too few instances are kept");
  for (uint32_t i = 0; i < d->kept; i++)
    if (!find_cycle (s, d->closest[i].acquires, d->length))
      return differ (t, "a candidate is not a cycle");
  return false;
}

static bool candidates_differ (const struct subject *s, struct tally *t) {
  ft_deadlock_candidates *d = ft_deadlock_candidates_new (s->facts->index, 100000, NULL);
  uint64_t instances = 0;
  bool differs = false;
  for (size_t i = 0; i < d->list.size && !differs; i++) {
    instances += d->list.begin[i].instances;
    differs = candidate_differs (s, d->list.begin + i, t);
  }
  if (!differs && instances != s->cycles.size)
    differs = differ (t, "a cycle is not among the candidates");
  ft_deadlock_candidates_free (d);
  return differs;
}

// ---- verdicts ------------------------------------------------------------

static bool is_deadlock (const ft_rules *r, const ft_state *s,
                         const struct cycle *c) {
  for (uint32_t i = 0; i < c->length; i++) {
    ft_id a = c->acquires[i], b = c->acquires[(i + 1) % c->length];
    ft_tid t = r->trace->events[a].thread, u = r->trace->events[b].thread;
    if (ft_rules_next (r, s, t) != a || !ft_rules_blocks (r, s, t, u))
      return false;
  }
  return true;
}

static void visit (void *subject, const ft_rules *r, const ft_state *state,
                   size_t i) {
  struct subject *s = subject;
  (void)i;
  for (size_t k = 0; k < s->cycles.size; k++)
    if (!s->cycles.begin[k].reached)
      s->cycles.begin[k].reached = is_deadlock (r, state, s->cycles.begin + k);
}

static ft_question question (const struct subject *s, const struct cycle *c) {
  ft_question q = {.count = c->length, .end = s->trace->size};
  memcpy (q.targets, c->acquires, c->length * sizeof *q.targets);
  return q;
}

static bool schedule_is_refused (const struct subject *s, const struct cycle *c,
                                 const ft_reordering *schedule) {
  ft_checker *checker = ft_checker_new (s->trace);
  ft_witness w = {.id = ""};
  for (uint32_t i = 0; i < c->length; i++)
    FT_PUSH (w.blocked, c->acquires[i]);
  for (size_t i = 0; i < schedule->events.size; i++)
    FT_PUSH (w.schedule, schedule->events.begin[i]);
  bool refused = !ft_checker_accepts (checker, &w, NULL);
  ft_witness_release (&w);
  ft_checker_free (checker);
  return refused;
}

// Without the graph certifier: 1 satisfiable, 0 not, -1 unknown, -2 a refused
// schedule.
static int solve (const struct subject *s, const struct cycle *c,
                  const ft_encoder *encoder, bool relaxed) {
  ft_question q = question (s, c);
  q.relaxed = relaxed;
  ft_cone *cone = ft_cone_new (s->facts);
  int result = 0;
  if (ft_cone_ask (cone, q)) {
    ft_cone_widen (cone, UINT64_MAX);
    ft_smt *smt = ft_smt_new (10);
    void *encoding = encoder->encode (cone, smt, 0);
    enum ft_answer answer = ft_smt_check (smt);
    result = answer == FT_SAT ? 1 : answer == FT_UNSAT ? 0 : -1;
    ft_reordering schedule = {0};
    if (answer == FT_SAT && !relaxed &&
        (!encoder->schedule (encoding, smt, &schedule) ||
         schedule_is_refused (s, c, &schedule)))
      result = -2;
    FT_RELEASE (schedule.events);
    encoder->free (encoding);
    ft_smt_free (smt);
  }
  ft_cone_free (cone);
  return result;
}

static bool encoders_differ (const struct subject *s, const struct cycle *c,
                             struct tally *t) {
  for (int relaxed = 0; relaxed < 2; relaxed++) {
    int order = solve (s, c, &ft_maximal_order, relaxed);
    int idl = solve (s, c, &ft_maximal_idl, relaxed);
    if (order == -2 || idl == -2)
      return differ (t, "the checker refuses the schedule of an encoding");
    if (order >= 0 && idl >= 0 && order != idl)
      return differ (t, "encodings differ");
    if (!relaxed && order == 1 && s->truth->complete && !c->reached)
      return differ (t, "satisfiable, but enumeration finds no deadlock");
    if (relaxed && order == 0 && c->reached)
      return differ (t, "relaxed unsatisfiable, but there is a deadlock");
  }
  return false;
}

static void count (struct tally *t, const ft_outcome *o) {
  const char *by = o->certifier ? o->certifier : "";
  t->by_order += !strcmp (by, "order");
  t->by_graph += !strcmp (by, "graph");
  t->by_smt += !strcmp (by, "smt");
  t->open += o->verdict == FT_UNDECIDED;
}

static bool verdict_differs (const struct subject *s, const struct cycle *c,
                             struct tally *t) {
  enum ft_verdict verdicts[2];
  bool refused = false;
  for (int encoding = 0; encoding < 2; encoding++) {
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.encoding = (enum ft_encoding)encoding;
    ft_certifier *certifier = ft_certifier_new (s->facts, &options, NULL);
    ft_outcome o;
    ft_certify_question (certifier, question (s, c), 10, &o);
    verdicts[encoding] = o.verdict;
    refused |= strstr (ft_strbuf_text (&o.reason), "report this") != NULL;
    if (!encoding)
      count (t, &o);
    ft_outcome_release (&o);
    ft_certifier_free (certifier);
  }
  if (refused)
    return differ (t, "the checker refused a schedule");
  if (verdicts[0] != verdicts[1])
    return differ (t, "verdicts differ between encodings");
  if (verdicts[0] == FT_CERTIFIED && s->truth->complete && !c->reached)
    return differ (t, "certified, but enumeration finds no such deadlock");
  return verdicts[0] == FT_REFUTED && c->reached &&
         differ (t, "refuted, but enumeration finds the deadlock");
}

static bool compare (struct subject *s, struct tally *t) {
  bool reached = false;
  if (candidates_differ (s, t))
    return true;
  for (size_t i = 0; i < s->cycles.size; i++) {
    const struct cycle *c = s->cycles.begin + i;
    t->cycles++;
    t->longer += c->length > 2 && c->reached;
    t->deadlocks += c->reached;
    reached |= c->reached;
    if (encoders_differ (s, c, t) || verdict_differs (s, c, t))
      return true;
  }
  return s->truth->deadlock && !reached &&
         differ (t, "enumeration finds a deadlock, but no candidate is one");
}

static bool differs (const ft_trace *trace, void *tally) {
  struct tally *t = tally;
  struct subject s = {.trace = trace};
  s.order = ft_model_relation_new (trace->size);
  ft_model_add_program_order (&s.order, trace);
  ft_model_add_fork_join (&s.order, trace);
  ft_model_close (&s.order);
  find_cycles (&s, 0);
  s.facts = ft_facts_new (trace);
  s.truth = ft_enumerate_visiting (trace, 100000, (ft_visitor){visit, &s});
  t->traces++;
  bool result = compare (&s, t);
  ft_enumeration_free (s.truth);
  ft_facts_free (s.facts);
  FT_RELEASE (s.cycles);
  ft_model_relation_release (&s.order);
  return result;
}

// ---- random traces -------------------------------------------------------

static void expect_agreement (ft_trace *trace, struct tally *t, uint64_t seed) {
  if (differs (trace, t)) {
    ft_trace *small = ft_shrink_trace (trace, differs, t);
    ft_print_trace (stderr, small);
    differs (small, t);
    ft_trace_free (small);
    fail_msg ("FT_SEED=%llu: %s", (unsigned long long)seed, t->what);
  }
  ft_trace_free (trace);
}

// Every event has a location of its own; here acquires share them.
static ft_trace *coarsen (ft_trace *trace, uint64_t seed) {
  for (ft_id e = 0; e < trace->size && seed % 3; e++)
    if (ft_kind_acquires (trace->events[e].kind))
      trace->events[e].location =
          seed % 3 == 1 ? trace->events[e].target : FT_NO_ID;
  return trace;
}

static void agree_on (const char *name, ft_random_options options,
                      bool features, uint64_t full) {
  struct tally t = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end (full); seed++) {
    ft_random_options o =
        features ? ft_random_features (seed, options) : options;
    ft_trace *trace =
        features ? ft_random_trace (seed, &o) : ft_lock_trace (seed, &o);
    expect_agreement (coarsen (trace, seed), &t, seed);
  }
  print_message (
      "# %s: %zu traces, %zu cycles, %zu deadlocks (%zu of three threads or "
      "more); by order %zu, "
      "graph %zu, smt %zu, open %zu\n",
      name, t.traces, t.cycles, t.deadlocks, t.longer, t.by_order, t.by_graph,
      t.by_smt, t.open);
  // A few rounds need not meet what is rare.
  if (t.traces >= full)
    assert_true (t.deadlocks > 0 && t.cycles > t.deadlocks);
}

static ft_random_options nested (void) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 26, o.threads = 3, o.locks = 3, o.depth = 3;
  o.acquire = 60, o.release = 30;
  o.open_sections = true;
  return o;
}

static void plain (void **state) {
  (void)state;
  agree_on ("plain", nested (), false, 2000);
}

static void long_cycles (void **state) {
  (void)state;
  ft_random_options o = nested ();
  o.events = 30, o.threads = 4, o.locks = 5, o.depth = 2, o.variables = 1;
  o.acquire = 80;
  agree_on ("long", o, false, 1500);
}

static void readers (void **state) {
  (void)state;
  ft_random_options o = nested ();
  o.threads = 4, o.rwlocks = true;
  agree_on ("readers", o, false, 1500);
}

// Also forks, joins, waits, barriers, values, branches, ...: few cycles.
static void everything (void **state) {
  (void)state;
  ft_random_options o = nested ();
  agree_on ("everything", o, true, 3000);
}

// ---- figures -------------------------------------------------------------

static void check_figure (const char *file, bool expected) {
  char path[300];
  snprintf (path, sizeof path, "tests/traces/figures/%s", file);
  ft_error error = FT_NO_ERROR;
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  for (int encoding = 0; encoding < 2; encoding++) {
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.encoding = (enum ft_encoding)encoding;
    options.jobs = 1;
    ft_results results;
    ft_check (trace, &options, &results);
    if (expected != (results.deadlocks_certified > 0))
      print_error ("%s: %zu deadlocks certified\n", file,
                   results.deadlocks_certified);
    assert_int_equal (results.deadlocks_certified > 0, expected);
    assert_int_equal (results.deadlocks_undecided, 0);
    assert_false (results.deadlocks_truncated);
    ft_results_release (&results);
  }
  ft_trace_free (trace);
}

static void figures (void **state) {
  (void)state;
  FILE *file = fopen ("tests/traces/figures/expected-deadlocks.tsv", "r");
  assert_non_null (file);
  char line[300], name[200];
  unsigned deadlock, rows = 0;
  assert_non_null (fgets (line, sizeof line, file));
  while (fgets (line, sizeof line, file)) {
    assert_int_equal (sscanf (line, "%199s %u", name, &deadlock), 2);
    check_figure (name, deadlock);
    rows++;
  }
  fclose (file);
  assert_true (rows >= 20);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (figures),     cmocka_unit_test (plain),
      cmocka_unit_test (long_cycles), cmocka_unit_test (readers),
      cmocka_unit_test (everything),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
