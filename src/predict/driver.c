#include "predict/driver.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "predict/deadlocks.h"
#include "predict/fingerprint.h"
#include "predict/sides.h"
#include "predict/triage.h"
#include "predict/worker.h"

// More candidates than this are not listed; the results say so.
#define CANDIDATE_LIMIT 200000
#define DEADLOCK_LIMIT 1000

#define PREPARATION_SECONDS 0.5

struct ft_search {
  ft_facts *facts;
  ft_candidates *candidates;
  ft_deadlocks *deadlocks;
  ft_work work; // all of these
  ft_checker *checker;
  ft_phase_ends phases;
};

struct driver {
  ft_search *search;
  const ft_check_options *options;
  const size_t *asked; // candidates, or NULL for all
  size_t total;        // how many are asked for
  ft_results *results; // race i is about candidate i, deadlocks follow
  ft_worker **workers;
  unsigned jobs;
  size_t next, done; // how many were handed out and decided
  double *started;   // per candidate
  ft_deadline deadline;
};

static void report_progress (const ft_check_options *options, const char *phase,
                             uint64_t done, uint64_t total,
                             uint64_t certified) {
  if (options->progress)
    options->progress (options->context, phase, done, total, certified);
}

// ---- candidates ----------------------------------------------------------

static enum ft_halt cut_by (const ft_deadline *d) {
  return ft_deadline_stopped (d) ? FT_HALT_STOP : FT_HALT_TIME;
}

static void cut_listing (ft_search *s) {
  uint32_t variables =
      ft_tables_count (&s->facts->trace->tables, FT_CLASS_VARIABLE);
  if (s->candidates->cut)
    ft_phase_cut (&s->phases, FT_PHASE_LISTING, s->candidates->cut,
                  s->candidates->listed, variables);
}

static ft_candidates_limits limits_of (const ft_deadline *deadline) {
  return (ft_candidates_limits){.candidates = CANDIDATE_LIMIT,
                                .deadline = deadline};
}

static void list_candidates (ft_search *s, const ft_check_options *options,
                             const ft_deadline *deadline) {
  ft_deadline half = ft_deadline_part (deadline, 0.5);
  report_progress (options, "finding candidates", 0, 0, 0);
  s->candidates =
      ft_candidates_bounded (s->facts->index, options->all_pairs,
                             limits_of (&half));
  cut_listing (s);
}

// Relations order events of the run alone, so that these come after them.
static void list_sides (ft_search *s, const ft_check_options *options,
                        const ft_deadline *deadline) {
  ft_deadline half = ft_deadline_part (deadline, 0.5);
  bool cut = s->candidates->cut;
  if (options->model < FT_MODEL_PATH ||
      options->candidates != FT_REL_FORK_JOIN)
    return;
  ft_sides_add (s->candidates, s->facts, options->all_pairs,
                limits_of (&half));
  if (!cut)
    cut_listing (s);
}

static uint64_t count_ordered (const ft_candidates *c) {
  uint64_t n = 0;
  for (size_t i = 0; i < c->list.size; i++)
    n += c->list.begin[i].closest->unordered_by != 0;
  return n;
}

static void order_candidates (ft_search *s, const ft_check_options *options,
                              const ft_deadline *deadline) {
  ft_deadline half = ft_deadline_part (deadline, 0.5);
  if (!s->candidates->list.size)
    return;
  report_progress (options, "ordering candidates", 0, 0, 0);
  if (!ft_candidates_classify (
          s->candidates, s->facts->index,
          1u << FT_REL_HB | 1u << FT_REL_WCP | 1u << FT_REL_DC, &half))
    ft_phase_cut (&s->phases, FT_PHASE_ORDERING, cut_by (&half),
                  count_ordered (s->candidates), s->candidates->list.size);
  if (options->candidates != FT_REL_FORK_JOIN)
    ft_candidates_restrict (s->candidates, options->candidates);
}

