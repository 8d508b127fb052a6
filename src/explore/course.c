#include "explore/course.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checksum.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "candidate/pairs.h"
#include "explore/improve.h"
#include "explore/trial.h"
#include "replay/plan.h"

// Instances of a candidate that are brought together.
enum { INSTANCES = 3, MOST_CANDIDATES = 200000 };

static uint64_t mix (uint64_t digest, const ft_job *job) {
  uint64_t words[] = {digest, (uint64_t)job->policy, job->seed};
  digest = ft_checksum (words, sizeof words);
  return digest ? digest : 1;
}

// ---- improve ---------------------------------------------------------------

typedef struct course {
  const ft_knowledge *memory;
  const ft_job *job;
  const char *run; // the parent
  ft_trace *trace;
  ft_index *index;
} course;

static bool is_label (const course *c, ft_id event, ft_id label) {
  const ft_event *e = c->trace->events + event;
  char *name = ft_utf8_clean (
      ft_trace_name (c->trace, FT_CLASS_LOCATION, e->location));
  bool same = !strcmp (name, ft_knowledge_label (c->memory, label));
  free (name);
  return same;
}

static bool is_of (const course *c, const ft_pair *p, ft_event_pair wanted) {
  return (is_label (c, p->first, wanted.first) &&
          is_label (c, p->second, wanted.second)) ||
         (is_label (c, p->first, wanted.second) &&
          is_label (c, p->second, wanted.first));
}

static bool make_plan (const course *c, const ft_event_list *events,
                       ft_schedule *schedule, ft_error *error) {
  ft_witness witness = {.pair = {FT_NO_ID, FT_NO_ID}};
  ft_strbuf text = {0};
  ft_plan plan;
  for (size_t i = 0; i < events->size; i++)
    FT_PUSH (witness.schedule, events->begin[i]);
  bool fine = ft_plan_make (&plan, c->run, c->trace, &witness, error);
  if (fine)
    ft_plan_print (&plan, FT_PLAN_FREE, &text);
  schedule->plan = fine ? ft_strbuf_take (&text) : NULL;
  ft_strbuf_release (&text);
  ft_plan_release (&plan);
  ft_witness_release (&witness);
  return fine;
}

// The first that was not tried.
static bool improve_instance (const course *c, const ft_pair *p,
                              ft_schedule *schedule, ft_error *error) {
  ft_id pair[2] = {p->first, p->second};
  ft_event_list events = {0};
  bool found = false, fine = true;
  for (int how = 0; fine && !found && how < FT_IMPROVEMENT_COUNT; how++) {
    ft_improve (c->index, pair, (enum ft_improvement)how, &events);
    schedule->digest = mix (ft_improve_digest (c->trace, &events), c->job);
    found = !ft_knowledge_tried (c->memory, schedule->digest);
    if (found)
      fine = make_plan (c, &events, schedule, error);
  }
  FT_RELEASE (events);
  return fine && found;
}

static bool improve_candidate (const course *c, const ft_candidate *x,
                               ft_schedule *schedule, ft_error *error) {
  for (uint32_t i = 0; i < x->kept && i < INSTANCES; i++)
    if (improve_instance (c, x->closest + i, schedule, error))
      return true;
    else if (*error->message)
      return false;
  return false;
}

static bool improve (const course *c, ft_schedule *schedule, ft_error *error) {
  ft_event_pair wanted = c->memory->pairs.begin[c->job->candidate].pair;
  ft_candidates *all = ft_candidates_new (c->index, false, MOST_CANDIDATES);
  bool found = false;
  for (size_t i = 0; i < all->list.size && !found && !*error->message; i++) {
    const ft_candidate *x = all->list.begin + i;
    if (x->kept && is_of (c, x->closest, wanted))
      found = improve_candidate (c, x, schedule, error);
  }
  ft_candidates_free (all);
  return found;
}

static bool improve_parent (const ft_explore_options *o, const ft_knowledge *m,
                            const ft_job *job, ft_schedule *schedule,
                            ft_error *error) {
  char *run = ft_trial_path (o, job->parent);
  course c = {.memory = m, .job = job, .run = run};
  c.trace = ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  bool found = false;
  if (c.trace) {
    c.index = ft_index_new (c.trace);
    found = improve (&c, schedule, error);
    ft_index_free (c.index);
    ft_trace_free (c.trace);
  }
  free (run);
  return found;
}

// ---- swap ------------------------------------------------------------------

// Who is parked first goes on first (src/record/plan.c).
static void swap_parks (ft_strbuf *swapped, const char *text) {
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

static bool read_plan (const char *path, ft_strbuf *text, ft_error *error) {
  char buffer[4096];
  FILE *file = fopen (path, "re");
  size_t n;
  while (file && (n = fread (buffer, 1, sizeof buffer, file)) > 0)
    ft_strbuf_add_bytes (text, buffer, n);
  if (file)
    fclose (file);
  else
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: cannot be read; --fresh begins anew", path);
  return file;
}

static bool swap (const ft_explore_options *o, const ft_knowledge *m,
                  const ft_job *job, ft_schedule *schedule, ft_error *error) {
  ft_strbuf path = {0}, text = {0}, swapped = {0};
  ft_strbuf_add (&path, "%s/races/%s.plan", o->directory,
                 m->races.begin[job->race].file);
  bool fine = read_plan (ft_strbuf_text (&path), &text, error);
  if (job->swapped)
    swap_parks (&swapped, ft_strbuf_text (&text));
  else
    ft_strbuf_add (&swapped, "%s", ft_strbuf_text (&text));
  schedule->digest =
      mix (ft_checksum (ft_strbuf_text (&swapped), swapped.size), job);
  fine = fine && !ft_knowledge_tried (m, schedule->digest);
  schedule->plan = fine ? ft_strbuf_take (&swapped) : NULL;
  ft_strbuf_release (&path);
  ft_strbuf_release (&text);
  ft_strbuf_release (&swapped);
  return fine;
}

bool ft_course (const ft_explore_options *o, const ft_knowledge *m,
                const ft_job *job, ft_schedule *schedule, ft_error *error) {
  *schedule = (ft_schedule){.policy = job->policy, .seed = job->seed};
  switch (job->step) {
  case FT_JOB_FIRST:
  case FT_JOB_SEED:
    schedule->digest = mix (0, job);
    return true;
  case FT_JOB_IMPROVE:
    return improve_parent (o, m, job, schedule, error);
  case FT_JOB_SWAP:
    return swap (o, m, job, schedule, error);
  }
  return false;
}
