#include "replay/replay.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/debug_log.h"
#include "replay/confirm.h"
#include "replay/debugger.h"
#include "record/directory.h"
#include "replay/diverged.h"
#include "record/target_rerun.h"
#include "replay/outcome_read.h"
#include "run/ending.h"
#include "run/run_checksums.h"

enum { TIMES_RECORDED = 10, EXTRA_SECONDS = 10 };

// How many words the logs of a replay may have; much more than what a program
// does that ends, and few enough to be read in seconds.
enum { TIMES_WORDS = 4, EXTRA_WORDS = 1 << 22 };

// How often a schedule is changed for one replay: the hold of a thread moves to
// the call that has its access, and then closer to the access.
enum { MOST_CHANGES = 8 };

// ---- the common data of replays --------------------------------------------

bool ft_replay_program_is_unchanged (const ft_run_file *file, const char *run,
                                     ft_error *error) {
  ft_program program;
  ft_error problem = FT_NO_ERROR;
  if (!ft_program_find (&program, file->program, file->launcher, &problem)) {
    ft_error_set (error, problem.code,
                  "%s; %s is of that program: put it back as it was, or build "
                  "it and record again",
                  problem.message, run);
    return false;
  }
  bool same = program.digest == file->digest &&
              !strcmp (program.build_id, file->build_id);
  if (!same)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: has changed since %s was recorded: record again, or "
                  "put the program back as it was",
                  file->program, run);
  ft_program_release (&program);
  return same;
}

static uint64_t word_limit (const char *run) {
  struct ft_wire_control recorded;
  return EXTRA_WORDS + (ft_directory_control (run, &recorded)
                            ? TIMES_WORDS * recorded.words
                            : 0);
}

bool ft_replay_context_init (ft_replay_context *r, const char *run,
                             const ft_trace *trace, double seconds,
                             ft_error *error) {
  *r = (ft_replay_context){.run = run, .trace = trace};
  if (!ft_run_checksums_verify (run, FT_RUN_FILES_OF_REPLAY, error) ||
      !ft_run_file_read (&r->file, run, error))
    return false;
  r->words = word_limit (run);
  r->seconds =
      seconds > 0 ? seconds : TIMES_RECORDED * r->file.seconds + EXTRA_SECONDS;
  if (ft_replay_program_is_unchanged (&r->file, run, error))
    return true;
  ft_run_file_release (&r->file);
  return false;
}

void ft_replay_context_release (ft_replay_context *r) {
  ft_run_file_release (&r->file);
}

void ft_replay_result_release (ft_replay_result *replay) {
  ft_strbuf_release (&replay->why);
}

// ---- one replay ------------------------------------------------------------

static bool write_files (const ft_replay_context *r,
                         const ft_replay_schedule *schedule,
                         enum ft_replay_end then, const char *run,
                         ft_error *error) {
  ft_strbuf config = {0}, text = {0};
  ft_strbuf_add (&config, "mode full\nschedule %s\nseed %" PRIu64 "\nplan 1\n",
                 r->file.schedule, r->file.seed);
  ft_strbuf_add (&config, "max-words %" PRIu64 "\n", r->words);
  if (r->file.slice)
    ft_strbuf_add (&config, "slice %" PRIu64 "\n", r->file.slice);
  if (r->ends_deadlocks)
    ft_strbuf_add (&config, "deadlock exit\n");
  if (r->captures)
    ft_strbuf_add (&config, "sent 1\n");
  if (then >= FT_REPLAY_THEN_GDB) // the user of gdb may take a day
    ft_strbuf_add (&config, "patience 86400\n");
  ft_directory_add_inputs (r->run, &config);
  ft_replay_schedule_print (schedule, then, &text);
  bool fine =
      ft_directory_write (run, "config", ft_strbuf_text (&config), error) &&
      ft_directory_write (run, "plan", ft_strbuf_text (&text), error) &&
      (then < FT_REPLAY_THEN_GDB || ft_debugger_write (run, r->facts, error));
  ft_strbuf_release (&config);
  ft_strbuf_release (&text);
  return fine;
}

