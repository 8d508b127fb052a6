// What threads know of each other, in the terms of one relation.
//
// A view is the clocks that a relation keeps per thread: one for most, three
// for WCP.  Edges hand views on; a relation says by a set of clocks which of
// them an edge concerns.
//
// A line is a thread's own state.  Its local time changes right before the
// event that follows one which let something be known to others ('told'), so
// an event is known to another thread exactly if its local time is: all
// events of one local time come before the event that tells, if there is one.

#ifndef FT_ORDER_VIEW_H
#define FT_ORDER_VIEW_H

#include "base/stack.h"
#include "order/clock.h"

enum { FT_VIEW_CLOCKS = 3, FT_ALL_CLOCKS = 7 };

typedef struct ft_view {
  ft_clock clocks[FT_VIEW_CLOCKS];
} ft_view;

void ft_view_release (ft_view *); // back to bottom; (ft_view){0} is bottom
void ft_view_copy (ft_view *, const ft_view *);

// Joins the clocks in the set 'which'; returns whether anything changed.
bool ft_view_join (ft_view *, const ft_view *, unsigned which);

typedef struct ft_line {
  ft_view view;
  ft_time now; // local time of the last event; zero before the thread begins
  bool told;
  bool over;      // was joined
  uint32_t stamp; // changes with what the thread knows, tells or holds
  uint32_t news;  // changes with what the thread learns by all clocks
  ft_time handed; // local time when it last told by all clocks; or zero
} ft_line;

typedef struct ft_lines {
  FT_STACK (ft_line) lines;
  unsigned own; // clocks that count the thread's own events
} ft_lines;

void ft_lines_release (ft_lines *);

// The line of a thread, a new one at time 1 if it was never asked for.  Valid
// until the next call for another thread.
ft_line *ft_lines_at (ft_lines *, ft_tid);

// The same, right before an event of the thread.
ft_line *ft_lines_begin (ft_lines *, ft_tid);

void ft_line_learn (ft_line *, const ft_view *, unsigned which);

// Lets all clocks, or (a release) some of them, be known to others.
void ft_line_tell (ft_line *);
void ft_line_release (ft_line *);

#endif