static void find_cycles (ft_search *s, const ft_check_options *options,
                         const ft_deadline *deadline) {
  if (!options->deadlocks) {
    s->deadlocks = FT_NEW (ft_deadlocks);
    return;
  }
  s->deadlocks = ft_deadlocks_new (s->facts->index, DEADLOCK_LIMIT, deadline);
  if (s->deadlocks->late || s->deadlocks->truncated)
    ft_phase_cut (&s->phases, FT_PHASE_CYCLES,
                  s->deadlocks->late ? cut_by (deadline) : FT_HALT_LIMIT,
                  s->deadlocks->list.size, 0);
}

// Without facts there is nothing to ask about.
static void give_up (ft_search *s, const ft_trace *trace,
                     const ft_deadline *deadline) {
  if (!trace->cut)
    ft_phase_cut (&s->phases, FT_PHASE_INDEXING, cut_by (deadline), 0,
                  trace->size);
  s->candidates = FT_NEW (ft_candidates);
  s->deadlocks = FT_NEW (ft_deadlocks);
}

static void note_reading (ft_search *s, const ft_trace *trace,
                          const ft_deadline *deadline) {
  double total = trace->share > 0 ? trace->size / trace->share : 0;
  if (trace->cut)
    ft_phase_cut (&s->phases, FT_PHASE_READING, cut_by (deadline), trace->size,
                  (uint64_t)total);
}

static ft_deadline deadline_of (const ft_check_options *options,
                                double budget) {
  ft_deadline d = ft_deadline_in (budget, options->stop);
  if (options->begun > 0 && budget > 0)
    d.end = options->begun + budget;
  return d;
}

ft_deadline ft_check_preparation (const ft_check_options *options) {
  double budget = options->budget;
  bool small = budget > 0 && budget < PREPARATION_SECONDS;
  return deadline_of (options, small ? PREPARATION_SECONDS : budget);
}

// What was not read to its end is not looked at: that something is impossible
// in a part says nothing about the whole.
ft_search *ft_search_new (const ft_trace *trace,
                          const ft_check_options *options) {
  ft_search *s = FT_NEW (ft_search);
  ft_deadline deadline = ft_check_preparation (options);
  note_reading (s, trace, &deadline);
  report_progress (options, "indexing", 0, 0, 0);
  if (!trace->cut)
    s->facts = ft_facts_bounded (trace, &deadline);
  if (s->facts) {
    list_candidates (s, options, &deadline);
    order_candidates (s, options, &deadline);
    list_sides (s, options, &deadline);
    find_cycles (s, options, &deadline);
    s->checker = ft_checker_new (trace);
  } else
    give_up (s, trace, &deadline);
  s->work = (ft_work){s->facts, s->candidates, s->deadlocks};
  return s;
}

void ft_search_free (ft_search *s) {
  if (!s)
    return;
  ft_checker_free (s->checker);
  ft_candidates_free (s->candidates);
  ft_deadlocks_free (s->deadlocks);
  ft_facts_free (s->facts);
  free (s);
}

const ft_candidates *ft_search_candidates (const ft_search *s) {
  return s->candidates;
}

const ft_phase_ends *ft_search_phases (const ft_search *s) {
  return &s->phases;
}

// ---- results -------------------------------------------------------------

static void settle_race (struct driver *d, size_t i, uint32_t instance,
                         ft_outcome *o) {
  const ft_candidate *candidate = d->search->candidates->list.begin + i;
  const ft_pair *pair = candidate->closest + instance;
  ft_race *race = d->results->races + i;
  race->pair[0] = pair->first;
  race->pair[1] = pair->second;
  race->variable = pair->variable;
  race->unordered_by = pair->unordered_by;
  race->instances = candidate->instances;
  race->verdict = o->verdict;
  race->model = o->model;
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
  bool open = race->verdict == FT_UNDECIDED;
  ft_stages_add (&d->results->stages, open ? NULL : o->certifier, o->cause,
                 &o->cost);
}

