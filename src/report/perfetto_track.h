// Events of one process of a Perfetto trace, in any order that a run could
// have: slices, sections, reads-from arrows.

#ifndef FT_REPORT_PERFETTO_TRACK_H
#define FT_REPORT_PERFETTO_TRACK_H

#include <stdio.h>

#include "base/hash.h"
#include "trace/trace.h"

// The output file, shared by all processes of the trace.
typedef struct ft_slices {
  FILE *file;
  const ft_trace *trace;
  size_t written; // objects
  uint64_t flows; // arrows so far, which number them
} ft_slices;

typedef struct ft_tracks ft_tracks;

// Begins the process 'pid'; names may hold any bytes.
ft_tracks *ft_tracks_new (ft_slices *, unsigned pid, const char *name);

// Adds the event at this time; 'what' marks it as part of a finding ("R1"), or
// is NULL.
void ft_tracks_event (ft_tracks *, uint64_t time, ft_id event,
                      const char *what);

// Adds an arrow between events at these times.
void ft_tracks_arrow (ft_tracks *, const char *what, uint64_t from,
                      ft_id source, uint64_t to, ft_id target);

// Ends the open sections at this time.
void ft_tracks_end (ft_tracks *, uint64_t time);

#endif
