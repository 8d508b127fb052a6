#include "predict/check.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "predict/certifier.h"
#include "predict/deadlocks.h"
#include "results/fingerprint.h"
#include "predict/search.h"
#include "predict/triage.h"
#include "predict/worker.h"

// The loop that has the candidates decided by workers, one batch after the
// other: all under the strictest model, then what that does not certify under
// the others.
struct driver {
  ft_search *search;
  const ft_check_options *options;
  ft_results *results; // race i is about candidate i, deadlocks follow
  ft_worker **workers;
  unsigned jobs;
  double *started; // per candidate
  ft_cost *costs;  // per candidate, of all models
  ft_deadline deadline;
  bool stopped; // the user interrupted
  bool late;    // the batch was cut short, after so many candidates:
  size_t late_at;
  size_t strict, before; // candidates under the strictest model; of them those
                         // of earlier batches
  // The batch:
  enum ft_model model;
  const size_t *asked; // candidates to decide
  size_t total;        // their number
  size_t next, done;   // the numbers of candidates started and decided
};

static void settle_candidate (struct driver *d, size_t i, uint32_t instance,
                              ft_outcome *o) {
  ft_cost_add (d->costs + i, &o->cost);
  if (d->model == FT_MODEL_MCM)
    ft_settle (d->search, d->results, i, instance, o);
  else
    ft_settle_relaxed (d->search, d->results, i, instance, o);
  d->done++;
}

static void settle_open (struct driver *d, size_t i, enum ft_cause cause,
                         const char *reason) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .model = d->model, .cause = cause};
  if (d->model != FT_MODEL_MCM && d->results->races[i].left_open) {
    d->done++; // the model before says why
    return;
  }
  ft_strbuf_add (&o.reason, "%s", reason);
  settle_candidate (d, i, 0, &o);
}

static size_t take_next (struct driver *d) {
  assert (d->next < d->total);
  return d->asked[d->next++];
}

// Gives an idle worker the next candidate.
static void start_next (struct driver *d, ft_worker *w) {
  size_t candidate;
  if (d->next == d->total || ft_worker_is_busy (w, &candidate) ||
      ft_deadline_over (&d->deadline))
    return;
  candidate = take_next (d);
  d->started[candidate] = ft_seconds_now ();
  double timeout = ft_deadline_left (&d->deadline);
  if (d->options->timeout > 0 && d->options->timeout < timeout)
    timeout = d->options->timeout;
  if (!ft_worker_start (w, candidate, d->model, timeout))
    settle_open (d, candidate, FT_CAUSE_WORKER,
                 "no worker process could be started; try a smaller -j");
}

// Takes the answer of a worker, or kills the worker if it is late.  The worker
// gets its next candidate before its answer is checked, since checking may take
// as long as the search.
static void collect_one (struct driver *d, ft_worker *w, bool readable) {
  size_t candidate;
  uint32_t instance = 0;
  ft_outcome o;
  if (!ft_worker_is_busy (w, &candidate))
    return;
  if (readable)
    ft_worker_finish (w, &instance, &o);
  else if (ft_seconds_now () > ft_worker_deadline (w)) {
    char reason[100];
    snprintf (reason, sizeof reason,
              "not decided within %g s; try a longer --timeout",
              d->options->timeout);
    ft_worker_kill (w, FT_CAUSE_TIMEOUT, reason, &o);
  } else
    return;
  o.model = o.verdict == FT_CERTIFIED ? o.model : d->model;
  double seconds = ft_seconds_now () - d->started[candidate];
  if (o.verdict == FT_UNDECIDED && !o.cost.tried[FT_CERTIFY_STAGE_ORDER])
    o.cost.lost = seconds; // the costs of the stages died with the worker
  start_next (d, w);
  settle_candidate (d, candidate, instance, &o);
  ft_settle_seconds (d->results, candidate, seconds);
}

// Waits for an answer, a deadline or a tenth of a second.
static void collect (struct driver *d, struct pollfd *polled) {
  double wake = ft_seconds_now () + 0.1;
  for (unsigned j = 0; j < d->jobs; j++) {
    size_t candidate;
    bool busy = ft_worker_is_busy (d->workers[j], &candidate);
    polled[j] = (struct pollfd){
        busy ? ft_worker_descriptor (d->workers[j]) : -1, POLLIN, 0};
    if (busy && ft_worker_deadline (d->workers[j]) < wake)
      wake = ft_worker_deadline (d->workers[j]);
  }
  double wait = (wake - ft_seconds_now ()) * 1000;
  int n = poll (polled, d->jobs, wait > 0 ? (int)wait + 1 : 0);
  for (unsigned j = 0; j < d->jobs; j++)
    collect_one (d, d->workers[j], n > 0 && polled[j].revents);
}

