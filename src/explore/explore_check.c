#include "explore/explore_check.h"
#include "load/open.h"

#include <inttypes.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "explore/context_switches.h"
#include "explore/explore_run.h"
#include "explore/found_deadlocks.h"
#include "explore/found_failures.h"
#include "load/describe.h"
#include "load/run_trace.h"
#include "predict/check.h"
#include "record/directory.h"
#include "replay/probe_run.h"
#include "replay/replay.h"

enum { ATTEMPTS = 3 };    // replays of a race
enum { MOST_SHOWN = 64 }; // bytes of an input

// The seconds for one trace; candidates that are undecided then may be decided
// in another one.  FIRST: of the first runs.  LATER: candidates that those left
// undecided are not worth that much again.  ASIDE: only failures are looked for.
enum { FIRST = 60, FIRST_RUNS = 3, LATER = 10, ASIDE = 2 };

// Where only races count, and one of them is enough, all candidates of a trace are
// asked about briefly first: most races take no longer, and those of a program with
// many threads that wait for each other's values come behind candidates that take
// all of the time.  RACES_LATER: as LATER, since small programs have more to show in
// another run.
static const double quick_timeout = 0.2; // seconds for each candidate
enum { QUICK = 4, RACES_FIRST = 20, RACES_LATER = 5 };

typedef struct check_time {
  double candidate; // seconds
  unsigned trace;
} check_time;

typedef struct run_check {
  const ft_explore_options *options;
  const ft_search_state *state;
  unsigned run;
  bool again; // confirm races that are known, too
  const ft_trace *trace;
  ft_check_options check; // by which the trace was checked
  ft_results results;
  ft_replay_context replays;
  char *input; // owned; the sources that differ from the first input
  json_t *races;
  unsigned count; // races added
} run_check;

static char *location_name (const ft_trace *trace, ft_id event) {
  return ft_utf8_clean (
      ft_trace_name (trace, FT_CLASS_LOCATION, trace->events[event].location));
}

static json_t *location_names (const ft_trace *trace, const ft_id pair[2]) {
  char *first = location_name (trace, pair[0]);
  char *second = location_name (trace, pair[1]);
  json_t *names = json_pack ("[s, s]", first, second);
  free (first);
  free (second);
  return names;
}

static bool is_found (const run_check *p, const json_t *pair) {
  ft_id label[2];
  for (size_t i = 0; i < 2; i++) {
    const char *name = json_string_value (json_array_get (pair, i));
    label[i] = ft_intern_find (&p->state->labels, name, strlen (name));
  }
  size_t at = label[0] == FT_NO_ID || label[1] == FT_NO_ID
                  ? SIZE_MAX
                  : ft_search_state_find (p->state,
                                          (ft_event_pair){label[0], label[1]});
  return at != SIZE_MAX &&
         p->state->pairs.begin[at].state == FT_CANDIDATE_CONFIRMED;
}

// Whether an alternative path of a branch, of which 'first' is the first, has
// this event.  Events of alternative paths have numbers of their own.
static bool has_event (const ft_altpaths *all, uint32_t first, ft_id number) {
  for (uint32_t a = first; a != FT_NO_ID; a = all->list.begin[a].next)
    if (number >= all->list.begin[a].first &&
        number - all->list.begin[a].first < all->list.begin[a].count)
      return true;
  return false;
}

// The event if the run has it.  For an event of an alternative path: the branch
// of the run where that path begins.
static ft_id event_in_run (const ft_trace *trace, ft_id event) {
  const ft_altpaths *all = &trace->tables.altpaths;
  for (ft_id number = event - trace->size; event >= trace->size;) {
    for (size_t b = 0; b < all->branches.size; b++)
      if (has_event (all, all->branches.begin[b].first, number))
        return (ft_id)all->branches.begin[b].position;
    ft_id outer = number;
    for (ft_id e = 0; e < all->of_event.size && outer == number; e++)
      if (has_event (all, all->of_event.begin[e], number))
        outer = e;
    if (outer == number)
      break;
    number = outer;
  }
  return event;
}

static bool is_wanted (const run_check *p, const ft_race *race) {
  return race->verdict == FT_CERTIFIED &&
         (!p->options->observed || race->unordered_by & 1u << FT_REL_HB);
}