// Takes over the outcome.  A witness is checked here once more: the worker
// that found and checked it is another process.
static void settle (struct driver *d, size_t i, uint32_t instance,
                    ft_outcome *o) {
  const ft_deadlock_candidate *deadlock =
      ft_work_deadlock (&d->search->work, i);
  if (o->verdict == FT_CERTIFIED &&
      !ft_checker_accepts (d->search->checker, &o->witness, NULL)) {
    o->verdict = FT_UNDECIDED;
    o->certifier = NULL;
    o->cause = FT_CAUSE_REFUSED;
    ft_strbuf_add (&o->reason, "the witness of a worker was refused");
  }
  if (o->verdict == FT_CERTIFIED)
    ft_checker_changes (d->search->checker, &o->witness);
  if (deadlock)
    ft_deadlock_settle (d->results, i - d->results->size, deadlock, instance,
                        o);
  else
    settle_race (d, i, instance, o);
  d->done++;
}

static void set_seconds (struct driver *d, size_t i, double seconds) {
  if (i < d->results->size)
    d->results->races[i].seconds = seconds;
  else
    d->results->deadlocks[i - d->results->size].seconds = seconds;
}

static void settle_open (struct driver *d, size_t i, enum ft_cause cause,
                         const char *reason) {
  ft_outcome o = {.verdict = FT_UNDECIDED, .cause = cause};
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

static size_t take_next (struct driver *d) {
  size_t i = d->next++;
  return d->asked ? d->asked[i] : i;
}

// Gives an idle worker the next candidate.
static void hand_out (struct driver *d, ft_worker *w) {
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
  else if (ft_seconds_now () > ft_worker_deadline (w)) {
    char reason[100];
    snprintf (reason, sizeof reason,
              "not decided within %g s; try a longer --timeout",
              d->options->timeout);
    ft_worker_kill (w, FT_CAUSE_TIMEOUT, reason, &o);
  } else
    return;
  double seconds = ft_seconds_now () - d->started[candidate];
  if (o.verdict == FT_UNDECIDED && !o.cost.tried[FT_STAGE_ORDER])
    o.cost.lost = seconds; // there is no account of what it went on
  hand_out (d, w);
  settle (d, candidate, instance, &o);
  set_seconds (d, candidate, seconds);
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

// Kills what still runs and leaves the rest open.
static void abandon (struct driver *d, enum ft_cause cause,
                     const char *reason) {
  for (unsigned j = 0; j < d->jobs; j++) {
    size_t candidate;
    ft_outcome o;
    if (!ft_worker_is_busy (d->workers[j], &candidate))
      continue;
    ft_worker_kill (d->workers[j], cause, reason, &o);
    o.cost.lost = ft_seconds_now () - d->started[candidate];
    settle (d, candidate, 0, &o);
    set_seconds (d, candidate, ft_seconds_now () - d->started[candidate]);
  }
  while (d->next < d->total)
    settle_open (d, take_next (d), cause, reason);
}

static void cut_certifying (struct driver *d) {
  enum ft_halt cut = cut_by (&d->deadline);
  ft_phase_cut (&d->results->phases, FT_PHASE_CERTIFYING, cut, d->done,
                d->total);
  if (cut == FT_HALT_STOP)
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
        hand_out (d, d->workers[j]);
      collect (d, polled);
    }
    report_progress (d->options, "certifying", d->done, d->total,
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
  d.deadline = deadline_of (options, options->budget);
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
  ft_results_tell_cuts (results);
  results->seconds = ft_seconds_now () - begin;
  free (d.workers);
  free (d.started);
}

static void rank (const ft_trace *trace, ft_results *x) {
  if (x->size)
    qsort (x->races, x->size, sizeof *x->races, compare_races);
  ft_deadlocks_rank (x);
  ft_fingerprint_all (trace, x);
}

void ft_check_finish (const ft_trace *trace, ft_results *x) {
  rank (trace, x);
  ft_deadlocks_tell (trace, x);
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
  if (!options->shard.of) // which deadlock is which is known to all together
    ft_deadlocks_tell (trace, results);
  results->seconds = ft_seconds_now () - begun.begun;
  ft_search_free (search);
}
