#include "predict/check.h"

#include <stdio.h>

#include "base/memory_usage.h"
#include "predict/certifier.h"
#include "predict/deadlocks.h"
#include "predict/driver.h"
#include "predict/failures.h"
#include "predict/memory_model.h"
#include "predict/triage.h"
#include "results/fingerprint.h"

static bool is_on_altpath (const ft_driver *d, size_t i) {
  const ft_candidate *c = d->search->candidates->list.begin + i;
  return i < d->results->size &&
         c->closest->second >= d->search->facts->trace->size;
}

// Decides the candidates of the batch that the trace holds.  Under the
// strictest model nothing reaches an access on an alternative path.
static void refute_altpaths (ft_driver *d, const size_t *asked, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_on_altpath (d, asked[i])) {
      ft_outcome o = {.verdict = FT_REFUTED, .certifier = "graph"};
      ft_strbuf_add (&o.reason, "%s", ft_certifier_on_altpath);
      ft_settle (d->search, d->results, asked[i], 0, &o);
    }
}

static bool is_asked_again (const ft_driver *d, size_t i, enum ft_model model) {
  const ft_facts *facts = d->search->facts;
  return i < d->results->size && d->results->races[i].verdict != FT_CERTIFIED &&
         !(d->ordered && d->ordered[i]) && facts->index->has_branches &&
         (model == FT_MODEL_PATH ? facts->paths != NULL
                                 : !is_on_altpath (d, i));
}

// The stage of a candidate under the strictest model: the first one that any of
// its kept instances belongs to.
static enum ft_funnel_stage stage_of (const ft_candidate *c) {
  unsigned unordered_by = 0;
  for (uint32_t i = 0; i < c->kept; i++)
    unordered_by |= c->closest[i].unordered_by;
  return ft_funnel_stage_of (unordered_by);
}

static bool is_of_stage (const ft_driver *d, size_t i,
                         enum ft_funnel_stage stage) {
  const ft_candidates *c = d->search->candidates;
  if (stage == FT_FUNNEL_VALUE || stage == FT_FUNNEL_PATH)
    return is_asked_again (
        d, i, stage == FT_FUNNEL_VALUE ? FT_MODEL_VALUE : FT_MODEL_PATH);
  return i < d->results->size && !is_on_altpath (d, i) &&
         stage_of (c->list.begin + i) == stage;
}

static enum ft_model model_of (enum ft_funnel_stage stage) {
  return stage == FT_FUNNEL_VALUE  ? FT_MODEL_VALUE
         : stage == FT_FUNNEL_PATH ? FT_MODEL_PATH
                                   : FT_MODEL_MCM;
}

// Estimates what the rest of a stage that was cut short takes, at its pace or,
// where it had no time to begin, at that of the earlier stages.
static double estimate (const ft_driver *d, const ft_funnel_row *row,
                        enum ft_model model) {
  if (d->late_at)
    return row->seconds * (double)(d->total - d->late_at) / (double)d->late_at;
  double seconds = 0;
  size_t done = 0;
  for (const ft_funnel_row *r = d->results->funnel;
       model == FT_MODEL_MCM && r < row; r++)
    if (r->state == FT_FUNNEL_STATE_FINISHED) {
      seconds += r->seconds;
      done += r->candidates;
    }
  return done ? seconds * (double)d->total / (double)done : 0;
}

// Counts what a stage decided.
static void end_stage (ft_driver *d, enum ft_model model, ft_funnel_row *row) {
  row->decided = row->certified = 0;
  for (size_t i = 0; i < d->total; i++) {
    const ft_race *race = d->results->races + d->asked[i];
    bool here = race->model == model;
    row->decided += here && race->verdict != FT_UNDECIDED;
    row->certified += here && race->verdict == FT_CERTIFIED;
  }
  if (!d->late)
    return;
  if (row->state != FT_FUNNEL_STATE_WAITING)
    row->state =
        d->stopped ? FT_FUNNEL_STATE_INTERRUPTED : FT_FUNNEL_STATE_BUDGET;
  row->left = estimate (d, row, model);
}

