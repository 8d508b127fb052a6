// The deadlock or crash that the recorded run itself ended in, as every report
// says it.

#ifndef FT_REPORT_RUN_END_H
#define FT_REPORT_RUN_END_H

#include "report/sources.h"

// Whether the recorded run ended in a deadlock.
bool ft_run_end_deadlocked (const ft_report *);

// "the recorded run ended since no thread of it could go on".
extern const char ft_run_end_headline[];

// Adds "T1 waits for the end of T2 at a.c:12".
void ft_run_end_add (ft_strbuf *, const ft_deadlocked_thread *);

// Whether a thread of the recorded run ended it by a signal that it caused: a
// fault, or abort (as an assertion does).
bool ft_run_end_crashed (const ft_report *);

// Adds "the recorded run was ended by SIGSEGV (Segmentation fault) in T1".
void ft_run_end_add_crash (ft_strbuf *, const ft_report *);

// Adds the name of a signal, "SIGSEGV".
void ft_run_end_add_signal (ft_strbuf *, uint32_t signal);

// Of a crash: whether the race is certified, shown, and an access of it is one
// of the thread in a function of its stack; or, of an abort behind all functions
// of the thread, whether the thread has freed a block that another one freed.
bool ft_run_end_touches (const ft_report *, const ft_race *);

// Adds "R1, R3 have accesses of T1 in these functions", or "R1 has a free by T1,
// whose functions had returned"; nothing if no race touches the crash.
void ft_run_end_add_races (ft_strbuf *, const ft_report *);

#endif