static bool run_target (const ft_replay_context *r, const char *run, bool show,
                        ft_debugger *debugger, ft_target_exit *ended,
                        ft_error *error) {
  ft_target how = {.run = run,
                   .silent = !show,
                   .captured = r->captures ? run : NULL,
                   .debugged = debugger,
                   .seconds = debugger ? 0 : r->seconds,
                   .watch = debugger ? ft_debugger_watch : NULL,
                   .context = debugger};
  return ft_target_rerun (&r->file, how, ended, error);
}

bool ft_replay_run (const ft_replay_context *r,
                    const ft_replay_schedule *schedule, const char *run,
                    ft_target_exit *ended, ft_error *error) {
  return write_files (r, schedule, FT_REPLAY_THEN_FREE, run, error) &&
         run_target (r, run, false, NULL, ended, error);
}

static void explain_no_outcome (const ft_target_exit *ended, ft_strbuf *why) {
  if (ended->timed_out)
    ft_strbuf_add (why, "it hung before it got there");
  else if (ended->signal)
    ft_strbuf_add (why, "signal %d (%s) ended it before it got there",
                   ended->signal, strsignal (ended->signal));
  else
    ft_strbuf_add (why, "it ended (exit status %d) before it got there",
                   ended->status);
}

static void explain_diverged (const ft_replay_context *r, const char *run,
                              const ft_replay_schedule *schedule,
                              const ft_replay_outcome *outcome,
                              ft_strbuf *why) {
  if (outcome->strayed) {
    ft_strbuf_add (why,
                   "thread %" PRIu32 " cannot be held right before its access: "
                   "it comes there through code that is not recorded",
                   outcome->at.thread);
    return;
  }
  ft_strbuf_add (why,
                 "thread %" PRIu32 " went another way: ", outcome->at.thread);
  ft_diverged_explain (r->run, run, schedule, outcome->at, why);
  if (*outcome->text)
    ft_strbuf_add (why, " (%s)", outcome->text);
}

// Whether the program was ended by a fault at the bytes of the race: the thread that comes
// second finds no memory there any more.  It makes no record, as if it had strayed.
static bool faults_at_access (const ft_replay_context *r,
                              const ft_witness *witness, const char *run,
                              const ft_replay_result *replay) {
  bool found = false;
  ft_run_ending ending = {0};
  if (replay->ended.signal != SIGSEGV && replay->ended.signal != SIGBUS)
    return false;
  ft_run_ending_read (&ending, run);
  for (int i = 0; i < 2 && !witness->blocked.size; i++) {
    if (witness->pair[i] >= r->trace->size)
      continue;
    const ft_event *e = r->trace->events + witness->pair[i];
    const char *thread = ft_trace_name (r->trace, FT_CLASS_THREAD, e->thread);
    const ft_variable *v =
        r->trace->tables.variables.begin + e->target;
    found |= ft_kind_accesses (e->kind) && e->kind != FT_FREE && e->mask &&
             v->addressed && !strcmp (thread, ending.thread) &&
             ending.fault ==
                 v->address + (unsigned)__builtin_ctz (e->mask) + 1;
  }
  ft_run_ending_release (&ending);
  return found;
}

