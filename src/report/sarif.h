// SARIF 2.1.0, as code scanning services and editors read it: a result for
// each certified race and deadlock, its schedule as one thread flow per
// thread, in which what happens at once has the same execution order.
//
// GitHub refuses files of more than 25,000 results or 10,000 thread flow
// locations in one result, or 10 MB packed: of long schedules the last steps
// are given, and notifications say what was left out.  Written result by
// result.

#ifndef FT_REPORT_SARIF_H
#define FT_REPORT_SARIF_H

#include <stdio.h>

#include "report/report.h"

// 'verbose': undecided findings, too, as results of the kind "open".
void ft_report_sarif (FILE *, const ft_report *, bool verbose);

// How many of the last steps of each schedule are given.
size_t ft_sarif_steps (const ft_results *);

#endif
