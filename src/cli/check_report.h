// Writes the report of a check in the format that the user chose.

#ifndef FT_CLI_CHECK_REPORT_H
#define FT_CLI_CHECK_REPORT_H

#include <stdio.h>

#include "cli/check_options.h"
#include "report/report.h"

// Sets the parts of the report that the format shows, before sources are looked
// up.
void ft_check_report_init (ft_report *, const ft_check_request *);

void ft_check_report (const ft_check_request *, const ft_report *, FILE *);

#endif
