#include "replay/replay_all.h"

#include <signal.h>

#include "base/deadline.h"
#include "base/debug_log.h"
#include "replay/failure_replay.h"
#include "replay/probe_run.h"

enum { MAX_REPEATED = 20 }; // findings that are replayed more than once

typedef struct finding {
  const ft_witness *witness;
  ft_failure *failure; // NULL: a race or a deadlock
  ft_replayed *replayed;
  ft_replay_schedule schedule;
  bool has_schedule;    // the schedule was made
  bool cannot_schedule; // the schedule cannot be made
} finding;

typedef struct all_replays {
  const ft_replay_all_options *asked;
  const ft_replay_context *replays;
  FT_STACK (finding) findings;
  ft_deadline deadline;
  size_t done, total;
  bool over; // interrupted, or the time limit was reached
} all_replays;

// What is worst comes first: failures and deadlocks end a program.
static void collect (all_replays *r, ft_results *x) {
  for (size_t i = 0; i < x->failure_count; i++)
    if (x->failures[i].verdict == FT_CERTIFIED)
      FT_PUSH (r->findings, ((finding){.witness = &x->failures[i].witness,
                                       .failure = x->failures + i,
                                       .replayed = &x->failures[i].replayed}));
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (x->deadlocks[i].verdict == FT_CERTIFIED)
      FT_PUSH (r->findings, ((finding){.witness = &x->deadlocks[i].witness,
                                       .replayed = &x->deadlocks[i].replayed}));
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].verdict == FT_CERTIFIED)
      FT_PUSH (r->findings, ((finding){.witness = &x->races[i].witness,
                                       .replayed = &x->races[i].replayed}));
}

static void give_reason (ft_replayed *replayed, enum ft_replay_failure failure,
                         const char *why) {
  if (replayed->why)
    return;
  replayed->why = ft_strdup (why);
  replayed->miss = failure;
}

static bool make_schedule (all_replays *r, finding *f) {
  ft_error error = FT_NO_ERROR;
  if (!f->has_schedule && !f->cannot_schedule) {
    f->has_schedule =
        ft_probe_schedule (&f->schedule, r->replays, f->witness, &error);
    f->cannot_schedule = !f->has_schedule;
    if (f->cannot_schedule)
      FT_DEBUG (REPLAY, 1, "no schedule: %s", error.message);
    if (f->cannot_schedule)
      give_reason (f->replayed, FT_REPLAY_FAILURE_NO_PLAN, error.message);
  }
  return f->has_schedule;
}

static void count (all_replays *r, finding *f, const ft_replay_result *replay) {
  if (replay->interrupted) {
    r->over = true;
    raise (replay->interrupted); // for the handler of this process
    return;
  }
  f->replayed->runs++;
  f->replayed->reached += replay->reached;
  if (!replay->reached)
    give_reason (f->replayed, replay->failure, ft_strbuf_text (&replay->why));
}

// Called only while there are replays to do, so that 'over' means unfinished.
static bool is_over (all_replays *r) {
  r->over |= ft_deadline_over (&r->deadline);
  return r->over;
}

static bool replay_failure (all_replays *r, finding *f, ft_error *error) {
  ft_failure_seen seen;
  if (!ft_failure_replay (r->replays, f->failure, &f->schedule, &seen, error))
    return false;
  ft_replay_result once = {.reached = seen.seen,
                           .why = seen.text,
                           .failure = seen.failure,
                           .interrupted = seen.interrupted};
  count (r, f, &once);
  if (seen.seen && !f->failure->seen)
    f->failure->seen = ft_strdup (ft_strbuf_text (&seen.text));
  ft_failure_seen_release (&seen);
  return true;
}

static bool replay (all_replays *r, finding *f, ft_error *error) {
  ft_replay_result once;
  if (r->asked->progress)
    r->asked->progress (r->asked->context, r->done, r->total);
  r->done++;
  if (!make_schedule (r, f))
    return true;
  if (f->failure)
    return replay_failure (r, f, error);
  bool fine = ft_replay_once (r->replays, f->witness, &f->schedule,
                              FT_REPLAY_THEN_STOP, false, &once, error);
  if (fine)
    count (r, f, &once);
  ft_replay_result_release (&once);
  return fine;
}

// How often to replay a finding.  One that three replays did not reach is not
// replayed further, since each replay may hang.
static unsigned count_replays (const all_replays *r, size_t i) {
  const ft_replayed *replayed = r->findings.begin[i].replayed;
  if (i >= MAX_REPEATED)
    return 1;
  return replayed->runs >= 3 && !replayed->reached ? 3 : r->asked->times;
}

static bool run_all (all_replays *r, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; fine && i < r->findings.size && !is_over (r); i++)
    fine = replay (r, r->findings.begin + i, error);
  for (size_t i = 0; fine && i < r->findings.size; i++) {
    finding *f = r->findings.begin + i;
    while (fine && !f->cannot_schedule &&
           f->replayed->runs < count_replays (r, i) && !is_over (r))
      fine = replay (r, f, error);
    if (i + 1 >= MAX_REPEATED)
      break;
  }
  return fine;
}

static void report_cut (const all_replays *r, ft_results *results) {
  bool stopped = ft_deadline_stopped (&r->deadline);
  results->interrupted |= stopped;
  ft_phase_cut (&results->phases, FT_PHASE_REPLAYING,
                stopped ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME, r->done,
                r->total);
}

bool ft_replay_all (const ft_replay_all_options *asked,
                    const ft_replay_context *replays, ft_results *results,
                    ft_error *error) {
  all_replays r = {.asked = asked,
                   .replays = replays,
                   .deadline = ft_deadline_in (asked->seconds, asked->stop)};
  if (!asked->times)
    return true;
  collect (&r, results);
  size_t repeated =
      r.findings.size < MAX_REPEATED ? r.findings.size : MAX_REPEATED;
  r.total = r.findings.size + repeated * (asked->times - 1);
  FT_DEBUG (REPLAY, 1, "at most %zu replays of %zu findings, in %g s", r.total,
            r.findings.size, asked->seconds);
  bool fine = run_all (&r, error);
  if (r.over)
    report_cut (&r, results);
  for (size_t i = 0; i < r.findings.size; i++)
    ft_replay_schedule_release (&r.findings.begin[i].schedule);
  FT_RELEASE (r.findings);
  return fine;
}