// Kills the busy workers and leaves all remaining candidates undecided.
static void abandon (struct driver *d, enum ft_cause cause,
                     const char *reason) {
  for (unsigned j = 0; j < d->jobs; j++) {
    size_t candidate;
    ft_outcome o;
    if (!ft_worker_is_busy (d->workers[j], &candidate))
      continue;
    ft_worker_kill (d->workers[j], cause, reason, &o);
    o.model = d->model;
    o.cost.lost = ft_seconds_now () - d->started[candidate];
    settle_candidate (d, candidate, 0, &o);
    ft_settle_seconds (d->results, candidate,
                       ft_seconds_now () - d->started[candidate]);
  }
  while (d->next < d->total)
    settle_open (d, take_next (d), cause, reason);
}

static void cut_certifying (struct driver *d) {
  enum ft_truncation cut = ft_search_truncation (&d->deadline);
  d->late = true;
  d->late_at = d->done;
  d->stopped |= cut == FT_TRUNCATION_INTERRUPT;
  // The other models only add to the verdicts of the strictest one.
  if (d->model == FT_MODEL_MCM &&
      !d->results->phases.of[FT_PHASE_CERTIFYING].cut)
    ft_phase_cut (&d->results->phases, FT_PHASE_CERTIFYING, cut,
                  d->before + d->done, d->strict);
  if (cut == FT_TRUNCATION_INTERRUPT)
    abandon (d, FT_CAUSE_INTERRUPTED, "the check was interrupted");
  else
    abandon (d, FT_CAUSE_BUDGET,
             "the budget of the whole check was used up; try a longer "
             "--budget");
}

static void decide_all (struct driver *d) {
  struct pollfd *polled = FT_ARRAY (struct pollfd, d->jobs);
  while (d->done < d->total) {
    if (ft_deadline_over (&d->deadline)) {
      cut_certifying (d);
    } else {
      for (unsigned j = 0; j < d->jobs; j++)
        start_next (d, d->workers[j]);
      collect (d, polled);
    }
    bool strict = d->model == FT_MODEL_MCM;
    ft_search_report (d->options, "certifying",
                      strict ? d->before + d->done : d->done,
                      strict ? d->strict : d->total,
                      d->results->certified + d->results->deadlocks_certified);
  }
  free (polled);
}

static unsigned count_jobs (const ft_check_options *options, size_t work) {
  long processors = sysconf (_SC_NPROCESSORS_ONLN);
  size_t jobs = options->jobs    ? options->jobs
                : processors > 0 ? (size_t)processors
                                 : 1;
  return (unsigned)(jobs < work ? jobs : work);
}

static bool is_on_altpath (const struct driver *d, size_t i) {
  const ft_candidate *c = d->search->candidates->list.begin + i;
  return i < d->results->size &&
         c->closest->second >= d->search->facts->trace->size;
}

// Decides the candidates of the batch that the trace holds.  Under the
// strictest model nothing reaches an access on an alternative path.
static void refute_altpaths (struct driver *d, const size_t *asked,
                             size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_on_altpath (d, asked[i])) {
      ft_outcome o = {.verdict = FT_REFUTED, .certifier = "graph"};
      ft_strbuf_add (&o.reason, "%s", ft_certifier_on_altpath);
      ft_settle (d->search, d->results, asked[i], 0, &o);
    }
}

static bool is_asked_again (const struct driver *d, size_t i,
                            enum ft_model model) {
  const ft_facts *facts = d->search->facts;
  return i < d->results->size && d->results->races[i].verdict != FT_CERTIFIED &&
         facts->index->has_branches &&
         (model == FT_MODEL_PATH ? facts->paths != NULL
                                 : !is_on_altpath (d, i));
}

// The stage of a candidate under the strictest model: that of the strongest
// relation that leaves an instance unordered.  Nothing is known of instances
// that there was no time to ask about.
static enum ft_funnel_stage stage_of (const ft_candidate *c) {
  unsigned bits = 0;
  for (uint32_t i = 0; i < c->kept; i++)
    bits |= c->closest[i].unordered_by;
  return bits >> FT_REL_HB & 1    ? FT_FUNNEL_HB
         : bits >> FT_REL_WCP & 1 ? FT_FUNNEL_WCP
         : bits >> FT_REL_DC & 1  ? FT_FUNNEL_DC
                                  : FT_FUNNEL_HYBRID;
}

static bool is_of_stage (const struct driver *d, size_t i,
                         enum ft_funnel_stage stage) {
  const ft_candidates *c = d->search->candidates;
  if (stage == FT_FUNNEL_VALUE || stage == FT_FUNNEL_PATH)
    return is_asked_again (
        d, i, stage == FT_FUNNEL_VALUE ? FT_MODEL_VALUE : FT_MODEL_PATH);
  return i < d->results->size && !is_on_altpath (d, i) &&
         stage_of (c->list.begin + i) == stage;
}

