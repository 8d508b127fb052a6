// 'foretrace info': what a trace contains, in one streaming pass.

#include <string.h>

#include "base/output.h"
#include "cli/record_options.h"
#include "grammar/ftz_load.h"
#include "grammar/slp_threads.h"
#include "report/info.h"
#include "report/progress_bar.h"
#include "format/ftz.h"
#include "load/open.h"

static const ft_subcommand command = {
    "info", "TRACE [options]",
    "Counts what a trace contains: events by kind, threads, locks, variables,\n"
    "locations, and which of them occur most.  Reads the trace once and\n"
    "checks that it is well formed.  A compressed trace (.ftz) is not "
    "expanded:\n"
    "its grammar shows the same, and which pieces repeat.\n",
    "  foretrace info trace.std\n", 1};

typedef struct request {
  const char *trace, *output;
  int format, input_format, progress, assume;
  bool lenient, quiet, help;
} request;

static bool parse (request *q, int argc, char **argv, int *code) {
  const ft_option table[] = {
      FT_ROW_FORMAT (&q->format),
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_INPUT_FORMAT (&q->input_format),
      FT_ROW_LENIENT (&q->lenient),
      FT_ROW_ASSUME (&q->assume),
      FT_ROW_PROGRESS (&q->progress),
      FT_ROW_NO_WARNINGS (&q->quiet),
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_words words = {0};
  bool fine =
      ft_subcommand_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine)
    q->trace = words.begin[0];
  FT_RELEASE (words);
  return fine;
}

static bool count (const request *q, ft_reader *reader, ft_census *census,
                   ft_error *error) {
  ft_progress_bar progress;
  ft_progress_bar_init (&progress, (enum ft_when)q->progress);
  ft_batch b;
  int status;
  while ((status = ft_reader_batch (reader, &b, error)) > 0) {
    for (uint32_t i = 0; i < b.count; i++)
      ft_census_step (census, b.events + i);
    ft_progress_bar_show (&progress, "reading", ft_reader_progress (reader),
                          census->events, "events", NULL);
  }
  ft_progress_bar_clear (&progress);
  return !status;
}

static int write_result (const request *q, const ft_info_report *report) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  if (!ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  if (q->format == FT_FORMAT_JSON)
    ft_info_json (out.file, report);
  else
    ft_info_text (out.file, report);
  return ft_output_commit (&out, &error) ? FT_EXIT_OK
                                         : ft_subcommand_fail (&error);
}

static int report_events (const request *q, ft_reader *reader) {
  ft_error error = FT_NO_ERROR;
  ft_census census = {0};
  bool fine = count (q, reader, &census, &error);
  ft_reexecution_stats code_followed = ft_reader_reexecuted (reader);
  if (!q->quiet)
    ft_subcommand_warn (ft_reader_notes (reader));
  ft_info_report report = {
      q->trace,
      ft_reader_format (reader),
      &census,
      ft_reader_tables (reader),
      ft_reader_notes (reader),
      ft_reader_block_stats (reader),
      NULL,
      code_followed.records ? &code_followed : NULL,
  };
  int code = fine ? write_result (q, &report) : ft_subcommand_fail (&error);
  ft_census_release (&census);
  return code;
}

// The report on a grammar, which is read without expanding it, so that its cost
// does not depend on the length of the trace.
static int report_grammar (const request *q) {
  ft_error error = FT_NO_ERROR;
  ft_ftz_loaded l;
  if (!ft_ftz_load (q->trace, 0, &l, &error))
    return ft_subcommand_fail (&error);
  if (!ft_slp_check_threads (&l.slp, &l.tables, q->trace, &error)) {
    ft_ftz_loaded_release (&l);
    return ft_subcommand_fail (&error);
  }
  ft_census census = {0};
  ft_notes notes = {0};
  ft_profile profile;
  ft_profile_init (&profile, &l.slp);
  ft_profile_census (&profile, &l.slp, &census);
  ft_info_grammar grammar = {&l.slp, &profile};
  ft_info_report report = {q->trace, FT_FTZ_NAME,         &census,  &l.tables,
                           &notes,   {l.bytes, l.blocks}, &grammar, NULL};
  int code = write_result (q, &report);
  ft_profile_release (&profile);
  ft_census_release (&census);
  ft_ftz_loaded_release (&l);
  return code;
}

int ft_cli_info (int argc, char **argv) {
  request q = {.input_format = -1};
  int code;
  if (!parse (&q, argc, argv, &code) ||
      !ft_record_expand (q.trace, q.quiet, &code))
    return code;
  ft_error error = FT_NO_ERROR;
  ft_read_options options =
      ft_subcommand_read_options (q.input_format, q.lenient);
  options.stream = true;
  options.keeps = false; // a kept trace does not say how code was followed
  options.independent = q.assume == 1;
  options.without = FT_COLUMN_VALUES | FT_COLUMN_DETAILS;
  ft_reader *reader = ft_reader_open (q.trace, options, &error);
  if (!reader)
    return ft_subcommand_fail (&error);
  bool read_again =
      strcmp (q.trace, "-") && !strcmp (ft_reader_format (reader), FT_FTZ_NAME);
  code = read_again ? report_grammar (&q) : report_events (&q, reader);
  ft_reader_free (reader);
  return code;
}
