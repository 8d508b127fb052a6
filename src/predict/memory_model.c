// The recorded order up to the second access, with both executed, is a witness
// of every pair that happens-before leaves unordered there.  The filter 'c11'
// finds these pairs, and the closest instances of each.
//
// Whether refutations hold for C11: 'predict/c11_refute.c'.

#include "predict/memory_model.h"

#include "order/partner.h"
#include "predict/c11_refute.h"
#include "predict/c11_witness.h"
#include "predict/unsynchronized.h"
#include "trace/assumed.h"

// Events in all schedules, which have most of the trace each: 512 MB.
enum { MOST_EVENTS = 1 << 27 };

// Events that all searches may execute: some twenty seconds.
enum { MOST_SEARCHED = 1 << 26 };

typedef struct finder {
  ft_search *search;
  const ft_trace *trace;
  ft_results *results;
  uint64_t events; // in the schedules so far
  bool full;       // a pair was left out because of MOST_EVENTS
  uint64_t searched; // events that searches may have executed
  uint64_t memory;   // for one search
  ft_location_ids ids;
  ft_map races;     // by two location ids
} finder;

static uint64_t key_of (ft_id a, ft_id b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

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
    ft_id a = ft_location_id_of (&f->ids, events + race->pair[0],
                                 race->variable);
    ft_id b = ft_location_id_of (&f->ids, events + race->pair[1],
                                 race->variable);
    *ft_map_at (&f->races, key_of (a, b)) = (uint32_t)i;
  }
}

// ---- the model of a trace ---------------------------------------------------

static bool is_atomic (const ft_trace *t, const ft_event *e) {
  return !ft_event_is_void (e) && !(e->flags & FT_ALTPATH) &&
         (e->kind == FT_FENCE ||
          (ft_kind_is_atomic (e->kind) &&
           !ft_variable_is_outside (&t->tables, e->target)));
}

enum ft_memory_model ft_check_memory_model (const ft_check_options *options,
                                            const ft_trace *t) {
  bool ordered = false;
  if (!options->memory_by_orders)
    return options->memory_model;
  for (ft_id e = 0; e < t->size; e++)
    if (is_atomic (t, t->events + e)) {
      if (t->events[e].order == FT_ORDER_PLAIN)
        return FT_MEMORY_SC;
      ordered = true;
    }
  return ordered ? FT_MEMORY_C11 : FT_MEMORY_SC;
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
  if (stage == FT_CERTIFY_STAGE_ORDER)
    race->unordered_by |= all_relations;
  race->verdict = FT_CERTIFIED;
  race->model = race->left_open = FT_MODEL_MCM;
  race->certifier = ft_certify_stage_name (stage);
  race->witness = *w;
  ft_unsynchronized_find (facts, w, race->unsynchronized);
}

// The recorded order, or with 'others' other orders.
static bool certify (finder *f, ft_race *race, const ft_id pair[2],
                     bool others) {
  ft_search *s = f->search;
  ft_witness w;
  f->full |= f->events + pair[1] >= MOST_EVENTS;
  if (f->full ||
      !(others ? ft_c11_witness_search (s->facts, s->checker, pair, f->memory,
                                        &w)
               : ft_c11_witness_recorded (s->checker, pair, &w)))
    return false;
  f->events += w.schedule.size;
  f->results->refuted -= race->verdict == FT_REFUTED;
  f->results->undecided -= race->verdict == FT_UNDECIDED;
  f->results->certified++;
  enter (s->facts, race, &w,
         others ? FT_CERTIFY_STAGE_GRAPH : FT_CERTIFY_STAGE_ORDER);
  return true;
}

static void certify_locations (finder *f, const ft_location_pair *pair,
                               const ft_deadline *deadline) {
  uint32_t i = ft_map_get (&f->races, key_of (pair->low, pair->high));
  ft_race *race = i == FT_NO_ID ? NULL : f->results->races + i;
  for (uint32_t k = 0; race && k < pair->kept; k++) {
    const ft_race_instance *m = pair->closest + k;
    ft_id events[2] = {(ft_id)m->first.position, (ft_id)m->second.position};
    if (race->verdict == FT_CERTIFIED || ft_deadline_over (deadline) ||
        certify (f, race, events, false))
      return;
  }
}

static void find_racy (const ft_trace *t, ft_racy_events *racy) {
  ft_filter *filter = ft_filter_new (FT_FILTER_C11, &t->tables, false);
  for (ft_id e = 0; e < t->size; e++)
    if (ft_filter_step (filter, t->events + e))
      ft_racy_events_add (racy, &t->tables, t->events + e, e);
  ft_filter_free (filter);
}

