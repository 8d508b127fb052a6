// 'foretrace expand': the whole trace of a light recording.

#include "cli/subcommand.h"
#include "record/directory.h"
#include "replay/expand.h"
#include "record/run_file.h"

static const ft_subcommand command = {
    "expand", "DIR [options] [-- PROG]",
    "Runs the program of a light recording again, under the recorded "
    "schedule,\n"
    "and keeps the whole trace this time, in the place of the recording.  The\n"
    "program gets the same arguments, directory and, if that was a file,\n"
    "standard input; what else it depends on has to be the same.  PROG is the\n"
    "program built without --foretrace-light when it was recorded with.\n"
    "Commands that read a trace do this by themselves, but 'verify'.\n"
    "A program that goes another way is an error (67); one that was recorded\n"
    "with --mode parallel has raced then, and the trace is that of the second\n"
    "run, which a message says.\n"
    "Exit status: 0, 65 no recording, 67 the program went another way, 69 it\n"
    "is not the one that was recorded, or cannot be run.\n",
    "  foretrace record --mode light -o run1 -- ./prog && foretrace expand "
    "run1\n",
    1};

typedef struct request {
  const char *run, *program;
  bool quiet, help;
} request;

static bool parse (request *q, int argc, char **argv, int *code) {
  const ft_option table[] = {
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet, "say nothing"},
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_words words = {0};
  char **program = ft_subcommand_program (&argc, argv);
  bool fine =
      ft_subcommand_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine)
    q->run = words.begin[0];
  FT_RELEASE (words);
  if (fine && program && program[1]) {
    *code = ft_subcommand_misused (
        &command, "expected one program; its arguments are in the recording");
    return false;
  }
  q->program = program ? program[0] : NULL;
  return fine;
}

static bool is_recording (const char *run, ft_error *error) {
  ft_run_file file;
  bool fine = ft_run_file_read (&file, run, error);
  ft_run_file_release (&file);
  return fine;
}

int ft_cli_expand (int argc, char **argv) {
  request q = {0};
  ft_error error = FT_NO_ERROR;
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  bool light = ft_directory_is_light (q.run);
  ft_progress_bar progress;
  ft_progress_callback shown = ft_show_expanding (&progress, q.quiet);
  ft_error remark = FT_NO_ERROR;
  bool fine = light ? ft_expand (q.run, q.program, shown, &remark, &error)
                    : is_recording (q.run, &error);
  ft_progress_bar_clear (&progress);
  if (!fine)
    return ft_subcommand_fail (&error);
  if (remark.code)
    fprintf (stderr, "foretrace: %s\n", remark.message);
  if (!q.quiet)
    fprintf (stderr,
             light ? "foretrace: expanded %s\n"
                   : "foretrace: %s is no light recording; it stays as "
                     "it is\n",
             q.run);
  return FT_EXIT_OK;
}
