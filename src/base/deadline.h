// How long work may take: until a time, or until somebody raises a flag.
// Long passes ask now and then whether they are to stop.

#ifndef FT_BASE_DEADLINE_H
#define FT_BASE_DEADLINE_H

#include <stdbool.h>

double ft_seconds_now (void); // monotonic

typedef struct ft_deadline {
  double end;               // by 'ft_seconds_now'; 0: none
  const volatile int *stop; // or when this becomes non-zero; may be NULL
} ft_deadline;

// 'seconds' from now on; 0: without end.
ft_deadline ft_deadline_in (double seconds, const volatile int *stop);

bool ft_deadline_stopped (const ft_deadline *); // by the flag
bool ft_deadline_over (const ft_deadline *);    // NULL: never

// Seconds until then, 0 if it is over; 1e9 without end.
double ft_deadline_left (const ft_deadline *);

// The same flag, and a share of the time that is left.
ft_deadline ft_deadline_part (const ft_deadline *, double share);

#endif