// A race for each pair of locations: instances beyond those of the candidates
// count, too.
static void decide_locations (finder *f, const ft_deadline *deadline) {
  ft_racy_events racy = {0};
  find_racy (f->trace, &racy);
  ft_partners *partners =
      ft_partners_new (FT_FILTER_C11, &f->trace->tables, &racy, &f->ids,
                       FT_PARTNER_LIMITS);
  index_races (f);
  for (ft_id e = 0; racy.count && e < f->trace->size; e++)
    ft_partners_step (partners, f->trace->events + e);
  const ft_location_pairs *pairs = ft_partners_pairs (partners);
  for (size_t i = 0; i < pairs->list.size; i++)
    certify_locations (f, pairs->list.begin + i, deadline);
  ft_partners_free (partners);
  ft_racy_events_release (&racy);
}

// A race for each pair of events, of which the relation was asked.
static void decide_events (finder *f, const ft_deadline *deadline) {
  for (size_t i = 0; i < f->results->size; i++) {
    ft_race *race = f->results->races + i;
    if (race->verdict != FT_CERTIFIED && is_recorded (f, race) &&
        race->unordered_by >> FT_REL_C11 & 1 && !ft_deadline_over (deadline))
      certify (f, race, (ft_id[2]){race->pair[0], race->pair[1]}, false);
  }
}

// ---- other orders ----------------------------------------------------------

static bool search_pair (finder *f, ft_race *race, const ft_id pair[2]) {
  if (f->searched >= MOST_SEARCHED || pair[1] >= f->trace->size)
    return false;
  f->searched += ft_c11_witness_cost (f->trace->size);
  return certify (f, race, pair, true);
}

static void search_race (finder *f, size_t i, const ft_deadline *deadline) {
  ft_race *race = f->results->races + i;
  if (race->verdict == FT_CERTIFIED || !is_recorded (f, race))
    return;
  const ft_candidates *all = f->search->candidates;
  const ft_candidate *c = all && i < all->list.size ? all->list.begin + i : NULL;
  ft_id asked[2] = {race->pair[0], race->pair[1]};
  bool found = search_pair (f, race, asked);
  for (uint32_t k = 0; c && !found && k < c->kept; k++) {
    ft_id pair[2] = {c->closest[k].first, c->closest[k].second};
    if (ft_deadline_over (deadline))
      return;
    found = (pair[0] != asked[0] || pair[1] != asked[1]) &&
            search_pair (f, race, pair);
  }
}

// A pair whose refutation holds need not be searched for.
static void search_others (finder *f, const bool *hold,
                           const ft_deadline *deadline) {
  for (size_t i = 0; i < f->results->size && f->searched < MOST_SEARCHED &&
                     !ft_deadline_over (deadline);
       i++)
    if (!hold[i])
      search_race (f, i, deadline);
}

// ---- one pair --------------------------------------------------------------

void ft_memory_model_certify (const ft_facts *facts,
                              const ft_check_options *options, ft_race *race) {
  if (race->verdict == FT_CERTIFIED || race->pair[1] >= facts->trace->size)
    return;
  ft_checker *checker = ft_checker_new (facts->trace);
  ft_id pair[2] = {race->pair[0], race->pair[1]};
  ft_witness w;
  if (ft_c11_witness_recorded (checker, pair, &w))
    enter (facts, race, &w, FT_CERTIFY_STAGE_ORDER);
  else if (ft_c11_witness_search (facts, checker, pair, options->memory / 2,
                                  &w))
    enter (facts, race, &w, FT_CERTIFY_STAGE_GRAPH);
  ft_checker_free (checker);
}

// ---- what is left open ------------------------------------------------------

static void leave_open (const finder *f, ft_race *race) {
  char *reason = race->reason;
  ft_strbuf text = {0};
  ft_strbuf_add (&text,
                 "under c11 %s; under sc: %s",
                 f->full ? "no more schedules were kept"
                         : "no order was found that leaves them unordered, which "
                           "proves nothing",
                 reason ? reason : "");
  race->reason = ft_strbuf_take (&text);
  free (reason);
  race->verdict = FT_UNDECIDED;
  race->cause = FT_CAUSE_MEMORY_MODEL;
  race->certifier = NULL;
  race->left_open = FT_MODEL_MCM;
  f->results->refuted--;
  f->results->undecided++;
}

void ft_memory_model_decide (ft_search *s, const ft_check_options *options,
                             ft_results *x, bool whole) {
  if (!s->facts || !x->size)
    return;
  finder f = {.search = s,
              .trace = s->facts->trace,
              .results = x,
              .memory = options->memory / 2};
  ft_deadline deadline = ft_search_deadline (options, options->budget);
  if (options->all_pairs)
    decide_events (&f, &deadline);
  else
    decide_locations (&f, &deadline);
  whole &= !x->truncated && options->candidates == FT_REL_FORK_JOIN;
  bool *hold = FT_ARRAY (bool, x->size);
  if (whole)
    ft_c11_refute (s->facts, x, hold);
  search_others (&f, hold, &deadline);
  for (size_t i = 0; i < x->size; i++)
    if (!hold[i] && x->races[i].verdict == FT_REFUTED &&
        is_recorded (&f, x->races + i))
      leave_open (&f, x->races + i);
  free (hold);
  ft_map_release (&f.races);
  ft_location_ids_release (&f.ids);
}