static bool leaves_out (const ft_driver *d, enum ft_funnel_stage stage) {
  return d->options->stages && !(d->options->stages >> stage & 1);
}

// Leaves the candidates of a stage open that the user did not ask for.  Those
// of relaxed models have a verdict already.
static void leave_out (ft_driver *d, enum ft_funnel_stage stage,
                       const size_t *batch, size_t n) {
  char reason[80];
  snprintf (reason, sizeof reason,
            "not asked: it is of the stage '%s', which --stages leaves out",
            ft_funnel_stage_name (stage));
  for (size_t i = 0; model_of (stage) == FT_MODEL_MCM && i < n; i++)
    ft_driver_leave (d, batch[i], FT_CAUSE_STAGES, reason);
}

static void decide_stage (ft_driver *d, enum ft_funnel_stage stage,
                          const size_t *asked, size_t count) {
  ft_funnel_row *row = d->results->funnel + stage;
  size_t *batch = FT_ARRAY (size_t, count), n = 0;
  double begin = ft_seconds_now ();
  for (size_t i = 0; i < count; i++)
    if (is_of_stage (d, asked[i], stage))
      batch[n++] = asked[i];
  if (stage == FT_FUNNEL_HYBRID)
    ft_triage_small_first (&d->search->work, batch, n);
  row->candidates = n;
  if (leaves_out (d, stage)) {
    row->state = FT_FUNNEL_STATE_LEFT_OUT;
    leave_out (d, stage, batch, n);
  } else {
    row->state = n && ft_deadline_over (&d->deadline)
                     ? FT_FUNNEL_STATE_WAITING
                     : FT_FUNNEL_STATE_FINISHED;
    ft_driver_decide (d, model_of (stage), batch, n);
    row->seconds = ft_seconds_now () - begin;
    end_stage (d, model_of (stage), row);
  }
  if (d->options->stage_end)
    d->options->stage_end (d->options->context, stage, row);
  free (batch);
}

static void decide_deadlocks (ft_driver *d, const size_t *asked, size_t count) {
  size_t *batch = FT_ARRAY (size_t, count), n = 0;
  size_t races = d->results->size, cycles = d->results->deadlock_count;
  for (size_t i = 0; i < count; i++)
    if (asked[i] >= races && asked[i] < races + cycles)
      batch[n++] = asked[i];
  ft_driver_decide (d, FT_MODEL_MCM, batch, n);
  free (batch);
}

// The seconds that failures may take of those that are left: a tenth, but ten seconds
// if that is no more than a third.
static double share_of_failures (double left) {
  enum { PART = 10, LEAST = 10, MOST = 3 };
  double share = left / PART, least = left / MOST < LEAST ? left / MOST : LEAST;
  return share > least ? share : least;
}

static bool has_relaxed (const ft_driver *d, const size_t *asked, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_asked_again (d, asked[i], FT_MODEL_VALUE) ||
        is_asked_again (d, asked[i], FT_MODEL_PATH))
      return true;
  return false;
}

// A failure is asked about under all models at once: most are on paths that the
// run did not take.  They must not take the time that relaxed models have for
// races, but those that are certified make up for time of others: a third at most.
// Where no race waits for these models, failures have all of it.
static void decide_failures (ft_driver *d, const size_t *asked, size_t count) {
  enum { MOST = 3 };
  size_t *batch = FT_ARRAY (size_t, count), n = 0;
  ft_deadline whole = d->deadline;
  size_t first = ft_work_first_failure (&d->search->work);
  for (size_t i = 0; i < count; i++)
    if (asked[i] >= first)
      batch[n++] = asked[i];
  ft_triage_failures (&d->search->work, batch, n);
  if (whole.end > 0 && has_relaxed (d, asked, count)) {
    d->gain = share_of_failures (ft_deadline_left (&whole));
    d->deadline.end = ft_seconds_now () + d->gain;
    d->latest = ft_deadline_part (&whole, 1.0 / MOST).end;
    d->whole = &whole;
  }
  ft_driver_decide (d, FT_MODEL_MCM, batch, n);
  d->deadline = whole;
  d->whole = NULL;
  free (batch);
}

