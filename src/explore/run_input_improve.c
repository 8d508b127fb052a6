// The step IMPROVE (Racageddon, Figure 1): from the latest trace of a candidate
// to a schedule for it that was not tried.

#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "candidate/pairs.h"
#include "explore/explore_run.h"
#include "explore/improve.h"
#include "explore/run_input_inside.h"
#include "load/open.h"
#include "replay/replay_schedule.h"

// The number of instances of a candidate that are tried.
enum { INSTANCES = 3, MOST_CANDIDATES = 200000 };

typedef struct improver {
  const ft_search_state *state;
  const ft_job *job;
  const char *run; // directory of the parent
  bool inputs;     // inputs may be chosen
  ft_trace *trace;
  ft_index *index;
} improver;

static bool is_label (const improver *c, ft_id event, ft_id label) {
  const ft_event *e = c->trace->events + event;
  char *name =
      ft_utf8_clean (ft_trace_name (c->trace, FT_CLASS_LOCATION, e->location));
  bool same = !strcmp (name, ft_search_state_label (c->state, label));
  free (name);
  return same;
}

static bool is_of (const improver *c, const ft_pair *p, ft_event_pair wanted) {
  return (is_label (c, p->first, wanted.first) &&
          is_label (c, p->second, wanted.second)) ||
         (is_label (c, p->first, wanted.second) &&
          is_label (c, p->second, wanted.first));
}

bool ft_run_input_plan (const ft_trace *trace, const char *run,
                        const ft_event_list *events, bool inputs,
                        ft_run_schedule *schedule, ft_error *error) {
  ft_witness witness = {.pair = {FT_NO_ID, FT_NO_ID}};
  ft_strbuf text = {0};
  ft_replay_schedule plan;
  for (size_t i = 0; i < events->size; i++)
    FT_PUSH (witness.schedule, events->begin[i]);
  if (inputs)
    ft_sequence_add (&schedule->events, trace, events->begin, events->size);
  bool fine =
      ft_replay_schedule_of_witness (&plan, run, trace, &witness, error);
  if (fine)
    ft_replay_schedule_print (&plan, FT_REPLAY_THEN_FREE, &text);
  schedule->plan = fine ? ft_strbuf_take (&text) : NULL;
  ft_strbuf_release (&text);
  ft_replay_schedule_release (&plan);
  ft_witness_release (&witness);
  return fine;
}

// Finds the first improvement of an instance that was not tried.
static bool improve_instance (const improver *c, const ft_pair *p,
                              ft_run_input *chosen, ft_error *error) {
  ft_id pair[2] = {p->first, p->second};
  ft_event_list events = {0};
  bool found = false, fine = true;
  int how = c->job->pause ? (int)(c->job->seed % 2) : 0;
  int end = c->job->pause ? how + 1 : FT_IMPROVEMENT_COUNT;
  for (; fine && !found && how < end; how++) {
    ft_improve (c->index, pair, (enum ft_improvement)how, &events);
    found = ft_run_input_is_new (c->state, c->job, chosen,
                                 ft_improve_digest (c->trace, &events));
    if (found)
      fine = ft_run_input_plan (c->trace, c->run, &events, c->inputs,
                                &chosen->schedule, error);
  }
  FT_RELEASE (events);
  return fine && found;
}

static bool improve_candidate (const improver *c, const ft_candidate *x,
                               ft_run_input *chosen, ft_error *error) {
  for (uint32_t i = 0; i < x->kept && i < INSTANCES; i++)
    if (improve_instance (c, x->closest + i, chosen, error))
      return true;
    else if (*error->message)
      return false;
  return false;
}

static bool improve (const improver *c, ft_run_input *chosen, ft_error *error) {
  const ft_search_candidate *target = c->state->pairs.begin + c->job->candidate;
  ft_event_pair wanted = target->pair;
  ft_candidates *all = ft_candidates_new (c->index, false, MOST_CANDIDATES);
  bool found = false;
  for (size_t i = 0; i < all->list.size && !found && !*error->message; i++) {
    const ft_candidate *x = all->list.begin + i;
    if (x->kept && is_of (c, x->closest, wanted))
      found = improve_candidate (c, x, chosen, error);
  }
  ft_candidates_free (all);
  // A candidate on an alternative path is not among these.
  ft_pair altpath_pair = {target->events[0], target->events[1], FT_NO_ID, 0};
  if (!found && !*error->message && target->latest == c->job->parent &&
      altpath_pair.second < c->trace->size &&
      altpath_pair.first < altpath_pair.second)
    found = improve_instance (c, &altpath_pair, chosen, error);
  return found;
}

bool ft_run_input_improve (const ft_explore_options *o,
                           const ft_search_state *m, const ft_job *job,
                           ft_run_input *chosen, ft_error *error) {
  char *run = ft_explore_run_path (o, job->parent);
  improver c = {.state = m, .job = job, .run = run, .inputs = o->inputs};
  c.trace = ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  bool found = false;
  if (c.trace) {
    c.index = ft_index_new (c.trace);
    found = improve (&c, chosen, error);
    ft_index_free (c.index);
    ft_trace_free (c.trace);
  }
  free (run);
  return found;
}
