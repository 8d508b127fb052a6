#include "explore/explore_run.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "explore/branch_coverage.h"
#include "explore/executed_locations.h"
#include "explore/explore_check.h"
#include "explore/journal.h"
#include "explore/open_superrounds.h"
#include "explore/run_input.h"
#include "explore/run_limits.h"
#include "explore/solver_watchdog.h"
#include "explore/strategy.h"
#include "load/open.h"
#include "record/directory.h"
#include "record/recording.h"
#include "record/target_rerun.h"
#include "replay/expand.h"
#include "replay/replay.h"
#include "replay/replay_schedule.h"
#include "run/ending.h"

enum { SLICES = 8, LEAST_SLICE = 4, MOST_SLICE = 20000 }; // words

// The limit on one trace: the first seconds of a program that spins are enough
// to check.
enum { MOST_BYTES = 64 << 20 };

// The limits on a run in which only races count: what a program without an end
// does again and again is in its beginning.
enum { RACES_BYTES = 1 << 20, RACES_THREADS = 40 };

enum { MOST_UNREAD = 5 }; // recordings in a row, from the first on

typedef struct execution {
  const ft_explore_options *options;
  const ft_search_state *state;
  const ft_job *job;
  const char *answer; // the file for the journal entry
  char *run;          // owned; its directory
  ft_run_input chosen;
  ft_run_limits limits;
  bool begun;   // the program was started
  json_t *line; // the journal entry
} execution;

char *ft_explore_run_path (const ft_explore_options *o, unsigned run) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/runs/%u", o->directory, run);
  return ft_strbuf_take (&path);
}

static json_t *hex (uint64_t number) {
  return json_sprintf ("%016" PRIx64, number);
}

static void set (execution *t, const char *key, json_t *value) {
  json_object_set_new (t->line, key, value);
}

// ---- the program -----------------------------------------------------------

// The runtime ends a run in which no thread can go on.
static const char deadlock_exits[] = "deadlock exit\n";

// Adds where the run crashed, so that crashes at other places are other findings.
static void add_place (ft_strbuf *what, const char *run) {
  ft_run_ending ending;
  ft_run_ending_read (&ending, run);
  if (ending.crash && ending.stack.size) {
    char *place = ft_utf8_clean (ending.stack.begin[0].location);
    ft_strbuf_add (what, " at %s", place);
    free (place);
  }
  ft_run_ending_release (&ending);
}

// Whether an exit status says that a schedule makes the program fail: the first run
// had 0, and no input is chosen.
static bool is_failure (const execution *t, const ft_target_exit *ended) {
  return FT_EMPTY (t->options->inputs->sources) && t->state->words && !t->state->fails_first &&
         ended->status > 0;
}

// What a bad end is called; empty if the run ended well.
static void describe_end (ft_strbuf *what, const execution *t,
                          const ft_target_exit *ended) {
  const ft_run_limits *limits = &t->limits;
  if (ended->deadlocked)
    ft_strbuf_add (what, "deadlock");
  else if (limits->broken)
    ft_strbuf_add (what, "too much %s", limits->broken);
  else if (ended->timed_out)
    ft_strbuf_add (what, "hangs");
  else if (ended->signal) {
    ft_strbuf_add (what, "signal %d (%s)", ended->signal,
                   strsignal (ended->signal));
    add_place (what, t->run);
  } else if (is_failure (t, ended))
    ft_strbuf_add (what, "exit status %d, 0 in the first run", ended->status);
}

// Whether the run ends badly when it is made once more, if in another way: a
// program that makes threads without end may reach one limit or another.  A run
// that cannot be made again counts as one that does.
static bool recurs (const execution *t, int status) {
  ft_run_limits limits = {.memory = t->options->run_memory};
  ft_target how = {
      .silent = true, .watch = ft_run_limits_watch, .context = &limits};
  ft_target_exit ended;
  ft_error error = FT_NO_ERROR;
  if (!ft_explore_rerun (t->options, t->job->run, how, &ended, &error))
    return true;
  return limits.broken || ended.timed_out || ended.signal || ended.deadlocked ||
         (status > 0 && ended.status == status);
}

