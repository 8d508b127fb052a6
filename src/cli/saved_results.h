// The results that 'foretrace run' saves in the recorded run for 'report':
// DIR/results.json, as --format json writes them.

#ifndef FT_CLI_SAVED_RESULTS_H
#define FT_CLI_SAVED_RESULTS_H

#include "base/strbuf.h"
#include "report/report.h"

// The path of the saved results; false and an error with a remedy if there are
// none.
bool ft_saved_results_path (const char *run, ft_strbuf *path, ft_error *);

// Saves all findings, including those that this report leaves out.  Schedules
// of more than a hundred megabytes are not saved, with a warning.
bool ft_saved_results_write (const char *run, const ft_report *, ft_error *);

#endif
