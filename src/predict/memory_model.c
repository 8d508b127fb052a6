// Under rc11 the recorded order is looked at a second time, as an execution
// graph in which reads return older stores of the same values
// ('predict/stale_reads.h'); refutations say nothing about a trace with weak
// atomics then.  A pair on an alternative path, to which a load leads that returns
// an older store of another value, is asked for last ('predict/stale_paths.h').
//
// The recorded order up to the second access, with both executed, is a witness
// of every pair that happens-before leaves unordered there.  The filter 'c11'
// finds these pairs, and the closest instances of each.
//
// Whether refutations hold for C11: 'predict/c11_refute.c' decides that for all
// pairs at once where it can, by a coarse argument.  What it leaves open the
// workers decide one by one ('predict/c11_certify.h').

#include "predict/memory_model.h"

#include "predict/always_ordered.h"
#include "predict/c11_certify.h"
#include "predict/c11_left.h"
#include "predict/c11_paths.h"
#include "predict/c11_refute.h"
#include "predict/c11_without.h"
#include "predict/driver.h"
#include "predict/rc11_witness.h"
#include "predict/stale_paths.h"
#include "predict/unordered_pairs.h"
#include "predict/unsynchronized.h"
#include "trace/assumed.h"

// Events in all schedules, which have most of the trace each: 512 MB.
enum { MOST_EVENTS = 1 << 27 };

typedef struct finder {
  ft_search *search;
  const ft_trace *trace;
  ft_results *results;
  uint64_t events; // in the schedules so far
  bool full;       // a pair was left out because of MOST_EVENTS
  const ft_stale_reads *stale; // under rc11, at last: of the recorded order
  ft_location_ids ids;
  ft_map races;     // by two location ids
} finder;

// Whether the pair was asked about and is of the recorded paths.
static bool is_recorded (const finder *f, const ft_race *race) {
  return race->instances && race->pair[1] < f->trace->size;
}

static void index_races (finder *f) {
  const ft_event *events = f->trace->events;
  for (size_t i = 0; i < f->results->size; i++) {
    const ft_race *race = f->results->races + i;
    if (!is_recorded (f, race))
      continue;
    uint64_t key = ft_location_pair_key_of (&f->ids, events + race->pair[0],
                                            events + race->pair[1],
                                            race->variable);
    *ft_map_at (&f->races, key) = (uint32_t)i;
  }
}

// ---- certifying ------------------------------------------------------------

// What C11 leaves unordered is unordered in all relations of the funnel.
static const unsigned all_relations = 1u << FT_REL_FORK_JOIN | 1u << FT_REL_HB |
                                      1u << FT_REL_WCP | 1u << FT_REL_DC;

// The race owns the witness from now on.
static void enter (const ft_facts *facts, ft_race *race, const ft_witness *w,
                   enum ft_certify_stage stage) {
  free (race->reason);
  race->reason = NULL;
  race->pair[0] = w->pair[0], race->pair[1] = w->pair[1];
  ft_trace_conflict (facts->trace, w->pair[0], w->pair[1], &race->variable);
  if (stage == FT_CERTIFY_STAGE_ORDER && w->memory != FT_MEMORY_RC11)
    race->unordered_by |= all_relations;
  race->verdict = FT_CERTIFIED;
  race->model = w->model;
  race->left_open = FT_MODEL_MCM;
  race->certifier = ft_certify_stage_name (stage);
  race->witness = *w;
  ft_unsynchronized_find (facts, w, race->unsynchronized, race->fences);
}

static void count_out (ft_results *x, const ft_race *race) {
  x->refuted -= race->verdict == FT_REFUTED;
  x->undecided -= race->verdict == FT_UNDECIDED;
}

// The recorded order up to the second access, if it is a witness.
static bool is_witness (ft_checker *checker, const ft_id pair[2],
                        ft_witness *w) {
  *w = (ft_witness){.memory = FT_MEMORY_C11, .pair = {pair[0], pair[1]}};
  FT_RESERVE (w->schedule, pair[1] + 1);
  for (ft_id e = 0; e <= pair[1]; e++)
    FT_PUSH (w->schedule, e);
  if (ft_checker_accepts (checker, w, NULL))
    return true;
  ft_witness_release (w);
  return false;
}

