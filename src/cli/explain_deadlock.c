#include "cli/explain_deadlock.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check_session.h"
#include "report/sources.h"
#include "report/text_race.h"
#include "format/reader.h"

bool ft_is_deadlock_id (const char *text, size_t *number) {
  size_t digits = *text == 'D' ? strspn (text + 1, "0123456789") : 0;
  *number = digits ? strtoull (text + 1, NULL, 10) : 0;
  return digits && digits < 10 && !text[1 + digits];
}

static void write_deadlock (FILE *file, ft_report *report, size_t number) {
  ft_text_style style = {.verbose = true};
  ft_sources *sources = ft_sources_new (report, true);
  ft_index *index = ft_index_new (report->trace);
  ft_text_writer w = {file, report, index, &style};
  report->sources = sources;
  ft_text_deadlock (&w, number - 1, true);
  ft_index_free (index);
  ft_sources_free (sources);
}

bool ft_explain_deadlock (FILE *file, const ft_trace *trace,
                          ft_read_options read, const ft_check_options *options,
                          size_t number, ft_error *error) {
  ft_recheck again;
  ft_report report;
  if (!ft_recheck_init (&again, trace, read, options, error))
    return false;
  ft_report_init (&report, again.trace, &again.results, options,
                  (ft_read_options){0});
  bool found = number && number <= again.results.deadlock_count;
  if (found)
    write_deadlock (file, &report, number);
  else
    ft_error_set (error, FT_EXIT_USAGE,
                  "explain: 'D%zu': a check of this trace numbers %zu "
                  "deadlocks, from D1, and has no such one",
                  number, again.results.deadlock_count);
  ft_report_release (&report);
  ft_recheck_release (&again);
  return found;
}
