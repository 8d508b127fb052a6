// A whole trace in memory, as certification needs it.

#ifndef FT_TRACE_TRACE_H
#define FT_TRACE_TRACE_H

#include "base/error.h"
#include "trace/notes.h"
#include "trace/tables.h"

typedef struct ft_trace ft_trace;

struct ft_trace {
  char *path;         // owned
  const char *format; // "std", "rr", "jsonl", ...
  ft_event *events;   // owned, 'size' recorded ones, then 'altpath_events'
  ft_id size;
  ft_id altpath_events; // number of events of alternative paths
  ft_tables tables;
  ft_notes notes;
  bool cut;     // reading stopped at its deadline: this is a prefix
  double share; // if cut or 'begins': the share of the file read; below 0:
                // unknown
  bool begins;  // this is the beginning of a recorded run, on purpose
  uint64_t screened; // if not 0: no events, since none of so many records of a
                     // run can be in a finding
  // What reading found out that reading the same again need not ('load/open.h');
  // owned, NULL: nothing.  It is no part of the trace.
  struct ft_trace_again {
    void (*free) (struct ft_trace_again *);
  } *again;
  // The places of the events in the logs of a recorded run ('load/load.h');
  // owned, NULL: not kept.  They are no part of the trace.
  struct ft_tick *ticks;
  ft_pos whole; // if not 0: a prefix of a trace of so many events, on purpose
};

// An empty trace to be filled by tests and generators; 'path' is a label.
ft_trace *ft_trace_new (const char *path, const char *format);
void ft_trace_push (ft_trace *, ft_event);

// To be called once all events and alternative paths are there: check the
// alternative paths and give their events the positions from 'size' on, in the
// order of 'ft_altpaths_renumber', so that traces with the same digest number
// them alike.  If lenient, paths that break a rule are dropped with a note.
bool ft_trace_keep_altpaths (ft_trace *, bool lenient, ft_error *);

void ft_trace_free (ft_trace *);

// The name of the target of an event; "?" for none.
const char *ft_trace_target_name (const ft_trace *, const ft_event *);

// The name of an id: ft_trace_name (t, FT_CLASS_THREAD, id).
const char *ft_trace_name (const ft_trace *, enum ft_class, ft_id);

// Whether two events may be a race: conflicting accesses
// ('ft_event_conflicts'), or an access and a FREE of its variable.  The
// variable is returned in '*variable' unless that is NULL.
bool ft_trace_conflict (const ft_trace *, ft_id a, ft_id b, ft_id *variable);

// A 64-bit digest of all events and names, which identifies a trace.
uint64_t ft_trace_digest (const ft_trace *);

#endif
