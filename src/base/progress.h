// Who is told, now and then, how much of something long is done: from 0 to 1.

#ifndef FT_BASE_PROGRESS_H
#define FT_BASE_PROGRESS_H

typedef struct ft_progress_callback {
  void (*show) (void *context, double share); // NULL: nobody
  void *context;
} ft_progress_callback;

#define FT_NO_PROGRESS ((ft_progress_callback){0})

#endif
