// The recorded run and the schedules as a trace for Perfetto and Chrome
// (Trace Event Format, JSON): what an event of the run is there is a slice of
// one microsecond on the track of its thread, a section under a lock is a
// slice around it, a read of another thread's value an arrow.
//
// The run and each schedule are a process.  The two accesses of a race are at
// the same time in its schedule, and an arrow in the run.  Sections that are
// not nested are cut where an inner one ends, since slices of a track nest.
// Viewers do not take any number of events: those before a race are shown, as
// many as there is place for, and "otherData" says what is left out.

#ifndef FT_REPORT_PERFETTO_H
#define FT_REPORT_PERFETTO_H

#include <stdio.h>

#include "report/report.h"

void ft_report_perfetto (FILE *, const ft_report *);

#endif
