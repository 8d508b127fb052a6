#include "predict/driver.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>

#include "base/processors.h"
#include "predict/memory_model.h"

// A batch that certifies gets more time than its share.
static void extend_share (ft_driver *d) {
  double end = d->deadline.end + d->gain;
  if (d->whole && d->deadline.end > 0)
    d->deadline.end = end < d->latest ? end : d->latest;
}

static void settle_candidate (ft_driver *d, size_t i, uint32_t instance,
                              ft_outcome *o) {
  ft_cost_add (d->costs + i, &o->cost);
  if (o->verdict == FT_CERTIFIED)
    extend_share (d);
  if (d->c11)
    ft_memory_model_settle (d->search, d->results, i, o, d->hold);
  else if (d->model == FT_MODEL_MCM)
    ft_settle (d->search, d->results, i, instance, o);
  else
    ft_settle_relaxed (d->search, d->results, i, instance, o);
  d->done++;
}

static void settle_open (ft_driver *d, size_t i, enum ft_cause cause,
                         const char *reason) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .model = d->model, .cause = cause};
  if (d->model != FT_MODEL_MCM && (d->c11 || d->results->races[i].left_open)) {
    d->done++; // the model before says why
    return;
  }
  ft_strbuf_add (&o.reason, "%s", reason);
  settle_candidate (d, i, 0, &o);
}

static bool has_next (const ft_driver *d) {
  return d->next < d->total || d->again < d->put_off.size;
}

static size_t take_next (ft_driver *d) {
  assert (has_next (d));
  return d->next < d->total ? d->asked[d->next++]
                            : d->put_off.begin[d->again++];
}

// The seconds that a candidate may take; 0: no limit.
static double longest_of (const ft_driver *d, size_t candidate) {
  double all = d->options->timeout * (d->patience > 0 ? d->patience : 1);
  size_t first = ft_work_first_failure (&d->search->work);
  double own = candidate < first
                   ? 0
                   : d->search->failures->list.begin[candidate - first].seconds;
  return own > 0 && (all <= 0 || own < all) ? own : all;
}

// Whether a candidate may be put off: it shares a budget and may take longer.
static bool puts_off (const ft_driver *d, size_t candidate) {
  double longest = longest_of (d, candidate), first = d->options->first_try;
  return d->options->budget > 0 && first > 0 &&
         !(longest > 0 && longest <= first);
}

// The seconds that the candidate which was taken last may take.
static double time_of (const ft_driver *d, size_t candidate) {
  double timeout = ft_deadline_left (&d->deadline);
  double longest = longest_of (d, candidate);
  if (longest > 0 && longest < timeout)
    timeout = longest;
  bool first = puts_off (d, candidate) && !d->again && timeout > d->options->first_try;
  return first ? d->options->first_try : timeout;
}

// Whether the candidate is put off, since more time might decide it: it took
// most of that of a first try, or the solver asked for more.
static bool put_off (ft_driver *d, size_t candidate, double seconds,
                     ft_outcome *o) {
  bool of_time = seconds > d->options->first_try / 2 ||
                 o->cause == FT_CAUSE_TIMEOUT || o->cause == FT_CAUSE_SOLVER;
  uint8_t tried = (uint8_t)(d->model + 1 + (d->c11 ? FT_MODEL_COUNT : 0));
  if (o->verdict != FT_UNDECIDED || !of_time || !puts_off (d, candidate) ||
      d->tried[candidate] == tried)
    return false;
  ft_cost_add (d->costs + candidate, &o->cost);
  ft_outcome_release (o);
  d->tried[candidate] = tried;
  FT_PUSH (d->put_off, candidate);
  return true;
}

// Gives an idle worker the next candidate.
static void start_next (ft_driver *d, ft_worker *w) {
  size_t candidate;
  if (!has_next (d) || ft_worker_is_busy (w, &candidate) ||
      ft_deadline_over (&d->deadline))
    return;
  candidate = take_next (d);
  d->started[candidate] = ft_seconds_now ();
  double timeout = time_of (d, candidate);
  if (!ft_worker_start (w, candidate, d->model, d->c11, timeout))
    settle_open (d, candidate, FT_CAUSE_WORKER,
                 "no worker process could be started; try a smaller -j");
}

