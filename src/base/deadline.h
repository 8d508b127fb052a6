// Deadlines: work may take until a time, or until a flag is raised.  Long
// passes ask now and then whether they are to stop.

#ifndef FT_BASE_DEADLINE_H
#define FT_BASE_DEADLINE_H

#include <stdbool.h>

double ft_seconds_now (void); // by the monotonic clock

typedef struct ft_deadline {
  double end;               // as of 'ft_seconds_now'; 0: no time limit
  const volatile int *stop; // the flag, raised if non-zero; may be NULL
} ft_deadline;

// A deadline 'seconds' from now; 0: no time limit.
ft_deadline ft_deadline_in (double seconds, const volatile int *stop);

bool ft_deadline_stopped (const ft_deadline *); // the flag is raised
bool ft_deadline_over (const ft_deadline *);    // time or flag; NULL: never

// Seconds until the deadline, 0 if it is over; 1e9 without a time limit.
double ft_deadline_left (const ft_deadline *);

// A deadline with the same flag and the given share of the remaining time.
ft_deadline ft_deadline_part (const ft_deadline *, double share);

#endif
