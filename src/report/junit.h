// JUnit XML, as CI services read it: a test case for each race and deadlock.  A
// certified one fails, with the text report as its failure; undecided and known
// ones are skipped; impossible ones pass.

#ifndef FT_REPORT_JUNIT_H
#define FT_REPORT_JUNIT_H

#include <stdio.h>

#include "report/report.h"
#include "trace/index.h"

// 'index' may be NULL if nothing is certified and there are no cycles.
void ft_report_junit (FILE *, const ft_report *, const ft_index *);

#endif
