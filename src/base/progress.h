// Progress callbacks: a function that long passes call now and then with the
// share of the work that is done, from 0 to 1.

#ifndef FT_BASE_PROGRESS_H
#define FT_BASE_PROGRESS_H

typedef struct ft_progress_callback {
  void (*show) (void *context, double share); // NULL: no calls
  void *context;
} ft_progress_callback;

#define FT_NO_PROGRESS ((ft_progress_callback){0})

#endif
