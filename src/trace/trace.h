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
  ft_event *events;   // owned, 'size' of them; fewer than FT_NO_ID
  ft_id size;
  ft_id altpath_events; // events of alternatives, kept in 'events' after the others
  ft_tables tables;
  ft_notes notes;
  bool cut;     // reading stopped at its deadline: this is the beginning
  double share; // then, how much of the file that is; below 0: unknown
  ft_pos whole; // if not 0, these are the first of so many events, on purpose
};

// An empty trace to be filled by tests and generators; 'path' is a label.
ft_trace *ft_trace_new (const char *path, const char *format);
void ft_trace_push (ft_trace *, ft_event);

// Once all events and alternatives are there: checks the alternatives and makes
// their events known by the positions from 'size' on, in the order of
// 'ft_altpaths_renumber', so that traces of one digest number them alike.
bool ft_trace_keep_altpaths (ft_trace *, bool lenient, ft_error *);

void ft_trace_free (ft_trace *);

// The name of what an event targets; "?" for none.
const char *ft_trace_target_name (const ft_trace *, const ft_event *);

// Short name of anything: ft_trace_name (t, FT_CLASS_THREAD, id).
const char *ft_trace_name (const ft_trace *, enum ft_class, ft_id);

// Whether two events may be a race pair: accesses that conflict
// ('ft_event_conflicts'), or an access and a FREE of its variable.  The
// variable in question is left in '*variable' when it is not NULL.
bool ft_trace_conflict (const ft_trace *, ft_id a, ft_id b, ft_id *variable);

// 64-bit digest of all events and names, to tell traces apart.
uint64_t ft_trace_digest (const ft_trace *);

#endif
