// The results of 'foretrace run' that stay in the recorded run, for 'report':
// DIR/results.json, as --format json writes them.

#ifndef FT_CLI_SAVED_RESULTS_H
#define FT_CLI_SAVED_RESULTS_H

#include "base/strbuf.h"
#include "report/report.h"

// Where they are; false and what to do if there are none.
bool ft_saved_results_path (const char *run, ft_strbuf *path, ft_error *);

// All findings, whatever the report of the moment leaves out.  Schedules of
// more than a hundred megabytes are not kept, which a warning says.
bool ft_saved_results_write (const char *run, const ft_report *, ft_error *);

#endif
