// The deadlocks of a JSON report.

#ifndef FT_REPORT_JSON_DEADLOCK_H
#define FT_REPORT_JSON_DEADLOCK_H

#include <jansson.h>
#include <stdio.h>

#include "report/report.h"

// Writes the member "deadlocks" with its comma, as lines.
void ft_json_write_deadlocks (FILE *, const ft_report *);

// The deadlock D<number> without witness, replay and seconds.
json_t *ft_json_deadlock (const ft_report *, const ft_deadlock *,
                          size_t number);

#endif