// Failures that time left undecided, and that the report would list so, are asked about
// again when all else is decided, with what is left of the budget: a model takes
// --timeout, and a failure is asked about under all of them at once.  A search for other
// runs has a better use of its time.
static void decide_failures_again (ft_driver *d, const size_t *asked, size_t count) {
  size_t *batch = FT_ARRAY (size_t, count), n = 0;
  size_t first = ft_work_first_failure (&d->search->work);
  ft_phase_end *end = d->results->phases.of + FT_PHASE_FAILURES;
  bool waits = d->options->asks_failure || d->stopped || d->options->budget <= 0 ||
               ft_deadline_over (&d->deadline);
  for (size_t i = 0; i < count && !waits; i++)
    if (asked[i] >= first &&
        ft_failure_wants_time (d->search->facts->trace,
                               d->results->failures + (asked[i] - first)))
      batch[n++] = asked[i];
  if (n) {
    for (size_t i = 0; i < n; i++) {
      ft_failure_unsettle (d->results, batch[i] - first);
      d->tried[batch[i]] = 0;
    }
    if (end->cut == FT_TRUNCATION_SHARE)
      *end = (ft_phase_end){0};
    ft_triage_failures (&d->search->work, batch, n);
    d->before -= n;
    d->patience = FT_MODEL_COUNT;
    ft_driver_decide (d, FT_MODEL_MCM, batch, n);
    d->patience = 0;
  }
  free (batch);
}

static void report_left (const ft_driver *d, const size_t *asked, size_t count) {
  size_t first = ft_work_first_failure (&d->search->work);
  for (size_t i = 0; d->options->leaves_failure && i < count; i++) {
    if (asked[i] < first ||
        !ft_failure_is_left (d->results->failures + (asked[i] - first)))
      continue;
    const ft_failure_candidate *c =
        d->search->failures->list.begin + (asked[i] - first);
    d->options->leaves_failure (d->options->context, c->kind, c->kept[0].fails,
                                c->kept[0].freed);
  }
}

// Where races are those of C11, what other orders show is asked for before the
// relaxed models and the failures, in half of the time.
static ft_memory_decision *decide_memory (ft_driver *d, bool whole) {
  ft_deadline all = d->deadline;
  if (!d->search->facts ||
      ft_check_memory_model (d->options, d->search->facts->trace) ==
          FT_MEMORY_SC)
    return NULL;
  ft_results_set_truncated (d->results);
  d->deadline = ft_deadline_part (&all, 1.0 / 2);
  ft_memory_decision *memory = ft_memory_model_strict (d, whole);
  d->deadline = all;
  d->ordered = ft_memory_model_ordered (memory);
  return memory;
}

// The relaxed models leave time for the questions about C11 that come behind them.
static void decide_relaxed (ft_driver *d, enum ft_funnel_stage last,
                            const size_t *asked, size_t count, bool c11) {
  enum { LAST_PART = 4 };
  ft_deadline all = d->deadline;
  if (c11)
    d->deadline = ft_deadline_part (&all, 1 - 1.0 / LAST_PART);
  for (int s = FT_FUNNEL_VALUE; s <= (int)last; s++)
    decide_stage (d, (enum ft_funnel_stage)s, asked, count);
  d->deadline = all;
}

// Each stage is finished before the next one begins.  Cycles of locks, which
// are few, come before what only the weakest relation leaves unordered.
static void decide_stages (ft_driver *d, const size_t *asked, size_t count) {
  bool whole = count == ft_work_size (&d->search->work);
  enum ft_funnel_stage last =
      d->options->model == FT_MODEL_PATH    ? FT_FUNNEL_PATH
      : d->options->model == FT_MODEL_VALUE ? FT_FUNNEL_VALUE
                                            : FT_FUNNEL_HYBRID;
  refute_altpaths (d, asked, count);
  for (size_t i = 0; i < count; i++)
    d->strict += !is_on_altpath (d, asked[i]);
  for (int s = 0; s <= FT_FUNNEL_HYBRID; s++) {
    if (s == FT_FUNNEL_HYBRID)
      decide_deadlocks (d, asked, count);
    decide_stage (d, (enum ft_funnel_stage)s, asked, count);
  }
  ft_memory_decision *memory = decide_memory (d, whole);
  decide_failures (d, asked, count);
  decide_relaxed (d, last, asked, count, memory);
  ft_results_set_truncated (d->results);
  ft_memory_model_finish (d, memory);
  decide_failures_again (d, asked, count);
  report_left (d, asked, count);
}

