// 'foretrace replay': the program itself, driven into a race or deadlock.

#include <fcntl.h>
#include <string.h>

#include "base/output.h"
#include "cli/check_options.h"
#include "cli/record_options.h"
#include "cli/replay_query.h"
#include "record/directory.h"
#include "replay/continuation.h"
#include "replay/failure_replay.h"
#include "replay/debugger.h"
#include "replay/replay.h"
#include "replay/probe_run.h"
#include "report/debug_facts.h"
#include "report/replay_json.h"
#include "report/replayed.h"
#include "report/row.h"
#include "report/text_race.h"
#include "load/open.h"

static const ft_subcommand command = {
    "replay", "DIR RACE [options]",
    "Runs a recorded program again under the schedule that exposes a race or\n"
    "a deadlock, until the threads stand right before it, and reports how "
    "often\n"
    "that succeeds.  DIR is a recording; RACE an id as 'check' numbers them\n"
    "(R1, D1), a fingerprint, or a witness file.  The program gets the same\n"
    "arguments, directory and inputs (standard input, the time, random "
    "bytes).\n"
    "Exit status: 0 reproduced at least once, 67 never, 64 usage or no such\n"
    "race, 65 bad recording or witness, 69 the program is not the one that\n"
    "was recorded or cannot be run, 130 interrupted.\n",
    "  foretrace replay prog.foretrace-1 R1\n"
    "  foretrace replay prog.foretrace-1 R1 --gdb\n"
    "  foretrace replay prog.foretrace-1 R1 --step\n"
    "  foretrace replay prog.foretrace-1 R1 --order 2,1 --continue\n",
    2};

typedef struct request {
  const char *run, *race, *results;
  ft_check_options check;
  unsigned times;
  double seconds;
  const char *output;
  int progress, format, color, memory_model, order, assume;
  ft_read_options read;
  bool gdb, step, continues, quiet, help;
} request;

enum { RUNS = 20, UNSET = -1U }; // --runs: its default, and not given

static const char *const orders[] = {"1,2", "2,1", NULL};

static bool parse (request *q, int argc, char **argv, int *code) {
  const ft_option table[] = {
      {"runs", 'n', "N", &ft_option_count, &q->times,
       "how often (default 20); with 1 the output of the\nprogram is seen, "
       "unless the report is JSON"},
      {"gdb", 0, NULL, &ft_option_flag, &q->gdb,
       "once, and start gdb on it when it is there; its\ncommand "
       "'foretrace' shows the race"},
      {"step", 0, NULL, &ft_option_flag, &q->step,
       "with gdb, before each event of the schedule"},
      {"order", 0, "ORDER", &ft_option_choice, &q->order,
       "of a race, the access that is made first once both\nare next, as the "
       "report lists them: 1,2 (default) or\n2,1",
       orders},
      {"continue", 0, NULL, &ft_option_flag, &q->continues,
       "of a race: report what the program does then until\nits end: exit "
       "status, signal, deadlock, wrong use of\nheap memory; --runs N (here "
       "by default 4) go on with\nanother schedule each, with 1 the output "
       "is seen"},
      {"timeout", 't', "S", &ft_option_seconds, &q->seconds,
       "seconds for each run (default ten times what the\n"
       "recording took, and ten)"},
      {"results", 'r', "FILE", &ft_option_text, &q->results,
       "take RACE from this JSON report of a check, which is\n"
       "otherwise run again with its default options"},
      {"jobs", 'j', "N", &ft_option_count, &q->check.jobs,
       "solver workers of the check (default: one per\nprocessor)"},
      FT_ROW_MEMORY_MODEL (&q->memory_model),
      FT_ROW_ASSUME (&q->assume),
      FT_ROW_FORMAT (&q->format),
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_COLOR (&q->color),
      FT_ROW_PROGRESS (&q->progress),
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet,
       "only the verdict, no warnings"},
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_words words = {0};
  bool fine =
      ft_subcommand_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine) {
    q->run = words.begin[0];
    q->race = words.begin[1];
    ft_subcommand_memory_model (q->memory_model, &q->check);
    q->read.independent = q->assume == 1;
    q->gdb |= q->step;
    if (q->gdb)
      q->times = 1;
    else if (q->times == UNSET)
      q->times = q->continues ? FT_CONSEQUENCE_RUNS : RUNS;
  }
  FT_RELEASE (words);
  if (fine && !q->times) {
    *code = ft_subcommand_misused (&command, "--runs: expected at least 1");
    fine = false;
  }
  return fine;
}

