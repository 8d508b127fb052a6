// Alternative paths: the directions of branches that the run did not take, as
// three-address events (RECIPE, Section IV; docs/reference/trace-format.md).
//
// An alternative path belongs to a branch, an event of the trace or of another
// alternative path.  It says what the thread does if the branch has 'outcome':
// its events, and how many of the events behind the branch (of the thread, or
// of the path that has the branch) they replace, up to the merge point of the
// two paths.  The values of its events are those of a run that takes this path
// from the recorded state: an event has its value if the values from which it
// is computed are as recorded, and addresses are resolved with these values.
//
// Readers fill these tables; code that has a trace in memory may add to them by
// the same functions.  'ft_trace_keep_altpaths' then checks the rules that only
// a whole trace can break.

#ifndef FT_TRACE_ALTPATH_H
#define FT_TRACE_ALTPATH_H

#include "base/stack.h"
#include "trace/event.h"

// For 'replaces': the event at which the thread continues is unknown.
#define FT_NEVER_MERGES UINT32_MAX

typedef struct ft_altpath {
  uint64_t outcome;
  uint32_t first, count; // in 'events'
  uint32_t replaces;
  uint32_t next; // path of the same branch, FT_NO_ID for the last
} ft_altpath;

typedef struct ft_altpaths {
  FT_STACK (ft_altpath) list;
  FT_STACK (ft_event) events; // flagged FT_ALTPATH, with their thread
  // Parallel to 'events': of a branch, its first path, or FT_NO_ID.
  FT_STACK (uint32_t) of_event;
  // The branches of the trace with alternative paths, by position.
  FT_STACK (struct ft_altpath_branch {
    ft_pos position;
    uint32_t first;
  })
  branches;
} ft_altpaths;

void ft_altpaths_release (ft_altpaths *);

// Remove the alternative paths of a branch.
void ft_altpaths_forget (ft_altpaths *, ft_pos branch);

// The first alternative path of the branch at a position of the trace, FT_NO_ID
// if it has none.
uint32_t ft_altpaths_at (const ft_altpaths *, ft_pos branch);

// Append an event, which is a branch without alternative paths for now.  The
// events of one path are appended without others between.
void ft_altpaths_push (ft_altpaths *, ft_event);

// Add an alternative path of the branch at a position of the trace, or of the
// branch that is 'events[nested]'.  The events of the path have been appended
// before; 'next' is set here.  The paths of one branch are added without others
// between.  'ft_altpaths_at' needs 'branches' in the order of the trace.
void ft_altpaths_add (ft_altpaths *, ft_pos branch, ft_altpath);
void ft_altpaths_nest (ft_altpaths *, uint32_t nested, ft_altpath);

// Sort the events of all alternative paths into the order of their branches,
// those of a path before those of its nested paths, so that their numbers
// depend on the trace alone.  Paths without a branch are dropped.  Returns the
// new number of each event, FT_NO_ID for a dropped one, which the caller frees;
// NULL if every event has its number already.
uint32_t *ft_altpaths_renumber (ft_altpaths *);

enum {
  FT_MOST_ALTPATHS = 256, // the greatest number of paths of one branch
  FT_ALTPATH_DEPTH = 32,  // the greatest depth of nested paths
};

// Whether an alternative path may have events of the kind.
bool ft_altpath_allows (enum ft_kind);

// The present size of the tables, to remove later additions.
typedef struct ft_altpaths_mark {
  size_t list, events, branches;
} ft_altpaths_mark;

ft_altpaths_mark ft_altpaths_here (const ft_altpaths *);
void ft_altpaths_undo (ft_altpaths *, ft_altpaths_mark);

#endif
