// The public library: its handles and structures over those of trace, predict
// and report (include/foretrace/foretrace.h).

#include <foretrace/foretrace.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/options.h"
#include "report/report.h"
#include "load/open.h"
#include "load/run_trace.h"

struct foretrace_trace {
  ft_trace *trace; // owned
};

struct foretrace_results {
  const ft_trace *trace;
  ft_results found;
  foretrace_race *races;         // owned, 'found.size' of them, ranked
  const ft_race **ranked;        // owned: the same races in 'found'
  foretrace_change *changes;     // owned: the changes of all races
  foretrace_deadlock *deadlocks; // owned, 'found.deadlock_count' of them
  foretrace_wait *waits;         // owned: the waits of all deadlocks
};

const char *foretrace_version (void) {
  return FT_VERSION;
}

foretrace_trace *foretrace_open (const char *path, char *why, size_t size) {
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

// ---- findings ---------------------------------------------------------

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
      .op = ft_kind_name (ft_event_shown_kind (e)),
      .target = e->target == FT_NO_ID ? NULL : ft_trace_target_name (t, e),
      .location = e->location == FT_NO_ID
                      ? NULL
                      : ft_trace_name (t, FT_CLASS_LOCATION, e->location)};
}

foretrace_access foretrace_event_at (const foretrace_trace *handle,
                                     uint64_t position) {
  return describe_access (handle->trace, (ft_id)position);
}

static foretrace_model translate_model (enum ft_model model) {
  switch (model) {
  case FT_MODEL_MCM:
    return FORETRACE_MCM;
  case FT_MODEL_VALUE:
    return FORETRACE_VALUE;
  case FT_MODEL_PATH:
    return FORETRACE_PATH;
  }
  return FORETRACE_ANY_MODEL;
}

static foretrace_race describe_race (const ft_trace *t, const ft_race *race) {
  bool certified = race->verdict == FT_CERTIFIED;
  return (foretrace_race){
      .access = {describe_access (t, race->pair[0]),
                 describe_access (t, race->pair[1])},
      .variable = ft_trace_name (t, FT_CLASS_VARIABLE, race->variable),
      .instances = race->instances,
      .fingerprint = race->fingerprint,
      .verdict = translate_verdict (race->verdict),
      .model = translate_model (race->model),
      .reason = certified ? NULL : race->reason,
      .schedule = certified ? race->witness.schedule.begin : NULL,
      .schedule_size = certified ? race->witness.schedule.size : 0};
}

// Writes the changes of a schedule into 'list'; returns their number.
static size_t describe_changes (const ft_witness *w, foretrace_change *list) {
  size_t n = 0;
  for (size_t i = 0; i < w->changed.size; i++) {
    const ft_changed *c = w->changed.begin + i;
    list[n++] = (foretrace_change){c->read, 0, c->known, c->value};
  }
  for (size_t i = 0; i < w->flipped.size; i++) {
    const ft_flipped_branch *flipped = w->flipped.begin + i;
    list[n++] = (foretrace_change){flipped->branch, 1, 1, flipped->outcome};
  }
  return n;
}

static void describe_races (foretrace_results *results,
                            const ft_report *ranking) {
  size_t n = results->found.size, changes = 0;
  results->races = FT_ARRAY (foretrace_race, n + 1);
  results->ranked = FT_ARRAY (const ft_race *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const ft_race *race = results->ranked[i] = ranking->ranked[i];
    results->races[i] = describe_race (results->trace, race);
    changes += race->witness.changed.size + race->witness.flipped.size;
  }
  foretrace_change *at = results->changes =
      FT_ARRAY (foretrace_change, changes + 1);
  for (size_t i = 0; i < n; i++) {
    results->races[i].changes = at;
    at += results->races[i].change_count =
        describe_changes (&results->ranked[i]->witness, at);
  }
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

// ---- checks -----------------------------------------------------------------

foretrace_results *foretrace_check (const foretrace_trace *handle,
                                    const foretrace_options *options) {
  foretrace_results *results = FT_NEW (foretrace_results);
  ft_listener listener;
  ft_check_options check = ft_api_options (options, &listener);
  results->trace = handle->trace;
  ft_check (results->trace, &check, &results->found);
  ft_report ranking;
  ft_report_init (&ranking, results->trace, &results->found, &check,
                  (ft_read_options){0});
  describe_races (results, &ranking);
  ft_report_release (&ranking);
  describe_deadlocks (results);
  return results;
}

void foretrace_results_free (foretrace_results *results) {
  if (!results)
    return;
  ft_results_release (&results->found);
  free (results->races);
  free (results->ranked);
  free (results->changes);
  free (results->deadlocks);
  free (results->waits);
  free (results);
}

size_t foretrace_race_count (const foretrace_results *results) {
  return results->found.size;
}

const foretrace_race *foretrace_race_at (const foretrace_results *results,
                                         size_t i) {
  assert (i < results->found.size);
  return results->races + i;
}

size_t foretrace_deadlock_count (const foretrace_results *results) {
  return results->found.deadlock_count;
}

const foretrace_deadlock *
foretrace_deadlock_at (const foretrace_results *results, size_t i) {
  assert (i < results->found.deadlock_count);
  return results->deadlocks + i;
}

int foretrace_is_complete (const foretrace_results *results) {
  return !results->found.truncated && !results->found.deadlocks_truncated;
}

// ---- witnesses --------------------------------------------------------------

static int write_witness (const foretrace_results *results,
                          const ft_witness *witness, bool certified,
                          const char *path, char *why, size_t size) {
  ft_error error = FT_NO_ERROR;
  if (!certified)
    ft_error_set (&error, FT_EXIT_USAGE,
                  "a finding that is not certified has no schedule");
  else
    // For foretrace-verify, like 'foretrace check'; a failure is no error here.
    ft_run_trace_write (results->trace, &(ft_error){0});
  bool fine =
      certified && ft_witness_write (path, results->trace, witness, &error);
  if (!fine && why && size)
    snprintf (why, size, "%s", error.message);
  return fine ? 0 : -1;
}

int foretrace_race_write (const foretrace_results *results, size_t i,
                          const char *path, char *why, size_t size) {
  assert (i < results->found.size);
  const ft_race *race = results->ranked[i];
  return write_witness (results, &race->witness, race->verdict == FT_CERTIFIED,
                        path, why, size);
}

int foretrace_deadlock_write (const foretrace_results *results, size_t i,
                              const char *path, char *why, size_t size) {
  assert (i < results->found.deadlock_count);
  const ft_deadlock *d = results->found.deadlocks + i;
  return write_witness (results, &d->witness, d->verdict == FT_CERTIFIED, path,
                        why, size);
}