// ---- one schedule -----------------------------------------------------------

typedef struct session {
  const request *q;
  ft_replay_context replays;
  ft_witness witness;
  ft_replay_schedule schedule;
  char *facts; // owned; for gdb
  ft_progress_bar progress;
  ft_replayed replayed;
  ft_target_exit ended; // of the first run that reached it
  bool hung;            // a continuation did not end in its time
  ft_continued_ends ends; // of continuations, all different
  ft_strbuf accesses; // "T2 frees at a.c:18:3, then T1 writes at a.c:13:5"
  ft_strbuf seen; // of a failure: how the program ended in the first such run
  int interrupted;
} session;

static void count_result (session *s, const ft_replay_result *once) {
  s->replayed.runs++;
  s->replayed.reached += once->reached;
  if (once->reached && s->replayed.reached == 1)
    s->ended = once->ended;
  if (once->reached || s->replayed.why)
    return;
  s->replayed.why = ft_strdup (ft_strbuf_text (&once->why));
  s->replayed.miss = once->failure;
}

// Ends that read the same are counted as one.
static void add_end (session *s, ft_continuation *c) {
  ft_continued_end x = {.runs = 1};
  ft_continuation_add_end (&x.text, c);
  for (size_t i = 0; i < s->ends.size; i++) {
    ft_continued_end *y = s->ends.begin + i;
    if (!strcmp (ft_strbuf_text (&x.text), ft_strbuf_text (&y->text)) &&
        !strcmp (ft_continuation_memory_error (c), ft_continuation_memory_error (&y->first))) {
      y->runs++;
      ft_strbuf_release (&x.text);
      return;
    }
  }
  x.first = *c;
  *c = (ft_continuation){0};
  FT_PUSH (s->ends, x);
}

static void count_continuation (session *s, ft_continuation *c) {
  ft_replay_result once = {
      .reached = c->reached,
      .why = c->why,
      .failure = c->failure,
      .ended = {.status = c->status,
                .signal = c->signal,
                .timed_out = c->end == FT_CONTINUATION_TIMED_OUT}};
  s->interrupted = c->interrupted;
  s->hung = c->end == FT_CONTINUATION_TIMED_OUT;
  if (c->interrupted)
    return;
  count_result (s, &once);
  if (c->reached)
    add_end (s, c);
}

// As --consequences does, so that what it saw of some schedules alone is seen
// here, too.  One that does not end is not made again.
static bool continue_all (session *s, ft_error *error) {
  const request *q = s->q;
  bool fine = true;
  for (unsigned i = 0; fine && !s->interrupted && !s->hung &&
                       i < q->times;
       i++) {
    ft_continuation c;
    ft_continuation_options how =
        ft_continuation_round ((unsigned)q->order, i);
    how.show = q->times == 1 && q->format == FT_FORMAT_TEXT;
    if (q->times > 1)
      ft_progress_bar_show (&s->progress, "replaying", (double)i / q->times, i,
                            "continuations", NULL);
    fine = ft_continue (&s->replays, &s->witness, &s->schedule, &how, &c, error);
    if (fine)
      count_continuation (s, &c);
    ft_continuation_release (&c);
  }
  ft_progress_bar_clear (&s->progress);
  return fine;
}

// A failure is reached if it is seen.
static bool replay_failure_once (session *s, ft_error *error) {
  const ft_witness *w = &s->witness;
  ft_failure f = {.kind = w->failure,
                  .fails = w->fails,
                  .freed = w->freed,
                  .witness = *w}; // borrowed
  ft_failure_seen seen;
  if (!ft_failure_replay (&s->replays, &f, &s->schedule, &seen, error))
    return false;
  s->interrupted = seen.interrupted;
  if (!seen.interrupted) {
    ft_replay_result once = {
        .reached = seen.seen, .why = seen.text, .failure = seen.failure};
    count_result (s, &once);
    if (seen.seen && !s->seen.size)
      ft_strbuf_add (&s->seen, "%s", ft_strbuf_text (&seen.text));
  }
  ft_failure_seen_release (&seen);
  return true;
}