// Notes how the run ended.  A bad end is a finding only if it recurs: a user
// could do nothing with another one.
static void note_end (execution *t, const ft_target_exit *ended) {
  ft_strbuf what = {0};
  if (!t->options->races_only)
    describe_end (&what, t, ended);
  const char *text = ft_strbuf_text (&what);
  if (what.size)
    set (t,
         ft_search_state_knows_crash (t->state, text) || recurs (t, ended->status)
             ? "crash"
             : "unrepeated",
         json_string (text));
  set (t, "status", json_integer (ended->status));
  set (t, "seconds", json_real (ended->seconds));
  ft_strbuf_release (&what);
}

// The time slice of a random run, in proportion to the length of the first run;
// 0, the default, for runs that only repeat the first one.
static uint64_t slice_of (const execution *t, ft_strbuf *config) {
  uint64_t words = t->state->words;
  if (t->job->step != FT_JOB_SEED ||
      t->options->strategy == FT_STRATEGY_repeat || !words)
    return 0;
  ft_strbuf_add (config, "length %" PRIu64 "\n", words);
  return words / SLICES < LEAST_SLICE  ? LEAST_SLICE
         : words / SLICES > MOST_SLICE ? MOST_SLICE
                                       : words / SLICES;
}

// Notes the size of the recording.  A run that ended badly or early may have
// lacked disk space.  A recording without a thread is an error: the next run
// would have none either.
static bool note_words (execution *t, const ft_error *remark, ft_error *error) {
  struct ft_wire_control control;
  if (!ft_directory_control (t->run, &control))
    return true;
  bool early = !control.threads || control.state != FT_WIRE_ENDED;
  if ((early || *remark->message) && !ft_disk_space_check (t->options, error))
    return false;
  if (!control.threads) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: nothing was recorded",
                  t->run);
    return false;
  }
  set (t, "words", json_integer ((json_int_t)control.words));
  ft_directories processes = {0};
  ft_directory_processes (t->run, &processes);
  if (processes.size)
    set (t, "forked", json_true ());
  ft_directories_release (&processes);
  return true;
}

// A wait may end by its deadline although another thread is about to end it: in runs
// that want a timed call to fail, in some of the random ones, and, as it does without
// foretrace, where the deadline is over before.  A schedule that lets
// a thread go on behind a wait is left where the deadline is far away.
static void let_waits_time_out (const ft_run_schedule *s, ft_strbuf *config) {
  enum { MILLISECONDS = 2000, EXPIRED = 20 };
  ft_strbuf_add (config, "longest-wait %d\nexpired %d\n", MILLISECONDS, EXPIRED);
  bool by_chance = !strcmp (ft_sched_policy_names[s->policy], "random");
  if (s->times_out || (by_chance && s->seed % 4 == 3))
    ft_strbuf_add (config, "outlast %d\n", MILLISECONDS);
  if (s->goes_on)
    ft_strbuf_add (config, "goes-on %u\n", s->goes_on);
}

static bool record (execution *t, ft_error *error) {
  const ft_explore_options *o = t->options;
  ft_error remark;
  ft_recording recording;
  ft_strbuf config = {0};
  uint64_t slice = slice_of (t, &config);
  ft_strbuf_add (&config, "%s", deadlock_exits);
  let_waits_time_out (&t->chosen.schedule, &config);
  if (o->races_only)
    ft_strbuf_add (&config, "max-threads %d\n", RACES_THREADS);
  ft_record_options how = {.directory = t->run,
                           .schedule = t->chosen.schedule.policy,
                           .seed = t->chosen.schedule.seed,
                           .slice = slice,
                           .config = ft_strbuf_text (&config),
                           .schedule_text = t->chosen.schedule.plan,
                           .inputs = o->inputs ? &t->chosen.inputs : NULL,
                           .most_bytes =
                               o->races_only ? RACES_BYTES : MOST_BYTES,
                           .isolated = true,
                           .seconds = o->run_seconds,
                           .watch = ft_run_limits_watch,
                           .context = &t->limits};
  t->limits = (ft_run_limits){.memory = o->run_memory,
                              .run = o->races_only ? t->run : NULL};
  t->begun = true;
  bool fine =
      ft_record_program (&how, o->arguments, &recording, &remark, error);
  if (fine && recording.ended.interrupted) {
    *error = FT_NO_ERROR;
    fine = false;
  } else if (fine) {
    note_end (t, &recording.ended);
    fine = note_words (t, &remark, error);
  }
  ft_recording_release (&recording);
  ft_strbuf_release (&config);
  return fine && (!ft_directory_is_light (t->run) ||
                  ft_expand (t->run, NULL, FT_NO_PROGRESS, &remark, error));
}

