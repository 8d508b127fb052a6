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

// Clocks of a view.  WCP keeps three, all others the first alone.
enum ft_view_clock {
  FT_CLOCK_ORDER, // what is ordered before, for WCP: by ≺WCP alone
  FT_CLOCK_HB,    // WCP: what happens before
  FT_CLOCK_HARD,  // WCP: program order and the edges of 'sync.h'
};

enum { FT_VIEW_CLOCKS = 3, FT_ALL_CLOCKS = 7 };

typedef struct ft_view {
  ft_clock clocks[FT_VIEW_CLOCKS];
} ft_view;

void ft_view_release (ft_view *); // back to bottom; (ft_view){0} is bottom

static inline bool ft_view_is_empty (const ft_view *view) {
  for (int i = 0; i < FT_VIEW_CLOCKS; i++)
    if (view->clocks[i].root || view->clocks[i].time)
      return false;
  return true;
}

static inline void ft_view_copy (ft_view *to, const ft_view *from) {
  for (int i = 0; i < FT_VIEW_CLOCKS; i++)
    ft_clock_copy (to->clocks + i, from->clocks + i);
}

// Joins the clocks in the set 'which'; returns whether anything changed.
static inline bool ft_view_join (ft_view *to, const ft_view *from,
                                 unsigned which) {
  bool changed = false;
  for (int i = 0; i < FT_VIEW_CLOCKS; i++)
    if (which >> i & 1)
      changed |= ft_clock_join (to->clocks + i, from->clocks + i);
  return changed;
}

// For looking at all views that are stored somewhere.
typedef void ft_view_visitor (void *context, const ft_view *);

typedef struct ft_line {
  uint64_t stamp; // changes with what the thread knows, tells or holds; no two
                  // threads ever have the same; never zero
  ft_time now;    // local time of the last event; zero before the thread begins
  bool told;
  bool over;      // was joined
  uint32_t news;  // changes with what the thread learns by all clocks
  ft_time handed; // local time when it last told by all clocks; or zero
  ft_view view;
} ft_line;

typedef struct ft_lines {
  FT_STACK (ft_line) lines;
  unsigned own; // clocks that count the thread's own events
} ft_lines;

void ft_lines_release (ft_lines *);

ft_line *ft_lines_new (ft_lines *, ft_tid);     // slow path of 'at'
ft_line *ft_lines_advance (ft_lines *, ft_tid); // slow path of 'begin'

// The line of a thread, a new one at time 1 if it was never asked for.  Valid
// until the next call for another thread.
static inline ft_line *ft_lines_at (ft_lines *lines, ft_tid t) {
  return t < lines->lines.size && lines->lines.begin[t].now
             ? lines->lines.begin + t
             : ft_lines_new (lines, t);
}

// The same, right before an event of the thread.
static inline ft_line *ft_lines_begin (ft_lines *lines, ft_tid t) {
  if (t >= lines->lines.size || !lines->lines.begin[t].now ||
      lines->lines.begin[t].told)
    return ft_lines_advance (lines, t);
  return lines->lines.begin + t;
}

// Whether the event of another thread at that local time is ordered before
// the last event of this one.  Only WCP has a HARD clock; in the others it is
// empty.
static inline bool ft_line_knows (const ft_line *line, ft_tid other,
                                  ft_time time) {
  return time <= ft_clock_at (line->view.clocks + FT_CLOCK_ORDER, other) ||
         time <= ft_clock_at (line->view.clocks + FT_CLOCK_HARD, other);
}

void ft_line_learn (ft_line *, const ft_view *, unsigned which);

// Lets all clocks, or (a release) some of them, be known to others.
void ft_line_tell (ft_line *);
void ft_line_release (ft_line *);

#endif
