#include "predict/driver.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "predict/worker.h"

// More candidates than this are not listed; the results say so.
#define CANDIDATE_LIMIT 200000

// Listing may take this long, however small the budget.
#define LISTING_SECONDS 0.5

struct driver {
  const ft_trace *trace;
  const ft_check_options *options;
  ft_facts *facts;
  ft_candidates *candidates;
  ft_checker *checker;
  ft_results *results;
  ft_worker **workers;
  unsigned jobs;
  size_t next, done; // candidates handed out and decided
  double *started;   // per candidate
  double begin, end; // of the budget
};

static bool is_stopped (const struct driver *d) {
  return d->options->stop && *d->options->stop;
}

static void report_progress (const struct driver *d, const char *phase,
                             uint64_t done, uint64_t total) {
  if (d->options->progress)
    d->options->progress (d->options->context, phase, done, total,
                          d->results->certified);
}

// ---- candidates ----------------------------------------------------------

static void find_candidates (struct driver *d) {
  report_progress (d, "finding candidates", 0, 0);
  // Half of the budget is left for deciding what was found.
  double seconds = d->options->budget / 2;
  ft_candidates_limits limits = {
      CANDIDATE_LIMIT,
      seconds > 0 && seconds < LISTING_SECONDS ? LISTING_SECONDS : seconds,
      d->options->stop};
  d->candidates =
      ft_candidates_bounded (d->facts->index, d->options->all_pairs, limits);
  d->results->interrupted = is_stopped (d);
  d->results->truncated = d->candidates->truncated;
  if (!d->candidates->list.size)
    return;
  report_progress (d, "ordering candidates", 0, 0);
  ft_candidates_classify (d->candidates, d->facts->index,
                          1u << FT_REL_HB | 1u << FT_REL_WCP | 1u << FT_REL_DC);
  if (d->options->candidates != FT_REL_FORK_JOIN)
    ft_candidates_restrict (d->candidates, d->options->candidates);
}

// ---- results -------------------------------------------------------------

// Takes over the outcome.  A witness is checked here once more: the worker
// that found and checked it is another process.
static void settle (struct driver *d, size_t i, uint32_t instance,
                    ft_outcome *o) {
  const ft_candidate *candidate = d->candidates->list.begin + i;
  const ft_pair *pair = candidate->closest + instance;
  if (o->verdict == FT_CERTIFIED &&
      !ft_checker_accepts (d->checker, &o->witness, NULL)) {
    o->verdict = FT_UNDECIDED;
    o->certifier = NULL;
    ft_strbuf_add (&o->reason, "the witness of a worker was refused");
  }
  ft_race *race = d->results->races + i;
  race->pair[0] = pair->first;
  race->pair[1] = pair->second;
  race->variable = pair->variable;
  race->unordered_by = pair->unordered_by;
  race->instances = candidate->instances;
  race->verdict = o->verdict;
  race->certifier = o->certifier;
  if (o->verdict == FT_CERTIFIED)
    race->witness = o->witness;
  else {
    race->reason = ft_strbuf_take (&o->reason);
    ft_witness_release (&o->witness);
  }
  ft_strbuf_release (&o->reason);
  d->results->certified += race->verdict == FT_CERTIFIED;
  d->results->refuted += race->verdict == FT_REFUTED;
  d->results->undecided += race->verdict == FT_UNDECIDED;
  d->done++;
}

static void settle_open (struct driver *d, size_t i, const char *reason) {
  ft_outcome o = {.verdict = FT_UNDECIDED};
  ft_strbuf_add (&o.reason, "%s", reason);
  settle (d, i, 0, &o);
}

static int compare_races (const void *a, const void *b) {
  const ft_race *p = a, *q = b;
  for (int i = 0; i < 2; i++)
    if (p->pair[i] != q->pair[i])
      return p->pair[i] < q->pair[i] ? -1 : 1;
  return (p->variable > q->variable) - (p->variable < q->variable);
}

// ---- workers -------------------------------------------------------------

static double time_left (const struct driver *d) {
  return d->options->budget > 0 ? d->end - ft_now () : 1e9;
}

// Gives an idle worker the next candidate.
static void hand_out (struct driver *d, ft_worker *w) {
  size_t candidate;
  if (d->next == d->candidates->list.size ||
      ft_worker_is_busy (w, &candidate) || time_left (d) <= 0)
    return;
  candidate = d->next++;
  d->started[candidate] = ft_now ();
  double left = time_left (d);
  double timeout = d->options->timeout < left ? d->options->timeout : left;
  if (!ft_worker_start (w, candidate, timeout))
    settle_open (d, candidate,
                 "no worker process could be started; try a smaller -j");
}

