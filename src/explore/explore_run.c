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

enum { SLICES = 8, LEAST_SLICE = 4, MOST_SLICE = 20000 }; // words
enum {
  MOST_BYTES = 64 << 20
}; // of one trace: a program that spins has enough
   // to check in its first seconds

typedef struct trial {
  const ft_explore_options *options;
  const ft_search_state *memory;
  const ft_job *job;
  const char *answer; // where its line goes
  char *run;          // owned; its directory
  ft_run_input course;
  ft_run_limits limits;
  bool begun; // the program
  json_t *line;
} trial;

char *ft_explore_run_path (const ft_explore_options *o, unsigned run) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/runs/%u", o->directory, run);
  return ft_strbuf_take (&path);
}

static json_t *hex (uint64_t number) {
  return json_sprintf ("%016" PRIx64, number);
}

static void set (trial *t, const char *key, json_t *value) {
  json_object_set_new (t->line, key, value);
}

// ---- the program -----------------------------------------------------------

static void note_end (trial *t, const ft_target_exit *ended) {
  ft_strbuf what = {0};
  if (t->limits.broken)
    ft_strbuf_add (&what, "too much %s", t->limits.broken);
  else if (ended->timed_out)
    ft_strbuf_add (&what, "hangs");
  else if (ended->signal)
    ft_strbuf_add (&what, "signal %d (%s)", ended->signal,
                   strsignal (ended->signal));
  if (what.size)
    set (t, "crash", json_string (ft_strbuf_text (&what)));
  set (t, "status", json_integer (ended->status));
  set (t, "seconds", json_real (ended->seconds));
  ft_strbuf_release (&what);
}

// What chance does is in proportion to the length of the first run; what is
// only repeated is as that run was.
static uint64_t proportion (const trial *t, ft_strbuf *config) {
  uint64_t words = t->memory->words;
  if (t->job->step != FT_JOB_SEED ||
      t->options->strategy == FT_STRATEGY_repeat || !words)
    return 0;
  ft_strbuf_add (config, "length %" PRIu64 "\n", words);
  return words / SLICES < LEAST_SLICE  ? LEAST_SLICE
         : words / SLICES > MOST_SLICE ? MOST_SLICE
                                       : words / SLICES;
}

// What ended badly, or early, may have done so for want of room; a recording
// without a thread is none, and the next one will not be either.
static bool note_words (trial *t, const ft_error *remark, ft_error *error) {
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

static bool record (trial *t, ft_error *error) {
  const ft_explore_options *o = t->options;
  ft_error remark;
  ft_recording recording;
  ft_strbuf config = {0};
  uint64_t slice = proportion (t, &config);
  ft_record_options how = {.directory = t->run,
                           .schedule = t->course.schedule.policy,
                           .seed = t->course.schedule.seed,
                           .slice = slice,
                           .config = ft_strbuf_text (&config),
                           .schedule_text = t->course.schedule.plan,
                           .inputs = o->inputs ? &t->course.inputs : NULL,
                           .most_bytes = MOST_BYTES,
                           .isolated = true,
                           .seconds = o->run_seconds,
                           .watch = ft_run_limits_watch,
                           .context = &t->limits};
  t->limits = (ft_run_limits){.memory = o->run_memory};
  t->begun = true;
  bool fine = ft_record_program (&how, o->arguments, &recording, &remark, error);
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
                  ft_expand (t->run, NULL, FT_NO_PROGRESS, error));
}

// ---- what its trace says ---------------------------------------------------

static void cover (const ft_search_state *m, ft_intern *seen, json_t *list,
                   const char *name) {
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
  const ft_search_state *memory;
  ft_intern *seen;
  json_t *list;
} covering;

static void cover_executed (void *context, const char *location) {
  covering *c = context;
  cover (c->memory, c->seen, c->list, location);
}

static json_t *coverage (const trial *t, const ft_trace *trace,
                         ft_error *error) {
  ft_intern seen = {0};
  json_t *list = json_array ();
  covering c = {t->memory, &seen, list};
  for (ft_id i = 0; i < trace->size; i++) {
    const ft_event *e = trace->events + i;
    if (e->location == FT_NO_ID)
      continue;
    const char *label = ft_trace_name (trace, FT_CLASS_LOCATION, e->location);
    cover (t->memory, &seen, list, label);
    if (e->kind != FT_BRANCH || !(e->flags & FT_HAS_VALUE))
      continue;
    ft_strbuf side = {0};
    ft_branch_coverage_name (trace, i, e->value, &side);
    cover (t->memory, &seen, list, ft_strbuf_text (&side));
    ft_strbuf_release (&side);
  }
  bool fine = ft_executed_locations (t->run, cover_executed, &c, error);
  ft_intern_release (&seen);
  if (!fine)
    json_decref (list);
  return fine ? list : NULL;
}

static void note_ways (trial *t, const ft_path_key_list *keys) {
  json_t *ways = json_object_get (t->line, "ways");
  if (!ways)
    set (t, "ways", ways = json_array ());
  for (size_t i = 0; i < keys->size; i++)
    json_array_append_new (ways, hex (keys->begin[i]));
}