static void decide_batch (struct driver *d, enum ft_model model,
                          const size_t *batch, size_t n) {
  d->model = model;
  d->asked = batch;
  d->total = n;
  d->next = d->done = 0;
  decide_all (d);
  if (model == FT_MODEL_MCM)
    d->before += n;
}

// Counts what a stage decided.  One that was cut short says how long the rest
// would take at its pace.
static void end_stage (struct driver *d, enum ft_model model,
                       ft_funnel_row *row) {
  row->decided = row->certified = 0;
  for (size_t i = 0; i < d->total; i++) {
    const ft_race *race = d->results->races + d->asked[i];
    bool here = race->model == model;
    row->decided += here && race->verdict != FT_UNDECIDED;
    row->certified += here && race->verdict == FT_CERTIFIED;
  }
  if (row->state == FT_FUNNEL_STATE_WAITING || !d->late)
    return;
  row->state =
      d->stopped ? FT_FUNNEL_STATE_INTERRUPTED : FT_FUNNEL_STATE_BUDGET;
  if (d->late_at)
    row->left =
        row->seconds * (double)(d->total - d->late_at) / (double)d->late_at;
}

static void decide_stage (struct driver *d, enum ft_funnel_stage stage,
                          const size_t *asked, size_t count) {
  ft_funnel_row *row = d->results->funnel + stage;
  enum ft_model model = stage == FT_FUNNEL_VALUE  ? FT_MODEL_VALUE
                        : stage == FT_FUNNEL_PATH ? FT_MODEL_PATH
                                                  : FT_MODEL_MCM;
  size_t *batch = FT_ARRAY (size_t, count), n = 0;
  double begin = ft_seconds_now ();
  for (size_t i = 0; i < count; i++)
    if (is_of_stage (d, asked[i], stage))
      batch[n++] = asked[i];
  row->candidates = n;
  row->state = n && ft_deadline_over (&d->deadline) ? FT_FUNNEL_STATE_WAITING
                                                    : FT_FUNNEL_STATE_FINISHED;
  d->late = false;
  decide_batch (d, model, batch, n);
  row->seconds = ft_seconds_now () - begin;
  end_stage (d, model, row);
  free (batch);
}

static void decide_deadlocks (struct driver *d, const size_t *asked,
                              size_t count) {
  size_t *batch = FT_ARRAY (size_t, count), n = 0;
  for (size_t i = 0; i < count; i++)
    if (asked[i] >= d->results->size)
      batch[n++] = asked[i];
  decide_batch (d, FT_MODEL_MCM, batch, n);
  free (batch);
}

// Each stage is finished before the next one begins.  Cycles of locks, which
// are few, come before what only the weakest relation leaves unordered.
static void decide_stages (struct driver *d, const size_t *asked,
                           size_t count) {
  enum ft_funnel_stage last =
      d->options->model == FT_MODEL_PATH    ? FT_FUNNEL_PATH
      : d->options->model == FT_MODEL_VALUE ? FT_FUNNEL_VALUE
                                            : FT_FUNNEL_HYBRID;
  refute_altpaths (d, asked, count);
  for (size_t i = 0; i < count; i++)
    d->strict += !is_on_altpath (d, asked[i]);
  for (int s = 0; s <= (int)last; s++) {
    if (s == FT_FUNNEL_HYBRID)
      decide_deadlocks (d, asked, count);
    decide_stage (d, (enum ft_funnel_stage)s, asked, count);
  }
}

// Adds up the costs of the races that were decided.
static void count_costs (struct driver *d, const size_t *asked, size_t count) {
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
                          .deadlock_count = search->deadlocks->list.size};
  results->races = FT_ARRAY (ft_race, n);
  results->deadlocks = FT_ARRAY (ft_deadlock, results->deadlock_count);
}

void ft_search_run (ft_search *search, const ft_check_options *options,
                    const size_t *asked, size_t count, ft_results *results) {
  size_t size = ft_work_size (&search->work);
  size_t *all = asked ? NULL : list_all (size);
  struct driver d = {.search = search, .options = options, .results = results};
  begin_results (search, results);
  if (!asked)
    asked = all, count = size;
  double begin = ft_seconds_now ();
  d.deadline = ft_search_deadline (options, options->budget);
  d.started = FT_ARRAY (double, size);
  d.costs = FT_ARRAY (ft_cost, size);
  d.jobs = count_jobs (options, count);
  d.workers = FT_ARRAY (ft_worker *, d.jobs);
  for (unsigned j = 0; j < d.jobs; j++)
    d.workers[j] = ft_worker_new (&search->work, options);
  decide_stages (&d, asked, count);
  for (unsigned j = 0; j < d.jobs; j++)
    ft_worker_free (d.workers[j]);
  count_costs (&d, asked, count);
  ft_results_set_truncated (results);
  results->interrupted |= d.stopped;
  results->seconds = ft_seconds_now () - begin;
  free (d.workers);
  free (d.started);
  free (d.costs);
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
  ft_search_free (search);
}