static bool certify (finder *f, ft_race *race, const ft_id pair[2]) {
  ft_search *s = f->search;
  ft_witness w;
  f->full |= f->events + pair[1] >= MOST_EVENTS;
  if (f->full ||
      !(f->stale ? ft_rc11_witness_recorded (s->checker, f->stale, pair, &w)
                 : is_witness (s->checker, pair, &w)))
    return false;
  f->events += w.schedule.size;
  count_out (f->results, race);
  f->results->certified++;
  enter (s->facts, race, &w, FT_CERTIFY_STAGE_ORDER);
  return true;
}

static void certify_locations (finder *f, const ft_location_pair *pair,
                               const ft_deadline *deadline) {
  uint32_t i =
      ft_map_get (&f->races, ft_location_pair_key (pair->low, pair->high));
  ft_race *race = i == FT_NO_ID ? NULL : f->results->races + i;
  for (uint32_t k = 0; race && k < pair->kept; k++) {
    const ft_race_instance *m = pair->closest + k;
    ft_id events[2] = {(ft_id)m->first.position, (ft_id)m->second.position};
    if (race->verdict == FT_CERTIFIED || ft_deadline_over (deadline) ||
        certify (f, race, events))
      return;
  }
}

// The recorded events, of which reads that return older stores order nothing.
static ft_event *filtered_events (const finder *f) {
  ft_event *events = FT_ARRAY (ft_event, f->trace->size);
  for (ft_id e = 0; e < f->trace->size; e++)
    events[e] = f->trace->events[e];
  for (size_t i = 0; f->stale && i < f->stale->size; i++)
    events[f->stale->begin[i].read].flags |= FT_DROPPED;
  return events;
}

// A race for each pair of locations: instances beyond those of the candidates
// count, too.
static void decide_locations (finder *f, const ft_deadline *deadline) {
  ft_unordered_pairs unordered;
  ft_event *events = filtered_events (f);
  ft_unordered_pairs_find (&unordered, FT_FILTER_C11, &f->trace->tables, events,
                           f->trace->size, &f->ids);
  index_races (f);
  for (size_t i = 0; i < unordered.pairs->list.size; i++)
    certify_locations (f, unordered.pairs->list.begin + i, deadline);
  ft_unordered_pairs_release (&unordered);
  free (events);
}

// A race for each pair of events, of which the relation was asked.
static void decide_events (finder *f, const ft_deadline *deadline) {
  for (size_t i = 0; i < f->results->size; i++) {
    ft_race *race = f->results->races + i;
    if (race->verdict != FT_CERTIFIED && is_recorded (f, race) &&
        race->unordered_by >> FT_REL_C11 & 1 && !ft_deadline_over (deadline))
      certify (f, race, (ft_id[2]){race->pair[0], race->pair[1]});
  }
}

// ---- what is left open ------------------------------------------------------

// 's' may be NULL: what is in the way of the pair is not known.
static void leave_open (const ft_search *s, ft_results *x, size_t i,
                        enum ft_memory_model memory, const char *why) {
  ft_race *race = x->races + i;
  char *reason = race->reason;
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "under %s %s", ft_memory_model_name (memory), why);
  if (s && s->ways)
    ft_c11_way_write (s->facts->trace, x, s->ways, i, &text);
  ft_strbuf_add (&text, "; under sc: %s", reason ? reason : "");
  race->reason = ft_strbuf_take (&text);
  free (reason);
  race->verdict = FT_UNDECIDED;
  race->cause = FT_CAUSE_MEMORY_MODEL;
  race->certifier = NULL;
  race->left_open = FT_MODEL_MCM;
  x->refuted--;
  x->undecided++;
}

static const char nothing_found[] =
    "no order was found that leaves them unordered, which proves nothing";

