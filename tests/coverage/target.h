// What the targets of coverage-guided fuzzing share.  A target is a program of
// libFuzzer: LLVMFuzzerTestOneInput gets the bytes of a file, or of several
// ('parts.h'), and gives them to one reader; LLVMFuzzerCustomMutator makes new
// ones from them ('mutate.h').  A reader must accept what it gets, or refuse it
// with one line that begins with the path.

#ifndef FT_TESTS_COVERAGE_TARGET_H
#define FT_TESTS_COVERAGE_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "tests/unit/scratch.h"

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);
size_t LLVMFuzzerCustomMutator (uint8_t *, size_t size, size_t most,
                                unsigned seed);

// Ends the program, so that libFuzzer keeps the input.
static inline _Noreturn void target_fail (const char *what, const char *why) {
  fprintf (stderr, "%s: %s\n", what, why);
  abort ();
}

// Fails unless the error is one that a reader of this file may give.
static inline void target_refused (const ft_error *error, const char *path) {
  if (error->code != FT_EXIT_BAD_INPUT)
    target_fail ("refused with another exit status", error->message);
  if (strncmp (error->message, path, strlen (path)))
    target_fail ("refused without its path", error->message);
  if (strchr (error->message, '\n'))
    target_fail ("refused with several lines", error->message);
}

#endif
