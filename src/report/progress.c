#include "report/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const ft_when_names[] = {"auto", "always", "never", NULL};

static bool wanted (enum ft_when when, bool automatically) {
  switch (when) {
  case FT_AUTO:
    return automatically;
  case FT_ALWAYS:
    return true;
  case FT_NEVER:
    return false;
  }
  return false;
}

static bool terminal_obeys (int fd) {
  const char *term = getenv ("TERM");
  return isatty (fd) && term && strcmp (term, "dumb");
}

bool ft_color_wanted (enum ft_when when, int fd) {
  const char *no = getenv ("NO_COLOR");
  return wanted (when, terminal_obeys (fd) && !(no && *no));
}

void ft_progress_init (ft_progress *p, enum ft_when when) {
  *p = (ft_progress){.shown = wanted (when, terminal_obeys (STDERR_FILENO))};
}

static void add_bar (char *line, size_t size, double share) {
  enum { WIDTH = 20 };
  char bar[WIDTH + 1];
  int full = (int)(share * WIDTH);
  for (int i = 0; i < WIDTH; i++)
    bar[i] = i < full ? '#' : '.';
  bar[WIDTH] = 0;
  size_t n = strlen (line);
  snprintf (line + n, size - n, " [%s] %3.0f %%", bar, 100 * share);
}

static void add_rate (char *line, size_t size, uint64_t done, const char *unit,
                      double seconds) {
  size_t n = strlen (line);
  double rate = seconds > 0 ? (double)done / seconds : 0;
  if (rate >= 1e6)
    snprintf (line + n, size - n, "  %llu %s, %.1f M/s",
              (unsigned long long)done, unit, rate / 1e6);
  else
    snprintf (line + n, size - n, "  %llu %s, %.0f/s", (unsigned long long)done,
              unit, rate);
}

static void add_time_to_go (char *line, size_t size, double share,
                            double seconds) {
  size_t n = strlen (line);
  double left = seconds * (1 - share) / share;
  if (left < 120)
    snprintf (line + n, size - n, ", %.0f s to go", left);
  else
    snprintf (line + n, size - n, ", %.0f min to go", left / 60);
}

void ft_progress_show (ft_progress *p, const char *phase, double share,
                       uint64_t done, const char *unit, const char *extra) {
  if (!p->shown)
    return;
  double now = ft_seconds_now ();
  if (!p->phase || strcmp (p->phase, phase)) {
    p->phase = phase;
    p->begin = now;
    p->last = 0;
  }
  if (now - p->last < 0.1)
    return;
  p->last = now;
  char line[256];
  snprintf (line, sizeof line, "%.40s", phase);
  if (share >= 0)
    add_bar (line, sizeof line, share > 1 ? 1 : share);
  if (unit)
    add_rate (line, sizeof line, done, unit, now - p->begin);
  if (share > 0.01 && share <= 1)
    add_time_to_go (line, sizeof line, share, now - p->begin);
  fprintf (stderr, "\r%s%s%s\033[K", line, extra ? ", " : "",
           extra ? extra : "");
  fflush (stderr);
}

void ft_progress_clear (ft_progress *p) {
  if (p->shown && p->phase)
    fputs ("\r\033[K", stderr);
  p->phase = NULL;
}
