#include "cli/reassign.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/shell.h"
#include "cli/run_again.h"
#include "cli/saved_results.h"
#include "record/directory.h"
#include "run/run_document.h"

// ---- locations -------------------------------------------------------------

static bool are_same (const char *const a[2], const char *const b[2]) {
  return (!strcmp (a[0], b[0]) && !strcmp (a[1], b[1])) ||
         (!strcmp (a[0], b[1]) && !strcmp (a[1], b[0]));
}

static const char *location_of (const ft_trace *t, ft_id event) {
  ft_id location = t->events[event].location;
  return location == FT_NO_ID ? ""
                              : ft_trace_name (t, FT_CLASS_LOCATION, location);
}

static bool has_race (const ft_trace *t, const ft_results *x,
                      const char *const location[2]) {
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *race = x->races + i;
    if (race->verdict != FT_CERTIFIED)
      continue;
    const char *own[2] = {location_of (t, race->pair[0]),
                          location_of (t, race->pair[1])};
    if (are_same (own, location))
      return true;
  }
  return false;
}

// ---- finding pairs ---------------------------------------------------------

static void drop_certified (ft_iteration_pairs *p, const ft_trace *t,
                            const ft_results *x) {
  size_t kept = 0;
  for (size_t i = 0; i < p->pairs.size; i++) {
    ft_iteration_pair *pair = p->pairs.begin + i;
    const char *location[2] = {pair->location[0], pair->location[1]};
    if (has_race (t, x, location)) {
      ft_iteration_pair_release (pair);
      continue;
    }
    p->pairs.begin[kept++] = *pair;
  }
  p->pairs.size = kept;
}

static void drop_certified_lanes (ft_lane_pairs *p, const ft_trace *t,
                                  const ft_results *x) {
  size_t kept = 0;
  for (size_t i = 0; i < p->size; i++) {
    ft_lane_pair *pair = p->begin + i;
    const char *location[2] = {pair->location[0], pair->location[1]};
    if (has_race (t, x, location))
      ft_lane_pair_release (pair);
    else
      p->begin[kept++] = *pair;
  }
  p->size = kept;
}

// The program and its arguments as the recording has them.
static char *program_of (const char *run) {
  ft_error ignored = FT_NO_ERROR;
  json_t *document = ft_run_document_read (run, FT_RUN_DOCUMENT, &ignored);
  const json_t *words = json_object_get (document, "arguments");
  ft_strbuf line = {0};
  for (size_t i = 0; i < json_array_size (words); i++) {
    const char *word = json_string_value (json_array_get (words, i));
    if (i)
      ft_strbuf_add (&line, " ");
    if (word && !i)
      ft_shell_word (&line, word);
    else if (word)
      ft_shell_argument (&line, word);
  }
  json_decref (document);
  return line.size ? ft_strbuf_take (&line) : NULL;
}

void ft_reassign_find (ft_iterations *x, const ft_trace *t,
                       const ft_results *results, const ft_deadline *deadline) {
  ft_error ignored = FT_NO_ERROR;
  *x = (ft_iterations){0};
  if (getenv ("FORETRACE_OPENMP_SIZE") || getenv ("FORETRACE_OPENMP_WAY") ||
      getenv ("FORETRACE_OPENMP_LOCKS") ||
      !ft_run_exists (t->path))
    return;
  ft_iteration_pairs_find (&x->found, t->path, deadline, &ignored);
  if (x->found.has_lanes)
    ft_lane_pairs_find (&x->lanes, t->path, deadline, &ignored);
  drop_certified (&x->found, t, results);
  drop_certified_lanes (&x->lanes, t, results);
  ft_iteration_pairs_separate (&x->found);
  for (size_t i = 0; i < x->found.pairs.size; i++)
    FT_PUSH (x->findings, ((ft_iteration_finding){.verdict = FT_UNDECIDED}));
  if (!ft_iterations_are_empty (x))
    x->program = program_of (t->path);
}

// ---- a further recording ---------------------------------------------------

// A certified race of the recording.
static void take_certified (ft_iterations *x, size_t assignment,
                            const json_t *race, const char *const location[2]) {
  const char *id = json_string_value (json_object_get (race, "id"));
  bool counts = !json_is_true (json_object_get (race, "baseline")) &&
                !json_object_get (race, "suppressed");
  x->races++;
  x->counted += counts;
  for (size_t i = 0; i < x->found.pairs.size; i++) {
    ft_iteration_pair *p = x->found.pairs.begin + i;
    ft_iteration_finding *f = x->findings.begin + i;
    const char *own[2] = {p->location[0], p->location[1]};
    if (f->verdict != FT_CERTIFIED && are_same (own, location))
      *f = (ft_iteration_finding){FT_CERTIFIED,
                                  id ? (unsigned)atoi (id + 1) : 0, assignment};
  }
}

