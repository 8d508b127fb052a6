#include "replay/patience.h"

enum {
  LEAST_SECONDS = 2, // a busy machine starts a program late
  TIMES_RECORDED =
      4, // a replay writes records, and waits for the other threads
  TIMES_LONGEST = 10,
  LEAST_HANG = 5 // seconds; a busy machine stops a program for a while
};

static double bounded (const ft_patience *p, double seconds) {
  double least = seconds > p->least ? seconds : p->least;
  return least < p->most ? least : p->most;
}

void ft_patience_init (ft_patience *p, double recorded, double most) {
  double least = TIMES_RECORDED * recorded;
  *p = (ft_patience){.least = least > LEAST_SECONDS ? least : LEAST_SECONDS,
                     .most = most};
}

void ft_patience_learn (ft_patience *p, double seconds) {
  if (seconds > p->longest)
    p->longest = seconds;
}

double ft_patience_enough (const ft_patience *p) {
  double seconds = TIMES_LONGEST * p->longest;
  return p->longest > 0
             ? bounded (p, seconds > LEAST_HANG ? seconds : LEAST_HANG)
             : p->most;
}

double ft_patience_share (const ft_patience *p, double left, size_t waiting) {
  double share = bounded (p, waiting > 1 ? left / (double)waiting : left);
  double enough = ft_patience_enough (p);
  return share < enough ? share : enough;
}