// A proof is about the events as recorded: where a more relaxed model refuted the
// pair under sc, too, nothing is known of that model under c11.
static void keep_refuted (const ft_trace *t, ft_race *race) {
  bool relaxed = race->left_open || race->model != FT_MODEL_MCM;
  ft_strbuf text = {0};
  ft_strbuf_add (&text,
                 "%s; under c11 one of them happens before the other in every "
                 "order with both%s",
                 race->reason ? race->reason : "",
                 relaxed ? " in which reads return what they returned" : "");
  free (race->reason);
  race->reason = ft_strbuf_take (&text);
  ft_c11_leave_open (t, race);
}

// ---- other orders ----------------------------------------------------------

static void keep_open (ft_c11_open *open, ft_outcome *o) {
  free (open->why);
  open->late = o->cause == FT_CAUSE_BUDGET;
  open->why = o->reason.size ? ft_strbuf_take (&o->reason) : NULL;
  open->asked = true;
}

static bool holds (ft_checker *checker, const ft_outcome *o) {
  return o->verdict == FT_CERTIFIED &&
         ft_checker_accepts (checker, &o->witness, NULL);
}

void ft_memory_model_settle (ft_search *s, ft_results *x, size_t i,
                             ft_outcome *o, bool *hold) {
  ft_race *race = x->races + i;
  if (holds (s->checker, o)) {
    count_out (x, race);
    x->certified++;
    enter (s->facts, race, &o->witness,
           strcmp (o->certifier, "smt") ? FT_CERTIFY_STAGE_GRAPH
                                        : FT_CERTIFY_STAGE_SMT);
    o->witness = (ft_witness){0};
  } else if (o->model != FT_MODEL_MCM) {
    // a relaxed model adds witnesses alone
  } else if (o->verdict == FT_REFUTED && race->verdict == FT_REFUTED) {
    hold[i] = true;
    if (s->open)
      s->open[i].holds = true;
    else
      keep_refuted (s->facts->trace, race);
  } else if (race->verdict == FT_REFUTED && s->open)
    keep_open (s->open + i, o);
  else if (race->verdict == FT_REFUTED)
    leave_open (s, x, i, FT_MEMORY_C11,
                o->reason.size ? ft_strbuf_text (&o->reason) : nothing_found);
  ft_outcome_release (o);
}

// Whether a relaxed model may find what the strictest one did not: nothing that is
// impossible under c11 races because a read returns something else.
static bool is_open (const ft_race *race) {
  return race->instances &&
         ((race->verdict == FT_UNDECIDED &&
           race->cause == FT_CAUSE_MEMORY_MODEL) ||
          (race->verdict == FT_REFUTED && race->left_open &&
           race->open_cause == FT_CAUSE_MEMORY_MODEL));
}

static void search_relaxed (ft_driver *d, enum ft_model model) {
  const ft_results *x = d->results;
  size_t n = 0, *asked = FT_ARRAY (size_t, x->size);
  for (size_t i = 0; i < x->size; i++)
    if (is_open (x->races + i))
      asked[n++] = i;
  ft_driver_decide_c11 (d, model, asked, n, NULL);
  free (asked);
}

// ---- execution graphs ------------------------------------------------------

static const char no_graph[] = "no execution graph was found that leaves them "
                               "unordered, which proves nothing";

static void decide_graphs (finder *f, bool all_pairs,
                           const ft_deadline *deadline) {
  ft_stale_reads stale = {0};
  ft_stale_reads_find (f->trace, &stale);
  f->stale = &stale;
  for (size_t i = 0; all_pairs && i < f->results->size; i++) {
    ft_race *race = f->results->races + i;
    if (race->verdict != FT_CERTIFIED && is_recorded (f, race) &&
        !ft_deadline_over (deadline))
      certify (f, race, (ft_id[2]){race->pair[0], race->pair[1]});
  }
  if (!all_pairs && !FT_EMPTY (stale))
    decide_locations (f, deadline);
  f->stale = NULL;
  FT_RELEASE (stale);
}

static bool is_on_path (const ft_trace *t, const ft_race *race) {
  return race->instances && race->verdict != FT_CERTIFIED &&
         race->pair[1] >= t->size;
}

