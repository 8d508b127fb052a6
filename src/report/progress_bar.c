#include "report/progress_bar.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "record/directory.h"

void ft_progress_bar_init (ft_progress_bar *p, enum ft_when when) {
  *p = (ft_progress_bar){.shown = ft_terminal_wanted (when, STDERR_FILENO),
                         .width = ft_terminal_width (STDERR_FILENO)};
}

static double bytes_of (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISREG (status.st_mode)
             ? (double)status.st_size
             : 0;
}

static bool add_log (const char *path, const char *name, void *context) {
  ft_strbuf file = {0};
  if (!strncmp (name, "thread-", 7)) {
    ft_strbuf_add (&file, "%s/%s", path, name);
    *(double *)context += bytes_of (ft_strbuf_text (&file));
  }
  ft_strbuf_release (&file);
  return true;
}

void ft_progress_bar_measure (ft_progress_bar *p, const char *path) {
  p->bytes = bytes_of (path);
  if (p->shown && !p->bytes)
    ft_directory_each (path, add_log, &p->bytes);
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

void ft_progress_bar_show (ft_progress_bar *p, const char *phase, double share,
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
  size_t n = strlen (line);
  if (extra)
    snprintf (line + n, sizeof line - n, ", %s", extra);
  // A line that wraps could not be overwritten.
  fprintf (stderr, "\r%.*s\033[K", p->width ? (int)p->width - 1 : 255, line);
  fflush (stderr);
}

void ft_progress_bar_clear (ft_progress_bar *p) {
  if (p->shown && p->phase)
    fputs ("\r\033[K", stderr);
  p->phase = NULL;
}
