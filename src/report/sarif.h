// SARIF 2.1.0, as code scanning services and editors read it: a result for each
// certified race and deadlock, its schedule as one thread flow for each thread.
// Steps that happen at once have the same execution order.
//
// GitHub refuses files with more than 25,000 results or 10,000 thread flow
// locations in one result, or of more than 10 MB when packed: of a long
// schedule only the last steps are written, and notifications have the numbers
// of those left out.  The file is written result by result.

#ifndef FT_REPORT_SARIF_H
#define FT_REPORT_SARIF_H

#include <stdio.h>

#include "report/report.h"

// With 'verbose', undecided findings are results of the kind "open".
void ft_report_sarif (FILE *, const ft_report *, bool verbose);

// The number of last steps that are written of each schedule.
size_t ft_sarif_steps (const ft_results *);

#endif
