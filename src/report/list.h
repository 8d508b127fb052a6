// A finding on each line, for lists in editors and for grep:
//
//   hidden.c:15:5: data race on 'x' with hidden.c:23:5 [certified] R1
//
// An editor jumps to the first location.  Replays, baseline and suppressions
// follow the verdict.  Refuted findings are listed only if 'refuted' is set.

#ifndef FT_REPORT_LIST_H
#define FT_REPORT_LIST_H

#include <stdio.h>

#include "report/report.h"

void ft_report_list (FILE *, const ft_report *, bool refuted, bool color);

#endif
