#include "replay/replay_all.h"

#include <signal.h>

#include "base/deadline.h"
#include "replay/probe_run.h"

enum { MOST_REPEATED = 20 }; // findings that are replayed more than once

typedef struct finding {
  const ft_witness *witness;
  ft_replayed *replayed;
  ft_replay_schedule plan;
  bool planned, hopeless; // the plan cannot be made
  enum ft_replay_end then;
} finding;

typedef struct rounds {
  const ft_replay_all_options *asked;
  const ft_replay_context *replays;
  FT_STACK (finding) findings;
  ft_deadline deadline;
  size_t done, total;
  bool over; // before all was done
} rounds;

static void collect (rounds *r, ft_results *x) {
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].verdict == FT_CERTIFIED)
      FT_PUSH (r->findings, ((finding){.witness = &x->races[i].witness,
                                       .then = FT_REPLAY_THEN_STOP,
                                       .replayed = &x->races[i].replayed}));
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (x->deadlocks[i].verdict == FT_CERTIFIED)
      FT_PUSH (r->findings, ((finding){.witness = &x->deadlocks[i].witness,
                                       .then = FT_REPLAY_THEN_STOP,
                                       .replayed = &x->deadlocks[i].replayed}));
}

static void give_reason (ft_replayed *replayed, enum ft_replay_failure miss,
                         const char *why) {
  if (replayed->why)
    return;
  replayed->why = ft_strdup (why);
  replayed->miss = miss;
}

static bool make_plan (rounds *r, finding *f) {
  ft_error error = FT_NO_ERROR;
  if (!f->planned && !f->hopeless) {
    f->planned = ft_probe_schedule (&f->plan, r->replays, f->witness, &error);
    f->hopeless = !f->planned;
    if (f->hopeless)
      give_reason (f->replayed, FT_REPLAY_FAILURE_NO_PLAN, error.message);
  }
  return f->planned;
}

static void count (rounds *r, finding *f, const ft_replay_result *replay) {
  if (replay->interrupted) {
    r->over = true;
    raise (replay->interrupted); // to whoever catches it
    return;
  }
  f->replayed->runs++;
  f->replayed->reached += replay->reached;
  if (!replay->reached)
    give_reason (f->replayed, replay->miss, ft_strbuf_text (&replay->why));
}

// Asked only while there is something to do.
static bool is_over (rounds *r) {
  r->over |= ft_deadline_over (&r->deadline);
  return r->over;
}

static bool replay (rounds *r, finding *f, ft_error *error) {
  ft_replay_result once;
  if (r->asked->progress)
    r->asked->progress (r->asked->context, r->done, r->total);
  r->done++;
  if (!make_plan (r, f))
    return true;
  bool fine = ft_replay_once (r->replays, f->witness, &f->plan, f->then, false,
                              &once, error);
  // A library function may need more than one step to its own record.
  bool again = fine && f->then == FT_REPLAY_THEN_STOP && once.parked && !once.reached;
  if (again) {
    f->then = FT_REPLAY_THEN_FREE;
    ft_replay_result_release (&once);
    fine = ft_replay_once (r->replays, f->witness, &f->plan, f->then, false,
                           &once, error);
  }
  if (fine)
    count (r, f, &once);
  ft_replay_result_release (&once);
  return fine;
}

// One that did not get there once is not worth hanging twenty times.
static unsigned wanted (const rounds *r, size_t i) {
  const ft_replayed *replayed = r->findings.begin[i].replayed;
  if (i >= MOST_REPEATED)
    return 1;
  return replayed->runs >= 3 && !replayed->reached ? 3 : r->asked->times;
}

static bool run_all (rounds *r, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; fine && i < r->findings.size && !is_over (r); i++)
    fine = replay (r, r->findings.begin + i, error);
  for (size_t i = 0; fine && i < r->findings.size; i++) {
    finding *f = r->findings.begin + i;
    while (fine && !f->hopeless && f->replayed->runs < wanted (r, i) &&
           !is_over (r))
      fine = replay (r, f, error);
    if (i + 1 >= MOST_REPEATED)
      break;
  }
  return fine;
}

static void tell_cut (const rounds *r, ft_results *results) {
  bool stopped = ft_deadline_stopped (&r->deadline);
  results->interrupted |= stopped;
  ft_phase_cut (&results->phases, FT_PHASE_REPLAYING,
                stopped ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME, r->done, r->total);
}

bool ft_replay_all (const ft_replay_all_options *asked, const ft_replay_context *replays,
                    ft_results *results, ft_error *error) {
  rounds r = {.asked = asked, .replays = replays,
              .deadline = ft_deadline_in (asked->seconds, asked->stop)};
  if (!asked->times)
    return true;
  collect (&r, results);
  size_t repeated =
      r.findings.size < MOST_REPEATED ? r.findings.size : MOST_REPEATED;
  r.total = r.findings.size + repeated * (asked->times - 1);
  bool fine = run_all (&r, error);
  if (r.over)
    tell_cut (&r, results);
  for (size_t i = 0; i < r.findings.size; i++)
    ft_replay_schedule_release (&r.findings.begin[i].plan);
  FT_RELEASE (r.findings);
  return fine;
}
