// The façade over trace, predict and report.

#include <foretrace/foretrace.h>

#include <stdio.h>
#include <stdlib.h>

#include "report/report.h"
#include "symex/reexecute.h"

struct foretrace_trace {
  ft_trace *trace; // owned
};

struct foretrace_results {
  const ft_trace *trace;
  ft_results found;
  foretrace_race *races; // owned, 'found.size' of them, ranked
  foretrace_deadlock *deadlocks; // owned, 'found.deadlock_count' of them
  foretrace_wait *waits;         // owned: those of all deadlocks
};

const char *foretrace_version (void) {
  return FT_VERSION;
}

foretrace_trace *foretrace_open (const char *path, char *why, size_t size) {
  ft_native_stepper = &ft_reexecution;
  ft_error error = FT_NO_ERROR;
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  if (why && size)
    snprintf (why, size, "%s", error.message);
  if (!trace)
    return NULL;
  foretrace_trace *handle = FT_NEW (foretrace_trace);
  handle->trace = trace;
  return handle;
}

void foretrace_close (foretrace_trace *handle) {
  if (handle)
    ft_trace_free (handle->trace);
  free (handle);
}

uint64_t foretrace_event_count (const foretrace_trace *handle) {
  return handle->trace->size;
}

static ft_check_options translate (const foretrace_options *from) {
  ft_check_options to = FT_CHECK_DEFAULTS;
  to.model = FT_MODEL_RELAXED;
  if (!from)
    return to;
  to.jobs = from->jobs;
  to.window = from->window;
  if (from->timeout_seconds > 0)
    to.timeout = from->timeout_seconds;
  if (from->budget_seconds > 0)
    to.budget = from->budget_seconds;
  if (from->memory_bytes)
    to.memory = from->memory_bytes;
  return to;
}

static foretrace_verdict translate_verdict (enum ft_verdict verdict) {
  switch (verdict) {
  case FT_UNDECIDED:
    return FORETRACE_UNDECIDED;
  case FT_CERTIFIED:
    return FORETRACE_CERTIFIED;
  case FT_REFUTED:
    return FORETRACE_REFUTED;
  }
  return FORETRACE_UNDECIDED;
}

static foretrace_access describe_access (const ft_trace *t, ft_id position) {
  const ft_event *e = t->events + position;
  return (foretrace_access){
      .event = position,
      .thread = ft_trace_name (t, FT_CLASS_THREAD, e->thread),
      .op = ft_kind_name (e->kind),
      .location = e->location == FT_NO_ID
                      ? NULL
                      : ft_trace_name (t, FT_CLASS_LOCATION, e->location)};
}

static foretrace_race describe (const ft_trace *t, const ft_race *race) {
  bool certified = race->verdict == FT_CERTIFIED;
  return (foretrace_race){
      .access = {describe_access (t, race->pair[0]),
                 describe_access (t, race->pair[1])},
      .variable = ft_trace_name (t, FT_CLASS_VARIABLE, race->variable),
      .instances = race->instances,
      .fingerprint = race->fingerprint,
      .verdict = translate_verdict (race->verdict),
      .reason = certified ? NULL : race->reason,
      .schedule = certified ? race->witness.schedule.begin : NULL,
      .schedule_size = certified ? race->witness.schedule.size : 0};
}

static foretrace_deadlock describe_deadlock (const ft_trace *t,
                                             const ft_deadlock *d,
                                             foretrace_wait *waits) {
  bool certified = d->verdict == FT_CERTIFIED;
  for (uint32_t i = 0; i < d->length; i++)
    waits[i] = (foretrace_wait){
        .acquire = describe_access (t, d->acquires[i]),
        .lock = ft_trace_target_name (t, t->events + d->acquires[i])};
  return (foretrace_deadlock){
      .waits = waits,
      .wait_count = d->length,
      .instances = d->instances,
      .fingerprint = d->fingerprint,
      .verdict = translate_verdict (d->verdict),
      .reason = certified ? NULL : d->reason,
      .schedule = certified ? d->witness.schedule.begin : NULL,
      .schedule_size = certified ? d->witness.schedule.size : 0};
}

static void describe_deadlocks (foretrace_results *results) {
  size_t n = results->found.deadlock_count;
  results->deadlocks = FT_ARRAY (foretrace_deadlock, n + 1);
  results->waits = FT_ARRAY (foretrace_wait, n * FT_MOST_TARGETS + 1);
  for (size_t i = 0; i < n; i++)
    results->deadlocks[i] =
        describe_deadlock (results->trace, results->found.deadlocks + i,
                           results->waits + i * FT_MOST_TARGETS);
}

foretrace_results *foretrace_check (const foretrace_trace *handle,
                                    const foretrace_options *options) {
  foretrace_results *results = FT_NEW (foretrace_results);
  ft_check_options check = translate (options);
  results->trace = handle->trace;
  ft_check (results->trace, &check, &results->found);
  ft_report ranking;
  ft_report_init (&ranking, results->trace, &results->found, &check,
                  (ft_read_options){0});
  results->races = FT_ARRAY (foretrace_race, results->found.size + 1);
  for (size_t i = 0; i < results->found.size; i++)
    results->races[i] = describe (results->trace, ranking.ranked[i]);
  ft_report_release (&ranking);
  describe_deadlocks (results);
  return results;
}

void foretrace_results_free (foretrace_results *results) {
  if (!results)
    return;
  ft_results_release (&results->found);
  free (results->races);
  free (results->deadlocks);
  free (results->waits);
  free (results);
}

size_t foretrace_race_count (const foretrace_results *results) {
  return results->found.size;
}

const foretrace_race *foretrace_race_at (const foretrace_results *results,
                                         size_t i) {
  return results->races + i;
}

size_t foretrace_deadlock_count (const foretrace_results *results) {
  return results->found.deadlock_count;
}

const foretrace_deadlock *
foretrace_deadlock_at (const foretrace_results *results, size_t i) {
  return results->deadlocks + i;
}

int foretrace_is_complete (const foretrace_results *results) {
  return !results->found.truncated && !results->found.deadlocks_truncated;
}
