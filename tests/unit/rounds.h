// How many random cases a test tries, and from which seed on: FT_SEED and
// FT_ROUNDS repeat or extend them, FT_QUICK=1 leaves most of them out, and
// FT_LONG=1, with which 'make fuzz' begins, tries all.

#ifndef FT_TESTS_ROUNDS_H
#define FT_TESTS_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static inline uint64_t rounds_number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static inline uint64_t rounds_first (void) {
  return rounds_number ("FT_SEED", 1);
}

static inline uint64_t rounds_end (uint64_t full) {
  return rounds_first () +
         rounds_number ("FT_ROUNDS", getenv ("FT_QUICK") ? full / 10 : full);
}

// Where all take long: a usual run tries the first 'some' of them, a quick one
// at most half of those.
static inline uint64_t rounds_end_of (uint64_t some, uint64_t full) {
  if (getenv ("FT_QUICK") && some / 2 < full / 10)
    return rounds_first () + rounds_number ("FT_ROUNDS", some / 2);
  return rounds_end (getenv ("FT_LONG") || getenv ("FT_QUICK") ? full : some);
}

// Whether there are enough rounds to expect what is rare.
static inline bool rounds_are_many (void) {
  return !getenv ("FT_QUICK") && !getenv ("FT_ROUNDS");
}

#endif
