// Windows: the classical division of a trace into parts of a given number of
// events, in each of which pairs are searched for separately (RVPredict,
// RECIPE; WCP, Section 4).  The events before a window run as recorded; a pair
// in no common window is not decided.  Without a width there is one window, the
// whole trace.

#ifndef FT_PREDICT_WINDOW_H
#define FT_PREDICT_WINDOW_H

#include "base/ids.h"

#include <stdbool.h>

typedef struct ft_window {
  ft_id begin, end; // positions of events
} ft_window;

// The window that holds 'event', in a trace of 'size' events with windows of
// 'width' events (0: one window).
static inline ft_window ft_window_of (ft_id event, ft_id width, ft_id size) {
  ft_window w = {0, size};
  if (width && width < size) {
    w.begin = event / width * width;
    w.end = size - w.begin > width ? w.begin + width : size;
  }
  return w;
}

// Whether one window holds both events; 'pair' is ascending.
static inline bool ft_window_is_common (const ft_id pair[2], ft_id width,
                                        ft_id size) {
  return pair[1] < ft_window_of (pair[0], width, size).end;
}

#endif
