#include "explore/run_input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/strbuf.h"
#include "explore/explore_run.h"
#include "explore/input_grow.h"
#include "explore/input_shrink.h"
#include "explore/nondet_numbers.h"
#include "explore/open_superrounds.h"
#include "explore/run_input_inside.h"
#include "explore/strategy.h"
#include "explore/superround.h"
#include "load/open.h"
#include "record/recording.h"
#include "record/run_file.h"

bool ft_run_input_is_new (const ft_search_state *m, const ft_job *job,
                          ft_run_input *chosen, uint64_t schedule) {
  ft_strbuf text = {0};
  ft_run_schedule *s = &chosen->schedule;
  ft_input_set_print (&chosen->inputs, &text);
  uint64_t words[] = {schedule, (uint64_t)s->policy, s->seed,
                      ft_checksum (ft_strbuf_text (&text), text.size)};
  s->digest = ft_checksum (words, sizeof words);
  ft_strbuf_release (&text);
  return job->step == FT_JOB_FIRST || !ft_search_state_tried (m, s->digest);
}

static uint64_t digest_of (const char *plan) {
  return plan ? ft_checksum (plan, strlen (plan)) : 0;
}

// ---- swap ------------------------------------------------------------------

static bool read_text (const char *path, ft_strbuf *text) {
  char buffer[4096];
  FILE *file = fopen (path, "re");
  size_t n;
  while (file && (n = fread (buffer, 1, sizeof buffer, file)) > 0)
    ft_strbuf_add_bytes (text, buffer, n);
  if (file)
    fclose (file);
  return file;
}

// Adds the events of the schedule, which the witness of the race names.
static bool name_events (const ft_explore_options *o, const ft_found_race *race,
                         bool swapped, ft_sequence *events, ft_error *error) {
  ft_strbuf path = {0};
  ft_witness *witnesses = NULL;
  char *run = ft_explore_run_path (o, race->swap_run);
  ft_strbuf_add (&path, "%s/races/%s.json", o->directory, race->swap_file);
  ft_trace *trace =
      ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  int n = trace ? ft_witness_read (ft_strbuf_text (&path), trace, NULL,
                                   &witnesses, error)
                : -1;
  for (int i = 0; i < n; i++) {
    ft_swap_events (trace, witnesses + i, swapped, events);
    ft_witness_release (witnesses + i);
  }
  free (witnesses);
  if (trace)
    ft_trace_free (trace);
  free (run);
  ft_strbuf_release (&path);
  return n > 0;
}

static bool swap (const ft_explore_options *o, const ft_search_state *m,
                  const ft_job *job, ft_run_schedule *schedule,
                  ft_error *error) {
  ft_strbuf path = {0}, text = {0};
  const ft_found_race *race = m->races.begin + job->race;
  ft_strbuf_add (&path, "%s/races/%s.plan", o->directory, race->swap_file);
  bool fine = read_text (ft_strbuf_text (&path), &text);
  if (fine)
    schedule->plan = ft_swap_schedule (ft_strbuf_text (&text), job->swapped);
  else
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: cannot be read; --fresh begins anew",
                  ft_strbuf_text (&path));
  ft_strbuf_release (&path);
  ft_strbuf_release (&text);
  return fine && (!o->inputs || name_events (o, race, job->swapped,
                                             &schedule->events, error));
}

// ---- concolic --------------------------------------------------------------

// Takes the schedule of the parent: its plan, and then the same policy.
static bool follow_parent (const char *run, ft_run_schedule *schedule,
                           ft_error *error) {
  ft_strbuf path = {0}, text = {0};
  ft_run_file file = {0};
  ft_strbuf_add (&path, "%s/plan", run);
  if (!ft_run_file_read (&file, run, error))
    return false;
  for (int i = 0; ft_sched_policy_names[i]; i++)
    if (!strcmp (ft_sched_policy_names[i], file.schedule))
      schedule->policy = i;
  schedule->seed = file.seed;
  bool planned = read_text (ft_strbuf_text (&path), &text);
  schedule->plan = planned ? ft_strbuf_take (&text) : NULL;
  ft_strbuf_release (&path);
  ft_strbuf_release (&text);
  ft_run_file_release (&file);
  return true;
}

