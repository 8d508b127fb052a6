// The results of a check as JSON, schema 'foretrace-results/1'
// (docs/schema/foretrace-results-1.json).
//
// Written race by race: the schedules of a large trace together would not fit
// into memory as one tree of JSON values.  The same trace and options give the
// same bytes apart from the fields named seconds.

#ifndef FT_REPORT_JSON_H
#define FT_REPORT_JSON_H

#include <stdio.h>

#include "report/report.h"

void ft_report_json (FILE *, const ft_report *);

#endif
