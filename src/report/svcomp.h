// Violation witnesses in the format of SV-COMP, version 2.2 (YAML): an entry
// for each certified race, against the property "no data race".
//
// A segment is a point of the schedule.  Threads are numbered by the calls that
// create them (the first thread is 0), synchronisation calls fix the order of
// threads, and the final segment has both accesses as targets, which leaves
// them unordered.  Columns are left out: the format wants the column of a
// statement, a recording has the column of the access.  The format asks for the
// SHA-256 of each source file; a race without readable source files becomes a
// comment instead of an entry.  Deadlocks have no property in SV-COMP.

#ifndef FT_REPORT_SVCOMP_H
#define FT_REPORT_SVCOMP_H

#include <stdio.h>

#include "report/report.h"

// Warns on standard error of races that have no entry.
void ft_report_svcomp (FILE *, const ft_report *);

// The number of last calls that are written of each schedule.
enum { FT_SVCOMP_STEPS = 1000 };

#endif
