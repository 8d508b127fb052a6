#include "replay/expand.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/target_rerun.h"
#include "replay/outcome_read.h"
#include "record/directory.h"
#include "replay/diverged.h"
#include "replay/thread_numbers.h"
#include "replay/replay_schedule.h"
#include "replay/stuck.h"
#include "record/run_file.h"
#include "record/same_code.h"
#include "run/run.h"
#include "run/run_checksums.h"

// The time limit: writing records costs more than counting words, and the
// machine may be busier than during the recording.
enum { TIMES_RECORDED = 100, EXTRA_SECONDS = 60 };

typedef struct expansion {
  const char *run; // the light recording
  ft_strbuf made;  // the full one, in the same parent directory
  ft_run_file file;
  ft_replay_schedule schedule;
  struct ft_wire_control control; // of the light recording
  ft_target_exit ended;
  ft_stuck stuck;
  ft_progress_callback progress;
  bool parallel; // threads ran at a time when it was recorded
  bool parted;   // and the replay has gone another way
  ft_error *remark;
} expansion;

// ---- the program -----------------------------------------------------------

static bool refuse_light (const char *path, const char *run, ft_error *error) {
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: was built with --foretrace-light and writes no trace; "
                "build it without into another file and write: foretrace "
                "expand %s -- FILE",
                path, run);
  return false;
}

static void take_program (ft_run_file *file, const ft_program *program) {
  free (file->program);
  free (file->build_id);
  file->program = ft_strdup (program->path);
  file->build_id = ft_strdup (program->build_id);
  file->digest = program->digest;
}

static bool check_program (expansion *x, const ft_program *program, bool other,
                           ft_error *error) {
  if (program->light)
    return refuse_light (program->path, x->run, error);
  if (other || program->digest == x->file.digest)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: has changed since %s was recorded: record again, or put "
                "the program back as it was",
                program->path, x->run);
  return false;
}

static bool find_program (expansion *x, const char *wanted, ft_error *error) {
  ft_program program;
  if (!ft_program_find (&program, wanted ? wanted : x->file.program,
                        x->file.launcher, error))
    return false;
  bool fine = check_program (x, &program, wanted, error);
  if (fine)
    take_program (&x->file, &program);
  ft_program_release (&program);
  return fine;
}

// ---- the run ---------------------------------------------------------------

// Whether the recording has the end of the process.  Else the process was
// killed or the recording stopped, and the expansion ends after the last step.
static bool has_ended (const expansion *x) {
  return x->control.state == FT_WIRE_ENDED;
}

// A program whose threads ran in parallel may go another way: it has raced.
static enum ft_replay_end then (const expansion *x) {
  return !has_ended (x) ? FT_REPLAY_THEN_STOP
         : x->parallel  ? FT_REPLAY_THEN_FREE
                        : FT_REPLAY_THEN_WHOLE;
}

static bool write_files (const expansion *x, ft_error *error) {
  const char *made = ft_strbuf_text (&x->made);
  ft_strbuf schedule = {0}, json = {0}, config = {0};
  ft_strbuf_add (&config, "mode full\nschedule %s\nseed %" PRIu64 "\n",
                 x->file.schedule, x->file.seed);
  if (x->file.slice)
    ft_strbuf_add (&config, "slice %" PRIu64 "\n", x->file.slice);
  ft_directory_add_inputs (x->run, &config);
  ft_strbuf_add (&config, "plan 1\nwhole 1\nlog-after 0\ndeadlock exit\n");
  ft_replay_schedule_print (&x->schedule, then (x), &schedule);
  ft_run_file_write (&x->file, &json);
  bool fine =
      ft_directory_write (made, "config", ft_strbuf_text (&config), error) &&
      ft_directory_write (made, "plan", ft_strbuf_text (&schedule), error) &&
      ft_directory_write (made, "run.json", ft_strbuf_text (&json), error);
  ft_strbuf_release (&schedule);
  ft_strbuf_release (&json);
  ft_strbuf_release (&config);
  return fine;
}

static bool watch (void *context, pid_t program) {
  expansion *x = context;
  struct ft_wire_control now;
  (void)program; // may be what launches it
  if (!ft_directory_control (ft_strbuf_text (&x->made), &now))
    return true;
  if (x->progress.show && x->control.words)
    x->progress.show (x->progress.context,
                      (double)now.words / (double)x->control.words);
  return !ft_stuck_look (&x->stuck, (pid_t)now.pid, now.words,
                         ft_seconds_now ());
}

