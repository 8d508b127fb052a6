// The recorded run and the schedules as a trace for Perfetto and Chrome (Trace
// Event Format, JSON).  An event of the run is a slice of one microsecond on
// the track of its thread; a section under a lock is a slice around its events;
// a read of another thread's value is an arrow.
//
// The run and each schedule are a process.  The two accesses of a race have the
// same time in its schedule, and an arrow in the run.  Slices of a track nest,
// so that sections that do not nest are cut where an inner one ends.  Viewers
// limit the number of events: the last events before a race are shown, and
// "otherData" has the number of those left out.

#ifndef FT_REPORT_PERFETTO_H
#define FT_REPORT_PERFETTO_H

#include <stdio.h>

#include "report/report.h"

void ft_report_perfetto (FILE *, const ft_report *);

#endif
