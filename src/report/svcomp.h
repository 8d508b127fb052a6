// Violation witnesses in the format of SV-COMP, version 2.2 (YAML): an entry
// for each certified race, against the property "no data race".
//
// A segment is a point of the schedule: threads are numbered by the calls that
// create them (the first thread is 0), calls that synchronise fix the order of
// threads, and the final segment has both accesses as targets, which leaves
// them unordered.  Columns are left out: the format wants that of a statement,
// a recording knows that of the access.  What has no place in a source file
// that can be read (the format asks for its SHA-256) is a comment instead of
// an entry.  Deadlocks have no property in SV-COMP.

#ifndef FT_REPORT_SVCOMP_H
#define FT_REPORT_SVCOMP_H

#include <stdio.h>

#include "report/report.h"

// Warns on standard error of races that have no entry.
void ft_report_svcomp (FILE *, const ft_report *);

// How many of the last calls of a schedule are given.
enum { FT_SVCOMP_STEPS = 1000 };

#endif