// Whether another run has flips of a level before those of the next level are tried.
static bool others_come_first (const ft_search_state *m, const ft_job *job,
                               int level) {
  for (size_t i = 0; i < m->kept.size; i++) {
    const ft_kept_recording *other = m->kept.begin + i;
    if (other->run != job->parent && !other->busy && other->level <= level)
      return true;
  }
  return false;
}

// Goes on to further levels as the strategy would, with the trace that is read already.
static bool flip_at_levels (const ft_search_state *m, const ft_job *job,
                            const char *run, const ft_trace *trace,
                            ft_run_input *chosen) {
  bool found = false, cut = false;
  for (;; chosen->level++) {
    found = ft_concolic_step (m, job->parent, run, trace,
                              (enum ft_flip_level)chosen->level,
                              &chosen->inputs, &chosen->asked, &cut);
    if (found || cut || chosen->level >= FT_FLIP_COLLISION ||
        others_come_first (m, job, chosen->level))
      break;
  }
  chosen->exhausted = !found && !cut;
  return found;
}

static bool flip_branch (const ft_explore_options *o, const ft_search_state *m,
                         const ft_job *job, ft_run_input *chosen,
                         ft_error *error) {
  char *run = ft_explore_run_path (o, job->parent);
  ft_trace *trace =
      ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  bool found = trace && flip_at_levels (m, job, run, trace, chosen);
  found = found && follow_parent (run, &chosen->schedule, error);
  if (trace)
    ft_trace_free (trace);
  free (run);
  return found;
}

// ---- super-rounds ----------------------------------------------------------

static bool flip_leading_away (const ft_search_state *m, const ft_job *job,
                               const ft_trace *trace, ft_run_input *chosen,
                               ft_error *error) {
  ft_schedule_prefix prefix;
  const ft_sequence *events = &chosen->schedule.events;
  return ft_superround_run_prefix (events, trace, &prefix, error) &&
         ft_superround_flip (m, events, job->schedule, trace, &prefix,
                             &chosen->inputs, &chosen->asked);
}

// Whether the schedule of a super-round was removed: a search with a smaller
// --rounds may have given it up.
static bool is_given_up (const char *schedule) {
  return access (schedule, F_OK) && errno == ENOENT;
}

static bool super_round (const ft_explore_options *o, const ft_search_state *m,
                         const ft_job *job, ft_run_input *chosen,
                         ft_error *error) {
  ft_run_schedule *s = &chosen->schedule;
  char *path = ft_open_superround_path (o, job->schedule);
  char *run = ft_explore_run_path (o, job->parent);
  bool found = !is_given_up (path) &&
               ft_sequence_read (&s->events, path, &s->plan, error);
  ft_trace *trace =
      found ? ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error)
            : NULL;
  found = trace && flip_leading_away (m, job, trace, chosen, error);
  chosen->exhausted = !found;
  if (trace)
    ft_trace_free (trace);
  free (path);
  free (run);
  return found;
}

// ---- shrink ----------------------------------------------------------------

static bool shrink (const ft_explore_options *o, const ft_search_state *m,
                    const ft_job *job, ft_run_input *chosen, ft_error *error) {
  bool changed;
  char *run = ft_explore_run_path (o, m->races.begin[job->race].run);
  chosen->exhausted =
      !ft_input_shrink (&chosen->inputs, o->inputs, job->attempt, &changed);
  bool found = !chosen->exhausted && changed &&
               follow_parent (run, &chosen->schedule, error);
  free (run);
  return found;
}

// ---- by chance ---------------------------------------------------------------

// Other inputs, every second time; nondeterministic ones more often, since
// nothing else is known of them.
static void draw_inputs (const ft_explore_options *o, uint64_t seed,
                         ft_input_set *inputs) {
  char *first = ft_explore_run_path (o, 1);
  if (seed % 4 && ft_nondet_is_asked (first))
    ft_nondet_seed (inputs, first, ft_checksum (&seed, sizeof seed) | 1 << 24);
  else if (seed % 4 > 1)
    ft_input_mutate (inputs, seed);
  free (first);
}

// ---- all steps -------------------------------------------------------------

