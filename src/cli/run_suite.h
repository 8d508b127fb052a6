// 'foretrace run --suite': a recording of each test of a suite, and one report.

#ifndef FT_CLI_RUN_SUITE_H
#define FT_CLI_RUN_SUITE_H

#include "cli/suite.h"

typedef struct ft_suite_request {
  enum ft_suite_kind kind;
  char **command;        // of the suite
  char **options;        // of 'run' for each test, ends with NULL
  const char *directory; // of the recordings; NULL: the first unused foretrace-suite-N
  const char *database;  // NULL: findings.db in it
  const char *output;    // NULL: standard output
  bool json;
} ft_suite_request;

// Of the words of 'run' before '--' those that each test gets: without the options that
// are about the suite.  Owned list of borrowed words, ends with NULL.
char **ft_suite_options (int argc, char **argv);

// Records and checks each test, adds its results to the database with the test's name
// as label, and reports tests and findings.  Returns the exit code: FT_EXIT_RACES if a
// finding is certified, 1 if a test failed, or that of an error.
int ft_run_suite (const ft_suite_request *);

#endif