static bool run_target (expansion *x, ft_error *error) {
  ft_target how = {.run = ft_strbuf_text (&x->made),
                   .silent = true,
                   .watch = watch,
                   .context = x,
                   .seconds = TIMES_RECORDED * x->file.seconds + EXTRA_SECONDS};
  if (!ft_target_rerun (&x->file, how, &x->ended, error))
    return false;
  if (x->ended.interrupted)
    ft_error_set (error, (enum ft_exit) (128 + x->ended.interrupted),
                  "%s: interrupted while it was expanded; it stays as it was",
                  x->run);
  return !x->ended.interrupted;
}

// ---- divergence ------------------------------------------------------------

static bool fail_diverged (const expansion *x, ft_tick at, const char *what,
                           ft_error *error) {
  ft_strbuf where = {0};
  ft_diverged_reached (ft_strbuf_text (&x->made), at, &where);
  ft_error_set (error, FT_EXIT_NOT_REPLAYED,
                "%s: cannot be expanded: the program went another way than "
                "when it was recorded: thread %" PRIu32 " at tick %" PRIu64
                ", %s: %s",
                x->run, at.thread, at.word, ft_strbuf_text (&where), what);
  ft_strbuf_release (&where);
  return false;
}

// Threads that do not race do in a replay what they did in parallel.  The replay
// is a run of the program of its own right, which has the race.
static bool remark_parted (expansion *x, ft_tick at, const char *what) {
  ft_strbuf where = {0};
  ft_diverged_reached (ft_strbuf_text (&x->made), at, &where);
  ft_error_set (x->remark, FT_EXIT_NOT_REPLAYED,
                "%s: two threads have raced, or the program depends on "
                "something that is not recorded: its replay parts from what "
                "was recorded in thread %" PRIu32 ", %s: %s. The trace is the "
                "replay's; 'foretrace check' looks for the race in it",
                x->run, at.thread, ft_strbuf_text (&where), what);
  ft_strbuf_release (&where);
  x->parted = true;
  return true;
}

// With its one thread, which nobody else could see.
static bool fail_stuck (const expansion *x, ft_error *error) {
  ft_replay_schedule now = {0};
  if (!ft_replay_threads_read (ft_strbuf_text (&x->made), &now, error))
    return false;
  uint64_t words = FT_EMPTY (now.threads) ? 0 : now.threads.begin[0].words;
  ft_replay_schedule_release (&now);
  return fail_diverged (x, (ft_tick){0, words},
                        "it does not come back from a blocking call", error);
}

static bool fail_ended (const expansion *x, ft_error *error) {
  const char *how = x->ended.signal ? strsignal (x->ended.signal) : "";
  ft_error_set (error, FT_EXIT_NOT_REPLAYED,
                "%s: cannot be expanded: the program went another way than "
                "when it was recorded: %s%s%s",
                x->run,
                x->ended.timed_out ? "it hung"
                : x->ended.signal  ? "it was ended by a signal: "
                                   : "it ended otherwise",
                x->ended.timed_out ? "" : how, "");
  return false;
}

static bool check_outcome (expansion *x, ft_error *error) {
  ft_replay_outcome outcome;
  ft_replay_outcome_read (&outcome, ft_strbuf_text (&x->made));
  bool fine = false;
  switch (outcome.kind) {
  case FT_REPLAY_OUTCOME_NONE:
  case FT_REPLAY_OUTCOME_STOPPED: // cannot occur without a debugger
    if (x->ended.dismissed)
      fail_stuck (x, error);
    else
      fail_ended (x, error);
    break;
  case FT_REPLAY_OUTCOME_DIVERGED:
    fine = x->parallel ? remark_parted (x, outcome.at, outcome.text)
                       : fail_diverged (x, outcome.at, outcome.text, error);
    break;
  case FT_REPLAY_OUTCOME_REACHED:
    fine = true;
    break;
  }
  ft_replay_outcome_release (&outcome);
  return fine;
}

// Threads that ran in parallel are stopped at their first check behind the tick
// at which they gave the token away.
static bool is_length (const expansion *x, uint64_t now, uint64_t recorded) {
  return now == recorded ||
         (x->parallel && now > recorded && now - recorded <= FT_WIRE_SLACK);
}

