#include "cli/record_options.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

#include "cli/conversion.h"
#include "record/directory.h"
#include "record/trace_writer.h"
#include "replay/expand.h"
#include "format/writer.h"

// A whole number of 64 bits.
static bool parse_number (const ft_option *o, const char *text) {
  char *end;
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  unsigned long long value = strtoull (text, &end, 10);
  if (errno || *end || value > INT64_MAX)
    return false;
  *(uint64_t *)o->to = value;
  return true;
}

static const ft_option_type number_type = {parse_number, "a whole number"};

void ft_record_rows (ft_option_table *table, ft_record_request *q) {
  const ft_option rows[] = {
      {"schedule", 's', "POLICY", &ft_option_choice, &q->record.schedule,
       "who runs when: roundrobin (default), random, pct",
       ft_sched_policy_names},
      {"seed", 0, "N", &number_type, &q->record.seed,
       "of random and pct: another seed is another run\n(default 0)"},
      {"slice", 0, "N", &number_type, &q->record.slice,
       "a thread writes at most N words of its log before\n"
       "another one runs (default 20000)"},
      {"max-trace-size", 0, "SIZE", &ft_option_bytes, &q->record.most_bytes,
       "stop recording at this size, such as 2G, and let\n"
       "the program run on (default 0: no limit)"},
      {"mode", 0, "MODE", &ft_option_choice, &q->record.mode,
       "full (default): the whole trace as it runs; light:\n"
       "only the schedule, from which 'expand' makes the\n"
       "trace by running the program again; parallel: the\n"
       "same, with threads on all processors (the program is\n"
       "built with --foretrace-light)",
       ft_recording_mode_names},
      {"trace", 0, "FILE", &ft_option_text, &q->trace,
       "also write the trace to FILE when the program has\n"
       "ended: .ftp (packed), .ftz (compressed), .jsonl or\n"
       ".std"},
      {"symbolic", 0, "LIST", &ft_option_text, &q->symbolic,
       "the trace records which bytes come from these inputs:\n"
       "stdin, arg1, env:NAME, file:PATH, input, each\n"
       "with ':BYTES' (default 4096) at its end"},
      {"inputs", 0, "FILE", &ft_option_text, &q->inputs,
       "the program gets the inputs of FILE ('symbolic' of\n"
       "another run) in place of its own"},
      {"no-compress", 0, NULL, &ft_option_flag, &q->record.uncompressed,
       "leave the logs as they were written"},
      {"launcher", 0, NULL, &ft_option_flag, &q->record.launcher,
       "the program is not itself what is recorded but\n"
       "starts it: a script, env, a test driver"},
      FT_OPTION_END,
  };
  ft_option_table_add (table, rows);
}

bool ft_record_request_check (const ft_subcommand *command,
                              const ft_record_request *q, const ft_words *words,
                              int *code) {
  ft_error error = FT_NO_ERROR;
  if (q->program && !words->size) {
    if (!q->trace || ft_writer_fits (q->trace, NULL, &error))
      return true;
    *code = ft_subcommand_fail (&error);
    return false;
  }
  *code = ft_subcommand_misused (
      command, "expected [options] -- PROG ARGS, the program after '--'");
  return false;
}

static bool take_inputs (const ft_record_request *q, ft_input_set *set,
                         ft_error *error) {
  return (!q->inputs || ft_input_set_load (set, q->inputs, error)) &&
         (!q->symbolic || ft_input_parse (set, q->symbolic, error)) &&
         ft_input_fill (set, q->program, error);
}

bool ft_record_perform (const ft_record_request *q, bool quiet,
                        ft_recording *recording, int *code) {
  ft_error error = FT_NO_ERROR, remark = FT_NO_ERROR;
  ft_record_options options = q->record;
  ft_input_set set = {0};
  *recording = (ft_recording){0};
  if (q->symbolic || q->inputs)
    options.inputs = &set;
  bool fine =
      take_inputs (q, &set, &error) &&
      ft_record_program (&options, q->program, recording, &remark, &error);
  ft_input_set_release (&set);
  if (!fine) {
    *code = ft_subcommand_fail (&error);
    ft_recording_release (recording);
  } else if (*remark.message && !quiet)
    fprintf (stderr, "foretrace: warning: %s\n", remark.message);
  return fine;
}

bool ft_record_convert (const ft_record_request *q, const char *run, bool quiet,
                        int *code) {
  if (!q->trace)
    return true;
  if (!ft_record_expand (run, quiet, code))
    return false;
  ft_convert_options c = {.input = run, .output = q->trace, .quiet = quiet};
  *code = ft_convert (&c);
  return *code == FT_EXIT_OK;
}

bool ft_record_expand (const char *trace, bool quiet, int *code) {
  ft_error error = FT_NO_ERROR;
  if (!ft_trace_writer_recover (trace, &error)) {
    *code = ft_subcommand_fail (&error);
    return false;
  }
  if (!ft_directory_is_light (trace))
    return true;
  if (!quiet)
    fprintf (stderr, "foretrace: %s: expanding the light recording\n", trace);
  ft_progress_bar progress;
  ft_error remark;
  bool fine = ft_expand (trace, NULL, ft_show_expanding (&progress, quiet),
                         &remark, &error);
  ft_progress_bar_clear (&progress);
  if (remark.code)
    fprintf (stderr, "foretrace: %s\n", remark.message);
  if (fine)
    return true;
  *code = ft_subcommand_fail (&error);
  return false;
}

int ft_record_pass_on (const ft_target_exit *ended) {
  if (!ended->signal)
    return ended->status;
  // The program has dumped its core; another dump would overwrite it.
  struct rlimit none = {0, 0};
  setrlimit (RLIMIT_CORE, &none);
  fflush (NULL);
  signal (ended->signal, SIG_DFL);
  raise (ended->signal);
  return 128 + ended->signal;
}
