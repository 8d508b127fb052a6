#include "cli/explain_finding.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check_session.h"
#include "report/sources.h"
#include "report/text_race.h"
#include "format/reader.h"

bool ft_finding_id_read (const char *text, ft_finding_id *id) {
  bool known = *text == 'D' || *text == 'F';
  size_t digits = known ? strspn (text + 1, "0123456789") : 0;
  *id = (ft_finding_id){*text, digits ? strtoull (text + 1, NULL, 10) : 0};
  return digits && digits < 10 && !text[1 + digits];
}

static void write_finding (FILE *file, ft_report *report, ft_finding_id id) {
  ft_text_style style = {.verbose = true};
  ft_sources *sources = ft_sources_new (report, true);
  ft_index *index = ft_index_new (report->trace);
  ft_text_writer w = {file, report, index, &style};
  report->sources = sources;
  if (id.letter == 'D')
    ft_text_deadlock (&w, id.number - 1, true);
  else
    ft_text_failure (&w, id.number - 1, true);
  ft_index_free (index);
  ft_sources_free (sources);
}

bool ft_explain_finding (FILE *file, const ft_trace *trace,
                         ft_read_options read, const ft_check_options *options,
                         ft_finding_id id, ft_error *error) {
  ft_recheck again;
  ft_report report;
  if (!ft_recheck_init (&again, trace, read, options, error))
    return false;
  ft_report_init (&report, again.trace, &again.results, options,
                  (ft_read_options){0});
  size_t count = id.letter == 'D' ? again.results.deadlock_count
                                  : again.results.failure_count;
  bool found = id.number && id.number <= count;
  if (found)
    write_finding (file, &report, id);
  else
    ft_error_set (error, FT_EXIT_USAGE,
                  "explain: '%c%zu': a check of this trace numbers %zu "
                  "%s, from %c1, and has no such one",
                  id.letter, id.number, count,
                  id.letter == 'D' ? "deadlocks" : "failures", id.letter);
  ft_report_release (&report);
  ft_recheck_release (&again);
  return found;
}