// Pairs on alternative paths, to which an older store may lead.
static void decide_path_graphs (finder *f, const ft_deadline *deadline) {
  ft_search *s = f->search;
  ft_stale_reads same = {0};
  ft_stale_paths paths = {0};
  bool any = false;
  for (size_t i = 0; i < f->results->size; i++)
    any |= is_on_path (f->trace, f->results->races + i);
  if (any) {
    ft_stale_reads_find (f->trace, &same);
    ft_stale_paths_init (&paths, f->trace, &same);
  }
  for (size_t i = 0; any && i < f->results->size; i++) {
    ft_race *race = f->results->races + i;
    ft_witness w;
    if (!is_on_path (f->trace, race) || ft_deadline_over (deadline) ||
        !ft_stale_path_certify (s->checker, &paths, race->pair, &w))
      continue;
    count_out (f->results, race);
    f->results->certified++;
    enter (s->facts, race, &w, FT_CERTIFY_STAGE_GRAPH);
  }
  ft_stale_paths_release (&paths);
  FT_RELEASE (same);
}

static void decide_graph (const ft_facts *facts, ft_checker *checker,
                          enum ft_model model, ft_results *one) {
  ft_race *race = one->races;
  ft_stale_reads stale = {0};
  ft_stale_paths paths;
  ft_witness w;
  bool recorded = race->pair[1] < facts->trace->size;
  if (race->verdict == FT_CERTIFIED)
    return;
  ft_stale_reads_find (facts->trace, &stale);
  ft_stale_paths_init (&paths, facts->trace, &stale);
  if (recorded && ft_rc11_witness_recorded (checker, &stale, race->pair, &w))
    enter (facts, race, &w, FT_CERTIFY_STAGE_ORDER);
  else if (!recorded && model == FT_MODEL_PATH &&
           ft_stale_path_certify (checker, &paths, race->pair, &w))
    enter (facts, race, &w, FT_CERTIFY_STAGE_GRAPH);
  else if (recorded && race->verdict == FT_REFUTED &&
           ft_has_weak_atomics (facts->trace))
    leave_open (NULL, one, 0, FT_MEMORY_RC11, no_graph);
  ft_stale_paths_release (&paths);
  FT_RELEASE (stale);
}

// ---- one pair --------------------------------------------------------------

void ft_memory_model_certify (ft_certifier *certifier, const ft_facts *facts,
                              const ft_check_options *options, ft_race *race) {
  if (race->verdict == FT_CERTIFIED)
    return;
  ft_checker *checker = ft_checker_new (facts->trace);
  ft_id pair[2] = {race->pair[0], race->pair[1]};
  ft_results one = {.races = race, .size = 1};
  ft_search search = {.facts = (ft_facts *)facts, .checker = checker};
  ft_witness w;
  bool hold = false;
  bool recorded = pair[1] < facts->trace->size;
  if (recorded && is_witness (checker, pair, &w))
    enter (facts, race, &w, FT_CERTIFY_STAGE_ORDER);
  for (int m = recorded ? FT_MODEL_MCM : FT_MODEL_PATH;
       m <= (int)options->model && race->verdict != FT_CERTIFIED; m++) {
    ft_outcome o;
    ft_certify_c11 (certifier, pair, (enum ft_model)m, options->timeout, &o);
    ft_memory_model_settle (&search, &one, 0, &o, &hold);
  }
  if (ft_check_memory_model (options, facts->trace) == FT_MEMORY_RC11)
    decide_graph (facts, checker, options->model, &one);
  ft_checker_free (checker);
}

static bool *copy_of (const bool *hold, size_t size) {
  bool *copy = FT_ARRAY (bool, size);
  for (size_t i = 0; i < size; i++)
    copy[i] = hold[i];
  return copy;
}

// ---- all pairs -------------------------------------------------------------

// Whether some thread may come to a barrier on a path that is not followed, and so be
// one of those that a round waits for.
static bool may_join_round (const ft_trace *t) {
  bool found = false;
  for (size_t i = 0; i < t->notes.list.size && !found; i++)
    found = ft_note_is_unfollowed (t->notes.list.begin + i) &&
            !strcmp (t->notes.list.begin[i].text, "pthread_barrier_wait");
  return found;
}

