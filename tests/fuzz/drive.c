// drive RUN WITNESS TIMES: replays a witness that no checker has seen, so that
// replays of schedules can be tested that no certifier makes yet.  Prints
// "reached K of N" and why a replay did not get there; exits with 1 then.

#include <stdio.h>
#include <stdlib.h>

#include "replay/replay.h"

static bool replay (const ft_replays *replays, const ft_witness *witness,
                    unsigned times, ft_error *error) {
  ft_plan plan;
  unsigned reached = 0;
  bool fine =
      ft_plan_make (&plan, replays->run, replays->trace, witness, error);
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
  ft_witness *witnesses = NULL;
  ft_replays replays;
  ft_trace *trace =
      ft_trace_read (run, (ft_read_options){0}, NULL, NULL, error);
  int count =
      trace ? ft_witness_read (file, trace, NULL, &witnesses, error) : -1;
  bool fine = count > 0 && ft_replays_init (&replays, run, trace, 0, error);
  if (fine) {
    fine = replay (&replays, witnesses, times, error);
    ft_replays_release (&replays);
  }
  for (int i = 0; i < count; i++)
    ft_witness_release (witnesses + i);
  free (witnesses);
  ft_trace_free (trace);
  return fine;
}

int main (int argc, char **argv) {
  ft_error error = FT_NO_ERROR;
  if (argc != 4) {
    fprintf (stderr, "usage: drive RUN WITNESS TIMES\n");
    return FT_EXIT_USAGE;
  }
  bool fine = drive (argv[1], argv[2], (unsigned)atoi (argv[3]), &error);
  if (*error.message)
    fprintf (stderr, "drive: %s\n", error.message);
  return !fine;
}