static bool look (trial *t, ft_error *error) {
  ft_trace *trace =
      ft_trace_read (t->run, (ft_read_options){0}, NULL, NULL, error);
  if (!trace)
    return false;
  uint64_t digest = ft_trace_digest (trace);
  set (t, "trace", hex (digest));
  bool known = ft_map_get (&t->memory->traces, digest) != FT_NO_ID;
  bool fine = ft_open_superround_report (t->options, t->job, &t->course.schedule, trace,
                               t->line, error);
  if (known && t->job->step != FT_JOB_SHRINK)
    ft_directory_remove (t->run);
  else {
    set (t, "events", json_integer (trace->size));
    json_t *covered = fine ? coverage (t, trace, error) : NULL;
    fine = covered;
    if (fine)
      set (t, "covered", covered);
    if (!trace->tables.origins.writes.size)
      set (t, "plain", json_true ()); // nothing depends on input
    ft_path_key_list ways = {0};
    ft_concolic_step_path_keys (t->memory, trace, &ways);
    if (ways.size)
      note_ways (t, &ways);
    FT_RELEASE (ways);
    fine =
        fine && ft_explore_check (t->options, t->memory, t->job, trace, t->line, error);
  }
  ft_trace_free (trace);
  return fine;
}

static void note_course (trial *t) {
  const ft_run_schedule *s = &t->course.schedule;
  set (t, "schedule", hex (s->digest));
  if (!s->plan)
    set (t, "policy",
         json_sprintf ("%s %" PRIu64, ft_sched_policy_names[s->policy], s->seed));
}

static bool perform (trial *t, ft_error *error) {
  ft_solver_watchdog_start (t->answer, t->line, &t->course.asked);
  bool fine = ft_run_input_choose (t->options, t->memory, t->job, &t->course, error);
  ft_solver_watchdog_stop ();
  if (t->course.asked.size)
    note_ways (t, &t->course.asked);
  if (!fine) {
    set (t, "none", json_true ());
    if (t->course.exhausted)
      set (t, "exhausted", json_true ());
    return !*error->message;
  }
  note_course (t);
  return record (t, error) && look (t, error);
}

static bool is_gone (const ft_explore_options *o, unsigned run) {
  char *path = ft_explore_run_path (o, run);
  bool gone = access (path, F_OK) && errno == ENOENT;
  free (path);
  return gone;
}

// Why a run could not be made, or read.  True when the program has removed its
// recording, or somebody that of the run before it, which says nothing about
// others.
static bool explain (trial *t, ft_error *error) {
  if (!*error->message)
    return false;
  if (!ft_disk_space_check (t->options, error)) {
    ft_directory_remove (t->run);
    return false;
  }
  unsigned heir = ft_run_input_parent (t->memory, t->job);
  bool removed = t->begun && is_gone (t->options, t->job->run);
  bool made = !heir || !is_gone (t->options, heir);
  if (!removed && made)
    return false;
  *error = FT_NO_ERROR;
  json_decref (t->line);
  t->line = ft_journal_entry_failed (t->memory, t->job,
                             removed ? "removes its recording" : NULL);
  return true;
}

json_t *ft_explore_run (const ft_explore_options *o, const ft_search_state *m,
                  const ft_job *job, const char *answer, ft_error *error) {
  trial t = {.options = o,
             .memory = m,
             .job = job,
             .answer = answer,
             .run = ft_explore_run_path (o, job->run),
             .line = ft_journal_entry_new (m, job)};
  double begun = ft_seconds_now ();
  bool fine = perform (&t, error) || explain (&t, error);
  set (&t, "took", json_real (ft_seconds_now () - begun));
  if (!fine) {
    json_decref (t.line);
    t.line = NULL;
  }
  ft_run_input_release (&t.course);
  free (t.run);
  return t.line;
}

// ---- rerun -----------------------------------------------------------------

static bool write_files (const ft_run_file *file, const char *run,
                         const char *again, ft_error *error) {
  ft_strbuf config = {0}, text = {0};
  ft_replay_schedule plan;
  ft_strbuf_add (&config, "mode full\nschedule %s\nseed %" PRIu64 "\nplan 1\n",
                 file->schedule, file->seed);
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

bool ft_explore_rerun (const ft_explore_options *o, unsigned run, ft_target_exit *ended,
               ft_error *error) {
  char *path = ft_explore_run_path (o, run);
  ft_strbuf again = {0};
  ft_run_file file = {0};
  bool fine = ft_run_file_read (&file, path, error) &&
              ft_replay_program_is_unchanged (&file, path, error) &&
              ft_directory_temporary (&again, error);
  ft_target how = {.run = ft_strbuf_text (&again), .seconds = o->run_seconds};
  fine = fine && write_files (&file, path, how.run, error) &&
         ft_target_rerun (&file, how, ended, error);
  if (again.size)
    ft_directory_remove (ft_strbuf_text (&again));
  ft_strbuf_release (&again);
  ft_run_file_release (&file);
  free (path);
  return fine;
}
