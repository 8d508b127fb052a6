// 'foretrace merge': shards of a check put together.

#include "cli/report_saved.h"

static const ft_subcommand command = {
    "merge", "TRACE RESULTS... [options]",
    "Puts the JSON results of the shards of a check ('check --shard K/N') "
    "together\n"
    "and reports them as 'check' does: the same races with the same ids and\n"
    "fingerprints, whatever N.  All N shards must be there (but with "
    "--partial), in any order,\n"
    "of one trace with one set of options.  Every schedule is checked against TRACE "
    "once\n"
    "more.  The JSON results of a whole check are one shard of one; "
    "'foretrace\n"
    "report' finds their trace by itself.\n"
    "Exit status: that of 'check': 0 nothing certified, 66 a race or deadlock\n"
    "certified that is not in the baseline nor suppressed, 68 undecided pairs\n"
    "remain (with --strict), 64 usage, 65 bad trace, results or baseline, 69\n"
    "environment unusable, 70 internal error.\n",
    "  for k in 1 2 3 4; do foretrace check run --shard $k/4 -f json -o "
    "part.$k; done\n"
    "  foretrace merge run part.*\n"
    "  foretrace merge run races.json --format html -o races.html\n",
    2};

int ft_cli_merge (int argc, char **argv) {
  ft_check_request q = {0};
  ft_words words = {0};
  ft_subcommand any = command;
  any.optional = (size_t)argc;
  int code;
  const ft_option own[] = {
      {"partial", 0, NULL, &ft_option_flag, &q.partial,
       "report the shards that are there; the report says\n"
       "how many are missing",
       NULL},
      FT_OPTION_END};
  if (ft_report_saved_parse (&any, own, &q, argc, argv, &words, &code))
    code =
        ft_report_saved (&q, words.begin[0], words.begin + 1, words.size - 1);
  FT_RELEASE (words);
  return code;
}