// Under gdb the program is killed where it is held: its logs do not have the
// records of the race, and the outcome alone counts.
static void read_outcome (const ft_replay_context *r, const ft_witness *witness,
                          ft_replay_schedule *schedule, enum ft_replay_end then,
                          const char *run, ft_replay_result *replay) {
  ft_replay_outcome outcome;
  ft_replay_outcome_read (&outcome, run);
  switch (outcome.kind) {
  case FT_REPLAY_OUTCOME_NONE:
    explain_no_outcome (&replay->ended, &replay->why);
    replay->failure = replay->ended.timed_out ? FT_REPLAY_FAILURE_HUNG
                                              : FT_REPLAY_FAILURE_ENDED;
    break;
  case FT_REPLAY_OUTCOME_DIVERGED:
    explain_diverged (r, run, schedule, &outcome, &replay->why);
    replay->failure = FT_REPLAY_FAILURE_DIVERGED;
    replay->held =
        outcome.strayed && faults_at_access (r, witness, run, replay);
    if (replay->held)
      break;
    replay->schedule_changed =
        outcome.before &&
        ft_replay_schedule_hold_earlier (schedule, outcome.at, outcome.before);
    if (outcome.strayed)
      replay->schedule_changed = ft_replay_schedule_hold_closer (
          schedule, outcome.at, outcome.closer_tick, outcome.passes);
    break;
  case FT_REPLAY_OUTCOME_STOPPED:
    ft_strbuf_add (&replay->why, "gdb was left before it got there");
    replay->failure = FT_REPLAY_FAILURE_ENDED;
    break;
  case FT_REPLAY_OUTCOME_REACHED:
    replay->held = true;
    replay->reached = then >= FT_REPLAY_THEN_GDB ||
                      ft_confirm (run, r->trace, witness, schedule,
                                  &replay->why, &replay->failure);
    break;
  }
  ft_replay_outcome_release (&outcome);
  struct ft_wire_control control;
  if (FT_DEBUGS (REPLAY, 1) && ft_directory_control (run, &control) &&
      control.state == FT_WIRE_STOPPED)
    FT_DEBUG (REPLAY, 1, "records end at the limit of %" PRIu64 " words",
              r->words);
  FT_DEBUG (REPLAY, 1, "%s%s%s",
            replay->reached            ? "reached"
            : replay->schedule_changed ? "once more, with a thread held earlier"
                                       : "not reached",
            replay->why.size ? ": " : "", ft_strbuf_text (&replay->why));
}

static void log_slices (const ft_replay_schedule *s) {
  for (size_t i = 0; i < s->slices.size && FT_DEBUGS (REPLAY, 2); i++)
    ft_debug_line (FT_DEBUG_REPLAY, "slice %zu: thread %u to word %llu", i,
                   s->slices.begin[i].to.thread,
                   (unsigned long long)s->slices.begin[i].to.word);
}

static bool replay_schedule (const ft_replay_context *r,
                             const ft_witness *witness,
                             ft_replay_schedule *schedule,
                             enum ft_replay_end then, bool show,
                             ft_replay_result *replay, ft_error *error) {
  ft_strbuf path = {0};
  *replay = (ft_replay_result){0};
  if (!ft_directory_temporary (&path, error))
    return false;
  const char *run = ft_strbuf_text (&path);
  FT_DEBUG (REPLAY, 1,
            "schedule of %zu slices, %zu threads are held at its end",
            schedule->slices.size, schedule->holds.size);
  log_slices (schedule);
  ft_debugger debugger = {.run = run};
  bool fine =
      write_files (r, schedule, then, run, error) &&
      run_target (r, run, show, then >= FT_REPLAY_THEN_GDB ? &debugger : NULL,
                  &replay->ended, error);
  replay->hung = replay->ended.timed_out;
  replay->interrupted = replay->ended.interrupted;
  replay->wants_steps =
      then >= FT_REPLAY_THEN_GDB && ft_debugger_wants_steps (run);
  if (fine && !replay->interrupted)
    read_outcome (r, witness, schedule, then, run, replay);
  if (fine && r->look)
    r->look (r->context, run, replay);
  ft_directory_remove (run);
  ft_strbuf_release (&path);
  return fine;
}

bool ft_replay_once (const ft_replay_context *r, const ft_witness *witness,
                     ft_replay_schedule *schedule, enum ft_replay_end then,
                     bool show, ft_replay_result *replay, ft_error *error) {
  for (unsigned changes = 0;; changes++) {
    if (!replay_schedule (r, witness, schedule, then, show, replay, error))
      return false;
    if (replay->wants_steps)
      then = FT_REPLAY_THEN_STEPS;
    bool again = replay->schedule_changed && changes < MOST_CHANGES;
    if (!again && !replay->wants_steps)
      return true;
    ft_replay_result_release (replay);
  }
}