// Takes the answer of a worker, or kills it if it is late.  It gets its next
// candidate before the answer is checked, which takes as long as the search.
static void collect_one (struct driver *d, ft_worker *w, bool readable) {
  size_t candidate;
  uint32_t instance = 0;
  ft_outcome o;
  if (!ft_worker_is_busy (w, &candidate))
    return;
  if (readable)
    ft_worker_finish (w, &instance, &o);
  else if (ft_now () > ft_worker_deadline (w)) {
    char reason[100];
    snprintf (reason, sizeof reason,
              "not decided within %g s; try a longer --timeout",
              d->options->timeout);
    ft_worker_kill (w, reason, &o);
  } else
    return;
  double seconds = ft_now () - d->started[candidate];
  hand_out (d, w);
  settle (d, candidate, instance, &o);
  d->results->races[candidate].seconds = seconds;
}

// Waits for an answer, a deadline or a tenth of a second.
static void collect (struct driver *d, struct pollfd *polled) {
  double wake = ft_now () + 0.1;
  for (unsigned j = 0; j < d->jobs; j++) {
    size_t candidate;
    bool busy = ft_worker_is_busy (d->workers[j], &candidate);
    polled[j] = (struct pollfd){
        busy ? ft_worker_descriptor (d->workers[j]) : -1, POLLIN, 0};
    if (busy && ft_worker_deadline (d->workers[j]) < wake)
      wake = ft_worker_deadline (d->workers[j]);
  }
  double wait = (wake - ft_now ()) * 1000;
  int n = poll (polled, d->jobs, wait > 0 ? (int)wait + 1 : 0);
  for (unsigned j = 0; j < d->jobs; j++)
    collect_one (d, d->workers[j], n > 0 && polled[j].revents);
}

// Kills what still runs and leaves the rest open.
static void abandon (struct driver *d, const char *reason) {
  for (unsigned j = 0; j < d->jobs; j++) {
    size_t candidate;
    ft_outcome o;
    if (!ft_worker_is_busy (d->workers[j], &candidate))
      continue;
    ft_worker_kill (d->workers[j], reason, &o);
    settle (d, candidate, 0, &o);
    d->results->races[candidate].seconds = ft_now () - d->started[candidate];
  }
  while (d->next < d->candidates->list.size)
    settle_open (d, d->next++, reason);
}

static void decide_all (struct driver *d) {
  size_t total = d->candidates->list.size;
  struct pollfd *polled = FT_ARRAY (struct pollfd, d->jobs);
  while (d->done < total) {
    if (is_stopped (d)) {
      d->results->interrupted = true;
      abandon (d, "the check was interrupted");
    } else if (time_left (d) <= 0) {
      d->results->out_of_budget = true;
      abandon (d, "the budget of the whole check was used up; try a longer "
                  "--budget");
    } else {
      for (unsigned j = 0; j < d->jobs; j++)
        hand_out (d, d->workers[j]);
      collect (d, polled);
    }
    report_progress (d, "certifying", d->done, total);
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

void ft_check (const ft_trace *trace, const ft_check_options *options,
               ft_results *results) {
  struct driver d = {.trace = trace, .options = options, .results = results};
  *results = (ft_results){0};
  d.begin = ft_now ();
  d.end = d.begin + options->budget;
  d.facts = ft_facts_new (trace);
  find_candidates (&d);
  size_t n = d.candidates->list.size;
  results->candidates = results->size = n;
  results->races = FT_ARRAY (ft_race, n);
  d.started = FT_ARRAY (double, n);
  d.checker = ft_checker_new (trace);
  d.jobs = count_jobs (options, n);
  d.workers = FT_ARRAY (ft_worker *, d.jobs);
  for (unsigned j = 0; j < d.jobs; j++)
    d.workers[j] = ft_worker_new (d.facts, d.candidates, options);
  decide_all (&d);
  for (unsigned j = 0; j < d.jobs; j++)
    ft_worker_free (d.workers[j]);
  qsort (results->races, n, sizeof *results->races, compare_races);
  results->seconds = ft_now () - d.begin;
  free (d.workers);
  free (d.started);
  ft_checker_free (d.checker);
  ft_candidates_free (d.candidates);
  ft_facts_free (d.facts);
}