static json_t *list_candidates (const run_check *p) {
  json_t *list = json_array ();
  for (size_t i = 0; i < p->results.size; i++) {
    const ft_race *race = p->results.races + i;
    json_t *names_of = location_names (p->trace, race->pair);
    json_array_append_new (names_of, json_integer (race->unordered_by));
    json_array_append_new (names_of, json_boolean (is_wanted (p, race)));
    ft_id a = event_in_run (p->trace, race->pair[0]);
    ft_id b = event_in_run (p->trace, race->pair[1]);
    json_array_append_new (names_of, json_integer (a < b ? a : b));
    json_array_append_new (names_of, json_integer (a < b ? b : a));
    json_array_append_new (list, names_of);
  }
  return list;
}

// ---- confirmation on the program itself ------------------------------------

static const char *verb (const ft_event *e) {
  return e->kind == FT_FREE         ? "frees"
         : ft_kind_writes (e->kind) ? "writes"
                                    : "reads";
}

// Describes a race: "T1 writes data in publish <-> T2 reads data in use".
static char *describe (const run_check *p, const ft_id pair[2]) {
  ft_strbuf text = {0};
  ft_descriptions known = {0};
  ft_error error = FT_NO_ERROR;
  ft_pos events[2] = {pair[0], pair[1]};
  bool fine = pair[1] < p->trace->size &&
              ft_load_describe (p->trace->path, ft_trace_shared (p->trace),
                                events, 2, FT_NO_PROGRESS, &known, &error);
  for (int i = 0; i < 2; i++) {
    const ft_event *e = p->trace->events + pair[i];
    const ft_description *d = fine ? known.list + i : NULL;
    const char *what = d && *d->expression ? d->expression
                       : d                 ? d->variable
                                           : "";
    ft_strbuf_add (&text, "%s%s %s%s%s", i ? "  <->  " : "",
                   ft_trace_name (p->trace, FT_CLASS_THREAD, e->thread),
                   verb (e), *what ? " " : "", what);
    if (d && d->stack.size && *d->stack.frames[0].function)
      ft_strbuf_add (&text, " in %s", d->stack.frames[0].function);
  }
  if (fine)
    ft_descriptions_release (&known);
  char *clean = ft_utf8_clean (ft_strbuf_text (&text));
  ft_strbuf_release (&text);
  return clean;
}

static bool write_race (const run_check *p, const char *file,
                        const ft_race *race, const ft_replay_schedule *schedule,
                        ft_error *error) {
  ft_strbuf path = {0}, text = {0}, races = {0};
  ft_error ignored = FT_NO_ERROR;
  ft_run_trace_write (p->trace, &ignored); // 'verify' says if it is missing
  ft_strbuf_add (&races, "%s/races", p->options->directory);
  ft_strbuf_add (&path, "%s/%s.json", ft_strbuf_text (&races), file);
  bool fine = ft_witness_write (ft_strbuf_text (&path), p->trace,
                                &race->witness, error);
  ft_strbuf_release (&path);
  ft_strbuf_add (&path, "%s.plan", file);
  ft_replay_schedule_print (schedule, FT_REPLAY_THEN_FREE, &text);
  fine = fine &&
         ft_directory_write (ft_strbuf_text (&races), ft_strbuf_text (&path),
                             ft_strbuf_text (&text), error);
  ft_strbuf_release (&path);
  ft_strbuf_release (&text);
  ft_strbuf_release (&races);
  return fine;
}

static bool add_race (run_check *p, const ft_race *race,
                      const ft_replay_schedule *schedule, ft_error *error) {
  ft_strbuf file = {0};
  ft_strbuf_add (&file, "%u-%u", p->run, ++p->count);
  char *text = describe (p, race->pair);
  bool fine = write_race (p, ft_strbuf_text (&file), race, schedule, error);
  json_array_append_new (
      p->races, json_pack ("{s:o, s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "pair",
                           location_names (p->trace, race->pair), "file",
                           ft_strbuf_text (&file), "text", text, "input",
                           p->input, "model", ft_model_name (race->model),
                           "memory", ft_memory_model_name (race->witness.memory),
                           "replays", (int)race->replayed.runs, "reached",
                           (int)race->replayed.reached));
  free (text);
  ft_strbuf_release (&file);
  return fine;
}

