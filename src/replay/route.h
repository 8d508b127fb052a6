// The route of a finding: its schedule in words that hold in other builds of the program, from
// which a replay may be tried there (route_replay.h).
//
// A witness orders events of one trace, and no other build has these numbers.  Its route has a
// step for each range of events of one thread: the thread runs up to the last event of the
// range, which is known by its kind, the mark of its line (run/line_mark.h) and its column.
// Joins have a step of their own, since the joined thread has to end first.  The last steps
// are not made: the accesses of a race, which are next, the acquires of a deadlock that wait
// for each other, or the place of a failure.  What a thread does on its way is not in the route:
// another build may do it in another way.
//
// Nothing is certified by a route.  Tested by tests/unit/test_route.c and
// tests/cli/test_db_replay.sh.

#ifndef FT_REPLAY_ROUTE_H
#define FT_REPLAY_ROUTE_H

#include <jansson.h>

#include "base/stack.h"
#include "run/line_marks.h"
#include "trace/trace.h"
#include "witness/witness.h"

// Each step costs a run of the program, each event a row of a trace.
enum { FT_ROUTE_STEPS = 60, FT_ROUTE_EVENTS = 1000 };

typedef struct ft_route_step {
  char *thread, *joined; // owned; 'joined': the thread that a join waits for, else NULL
  char *location;        // owned; in the build that was recorded
  enum ft_kind kind;
  uint64_t mark;  // of the line
  uint32_t times; // the number of such events in the range, this one included
} ft_route_step;

typedef struct ft_route {
  FT_STACK (ft_route_step) steps;
  size_t blocked;               // of a deadlock the number of its last steps, else 0
  enum ft_failure_kind failure; // that the last step is the place of, or FT_FAILURE_NONE
} ft_route;

// How many steps are not made.
size_t ft_route_ends (const ft_route *);

void ft_route_release (ft_route *); // {0} is empty

// The route of a finding.  False: there is none, since an event of it is at no known line, it
// is too long, its accesses are not next at the same time, or it is a failure at the bounds
// of a block, which no line shows.
bool ft_route_of_witness (ft_route *, const ft_trace *, const ft_line_marks *,
                          const ft_witness *);

// As JSON reports have it, NULL if a name is no UTF-8; and from there, false if it is none.
// The finding says how it ends: 'blocked' and 'failure' as above.
json_t *ft_route_json (const ft_route *);
bool ft_route_read (ft_route *, const json_t *, size_t blocked, enum ft_failure_kind);

// Whether two locations of lines with the same mark have the same columns.
bool ft_route_same_columns (const char *, const char *);

#endif
