// interleave [-r RUNS] [-s SECONDS] PROGRAM [ARGUMENT...]
//
// Executes all interleavings of a tiny program that foretrace-cc built, and
// prints the pairs of lines that race in some of them:
//   race 12 19             "race 12 19 unparked: ...": no run could be held
//   there whole|part, N runs, N states, N strayed[, deadlocks]
// Exits with 1 when RUNS or SECONDS did not do for all.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/model/interleavings.h"

static int usage (void) {
  fprintf (stderr,
           "usage: interleave [-r RUNS] [-s SECONDS] PROGRAM [ARGUMENT...]\n");
  return FT_EXIT_USAGE;
}

static void print (const ft_interleavings *found) {
  for (size_t i = 0; i < found->met.size; i++) {
    const ft_met *met = found->met.begin + i;
    printf ("race %u %u%s%s\n", met->lines[0], met->lines[1],
            met->parked ? "" : " unparked: ", met->parked ? "" : met->why);
  }
  printf ("%s, %zu runs, %zu states, %zu strayed%s\n",
          found->whole ? "whole" : "part", found->runs, found->states,
          found->strayed, found->deadlocks ? ", deadlocks" : "");
}

int main (int argc, char **argv) {
  ft_interleavings_limits limits = {.runs = 5000, .seconds = 3600};
  for (int option; (option = getopt (argc, argv, "+r:s:")) != -1;)
    if (option == 'r')
      limits.runs = strtoul (optarg, NULL, 10);
    else if (option == 's')
      limits.seconds = strtod (optarg, NULL);
    else
      return usage ();
  if (optind == argc)
    return usage ();
  char *path = realpath (argv[optind], NULL);
  ft_tested program = {path ? path : argv[optind], argv + optind, 600};
  ft_interleavings found;
  ft_error error = FT_NO_ERROR;
  bool fine = ft_interleavings_find (&found, &program, limits, &error);
  if (fine)
    print (&found);
  else
    fprintf (stderr, "interleave: %s\n", error.message);
  ft_interleavings_release (&found);
  free (path);
  return fine ? !found.whole : error.code;
}