static void note_miss (ft_replayed *r, enum ft_replay_failure miss,
                       const char *why) {
  r->miss = miss;
  r->why = ft_strdup (why);
}

// Replays the race.  The program may need more steps than the replay schedule
// has, between a step of a thread and the record of a library function.  After
// a failure the threads therefore run freely when the schedule ends.
static bool replay (run_check *p, ft_race *race, ft_replay_schedule *schedule,
                    ft_error *error) {
  bool fine = true;
  ft_replayed *r = &race->replayed;
  for (int i = 0; fine && i < ATTEMPTS; i++) {
    ft_replay_result once;
    fine = ft_replay_once (&p->replays, &race->witness, schedule,
                           i && !r->reached ? FT_REPLAY_THEN_FREE
                                            : FT_REPLAY_THEN_STOP,
                           false, &once, error);
    if (fine && once.interrupted)
      fine = false;
    r->runs += fine;
    r->reached += fine && once.reached;
    if (fine && !once.reached && !r->why)
      note_miss (r, once.failure, ft_strbuf_text (&once.why));
    ft_replay_result_release (&once);
  }
  return fine;
}

// Confirms a race.  A schedule that cannot be enforced confirms
// nothing; another trace may have a better schedule.
static bool confirm (run_check *p, ft_race *race, ft_error *error) {
  ft_context_switches_reduce (p->trace, &race->witness);
  ft_replay_schedule schedule = {0};
  ft_error problem = FT_NO_ERROR;
  bool fine = true;
  if (ft_probe_schedule (&schedule, &p->replays, &race->witness, &problem))
    fine = replay (p, race, &schedule, error);
  else
    note_miss (&race->replayed, FT_REPLAY_FAILURE_NO_PLAN, problem.message);
  fine = fine && add_race (p, race, &schedule, error);
  ft_replay_schedule_release (&schedule);
  return fine;
}

static bool confirm_all (run_check *p, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; fine && i < p->results.size; i++) {
    ft_race *race = p->results.races + i;
    if (!is_wanted (p, race))
      continue;
    json_t *pair = location_names (p->trace, race->pair);
    if (p->again || !is_found (p, pair))
      fine = confirm (p, race, error);
    json_decref (pair);
  }
  return fine;
}

static bool confirm_failures (run_check *p, json_t *line, ft_error *error) {
  json_t *list =
      ft_found_failures_json (p->options, &p->replays, &p->results, p->run,
                              p->input, error);
  if (list)
    json_object_set_new (line, "failures", list);
  return list;
}

static check_time time_for (const run_check *p) {
  const ft_explore_options *o = p->options;
  bool first = p->run <= FIRST_RUNS;
  if (o->until == FT_UNTIL_FAILURE)
    return (check_time){o->timeout, ASIDE};
  if (o->races_only)
    return (check_time){o->timeout, first ? RACES_FIRST : RACES_LATER};
  return (check_time){o->timeout, first ? FIRST : LATER};
}

static void check_races (run_check *p, check_time most, json_t *line) {
  ft_failure_choice choice = {&p->state->failures, p->trace, json_array (),
                              json_array ()};
  const ft_explore_options *o = p->options;
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.jobs = o->jobs > 1 ? 1 : 0;
  options.timeout = most.candidate;
  options.budget = most.trace;
  options.model = FT_MODEL_RELAXED;
  options.memory_by_orders = o->memory_by_orders;
  options.memory_model = o->memory_model;
  options.memory_model = ft_check_memory_model (&options, p->trace);
  options.failures = !o->observed && !o->races_only;
  options.deadlocks = !o->observed && !o->races_only; // all are predicted
  options.asks_failure = ft_failure_choice_asks;
  options.leaves_failure = ft_failure_choice_leaves;
  options.context = &choice;
  options.stop = o->stop;
  ft_check (p->trace, &options, &p->results);
  p->check = options;
  p->check.asks_failure = NULL;
  p->check.leaves_failure = NULL;
  p->check.context = NULL;
  if (json_array_size (choice.asked))
    json_object_set (line, "asked", choice.asked);
  if (json_array_size (choice.left))
    json_object_set (line, "left", choice.left);
  json_decref (choice.asked);
  json_decref (choice.left);
}