// ---- the trace -------------------------------------------------------------

static void add_covered (const ft_search_state *m, ft_intern *seen,
                         json_t *list, const char *name) {
  char *clean = ft_utf8_clean (name);
  size_t length = strlen (clean);
  uint32_t before = ft_intern_size (seen);
  ft_intern_add (seen, clean, length);
  if (ft_intern_size (seen) > before &&
      ft_intern_find (&m->covered, clean, length) == FT_NO_ID)
    json_array_append_new (list, json_string (clean));
  free (clean);
}

typedef struct covering {
  const ft_search_state *state;
  ft_intern *seen;
  json_t *list;
} covering;

static void cover_executed (void *context, const char *location) {
  covering *c = context;
  add_covered (c->state, c->seen, c->list, location);
}

static json_t *coverage (const execution *t, const ft_trace *trace,
                         ft_error *error) {
  ft_intern seen = {0};
  json_t *list = json_array ();
  covering c = {t->state, &seen, list};
  for (ft_id i = 0; i < trace->size; i++) {
    const ft_event *e = trace->events + i;
    if (e->location == FT_NO_ID)
      continue;
    const char *label = ft_trace_name (trace, FT_CLASS_LOCATION, e->location);
    add_covered (t->state, &seen, list, label);
    if (e->kind != FT_BRANCH || !(e->flags & FT_HAS_VALUE))
      continue;
    ft_strbuf name = {0};
    ft_branch_coverage_name (trace, i, e->value, &name);
    add_covered (t->state, &seen, list, ft_strbuf_text (&name));
    ft_strbuf_release (&name);
  }
  bool fine = ft_executed_locations (t->run, cover_executed, &c, error);
  ft_intern_release (&seen);
  if (!fine)
    json_decref (list);
  return fine ? list : NULL;
}

static void note_path_keys (execution *t, const ft_path_key_list *keys) {
  json_t *list = json_object_get (t->line, "ways");
  if (!list)
    set (t, "ways", list = json_array ());
  for (size_t i = 0; i < keys->size; i++)
    json_array_append_new (list, hex (keys->begin[i]));
}

static bool is_removed (const ft_explore_options *o, unsigned run) {
  char *path = ft_explore_run_path (o, run);
  bool gone = access (path, F_OK) && errno == ENOENT;
  free (path);
  return gone;
}

// A recording that cannot be read is left out, and is no error, unless none of the
// first ones could be read.
static bool leave_out (execution *t, ft_error *error) {
  ft_error full = FT_NO_ERROR;
  if (error->code != FT_EXIT_BAD_INPUT ||
      is_removed (t->options, t->job->run) ||
      !ft_disk_space_check (t->options, &full) ||
      (!t->state->traces.size && t->state->unread.size + 1 >= MOST_UNREAD))
    return false;
  char *clean = ft_utf8_clean (error->message);
  set (t, "unread", json_string (clean));
  free (clean);
  *error = FT_NO_ERROR;
  return true;
}

static bool check_trace (execution *t, ft_error *error) {
  ft_trace *trace =
      ft_trace_read (t->run, (ft_read_options){0}, NULL, NULL, error);
  if (!trace)
    return leave_out (t, error);
  uint64_t digest = ft_trace_digest (trace);
  set (t, "trace", hex (digest));
  bool known = ft_map_get (&t->state->traces, digest) != FT_NO_ID;
  bool fine = ft_open_superround_report (
      t->options, t->job, &t->chosen.schedule, trace, t->line, error);
  if (known && t->job->step != FT_JOB_SHRINK)
    ft_directory_remove (t->run);
  else {
    set (t, "events", json_integer (trace->size));
    json_t *covered = fine ? coverage (t, trace, error) : NULL;
    fine = covered;
    if (fine)
      set (t, "covered", covered);
    if (!trace->tables.origins.writes.size)
      set (t, "plain", json_true ()); // no branch depends on input
    ft_path_key_list keys = {0};
    ft_concolic_step_path_keys (t->state, trace, &keys);
    if (keys.size)
      note_path_keys (t, &keys);
    FT_RELEASE (keys);
    fine = fine && ft_explore_check (t->options, t->state, t->job, trace,
                                     t->line, error);
  }
  ft_trace_free (trace);
  return fine;
}

