// A bar with rate and time to go, on standard error when that is a terminal;
// nothing on a pipe.

#ifndef FT_REPORT_PROGRESS_H
#define FT_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/deadline.h"

enum ft_when { FT_AUTO, FT_ALWAYS, FT_NEVER };

// The names, ending with NULL: "auto", "always", "never".
extern const char *const ft_when_names[];

// Whether colour is wanted on a file descriptor: NO_COLOR and TERM=dumb are
// respected under FT_AUTO.
bool ft_color_wanted (enum ft_when, int fd);

typedef struct ft_progress ft_progress;

struct ft_progress {
  bool shown;
  const char *phase;  // borrowed; what is being done
  double begin, last; // seconds on the monotonic clock
};

void ft_progress_init (ft_progress *, enum ft_when);

// Called as often as is convenient; draws ten times a second at most.
// 'share' of the phase that is done, 0 to 1, or below 0 if unknown; 'done'
// things of the sort 'unit' (NULL: no rate); 'extra' is added at the end, may
// be NULL.
void ft_progress_show (ft_progress *, const char *phase, double share,
                       uint64_t done, const char *unit, const char *extra);

// Removes the bar, so that something else can be printed.
void ft_progress_clear (ft_progress *);

#endif