// All threads exist, and their logs are as long as in the recording.
static bool check_threads (expansion *x, ft_error *error) {
  ft_replay_schedule now = {0};
  bool fine = ft_replay_threads_read (ft_strbuf_text (&x->made), &now, error);
  for (uint32_t i = 0; fine && i < x->schedule.threads.size; i++) {
    uint64_t words = i < now.threads.size ? now.threads.begin[i].words : 0;
    static const char why[] = "its log has another length";
    if (is_length (x, words, x->schedule.threads.begin[i].words))
      continue;
    fine = x->parallel ? remark_parted (x, (ft_tick){i, words}, why)
                       : fail_diverged (x, (ft_tick){i, words}, why, error);
    if (x->parted)
      break;
  }
  ft_replay_schedule_release (&now);
  return fine;
}

static bool check_end (expansion *x, ft_error *error) {
  struct ft_wire_control now;
  if (!has_ended (x) || x->parted)
    return true;
  if (ft_directory_control (ft_strbuf_text (&x->made), &now) &&
      now.signal == x->control.signal && now.status == x->control.status)
    return true;
  if (x->parallel && !x->ended.timed_out)
    return remark_parted (x, (ft_tick){now.ender ? now.ender - 1 : 0,
                                       UINT64_MAX},
                          "it ends otherwise");
  return fail_ended (x, error);
}

static bool refuse_other (const expansion *x, ft_error *error) {
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: was not made from the sources and with the options of the "
                "program that was recorded in %s, but for --foretrace-light",
                x->file.program, x->run);
  return false;
}

static bool check_same (expansion *x, ft_error *error) {
  if (ft_directory_is_light (ft_strbuf_text (&x->made)))
    return refuse_light (x->file.program, x->run, error);
  if (!ft_same_code (x->run, ft_strbuf_text (&x->made)))
    return refuse_other (x, error);
  return check_outcome (x, error) && (x->parted || check_threads (x, error)) &&
         check_end (x, error);
}

// ---- the whole -------------------------------------------------------------

static bool make_directory (expansion *x, ft_error *error) {
  ft_strbuf name = {0};
  char *real = realpath (x->run, NULL);
  ft_strbuf_add (&name, "%s.expanding", real ? real : x->run);
  free (real);
  bool fine = ft_directory_make (ft_strbuf_text (&name), "", &x->made, error);
  ft_strbuf_release (&name);
  return fine;
}

static bool finish (expansion *x, ft_error *error) {
  const char *made = ft_strbuf_text (&x->made);
  ft_directory_remove_overlay (made);
  return (x->parted ||
          ft_directory_set_state (made, x->control.state, error)) &&
         ft_status_write (made, &x->ended, true, error) &&
         ft_directory_replace (x->run, made, error) &&
         ft_run_checksums_write (x->run, error);
}

static bool expand (expansion *x, ft_error *error) {
  if (!make_directory (x, error))
    return false;
  if (write_files (x, error) && run_target (x, error) &&
      check_same (x, error) && finish (x, error))
    return true;
  ft_directory_remove (ft_strbuf_text (&x->made));
  return false;
}

static bool set_parallel (expansion *x) {
  x->parallel = !strcmp (x->file.mode, "parallel");
  for (size_t i = 0; x->parallel && i < x->schedule.slices.size; i++) {
    ft_replay_slice *slice = x->schedule.slices.begin + i;
    slice->at_or_after = !slice->enters_kernel && !slice->blocks;
  }
  return true;
}

static bool read_run (expansion *x, ft_error *error) {
  if (!ft_run_is_of_program (x->run, error) ||
      !ft_run_checksums_verify (x->run, FT_RUN_FILES_OF_REPLAY, error) ||
      !ft_run_file_read (&x->file, x->run, error))
    return false;
  if (ft_directory_control (x->run, &x->control))
    return ft_replay_schedule_of_recording (&x->schedule, x->run, error) &&
           set_parallel (x);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: is no recorded run", x->run);
  return false;
}

bool ft_expand (const char *run, const char *program,
                ft_progress_callback progress, ft_error *remark,
                ft_error *error) {
  expansion x = {.run = run, .progress = progress, .remark = remark};
  *remark = FT_NO_ERROR;
  bool fine = read_run (&x, error) && find_program (&x, program, error) &&
              expand (&x, error);
  ft_run_file_release (&x.file);
  ft_replay_schedule_release (&x.schedule);
  ft_strbuf_release (&x.made);
  return fine;
}