// A pair that every schedule orders is impossible under all models.  The exception is
// 'path' where a further thread may come to the barrier: the pair stays open there.
static void close_ordered (const ft_trace *t, ft_results *x, const bool *ordered,
                           enum ft_model model) {
  bool open = model == FT_MODEL_PATH && may_join_round (t);
  for (size_t i = 0; i < x->size; i++)
    if (ordered[i]) {
      x->races[i].model = open ? FT_MODEL_VALUE : model;
      x->races[i].left_open = open ? FT_MODEL_PATH : FT_MODEL_MCM;
      if (open)
        x->races[i].open_cause = FT_CAUSE_RECORDED;
    }
}

// A lock that the program makes of a word keeps its sections apart as long as
// reads return what they returned: other models of values stay open.
static void leave_words_open (const ft_facts *facts, ft_results *x, bool *hold) {
  bool *before = copy_of (hold, x->size);
  ft_always_locked_find (facts, x, hold);
  for (size_t i = 0; i < x->size; i++)
    if (hold[i] && !before[i])
      ft_c11_leave_open (facts->trace, x->races + i);
  free (before);
}

struct ft_memory_decision {
  finder finder;
  bool whole, graphs;
  bool coarse;      // refutations may be decided for all pairs at once
  bool *ordered;    // per race: by every schedule
  bool *hold;       // per race: its refutation holds for c11
  bool *always;     // also where other pairs race first
  ft_c11_way *ways; // per race
  ft_c11_left *left; // per race
  ft_c11_open *open;
  ft_ideals *happens; // what always happens before events, or NULL: not known
};

// The executions that a proof is about: those in which reads return what they returned,
// asked before the relaxed models and once more behind them, as these may have certified
// pairs; or those in which reads may return other values.
enum proof { RECORDED_FIRST, RECORDED, RELAXED };

// False if there is no answer.  'losing' may be NULL.  At first pairs that some model of
// values certifies are those that the events as recorded allow.
static bool refute (ft_memory_decision *m, enum proof proof, bool *hold, bool *losing) {
  ft_search *s = m->finder.search;
  ft_c11_clocks clocks = {0};
  if (proof == RECORDED_FIRST && !m->graphs)
    clocks = (ft_c11_clocks){s->needed[FT_MODEL_MCM], m->happens};
  if (!m->coarse)
    return false;
  leave_words_open (s->facts, m->finder.results, hold);
  ft_c11_left_release (m->left, m->finder.results->size);
  return ft_c11_refute (s->facts, clocks, m->finder.results, proof == RELAXED, hold,
                        m->ways, m->left, losing);
}

// Proved refutations hold for the events as recorded, as those of the workers.
static void keep_all (ft_memory_decision *m, const bool *proved) {
  for (size_t i = 0; i < m->finder.results->size; i++)
    if (proved[i])
      m->hold[i] = m->open[i].asked = m->open[i].holds = true;
}

// Proves refutations that rest on none of the reads.
static size_t prove_without (ft_memory_decision *m, const bool *losing,
                             const ft_deadline *deadline) {
  const ft_results *x = m->finder.results;
  bool *proved = FT_ARRAY (bool, x->size);
  size_t n = ft_c11_refute_without (m->finder.search->facts, x, m->hold, losing,
                                    proved, deadline);
  keep_all (m, proved);
  free (proved);
  return n;
}

// Proves refutations of accesses that always happen before each other.
static void prove_ordered (ft_memory_decision *m, const ft_deadline *deadline) {
  ft_search *s = m->finder.search;
  bool *proved = FT_ARRAY (bool, m->finder.results->size);
  if (s->needed[FT_MODEL_MCM])
    m->happens = ft_ideals_happens (s->needed[FT_MODEL_MCM], deadline);
  ft_c11_refute_ordered (s->facts, m->happens, m->finder.results, m->hold, proved,
                         deadline);
  keep_all (m, proved);
  free (proved);
}

static bool holds_all (const ft_memory_decision *m) {
  bool all = true;
  for (size_t i = 0; i < m->finder.results->size; i++)
    all &= m->hold[i] || m->finder.results->races[i].verdict != FT_REFUTED;
  return all;
}

