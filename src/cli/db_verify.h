// 'foretrace db verify': the open findings of a database on a new build of the program.

#ifndef FT_CLI_DB_VERIFY_H
#define FT_CLI_DB_VERIFY_H

#include <stdio.h>

#include "cli/subcommand.h"
#include "db/database.h"

typedef struct ft_db_verify_request {
  char **program;       // with its arguments; ends with NULL
  const char *build;    // NULL: the program's path
  unsigned runs;        // recordings
  bool fix;             // findings that are gone are fixed
  const ft_words *words; // from the third on: beginnings of fingerprints; none: all
  const char *who;
} ft_db_verify_request;

// Records and checks the program so many times, the first time under the usual
// schedule, then under random ones, replays each race along the route that the database has
// of it (replay/route.h), and writes what became of each open finding
// whose accesses are in a program or library of that name.  A finding is
//   there    if a replay comes to both accesses, or a recording certifies it;
//   gone     if all recordings executed its lines, were decided, and none
//            certifies it or leaves it undecided;
//   unknown  otherwise.
// Replays that leave the route decide nothing.  If all findings are reached, there is one
// recording.
// Returns the exit code: FT_EXIT_RACES some are there, FT_EXIT_UNDECIDED some are
// unknown, or that of an error.
int ft_db_verify (ft_database *, const ft_db_verify_request *, FILE *, ft_error *);

// Prints the commands by which git finds the commit that brought a finding, the third
// of the words.
int ft_db_bisect (ft_database *, const ft_words *, char **program, FILE *,
                  ft_error *);

#endif
