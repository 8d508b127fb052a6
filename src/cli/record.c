// 'foretrace record': runs a program and keeps its trace.

#include "cli/record_options.h"

static const ft_subcommand command = {
    "record", "[options] -- PROG ARGS",
    "Runs a program that foretrace-cc built and records it into a directory,\n"
    "which 'check', 'explain', 'replay' and the other commands read.\n"
    "Exit status: that of the program, and its signal if one ended it; 64\n"
    "usage, 69 the program cannot be recorded, or nothing was.  How it ended\n"
    "and whether the recording is complete is also in DIR/status.json.\n",
    "  make CC=foretrace-cc && foretrace record -o run1 -- ./prog input\n"
    "  foretrace record --schedule random --seed 7 -- ./prog\n"};

typedef struct request {
  ft_record_request record;
  bool quiet, help;
} request;

static bool parse (request *q, int argc, char **argv, int *code) {
  ft_option_table table = {0};
  ft_words words = {0};
  const ft_option before[] = {
      {"output", 'o', "DIR", &ft_option_text, &q->record.record.directory,
       "record into DIR, which is made, or which is an\n"
       "older recording (default PROG.foretrace-N)"},
      {"directory", 'd', "DIR", &ft_option_text, &q->record.record.directory,
       "the same as -o; 'run' and 'explore' have this name"},
      FT_OPTION_END};
  const ft_option after[] = {{"quiet", 'q', NULL, &ft_option_flag, &q->quiet,
                              "do not say where the recording is"},
                             FT_OPTION_HELP (&q->help),
                             FT_OPTION_END};
  ft_subcommand lenient = command;
  lenient.optional = (size_t)argc;
  q->record.program = ft_subcommand_program (&argc, argv);
  ft_option_table_add (&table, before);
  ft_record_rows (&table, &q->record);
  ft_option_table_add (&table, after);
  FT_PUSH (table, (ft_option)FT_OPTION_END);
  bool fine = ft_subcommand_begin (&lenient, table.begin, &q->help, argc, argv,
                                   &words, code) &&
              ft_record_request_check (&command, &q->record, &words, code);
  FT_RELEASE (words);
  FT_RELEASE (table);
  return fine;
}

int ft_cli_record (int argc, char **argv) {
  request q = {0};
  ft_recording recording;
  int code;
  if (!parse (&q, argc, argv, &code) ||
      !ft_record_perform (&q.record, q.quiet, &recording, &code))
    return code;
  if (!q.quiet)
    fprintf (
        stderr,
        "foretrace: recorded into %s; 'foretrace check' predicts from it\n",
        ft_strbuf_text (&recording.directory));
  ft_target_exit ended = recording.ended;
  bool fine = ft_record_convert (
      &q.record, ft_strbuf_text (&recording.directory), q.quiet, &code);
  ft_recording_release (&recording);
  return fine ? ft_record_pass_on (&ended) : code;
}