static void add_source (ft_strbuf *text, const ft_input_set *first,
                        const ft_input_source *s) {
  const ft_input_source *was = ft_input_set_find (first, s->name);
  if (!s->bytes || (was && was->bytes && was->size == s->size &&
                    !memcmp (was->bytes, s->bytes, s->size)))
    return;
  char *name = ft_utf8_clean (s->name);
  ft_strbuf_add (text, "%s%s=\"", text->size ? " " : "", name);
  for (size_t i = 0; i < s->size && i < MOST_SHOWN; i++)
    ft_strbuf_add (text,
                   s->bytes[i] < ' ' || s->bytes[i] > '~' ||
                           strchr ("\"\\", s->bytes[i])
                       ? "\\x%02x"
                       : "%c",
                   s->bytes[i]);
  ft_strbuf_add (text, s->size > MOST_SHOWN ? "...\"" : "\"");
  free (name);
}

// The sources whose bytes differ from the first input: 'arg1="5" stdin="..."'.
static char *changed_input (const ft_explore_options *o, const char *run) {
  ft_input_set set = {0};
  ft_strbuf text = {0};
  ft_error error = FT_NO_ERROR;
  if (o->inputs && ft_input_set_read_run (&set, run, &error))
    for (size_t i = 0; i < set.sources.size; i++)
      add_source (&text, o->inputs, set.sources.begin + i);
  ft_input_set_release (&set);
  return text.size ? ft_strbuf_take (&text) : ft_strdup ("");
}

// Whether the journal entry has a deadlock that no earlier run has.
static bool has_new_deadlock (const run_check *p, const json_t *list) {
  for (size_t i = 0; i < json_array_size (list); i++)
    if (!ft_found_deadlocks_know (&p->state->deadlocks,
                                  json_array_get (list, i)))
      return true;
  return false;
}

static void keep_results (const run_check *p, const json_t *line) {
  if (p->options->keep &&
      (p->count || json_array_size (json_object_get (line, "failures")) ||
       has_new_deadlock (p, json_object_get (line, "deadlocks"))))
    p->options->keep (p->trace, &p->results, &p->check);
}

static bool has_reached_one (const run_check *p) {
  for (size_t i = 0; i < json_array_size (p->races); i++)
    if (json_integer_value (
            json_object_get (json_array_get (p->races, i), "reached")))
      return true;
  return false;
}

static bool check_and_confirm (run_check *p, check_time most, json_t *line,
                               ft_error *error) {
  check_races (p, most, line);
  bool fine = !p->results.interrupted;
  if (fine && p->results.certified + p->results.failures_certified) {
    fine = ft_replay_context_init (&p->replays, p->trace->path, p->trace,
                                   p->options->run_seconds, error) &&
           confirm_failures (p, line, error) && confirm_all (p, error);
    ft_replay_context_release (&p->replays);
  }
  return fine;
}

static void forget (run_check *p) {
  ft_results_release (&p->results);
  p->results = (ft_results){0};
  json_array_clear (p->races);
  p->count = 0;
}

static bool check_all (run_check *p, json_t *line, ft_error *error) {
  const ft_explore_options *o = p->options;
  check_time quick = {quick_timeout, QUICK};
  if (o->races_only && quick.candidate < o->timeout) {
    if (!check_and_confirm (p, quick, line, error))
      return false;
    if (!p->results.undecided || has_reached_one (p))
      return true;
    forget (p);
  }
  return check_and_confirm (p, time_for (p), line, error);
}

bool ft_explore_check (const ft_explore_options *o, const ft_search_state *m,
                       const ft_job *job, const ft_trace *trace, json_t *line,
                       ft_error *error) {
  run_check p = {.options = o,
                 .state = m,
                 .run = job->run,
                 .trace = trace,
                 .again = (job->step == FT_JOB_GROW && !job->attempt) ||
                          job->step == FT_JOB_SHRINK,
                 .races = json_array ()};
  p.input = changed_input (o, trace->path);
  bool fine = check_all (&p, line, error);
  json_object_set_new (line, "candidates", list_candidates (&p));
  json_t *deadlocks = ft_found_deadlocks_json (trace, &p.results);
  if (deadlocks)
    json_object_set_new (line, "deadlocks", deadlocks);
  json_object_set_new (line, "races", p.races);
  if (fine)
    keep_results (&p, line);
  ft_results_release (&p.results);
  free (p.input);
  return fine;
}