// A pair that was proved races in no reordering, so that fewer reads lose their writers:
// the arguments look at the other pairs again, as long as they prove some.  They have an
// eighth of the budget for themselves, as it may be used up by then.  Under rc11 what
// comes behind a race is no interleaving, so that they prove nothing.
static void refute_first (ft_memory_decision *m, ft_driver *d) {
  enum { PART = 8, MOST_ROUNDS = 8 };
  bool *losing = FT_ARRAY (bool, m->finder.trace->size);
  bool known = refute (m, RECORDED_FIRST, m->hold, losing);
  bool whole = m->coarse && !m->graphs && !d->options->all_pairs;
  ft_deadline own = ft_deadline_in (d->options->budget / PART, d->options->stop);
  m->always = copy_of (m->hold, m->finder.results->size);
  if (whole && !holds_all (m)) {
    prove_ordered (m, &own);
    known = refute (m, RECORDED_FIRST, m->hold, losing);
  }
  for (int n = 0; n < MOST_ROUNDS && whole && known && !holds_all (m) &&
                  prove_without (m, losing, &own);
       n++)
    known = refute (m, RECORDED_FIRST, m->hold, losing);
  free (losing);
}

static void certify_recorded (ft_driver *d, finder *f) {
  ft_deadline deadline = ft_search_deadline (d->options, d->options->budget);
  if (d->options->all_pairs)
    decide_events (f, &deadline);
  else
    decide_locations (f, &deadline);
}

static ft_memory_decision *new_decision (ft_driver *d, bool whole) {
  ft_results *x = d->results;
  ft_memory_decision *m = FT_NEW (ft_memory_decision);
  const ft_trace *trace = d->search->facts->trace;
  m->finder = (finder){.search = d->search, .trace = trace, .results = x};
  m->graphs = ft_check_memory_model (d->options, trace) == FT_MEMORY_RC11;
  m->whole = whole && !x->truncated &&
             d->options->candidates == FT_REL_FORK_JOIN;
  m->coarse =
      m->whole && !(m->graphs && ft_has_weak_executions (trace, trace->size));
  m->ordered = FT_ARRAY (bool, x->size);
  m->ways = FT_ARRAY (ft_c11_way, x->size);
  m->left = FT_ARRAY (ft_c11_left, x->size);
  m->open = FT_ARRAY (ft_c11_open, x->size);
  return m;
}

// Whether another order of the pair is to be searched for: one whose refutation
// holds need not be, and one that was asked about is not again, unless there was
// no time.
static bool is_to_search (const ft_memory_decision *m, size_t i) {
  const ft_race *race = m->finder.results->races + i;
  return !m->hold[i] && race->verdict != FT_CERTIFIED &&
         is_recorded (&m->finder, race) && (!m->open[i].asked || m->open[i].late);
}

static void search_others (ft_memory_decision *m, ft_driver *d) {
  ft_search *s = m->finder.search;
  size_t n = 0, *asked = FT_ARRAY (size_t, m->finder.results->size);
  for (size_t i = 0; i < m->finder.results->size; i++)
    if (is_to_search (m, i))
      asked[n++] = i;
  // With 'all_pairs' a candidate is one pair of events, others are others.
  bool few = n && !d->options->all_pairs;
  ft_candidates *left = few ? ft_c11_left_enter (d, m->left) : NULL;
  s->open = m->open;
  ft_driver_decide_c11 (d, FT_MODEL_MCM, asked, n, m->hold);
  s->open = NULL;
  if (few)
    ft_c11_left_leave (d, left);
  for (size_t i = 0; i < n; i++)
    m->open[asked[i]].asked = true;
  free (asked);
}

ft_memory_decision *ft_memory_model_strict (ft_driver *d, bool whole) {
  ft_results *x = d->results;
  if (!d->search->facts || !x->size)
    return NULL;
  ft_memory_decision *m = new_decision (d, whole);
  certify_recorded (d, &m->finder);
  if (m->whole)
    ft_always_ordered_find (d->search->facts, x, m->ordered);
  close_ordered (m->finder.trace, x, m->ordered, d->options->model);
  m->hold = copy_of (m->ordered, x->size);
  refute_first (m, d);
  search_others (m, d);
  return m;
}

