#include "explore/open_superrounds.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "explore/search_state.h"
#include "explore/strategy.h"
#include "explore/superround.h"
#include "record/directory.h"

enum { MOST_ROUNDS = 12 };      // of one super-round
enum { MOST_EVENTS = 1 << 20 }; // of a schedule for which super-rounds are made

char *ft_open_superround_path (const ft_explore_options *o, unsigned schedule) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/schedules/%u", o->directory, schedule);
  return ft_strbuf_take (&path);
}

static bool makes_schedule (const char *step) {
  return !strcmp (step, ft_job_step_names[FT_JOB_IMPROVE]) ||
         !strcmp (step, ft_job_step_names[FT_JOB_SWAP]);
}

// ---- after a run -----------------------------------------------------------

static bool keep (const ft_explore_options *o, unsigned run,
                  const ft_run_schedule *s, ft_error *error) {
  ft_strbuf directory = {0}, name = {0}, text = {0};
  ft_strbuf_add (&directory, "%s/schedules", o->directory);
  ft_strbuf_add (&name, "%u", run);
  ft_sequence_print (&s->events, s->plan, &text);
  bool fine =
      ft_directory_write (ft_strbuf_text (&directory), ft_strbuf_text (&name),
                          ft_strbuf_text (&text), error);
  ft_strbuf_release (&directory);
  ft_strbuf_release (&name);
  ft_strbuf_release (&text);
  return fine;
}

bool ft_open_superround_report (const ft_explore_options *o, const ft_job *job,
                                const ft_run_schedule *s, const ft_trace *trace,
                                json_t *line, ft_error *error) {
  ft_schedule_prefix prefix;
  size_t size = s->events.events.size;
  if (o->strategy != FT_STRATEGY_racageddon || !size || size > MOST_EVENTS ||
      !trace->tables.origins.writes.size)
    return true;
  if (!ft_superround_run_prefix (&s->events, trace, &prefix, error))
    return false;
  json_object_set_new (line, "came", json_integer ((json_int_t)prefix.count));
  json_object_set_new (line, "of", json_integer ((json_int_t)size));
  return prefix.count == size ||
         !makes_schedule (ft_job_step_names[job->step]) ||
         keep (o, job->run, s, error);
}

// ---- journal entries -------------------------------------------------------

static unsigned number (const json_t *line, const char *key) {
  return (unsigned)json_integer_value (json_object_get (line, key));
}

static ft_open_superround *find (ft_search_state *m, unsigned schedule) {
  for (size_t i = 0; i < m->superrounds.size; i++)
    if (m->superrounds.begin[i].schedule == schedule)
      return m->superrounds.begin + i;
  return NULL;
}

// The run that has the recording of the entry's trace.
static unsigned run_of (const ft_search_state *m, const json_t *line) {
  unsigned run = number (line, "run");
  const char *trace = json_string_value (json_object_get (line, "trace"));
  if (ft_search_state_recording (m, run) || !trace)
    return run;
  ft_id known = ft_map_get (&m->traces, strtoull (trace, NULL, 16));
  return known == FT_NO_ID ? run : known;
}

static size_t candidate_of (const ft_search_state *m, const json_t *line) {
  const json_t *pair = json_object_get (line, "pair");
  const char *first = json_string_value (json_array_get (pair, 0));
  const char *second = json_string_value (json_array_get (pair, 1));
  if (!first || !second)
    return SIZE_MAX;
  return ft_search_state_find (
      m, (ft_event_pair){ft_intern_find (&m->labels, first, strlen (first)),
                         ft_intern_find (&m->labels, second, strlen (second))});
}

static void begin (ft_search_state *m, const json_t *line, bool improves) {
  unsigned executed = number (line, "came"), length = number (line, "of");
  if (executed >= length)
    return;
  ft_open_superround p = {.schedule = number (line, "run"),
                          .candidate =
                              improves ? candidate_of (m, line) : SIZE_MAX,
                          .executed = executed,
                          .length = length};
  FT_PUSH (p.runs, run_of (m, line));
  FT_PUSH (m->superrounds, p);
}

static void add_run (ft_open_superround *p, unsigned run) {
  for (size_t i = 0; i < p->runs.size; i++)
    if (p->runs.begin[i] == run)
      return;
  FT_PUSH (p->runs, run);
}

static void add_round (ft_search_state *m, ft_open_superround *p,
                       const json_t *line) {
  const json_t *reached = json_object_get (line, "came");
  unsigned executed = number (line, "came");
  p->rounds++;
  p->all++;
  if (json_is_true (json_object_get (line, "exhausted")) && p->runs.size)
    (void)FT_POP (p->runs);
  if (executed > p->executed) {
    p->executed = executed;
    p->rounds = 0;
    FT_CLEAR (p->runs);
  }
  if (reached && executed == p->executed)
    add_run (p, run_of (m, line));
  p->over =
      p->executed == p->length || !p->runs.size || p->rounds >= MOST_ROUNDS;
}

void ft_open_superround_apply (ft_search_state *m, const json_t *line) {
  const char *step = json_string_value (json_object_get (line, "step"));
  if (!step)
    return;
  ft_open_superround *p = find (m, number (line, "under"));
  if (makes_schedule (step))
    begin (m, line, !strcmp (step, ft_job_step_names[FT_JOB_IMPROVE]));
  else if (!strcmp (step, ft_job_step_names[FT_JOB_ROUND]) && p)
    add_round (m, p, line);
}

// ---- super-rounds ----------------------------------------------------------

// A candidate that is confirmed needs no more super-rounds.
bool ft_open_superround_continues (const ft_explore_options *o,
                                   const ft_search_state *m,
                                   const ft_open_superround *p) {
  return !p->over && p->all < o->rounds &&
         (p->candidate == SIZE_MAX ||
          m->pairs.begin[p->candidate].state != FT_CANDIDATE_CONFIRMED);
}

static void drop (const ft_explore_options *o, ft_open_superround *p) {
  char *path = ft_open_superround_path (o, p->schedule);
  p->over = true;
  unlink (path);
  free (path);
}

bool ft_open_superround_next (const ft_explore_options *o, ft_search_state *m,
                              ft_job *job) {
  for (size_t i = 0; i < m->superrounds.size; i++) {
    ft_open_superround *p = m->superrounds.begin + i;
    if (p->busy || p->over)
      continue;
    if (!ft_open_superround_continues (o, m, p)) {
      drop (o, p);
      continue;
    }
    p->busy = true;
    *job = (ft_job){.step = FT_JOB_ROUND,
                    .schedule = p->schedule,
                    .parent = FT_TOP (p->runs)};
    return true;
  }
  return false;
}

void ft_open_superround_finish (const ft_explore_options *o, ft_search_state *m,
                                const ft_job *job) {
  ft_open_superround *p = find (m, job->schedule);
  if (!p)
    return;
  p->busy = false;
  if (!ft_open_superround_continues (o, m, p))
    drop (o, p);
}