// Adds up the costs of the races that were decided.
static void count_costs (ft_driver *d, const size_t *asked, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const ft_race *race = d->results->races + asked[i];
    if (asked[i] < d->results->size)
      ft_certify_stages_add (&d->results->stages,
                             race->verdict == FT_UNDECIDED ? NULL
                                                           : race->certifier,
                             race->cause, d->costs + asked[i]);
  }
}

static size_t *list_all (size_t count) {
  size_t *all = FT_ARRAY (size_t, count);
  for (size_t i = 0; i < count; i++)
    all[i] = i;
  return all;
}

static void begin_results (const ft_search *search, ft_results *results) {
  size_t n = search->candidates->list.size;
  *results = (ft_results){.candidates = n,
                          .size = n,
                          .phases = search->phases,
                          .deadlock_count = search->deadlocks->list.size,
                          .failure_count = search->failures->list.size};
  results->races = FT_ARRAY (ft_race, n);
  results->deadlocks = FT_ARRAY (ft_deadlock, results->deadlock_count);
  results->failures = FT_ARRAY (ft_failure, results->failure_count);
}

void ft_search_run (ft_search *search, const ft_check_options *options,
                    const size_t *asked, size_t count, ft_results *results) {
  size_t size = ft_work_size (&search->work);
  size_t *all = asked ? NULL : list_all (size);
  ft_driver d = {.search = search, .options = options, .results = results};
  begin_results (search, results);
  if (!asked)
    asked = all, count = size;
  double begin = ft_seconds_now ();
  ft_driver_begin (&d, count);
  decide_stages (&d, asked, count);
  count_costs (&d, asked, count);
  ft_driver_end (&d);
  results->interrupted |= d.stopped;
  results->seconds = ft_seconds_now () - begin;
  free (all);
}

static int compare_races (const void *a, const void *b) {
  const ft_race *p = a, *q = b;
  for (int i = 0; i < 2; i++)
    if (p->pair[i] != q->pair[i])
      return p->pair[i] < q->pair[i] ? -1 : 1;
  return (p->variable > q->variable) - (p->variable < q->variable);
}

static void rank (const ft_trace *trace, ft_results *x) {
  if (x->size)
    qsort (x->races, x->size, sizeof *x->races, compare_races);
  ft_deadlocks_rank (x);
  ft_failures_rank (x, trace);
  ft_fingerprint_all (trace, x);
}

void ft_check_finish (const ft_trace *trace, ft_results *x) {
  rank (trace, x);
  ft_deadlocks_annotate_races (trace, x);
}

void ft_check (const ft_trace *trace, const ft_check_options *options,
               ft_results *results) {
  ft_check_options begun = *options;
  if (!begun.begun)
    begun.begun = ft_seconds_now ();
  ft_search *search = ft_search_new (trace, &begun);
  size_t *order = ft_triage_order (&search->work);
  size_t count =
      ft_shard_deal (&options->shard, order, ft_work_size (&search->work));
  ft_search_run (search, &begun, order, count, results);
  if (options->shard.of)
    ft_shard_keep (results, order, count);
  free (order);
  rank (trace, results);
  if (!options->shard.of) // deadlocks get their numbers when shards are merged
    ft_deadlocks_annotate_races (trace, results);
  results->seconds = ft_seconds_now () - begun.begun;
  uint64_t peak = ft_memory_usage_peak ();
  results->peak = peak < FT_RESULTS_PEAK ? 0 : peak;
  ft_search_free (search);
}