// Behind the race a program may wait for what the replay does not have, such as the other end of
// a connection: it is let go until one end of it is known.
static enum ft_replay_end next_end (const session *s) {
  return s->q->step              ? FT_REPLAY_THEN_STEPS
         : s->q->gdb             ? FT_REPLAY_THEN_GDB
         : s->replayed.reached   ? FT_REPLAY_THEN_STOP
                                 : FT_REPLAY_THEN_FREE;
}

static bool replay_all (session *s, ft_error *error) {
  const request *q = s->q;
  bool fine = true;
  bool fails = s->witness.failure != FT_FAILURE_NONE;
  if (q->continues && !q->gdb)
    return continue_all (s, error);
  for (unsigned i = 0; fine && !s->interrupted && i < q->times; i++) {
    ft_replay_result once;
    if (q->times > 1)
      ft_progress_bar_show (&s->progress, "replaying", (double)i / q->times, i,
                            "runs", NULL);
    if (fails) {
      fine = replay_failure_once (s, error);
      continue;
    }
    fine = ft_replay_once (&s->replays, &s->witness, &s->schedule, next_end (s),
                           q->times == 1 && q->format == FT_FORMAT_TEXT, &once,
                           error);
    s->interrupted = fine ? once.interrupted : 0;
    if (fine && !once.interrupted)
      count_result (s, &once);
    ft_replay_result_release (&once);
  }
  ft_progress_bar_clear (&s->progress);
  return fine;
}

// How the first run that reached the race ended, after it was let go there.
static const ft_target_exit *known_end (const session *s) {
  bool fails = s->witness.failure != FT_FAILURE_NONE;
  return s->q->gdb || fails || !s->replayed.reached ? NULL : &s->ended;
}

static void write_ended (FILE *file, const ft_target_exit *ended) {
  if (!ended)
    return;
  if (ended->timed_out)
    fputs ("  Let go, the program went on until its time was over.\n", file);
  else if (ended->signal)
    fprintf (file, "  Let go, the program was ended by signal %d (%s).\n",
             ended->signal, strsignal (ended->signal));
  else
    fprintf (file, "  Let go, the program ended with exit status %d.\n",
             ended->status);
}

static void write_line (FILE *file, const char *before, const char *text) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  %s", before);
  ft_row_name (&line, text);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

static void write_frames (FILE *file, const ft_run_ending *x) {
  for (size_t i = 0; i < x->stack.size; i++) {
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "    #%zu ", i);
    ft_row_name (&line, x->stack.begin[i].function);
    ft_strbuf_add (&line, "  ");
    ft_row_name (&line, x->stack.begin[i].location);
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
}

static void write_ends (FILE *file, const session *s) {
  unsigned reached = s->replayed.reached;
  if (!reached)
    return;
  write_line (file, "", ft_strbuf_text (&s->accesses));
  for (size_t i = 0; i < s->ends.size; i++) {
    const ft_continued_end *x = s->ends.begin + i;
    ft_strbuf before = {0};
    ft_strbuf_add (&before, "The program's end");
    if (s->ends.size > 1)
      ft_strbuf_add (&before, ", %u of %u times", x->runs, reached);
    ft_strbuf_add (&before, ": ");
    write_line (file, ft_strbuf_text (&before), ft_strbuf_text (&x->text));
    ft_strbuf_release (&before);
    write_frames (file, &x->first.ending);
    if (*ft_continuation_memory_error (&x->first))
      write_line (file, "Memory error: ",
                  ft_continuation_memory_error (&x->first));
  }
}

