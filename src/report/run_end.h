// The deadlock that the recorded run itself ended in, as every report says it.

#ifndef FT_REPORT_RUN_END_H
#define FT_REPORT_RUN_END_H

#include "report/sources.h"

// Whether the recorded run ended in a deadlock.
bool ft_run_end_deadlocked (const ft_report *);

// "the recorded run ended since no thread of it could go on".
extern const char ft_run_end_headline[];

// Adds "T1 waits for the end of T2 at a.c:12".
void ft_run_end_add (ft_strbuf *, const ft_deadlocked_thread *);

#endif