// Takes the answer of a worker, or kills the worker if it is late.  The worker
// gets its next candidate before its answer is checked, since checking may take
// as long as the search.
static void collect_one (ft_driver *d, ft_worker *w, bool readable) {
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
              longest_of (d, candidate));
    ft_worker_kill (w, FT_CAUSE_TIMEOUT, reason, &o);
  } else
    return;
  o.model = o.verdict == FT_CERTIFIED ? o.model : d->model;
  double seconds = ft_seconds_now () - d->started[candidate];
  if (o.verdict == FT_UNDECIDED && !o.cost.tried[FT_CERTIFY_STAGE_ORDER])
    o.cost.lost = seconds; // the costs of the stages died with the worker
  bool later = put_off (d, candidate, seconds, &o);
  start_next (d, w);
  if (later)
    return;
  settle_candidate (d, candidate, instance, &o);
  ft_settle_seconds (d->results, candidate, seconds);
}

// Waits for an answer, a deadline or a tenth of a second.
static void collect (ft_driver *d, struct pollfd *polled) {
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
static void abandon (ft_driver *d, enum ft_cause cause, const char *reason) {
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
  while (has_next (d))
    settle_open (d, take_next (d), cause, reason);
}

// Ends a batch that had its share; the rest of the check goes on.
static void cut_share (ft_driver *d) {
  ft_phase_cut (&d->results->phases, FT_PHASE_FAILURES, FT_TRUNCATION_SHARE,
                d->done, d->total);
  abandon (d, FT_CAUSE_BUDGET,
           "failures had the part of the time that they may take; try a longer "
           "--budget");
}

static void cut_certifying (ft_driver *d) {
  enum ft_truncation cut = ft_search_truncation (&d->deadline);
  d->late = true;
  d->late_at = d->done;
  if (d->whole && !ft_deadline_over (d->whole)) {
    cut_share (d);
    return;
  }
  d->stopped |= cut == FT_TRUNCATION_INTERRUPT;
  // The other models only add to the verdicts of the strictest one.
  if (d->model == FT_MODEL_MCM && !d->c11 &&
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

static void decide_all (ft_driver *d) {
  struct pollfd *polled = FT_ARRAY (struct pollfd, d->jobs);
  while (d->done < d->total) {
    if (ft_deadline_over (&d->deadline)) {
      cut_certifying (d);
    } else {
      for (unsigned j = 0; j < d->jobs; j++)
        start_next (d, d->workers[j]);
      collect (d, polled);
    }
    bool strict = d->model == FT_MODEL_MCM && !d->c11;
    ft_search_report (d->options, "certifying",
                      strict ? d->before + d->done : d->done,
                      strict ? d->strict : d->total,
                      d->results->certified + d->results->deadlocks_certified);
  }
  free (polled);
}

static unsigned count_jobs (const ft_check_options *options, size_t work) {
  size_t jobs = options->jobs ? options->jobs : ft_processors ();
  return (unsigned)(jobs < work ? jobs : work);
}

void ft_driver_begin (ft_driver *d, size_t count) {
  size_t size = ft_work_size (&d->search->work);
  d->deadline = ft_search_deadline (d->options, d->options->budget);
  d->started = FT_ARRAY (double, size);
  d->costs = FT_ARRAY (ft_cost, size);
  d->tried = FT_ARRAY (uint8_t, size);
  d->jobs = count_jobs (d->options, count);
  d->workers = FT_ARRAY (ft_worker *, d->jobs);
  for (unsigned j = 0; j < d->jobs; j++)
    d->workers[j] = ft_worker_new (&d->search->work, d->options);
}

void ft_driver_end (ft_driver *d) {
  for (unsigned j = 0; j < d->jobs; j++)
    ft_worker_free (d->workers[j]);
  free (d->workers);
  free (d->started);
  free (d->costs);
  free (d->tried);
  FT_RELEASE (d->put_off);
}

static void decide_batch (ft_driver *d, enum ft_model model,
                          const size_t *asked, size_t count) {
  d->model = model;
  d->asked = asked;
  d->total = count;
  d->next = d->done = d->again = 0;
  FT_CLEAR (d->put_off);
  d->late = false;
  decide_all (d);
}

void ft_driver_decide (ft_driver *d, enum ft_model model, const size_t *asked,
                       size_t count) {
  decide_batch (d, model, asked, count);
  if (model == FT_MODEL_MCM)
    d->before += count;
}

void ft_driver_decide_c11 (ft_driver *d, enum ft_model model,
                           const size_t *asked, size_t count, bool *hold) {
  d->c11 = true;
  d->hold = hold;
  decide_batch (d, model, asked, count);
  d->c11 = false;
}

void ft_driver_leave (ft_driver *d, size_t candidate, enum ft_cause cause,
                      const char *reason) {
  ft_settle_open (d->search, d->results, candidate, cause, reason);
  d->before++;
}