static void note_schedule (execution *t) {
  const ft_run_schedule *s = &t->chosen.schedule;
  set (t, "schedule", hex (s->digest));
  if (!s->plan)
    set (t, "policy",
         json_sprintf ("%s %" PRIu64, ft_sched_policy_names[s->policy],
                       s->seed));
}

static bool perform (execution *t, ft_error *error) {
  ft_solver_watchdog_start (t->answer, t->line, &t->chosen.asked);
  bool fine =
      ft_run_input_choose (t->options, t->state, t->job, &t->chosen, error);
  ft_solver_watchdog_stop ();
  if (t->chosen.asked.size)
    note_path_keys (t, &t->chosen.asked);
  if (t->job->step == FT_JOB_CONCOLIC)
    set (t, "level", json_integer (t->chosen.level));
  if (!fine) {
    set (t, "none", json_true ());
    if (t->chosen.exhausted)
      set (t, "exhausted", json_true ());
    return !*error->message;
  }
  note_schedule (t);
  return record (t, error) && check_trace (t, error);
}

// Explains why a run could not be made or read.  True if the search can go on:
// the program has removed its recording, or somebody the recording of the run
// whose input it has.
static bool explain_failure (execution *t, ft_error *error) {
  if (!*error->message)
    return false;
  if (!ft_disk_space_check (t->options, error)) {
    ft_directory_remove (t->run);
    return false;
  }
  unsigned parent = ft_run_input_parent (t->state, t->job);
  bool removed = t->begun && is_removed (t->options, t->job->run);
  bool parent_gone = parent && is_removed (t->options, parent);
  if (!removed && !parent_gone)
    return false;
  *error = FT_NO_ERROR;
  json_decref (t->line);
  t->line = ft_journal_entry_failed (t->state, t->job,
                                     removed ? "removes its recording" : NULL);
  return true;
}

json_t *ft_explore_run (const ft_explore_options *o, const ft_search_state *m,
                        const ft_job *job, const char *answer,
                        ft_error *error) {
  execution t = {.options = o,
                 .state = m,
                 .job = job,
                 .answer = answer,
                 .run = ft_explore_run_path (o, job->run),
                 .line = ft_journal_entry_new (m, job)};
  double begun = ft_seconds_now ();
  bool fine = perform (&t, error) || explain_failure (&t, error);
  set (&t, "took", json_real (ft_seconds_now () - begun));
  if (!fine) {
    json_decref (t.line);
    t.line = NULL;
  }
  ft_run_input_release (&t.chosen);
  free (t.run);
  return t.line;
}

// ---- rerun -----------------------------------------------------------------

static bool write_files (const ft_run_file *file, const char *run,
                         const char *again, ft_error *error) {
  ft_strbuf config = {0}, text = {0};
  ft_replay_schedule plan;
  ft_strbuf_add (&config, "mode full\nschedule %s\nseed %" PRIu64 "\nplan 1\n%s",
                 file->schedule, file->seed, deadlock_exits);
  if (file->slice)
    ft_strbuf_add (&config, "slice %" PRIu64 "\n", file->slice);
  ft_directory_add_inputs (run, &config);
  bool fine = ft_replay_schedule_of_recording (&plan, run, error);
  if (fine)
    ft_replay_schedule_print (&plan, FT_REPLAY_THEN_FREE, &text);
  fine =
      fine &&
      ft_directory_write (again, "config", ft_strbuf_text (&config), error) &&
      ft_directory_write (again, "plan", ft_strbuf_text (&text), error);
  ft_replay_schedule_release (&plan);
  ft_strbuf_release (&config);
  ft_strbuf_release (&text);
  return fine;
}

bool ft_explore_rerun (const ft_explore_options *o, unsigned run, ft_target how,
                       ft_target_exit *ended, ft_error *error) {
  char *path = ft_explore_run_path (o, run);
  ft_strbuf again = {0};
  ft_run_file file = {0};
  bool fine = ft_run_file_read (&file, path, error) &&
              ft_replay_program_is_unchanged (&file, path, error) &&
              ft_directory_temporary (&again, error);
  how.run = ft_strbuf_text (&again);
  how.seconds = o->run_seconds;
  fine = fine && write_files (&file, path, how.run, error) &&
         ft_target_rerun (&file, how, ended, error);
  if (again.size)
    ft_directory_remove (ft_strbuf_text (&again));
  ft_strbuf_release (&again);
  ft_run_file_release (&file);
  free (path);
  return fine;
}
