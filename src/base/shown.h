// Who is told, now and then, how much of something long is done: from 0 to 1.

#ifndef FT_BASE_SHOWN_H
#define FT_BASE_SHOWN_H

typedef struct ft_shown {
  void (*show) (void *context, double share); // NULL: nobody
  void *context;
} ft_shown;

#define FT_SHOWN_TO_NOBODY ((ft_shown){0})

#endif