const bool *ft_memory_model_ordered (const ft_memory_decision *m) {
  return m ? m->ordered : NULL;
}

// Asks for refutations again beside the races that the relaxed models found.  A pair
// whose refutation holds for the events as recorded alone stays open under these models.
// The proof for these comes last, since 'ways' and 'left' are those of the last proof.
static void refute_again (ft_memory_decision *m) {
  ft_results *x = m->finder.results;
  bool *relaxed = copy_of (m->ordered, x->size), *hold = copy_of (m->ordered, x->size);
  refute (m, RELAXED, relaxed, NULL);
  refute (m, RECORDED, hold, NULL);
  for (size_t i = 0; i < x->size; i++) {
    m->hold[i] |= hold[i] || relaxed[i];
    m->always[i] |= hold[i] || relaxed[i];
    if (relaxed[i])
      m->open[i].holds = false;
    else if (m->hold[i] && !m->open[i].holds)
      ft_c11_leave_open (m->finder.trace, x->races + i);
  }
  free (relaxed);
  free (hold);
}

// Gives the pairs whose refutations the workers proved their final reasons, which
// depend on what the relaxed models said.
static void keep_proved (ft_memory_decision *m) {
  ft_results *x = m->finder.results;
  for (size_t i = 0; i < x->size; i++)
    if (m->open[i].holds && x->races[i].verdict == FT_REFUTED)
      keep_refuted (m->finder.trace, x->races + i);
}

static void leave_others_open (ft_memory_decision *m) {
  ft_results *x = m->finder.results;
  for (size_t i = 0; i < x->size; i++) {
    const char *found = m->open[i].why ? m->open[i].why : nothing_found;
    if (!(m->graphs ? m->always : m->hold)[i] &&
        x->races[i].verdict == FT_REFUTED &&
        is_recorded (&m->finder, x->races + i))
      leave_open (m->finder.search, x, i,
                  m->graphs ? FT_MEMORY_RC11 : FT_MEMORY_C11,
                  m->finder.full ? "no more schedules were kept"
                  : m->graphs    ? no_graph
                                 : found);
  }
}

static void report_joining (ft_memory_decision *m) {
  for (size_t i = 0; i < m->finder.results->size; i++)
    if (m->ordered[i] && m->finder.results->races[i].left_open)
      ft_c11_add_reason (m->finder.results->races + i,
                         "whether another thread comes to the barrier on a path that "
                         "is not followed stays open");
}

static void free_decision (ft_memory_decision *m) {
  for (size_t i = 0; i < m->finder.results->size; i++)
    free (m->open[i].why);
  free (m->open);
  ft_c11_left_release (m->left, m->finder.results->size);
  free (m->left);
  free (m->ways);
  free (m->ordered);
  free (m->hold);
  free (m->always);
  ft_ideals_free (m->happens);
  ft_map_release (&m->finder.races);
  ft_location_ids_release (&m->finder.ids);
  free (m);
}

void ft_memory_model_finish (ft_driver *d, ft_memory_decision *m) {
  ft_search *s = d->search;
  ft_results *x = d->results;
  if (!m)
    return;
  const ft_trace *t = m->finder.trace;
  ft_deadline deadline = ft_search_deadline (d->options, d->options->budget);
  if (d->options->model != FT_MODEL_MCM)
    refute_again (m);
  s->ways = m->coarse ? m->ways : NULL;
  search_others (m, d);
  keep_proved (m);
  if (m->graphs)
    decide_graphs (&m->finder, d->options->all_pairs, &deadline);
  leave_others_open (m);
  ft_c11_leave_paths_open (
      t, x, m->whole,
      m->graphs && ft_has_weak_executions (t, t->size + t->altpath_events));
  close_ordered (t, x, m->ordered, d->options->model);
  report_joining (m);
  for (int model = FT_MODEL_VALUE; model <= (int)d->options->model; model++)
    search_relaxed (d, (enum ft_model)model);
  if (m->graphs && d->options->model == FT_MODEL_PATH)
    decide_path_graphs (&m->finder, &deadline);
  s->ways = NULL;
  free_decision (m);
}
