// A finding a line, for lists in editors and for grep:
//
//   hidden.c:15:5: data race on 'x' with hidden.c:23:5 [certified] R1
//
// The first place is where the line leads.  Behind the verdict stands what
// replays, baseline and suppressions say.  Refuted ones are there when asked
// for.

#ifndef FT_REPORT_LIST_H
#define FT_REPORT_LIST_H

#include <stdio.h>

#include "report/report.h"

void ft_report_list (FILE *, const ft_report *, bool refuted, bool color);

#endif
