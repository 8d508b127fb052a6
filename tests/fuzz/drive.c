// drive RUN SCHEDULE TIMES: replays a schedule that no checker has seen, so
// that replays can be tested of what no certifier makes yet.  SCHEDULE is a
// file of lines:
//   event THREAD KIND LOCATION   one that the run does not have; its position
//                                is the next one from the trace's size on
//   run POSITION                 the next event of the schedule
//   pair POSITION POSITION       the racing accesses
// Prints "reached K of N" and why a replay did not get there; exits with 1
// then.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/scout.h"

static int kind_of (const char *name) {
  int kind = 0;
  while (kind < FT_KIND_COUNT && strcmp (ft_kind_name (kind), name))
    kind++;
  return kind;
}

static void add_event (ft_trace *t, const char *thread, const char *kind,
                       const char *location) {
  ft_event e = FT_EVENT_NONE;
  e.thread =
      ft_tables_add (&t->tables, FT_CLASS_THREAD, thread, strlen (thread));
  e.kind = (uint8_t)kind_of (kind);
  e.location = ft_tables_add (&t->tables, FT_CLASS_LOCATION, location,
                              strlen (location));
  t->events = ft_realloc (t->events, t->size + t->others + 1, sizeof e);
  t->events[t->size + t->others++] = e;
}

// The trace may have events of its own that were not run; those of the file
// are behind them.
static bool read_schedule (ft_trace *t, const char *path, ft_witness *w) {
  ft_id skip = t->others;
  char line[300], thread[32], kind[32], location[200];
  unsigned at, other;
  FILE *file = fopen (path, "r");
  while (file && fgets (line, sizeof line, file))
    if (sscanf (line, "event %31s %31s %199s", thread, kind, location) == 3)
      add_event (t, thread, kind, location);
    else if (sscanf (line, "run %u", &at) == 1)
      FT_PUSH (w->schedule, at < t->size ? at : at + skip);
    else if (sscanf (line, "pair %u %u", &at, &other) == 2) {
      w->pair[0] = at < t->size ? at : at + skip;
      w->pair[1] = other < t->size ? other : other + skip;
    }
  return file && !fclose (file);
}

static bool replay (const ft_replays *replays, const ft_witness *witness,
                    unsigned times, ft_error *error) {
  ft_plan plan;
  unsigned reached = 0;
  bool fine = ft_scout_plan (&plan, replays, witness, error);
  for (unsigned i = 0; fine && i < times; i++) {
    ft_replay once;
    fine = ft_replay_once (replays, witness, &plan, FT_PLAN_FREE, false, &once,
                           error);
    if (fine && !once.reached)
      printf ("%s\n", ft_strbuf_text (&once.why));
    reached += fine && once.reached;
    if (fine)
      ft_replay_release (&once);
  }
  ft_plan_release (&plan);
  if (fine)
    printf ("reached %u of %u\n", reached, times);
  return fine && reached == times;
}

static bool drive (const char *run, const char *file, unsigned times,
                   ft_error *error) {
  ft_witness witness = {0};
  ft_replays replays;
  ft_trace *trace =
      ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  bool fine = trace && read_schedule (trace, file, &witness) &&
              ft_replays_init (&replays, run, trace, 0, error);
  if (fine) {
    fine = replay (&replays, &witness, times, error);
    ft_replays_release (&replays);
  }
  ft_witness_release (&witness);
  ft_trace_free (trace);
  return fine;
}

int main (int argc, char **argv) {
  ft_error error = FT_NO_ERROR;
  if (argc != 4) {
    fprintf (stderr, "usage: drive RUN SCHEDULE TIMES\n");
    return FT_EXIT_USAGE;
  }
  bool fine = drive (argv[1], argv[2], (unsigned)atoi (argv[3]), &error);
  if (*error.message)
    fprintf (stderr, "drive: %s\n", error.message);
  return !fine;
}
