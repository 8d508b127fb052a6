// The tests of a suite, as its own program lists them: ctest with --show-only=json-v1,
// or a program with GoogleTest with --gtest_list_tests.  For a program with OpenMP the
// tests are that program with its loops dealt out to its threads in several ways
// (src/openmp/settings.h).

#ifndef FT_CLI_SUITE_H
#define FT_CLI_SUITE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/stack.h"

enum ft_suite_kind { FT_SUITE_CTEST, FT_SUITE_GTEST, FT_SUITE_OPENMP };

extern const char *const ft_suite_kinds[]; // by number; ends with NULL

typedef FT_STACK (char *) ft_suite_words; // owned; the last is NULL

typedef struct ft_suite_test {
  char *name;               // owned
  ft_suite_words command;   // empty: it has none, since it was not built
  char *where;              // owned; its directory, NULL: that of foretrace
  ft_suite_words environment;
} ft_suite_test;

typedef FT_STACK (ft_suite_test) ft_suite;

// Lists the tests that the command would run; disabled ones are left out.  False and an
// error if it lists none.
bool ft_suite_list (enum ft_suite_kind, char **command, ft_suite *, ft_error *);
void ft_suite_release (ft_suite *);

#endif
