// A progress bar with rate and time to go, on standard error if that is a
// terminal; nothing on a pipe.

#ifndef FT_REPORT_PROGRESS_BAR_H
#define FT_REPORT_PROGRESS_BAR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/deadline.h"
#include "report/terminal.h"

typedef struct ft_progress_bar ft_progress_bar;

struct ft_progress_bar {
  bool shown;
  const char *phase;  // borrowed; name of the current phase
  double begin, last; // seconds on the monotonic clock
  unsigned width;     // of the terminal
  double bytes;       // of the trace that is read; 0: unknown
};

void ft_progress_bar_init (ft_progress_bar *, enum ft_when);

// Announces the trace at 'path', a file or a recorded run, as the next one to
// be read.
void ft_progress_bar_measure (ft_progress_bar *, const char *path);

// Shows progress; may be called often, and draws ten times a second at most.
// 'share' is the finished part of the phase, 0 to 1, or below 0 if unknown;
// 'done' the number of finished items in 'unit' (NULL: no rate); 'extra' is
// added at the end (may be NULL).
void ft_progress_bar_show (ft_progress_bar *, const char *phase, double share,
                           uint64_t done, const char *unit, const char *extra);

// Removes the bar, so that something else can be printed.
void ft_progress_bar_clear (ft_progress_bar *);

#endif