static bool location_of_json (const json_t *race, const char *location[2]) {
  const json_t *pair = json_object_get (race, "pair");
  for (size_t k = 0; k < 2; k++)
    location[k] = json_string_value (
        json_object_get (json_array_get (pair, k), "location"));
  return location[0] && location[1];
}

static const json_t *race_at (const json_t *races,
                              const ft_iteration_pair *p) {
  const char *own[2] = {p->location[0], p->location[1]}, *location[2];
  for (size_t i = 0; i < json_array_size (races); i++)
    if (location_of_json (json_array_get (races, i), location) &&
        are_same (own, location))
      return json_array_get (races, i);
  return NULL;
}

static const char *verdict_of (const json_t *race) {
  const char *verdict = json_string_value (json_object_get (race, "verdict"));
  return verdict ? verdict : "";
}

static bool is_left_open (const json_t *race) {
  return !strcmp (verdict_of (race), "undecided") ||
         json_is_object (json_object_get (race, "left_open"));
}

// Pairs that the recording separates and that it does not leave open.
static void take_others (ft_iterations *x, size_t assignment,
                         const json_t *races) {
  for (size_t i = 0; i < x->found.pairs.size; i++) {
    const ft_iteration_pair *p = x->found.pairs.begin + i;
    ft_iteration_finding *f = x->findings.begin + i;
    if (p->assignment == assignment && f->verdict == FT_UNDECIDED &&
        !is_left_open (race_at (races, p)))
      f->verdict = FT_REFUTED;
  }
}

// Takes over the verdicts of the recording; whether it has races of its own.
static bool take (ft_iterations *x, size_t assignment, const json_t *document,
                  const ft_trace *t, const ft_results *results) {
  const json_t *races = json_object_get (document, "races");
  const char *location[2];
  size_t before = x->races;
  for (size_t i = 0; i < json_array_size (races); i++) {
    const json_t *race = json_array_get (races, i);
    if (!strcmp (verdict_of (race), "certified") &&
        location_of_json (race, location) && !has_race (t, results, location))
      take_certified (x, assignment, race, location);
  }
  const json_t *cut = json_object_get (
      json_object_get (document, "summary"), "unfinished");
  if (!json_array_size (cut))
    take_others (x, assignment, races);
  return x->races > before;
}

static bool record (const ft_reassign *how, ft_iterations *x,
                    size_t assignment, const char *directory,
                    ft_error *error) {
  const ft_assignment *a = x->found.assignments.begin + assignment;
  char size[64], way[64], threads[64], locks[] = "FORETRACE_OPENMP_LOCKS=1",
      *environment[] = {size, way, getenv ("OMP_NUM_THREADS") ? threads : NULL,
                        NULL};
  if (!a->size)
    environment[0] = locks, environment[1] = NULL;
  snprintf (size, sizeof size, "FORETRACE_OPENMP_SIZE=%u", a->size);
  snprintf (way, sizeof way, "FORETRACE_OPENMP_WAY=%u", a->way);
  // A program that reads the variable itself has to find the number there.
  snprintf (threads, sizeof threads, "OMP_NUM_THREADS=%u", a->size);
  ft_run_again again = {.options = how->options,
                        .program = how->program,
                        .directory = directory,
                        .environment = environment};
  return ft_run_again_perform (&again, error);
}

static bool try (const ft_reassign *how, ft_iterations *x, size_t assignment,
                 const ft_trace *t, const ft_results *results,
                 ft_error *error) {
  ft_strbuf directory = {0}, saved = {0};
  ft_error ignored = FT_NO_ERROR;
  ft_strbuf_add (&directory, "%s.apart-%zu", how->directory, assignment + 1);
  const char *path = ft_strbuf_text (&directory);
  bool fine = record (how, x, assignment, path, error);
  json_t *document =
      fine && ft_saved_results_path (path, &saved, &ignored)
          ? json_load_file (ft_strbuf_text (&saved), 0, NULL)
          : NULL;
  bool keeps = document && take (x, assignment, document, t, results);
  if (fine && !keeps)
    ft_directory_remove (path);
  FT_PUSH (x->recordings, ft_strdup (keeps ? path : ""));
  json_decref (document);
  ft_strbuf_release (&saved);
  ft_strbuf_release (&directory);
  return fine;
}

bool ft_reassign_perform (const ft_reassign *how, ft_iterations *x,
                          const ft_trace *t, const ft_results *results,
                          ft_error *error) {
  for (size_t i = 0; i < x->found.assignments.size; i++)
    if (!try (how, x, i, t, results, error))
      return false;
  return true;
}
