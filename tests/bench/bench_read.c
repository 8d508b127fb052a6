// bench_read FILE...: what reading a trace costs by itself, with all columns
// and with those that filters look at: the limit that passes are compared
// with.

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "format/reader.h"
#include "load/open.h"

static double cpu_seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double wall_seconds (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int measure (const char *path, unsigned without, const char *label) {
  ft_error error = FT_NO_ERROR;
  ft_read_options options = {.without = without, .stream = true};
  double cpu = cpu_seconds (), wall = wall_seconds ();
  ft_reader *r = ft_reader_open (path, options, &error);
  ft_batch b;
  uint64_t events = 0;
  int got = r ? 1 : -1;
  while (got > 0 && (got = ft_reader_batch (r, &b, &error)) > 0)
    events += b.count;
  ft_reader_free (r);
  if (got < 0) {
    fprintf (stderr, "%s\n", error.message);
    return 1;
  }
  printf ("%s\t%s\t%" PRIu64 " events\t%.2f ns/event of processor\t"
          "%.2f ns/event\n",
          path, label, events, 1e9 * (cpu_seconds () - cpu) / (double)events,
          1e9 * (wall_seconds () - wall) / (double)events);
  return 0;
}

int main (int argc, char **argv) {
  unsigned most = FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS;
  int failed = 0;
  for (int i = 1; i < argc; i++)
    failed |= measure (argv[i], 0, "all") || measure (argv[i], most, "filter");
  return failed;
}
