// 'foretrace report': saved results, reported without checking again.

#include <sys/stat.h>

#include "cli/report_saved.h"
#include "cli/saved_results.h"

static const ft_subcommand command = {
    "report", "RESULTS [options]",
    "Reports results that were saved, in any format, without searching again.\n"
    "RESULTS is a recorded run that 'foretrace run' checked, which keeps "
    "them,\n"
    "or what 'check' or 'run' wrote with --format json; the trace is looked "
    "for\n"
    "where it was, from here and from RESULTS.  Every schedule is checked "
    "against\n"
    "it once more.\n"
    "Exit status: that of 'check': 0 nothing certified, 66 a race or deadlock\n"
    "certified that is not in the baseline nor suppressed, 68 undecided pairs\n"
    "remain (with --strict), 64 usage, 65 bad trace, results or baseline, 69\n"
    "environment unusable, 70 internal error.\n",
    "  foretrace run -- ./prog && foretrace report prog.foretrace-1 --format "
    "list\n"
    "  foretrace check trace.std --format json -o races.json\n"
    "  foretrace report races.json --format html -o races.html\n",
    1};

static bool is_directory (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISDIR (status.st_mode);
}

static int report_run (ft_check_request *q, const char *run) {
  ft_error error = FT_NO_ERROR;
  ft_strbuf path = {0};
  int code;
  if (ft_saved_results_path (run, &path, &error)) {
    const char *paths[] = {ft_strbuf_text (&path)};
    code = ft_report_saved (q, run, paths, 1);
  } else
    code = ft_subcommand_fail (&error);
  ft_strbuf_release (&path);
  return code;
}

int ft_cli_report (int argc, char **argv) {
  ft_check_request q = {0};
  ft_words words = {0};
  int code;
  if (ft_report_saved_parse (&command, NULL, &q, argc, argv, &words, &code)) {
    const char *from = words.begin[0];
    code = is_directory (from) ? report_run (&q, from)
                               : ft_report_saved (&q, NULL, &from, 1);
  }
  FT_RELEASE (words);
  return code;
}
