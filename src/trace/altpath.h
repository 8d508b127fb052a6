// Alternatives: the sides of branches that the run did not take, as
// three-address events (RECIPE, Section IV; docs/reference/trace-format.md).
//
// An alternative belongs to a branch, an event of the trace or of another
// alternative, and says what the thread does if the branch comes out with
// 'outcome': its events, and how many of the events after the branch (of the
// thread, or of the alternative that has the branch) they replace, that is
// where the two sides meet.  An event of an alternative says about values what
// one of the trace does, for a run from the recorded state into this side: a
// value is what the event gives if what it is computed from is as recorded, and
// addresses are resolved with it.
//
// Readers fill these tables; whoever has a trace in memory may add to them by
// the same functions.  'ft_trace_keep_altpaths' then checks what only a
// whole trace shows.

#ifndef FT_TRACE_ALTPATH_H
#define FT_TRACE_ALTPATH_H

#include "base/stack.h"
#include "trace/event.h"

// For 'replaces': it is not known where the thread goes on.
#define FT_NEVER_MERGES UINT32_MAX

typedef struct ft_altpath {
  uint64_t outcome;
  uint32_t first, count; // events, in 'events'
  uint32_t replaces;
  uint32_t next; // alternative of the same branch, FT_NO_ID for the last
} ft_altpath;

typedef struct ft_altpaths {
  FT_STACK (ft_altpath) list;
  FT_STACK (ft_event) events; // flagged FT_ALTPATH, with their thread
  FT_STACK (uint32_t)
  of_event; // parallel: the first alternative of a branch
            // among them, or FT_NO_ID
  // The branches of the trace that have some, by position.
  FT_STACK (struct ft_altpath_branch {
    ft_pos position;
    uint32_t first;
  })
  branches;
} ft_altpaths;

void ft_altpaths_release (ft_altpaths *);
size_t ft_altpaths_bytes (const ft_altpaths *);

// Leaves a branch without its alternatives.
void ft_altpaths_forget (ft_altpaths *, ft_pos branch);

// The first alternative of the branch at a position of the trace, FT_NO_ID if
// it has none.
uint32_t ft_altpaths_at (const ft_altpaths *, ft_pos branch);

// Adds an event, which is a branch without alternatives for now.  Those of one
// alternative are added one after another.
void ft_altpaths_push (ft_altpaths *, ft_event);

// Adds an alternative of the branch at a position of the trace, or of the
// branch that is 'events[nested]'.  Its events are there; 'next' is set here.
// All of one branch come one after another; if the branches are not in the
// order of the trace, 'ft_altpaths_sort' is to be called before any is
// looked for.
void ft_altpaths_add (ft_altpaths *, ft_pos branch, ft_altpath);
void ft_altpaths_nest (ft_altpaths *, uint32_t nested, ft_altpath);

void ft_altpaths_sort (ft_altpaths *);

// Puts the events of all alternative paths in the order of their branches, those
// of a path before the ones of the paths that branch off from it, which makes
// their numbers a matter of the trace alone.  Paths that no branch has are left
// out.  Returns the new number of each event, FT_NO_ID for one left out, which
// the caller frees; NULL if every event has its number already.
uint32_t *ft_altpaths_renumber (ft_altpaths *);

enum {
  FT_MOST_ALTPATHS = 256, // more of one branch are refused,
  FT_ALTPATH_DEPTH = 32,  // and so are paths within more paths
};

// Kinds that an alternative may have.
bool ft_altpath_allows (enum ft_kind);

// What is there now, and taking back what was added since.
typedef struct ft_altpaths_mark {
  size_t list, events, branches;
} ft_altpaths_mark;

ft_altpaths_mark ft_altpaths_here (const ft_altpaths *);
void ft_altpaths_undo (ft_altpaths *, ft_altpaths_mark);

#endif
