#include "predict/check.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "predict/deadlocks.h"
#include "results/fingerprint.h"
#include "predict/search.h"
#include "predict/triage.h"
#include "predict/worker.h"

// The loop that has the candidates decided by workers.
struct driver {
  ft_search *search;
  const ft_check_options *options;
  const size_t *asked; // candidates to decide, or NULL for all
  size_t total;        // their number
  ft_results *results; // race i is about candidate i, deadlocks follow
  ft_worker **workers;
  unsigned jobs;
  size_t next, done; // the numbers of candidates started and decided
  double *started;   // per candidate
  ft_deadline deadline;
};

static void settle_candidate (struct driver *d, size_t i, uint32_t instance,
                              ft_outcome *o) {
  ft_settle (d->search, d->results, i, instance, o);
  d->done++;
}

static void settle_open (struct driver *d, size_t i, enum ft_cause cause,
                         const char *reason) {
  ft_settle_open (d->search, d->results, i, cause, reason);
  d->done++;
}

static size_t take_next (struct driver *d) {
  assert (d->next < d->total);
  size_t i = d->next++;
  return d->asked ? d->asked[i] : i;
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
  if (!ft_worker_start (w, candidate, timeout))
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
  ft_phase_cut (&d->results->phases, FT_PHASE_CERTIFYING, cut, d->done,
                d->total);
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
    ft_search_report (d->options, "certifying", d->done, d->total,
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

void ft_search_run (ft_search *search, const ft_check_options *options,
                    const size_t *asked, size_t count, ft_results *results) {
  size_t n = search->candidates->list.size;
  struct driver d = {.search = search,
                     .options = options,
                     .asked = asked,
                     .total = asked ? count : ft_work_size (&search->work),
                     .results = results};
  *results = (ft_results){.candidates = n,
                          .size = n,
                          .phases = search->phases,
                          .deadlock_count = search->deadlocks->list.size};
  double begin = ft_seconds_now ();
  d.deadline = ft_search_deadline (options, options->budget);
  results->races = FT_ARRAY (ft_race, n);
  results->deadlocks = FT_ARRAY (ft_deadlock, results->deadlock_count);
  d.started = FT_ARRAY (double, ft_work_size (&search->work));
  d.jobs = count_jobs (options, d.total);
  d.workers = FT_ARRAY (ft_worker *, d.jobs);
  for (unsigned j = 0; j < d.jobs; j++)
    d.workers[j] = ft_worker_new (&search->work, options);
  decide_all (&d);
  for (unsigned j = 0; j < d.jobs; j++)
    ft_worker_free (d.workers[j]);
  ft_results_set_truncated (results);
  results->seconds = ft_seconds_now () - begin;
  free (d.workers);
  free (d.started);
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