static void write_text (FILE *file, const session *s) {
  ft_strbuf line = {0};
  bool color = ft_subcommand_color (s->q->color, s->q->output);
  ft_row_name (&line, s->q->race);
  ft_strbuf_add (&line, " reached: %s",
                 color ? ft_replayed_color (&s->replayed) : "");
  ft_replayed_verdict (&line, &s->replayed);
  ft_strbuf_add (&line, "%s", color ? "\033[0m" : "");
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
  if (s->q->quiet)
    return;
  if (s->seen.size)
    write_line (file, "seen: ", ft_strbuf_text (&s->seen));
  if (s->replayed.why)
    fprintf (file, "  Otherwise %s.\n", s->replayed.why);
  if (ft_replayed_failed (&s->replayed))
    ft_replayed_next (file, s->replayed.miss);
  if (s->q->continues && !s->q->gdb)
    write_ends (file, s);
  else
    write_ended (file, known_end (s));
}

static int write_report (const session *s, ft_output *out) {
  ft_error error = FT_NO_ERROR;
  ft_replay_report report = {s->q->run,
                             s->q->race,
                             &s->replayed,
                             known_end (s),
                             s->interrupted,
                             s->q->continues && !s->q->gdb ? &s->ends : NULL,
                             s->q->order == 1};
  if (s->q->format == FT_FORMAT_JSON)
    ft_replay_json (out->file, &report);
  else
    write_text (out->file, s);
  if (!ft_output_commit (out, &error))
    return ft_subcommand_fail (&error);
  if (s->interrupted)
    return 128 + s->interrupted;
  return s->replayed.reached ? FT_EXIT_OK : FT_EXIT_NOT_REPLAYED;
}

// Prepares a debugger: the stops on the way, and the facts that it shows.
static bool prepare_debugger (session *s, const ft_trace *trace,
                              ft_error *error) {
  ft_replay_stops stops = {0};
  bool fine = ft_replay_schedule_add_stops (&s->schedule, s->q->run, trace,
                                            &s->witness, &stops, error);
  if (fine)
    s->facts = ft_debug_facts (trace, &s->witness, s->q->race, &stops);
  s->replays.facts = s->facts;
  FT_RELEASE (stops);
  return fine;
}

static void add_access (ft_strbuf *text, const ft_trace *t, ft_id event) {
  const ft_event *e = t->events + event;
  ft_strbuf_add (text, "%s %s", ft_trace_name (t, FT_CLASS_THREAD, e->thread),
                 ft_text_verb (t, e));
  if (e->location != FT_NO_ID)
    ft_strbuf_add (text, " at %s",
                   ft_trace_name (t, FT_CLASS_LOCATION, e->location));
}

// Only two threads that are held at the same time can go on in two orders.
static bool prepare_order (session *s, const ft_trace *trace, ft_error *error) {
  int first = s->q->order;
  const ft_witness *w = &s->witness;
  if (!first && !s->q->continues)
    return true;
  if (!FT_EMPTY (w->blocked) || w->memory != FT_MEMORY_SC ||
      !ft_replay_schedule_set_first (&s->schedule, (unsigned)first)) {
    ft_error_set (error, FT_EXIT_USAGE,
                  "replay: --order and --continue are for races whose two "
                  "accesses are next at the same time");
    return false;
  }
  add_access (&s->accesses, trace, w->pair[first]);
  ft_strbuf_add (&s->accesses, ", then ");
  add_access (&s->accesses, trace, w->pair[!first]);
  return true;
}

// The debugger shows accesses that are next at the same time.
static bool suits_debugger (const ft_witness *w, ft_error *error) {
  if (w->failure != FT_FAILURE_NONE)
    ft_error_set (error, FT_EXIT_USAGE,
                  "replay: --gdb stops at two accesses, and a failure is one "
                  "step; replay it without --gdb");
  else if (w->memory != FT_MEMORY_SC)
    ft_error_set (
        error, FT_EXIT_USAGE,
        "replay: --gdb shows accesses that are next at the same time, "
        "which those of a race under %s need not be",
        ft_memory_model_name (w->memory));
  return w->failure == FT_FAILURE_NONE && w->memory == FT_MEMORY_SC;
}

