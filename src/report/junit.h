// JUnit XML, as CI services read it: a test case for each race and deadlock
// that was looked at.  Certified ones fail, with the text report as what the
// failure says; undecided and known ones are skipped; impossible ones pass.

#ifndef FT_REPORT_JUNIT_H
#define FT_REPORT_JUNIT_H

#include <stdio.h>

#include "report/report.h"
#include "trace/index.h"

// 'index' may be NULL when nothing is certified and there are no cycles.
void ft_report_junit (FILE *, const ft_report *, const ft_index *);

#endif