unsigned ft_run_input_parent (const ft_search_state *m, const ft_job *job) {
  return job->step == FT_JOB_SWAP     ? m->races.begin[job->race].swap_run
         : job->step == FT_JOB_SHRINK ? m->races.begin[job->race].run
                                      : job->parent;
}

static bool take_inputs (const ft_explore_options *o, const ft_search_state *m,
                         const ft_job *job, ft_input_set *inputs,
                         ft_error *error) {
  unsigned parent = ft_run_input_parent (m, job);
  if (!o->inputs)
    return true;
  if (!parent) {
    ft_input_set_copy (inputs, o->inputs);
    return true;
  }
  char *run = ft_explore_run_path (o, parent);
  bool fine = ft_input_set_read_run (inputs, run, error);
  free (run);
  return fine;
}

static bool choose (const ft_explore_options *o, const ft_search_state *m,
                    const ft_job *job, ft_run_input *chosen, ft_error *error) {
  switch (job->step) {
  case FT_JOB_FIRST:
    return true;
  case FT_JOB_SEED:
    if (o->inputs && o->strategy == FT_STRATEGY_racageddon)
      draw_inputs (o, job->seed, &chosen->inputs);
    return true;
  case FT_JOB_GROW:
    return ft_input_grow (&chosen->inputs, (enum ft_input_growth)job->attempt);
  case FT_JOB_IMPROVE:
    return ft_run_input_improve (o, m, job, chosen, error);
  case FT_JOB_REORDER:
    return ft_run_input_reorder (o, m, job, chosen, error);
  case FT_JOB_CONCOLIC:
    return flip_branch (o, m, job, chosen, error);
  case FT_JOB_ROUND:
    return super_round (o, m, job, chosen, error);
  case FT_JOB_SHRINK:
    return shrink (o, m, job, chosen, error);
  case FT_JOB_SWAP:
    return swap (o, m, job, &chosen->schedule, error);
  }
  return false;
}

bool ft_run_input_choose (const ft_explore_options *o, const ft_search_state *m,
                          const ft_job *job, ft_run_input *chosen,
                          ft_error *error) {
  *chosen =
      (ft_run_input){.schedule = {.policy = job->policy, .seed = job->seed},
                     .level = job->level};
  return take_inputs (o, m, job, &chosen->inputs, error) &&
         choose (o, m, job, chosen, error) &&
         (job->step == FT_JOB_IMPROVE || job->step == FT_JOB_REORDER ||
          ft_run_input_is_new (m, job, chosen,
                               digest_of (chosen->schedule.plan)));
}

void ft_run_input_release (ft_run_input *chosen) {
  ft_sequence_release (&chosen->schedule.events);
  free (chosen->schedule.plan);
  ft_input_set_release (&chosen->inputs);
  FT_RELEASE (chosen->asked);
}

// ---- swap ------------------------------------------------------------------

// Exchanges the two holds of a replay schedule, its "park" lines: the thread
// that is held first continues first (src/runtime/replayer.c).
static void swap_holds (ft_strbuf *swapped, const char *text) {
  const char *first = strstr (text, "park ");
  const char *second = first ? strstr (first + 1, "park ") : NULL;
  const char *then = second ? strstr (second, "then ") : NULL;
  if (!then) {
    ft_strbuf_add (swapped, "%s", text);
    return;
  }
  ft_strbuf_add_bytes (swapped, text, (size_t)(first - text));
  ft_strbuf_add_bytes (swapped, second, (size_t)(then - second));
  ft_strbuf_add_bytes (swapped, first, (size_t)(second - first));
  ft_strbuf_add (swapped, "%s", then);
}

char *ft_swap_schedule (const char *plan, bool swapped) {
  ft_strbuf text = {0};
  if (swapped)
    swap_holds (&text, plan);
  else
    ft_strbuf_add (&text, "%s", plan);
  return ft_strbuf_take (&text);
}

void ft_swap_events (const ft_trace *trace, const ft_witness *witness,
                     bool swapped, ft_sequence *events) {
  ft_id last[2] = {witness->pair[swapped], witness->pair[!swapped]};
  ft_sequence_add (events, trace, witness->schedule.begin,
                   witness->schedule.size);
  ft_sequence_add (events, trace, last, 2);
}