static bool prepare (session *s, const ft_trace *trace, ft_error *error) {
  const request *q = s->q;
  ft_check_options check = q->check;
  check.progress = ft_show_checking;
  check.context = &s->progress;
  if (!ft_replay_context_init (&s->replays, q->run, trace, q->seconds, error))
    return false;
  bool asked = ft_replay_query (&s->witness, trace, q->read, &check, q->race,
                                q->results, error);
  ft_progress_bar_clear (&s->progress);
  if (asked && (!q->gdb || suits_debugger (&s->witness, error)) &&
      ft_probe_schedule (&s->schedule, &s->replays, &s->witness, error) &&
      prepare_order (s, trace, error) &&
      (!q->gdb || prepare_debugger (s, trace, error)))
    return true;
  ft_replay_context_release (&s->replays);
  return false;
}

static int replay_and_report (session *s) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  if (!ft_output_open (&out, s->q->output, &error))
    return ft_subcommand_fail (&error);
  if (out.temporary)
    fcntl (fileno (out.file), F_SETFD, FD_CLOEXEC);
  if (replay_all (s, &error))
    return write_report (s, &out);
  ft_output_abandon (&out);
  return ft_subcommand_fail (&error);
}

static int replay (session *s, const ft_trace *trace) {
  ft_error error = FT_NO_ERROR;
  int code;
  if (!prepare (s, trace, &error))
    code = ft_subcommand_fail (&error);
  else {
    code = replay_and_report (s);
    ft_replay_context_release (&s->replays);
  }
  ft_replay_schedule_release (&s->schedule);
  ft_witness_release (&s->witness);
  for (size_t i = 0; i < s->ends.size; i++) {
    ft_continuation_release (&s->ends.begin[i].first);
    ft_strbuf_release (&s->ends.begin[i].text);
  }
  FT_RELEASE (s->ends);
  ft_strbuf_release (&s->accesses);
  ft_strbuf_release (&s->seen);
  free (s->replayed.why);
  free (s->facts);
  return code;
}

static void warn_input (const request *q, const ft_run_file *file) {
  ft_strbuf unused = {0};
  bool kept = ft_directory_add_inputs (q->run, &unused);
  ft_strbuf_release (&unused);
  if (!q->quiet && !kept && !strcmp (file->input_kind, "pipe"))
    fprintf (stderr,
             "foretrace: warning: %s: the program had a pipe as standard "
             "input; a replay reads nothing there\n",
             q->run);
}

// Errors that need no trace are reported before it is read.
static bool check_request (const request *q, ft_error *error) {
  ft_run_file file;
  if ((q->gdb && !ft_debugger_check (error)) ||
      !ft_run_file_read (&file, q->run, error))
    return false;
  warn_input (q, &file);
  ft_run_file_release (&file);
  return true;
}

// The schedules of a check that did not read the whole run, since its time or
// its memory was used up, are those of the first events of its trace.
static bool limit_events (request *q, ft_error *error) {
  if (!q->results)
    return true;
  ft_witness_document *results = ft_witness_document_load (q->results, error);
  if (!results)
    return false;
  q->read.most = ft_witness_document_events (results);
  ft_witness_document_free (results);
  return true;
}

int ft_cli_replay (int argc, char **argv) {
  request q = {.check = FT_CHECK_DEFAULTS, .times = UNSET};
  q.check.model = FT_MODEL_RELAXED;
  session s = {.q = &q};
  ft_error error = FT_NO_ERROR;
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  if (!check_request (&q, &error) || !limit_events (&q, &error))
    return ft_subcommand_fail (&error);
  if (!ft_record_expand (q.run, q.quiet, &code))
    return code;
  ft_progress_bar_init (&s.progress, (enum ft_when)q.progress);
  ft_progress_bar_measure (&s.progress, q.run);
  ft_trace *trace =
      ft_trace_read (q.run, q.read, ft_show_reading, &s.progress, &error);
  ft_progress_bar_clear (&s.progress);
  if (!trace)
    return ft_subcommand_fail (&error);
  if (!q.quiet)
    ft_subcommand_warn (&trace->notes);
  code = replay (&s, trace);
  ft_trace_free (trace);
  return code;
}
