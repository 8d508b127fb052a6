// The deadlocks of a JSON report.

#ifndef FT_REPORT_JSON_DEADLOCK_H
#define FT_REPORT_JSON_DEADLOCK_H

#include <stdio.h>

#include "report/report.h"

// Writes the member "deadlocks" with its comma, as lines.
void ft_json_write_deadlocks (FILE *, const ft_report *);

#endif
