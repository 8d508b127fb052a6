// The debug log: one line on standard error for each decision inside, for the
// areas that the environment variable FT_LOG names.
//
//   FT_LOG=certify,symex:2 foretrace check run
//
// Areas are separated by commas; a level from 1 (the default: decisions) to 3
// (steps) follows a colon; 'all' is every area.  Off by default, always
// compiled in; a line that is off costs a load and a compare.  The variable is
// read once, before main, and never written afterwards, so that threads may
// ask.
//
// Models: kissat's LOG, ThreadSanitizer's VPrintf.

#ifndef FT_BASE_DEBUG_LOG_H
#define FT_BASE_DEBUG_LOG_H

#include <stdbool.h>

//     area, its name, what it says
#define FT_DEBUG_AREAS(A)                                                      \
  A (LOAD, "load", "passes over a recorded run, and what they keep")           \
  A (SYMEX, "symex", "re-execution: what is concretized, where it stops")      \
  A (ESCAPE, "escape", "what uninstrumented code may reach")                   \
  A (FILTER, "filter", "stages of filters, and their processor time")          \
  A (CANDIDATE, "candidate", "candidates that are listed and left out")        \
  A (CERTIFY, "certify", "orders that are forced, and what contradicts them")  \
  A (PREDICT, "predict", "which certifier and model each candidate gets")      \
  A (CHECK, "check", "what the checker accepts and refuses")                   \
  A (RECORD, "record", "processes that are started, waited for, ended")        \
  A (REPLAY, "replay", "how replays go")                                       \
  A (EXPLORE, "explore", "what an exploration runs next")

enum ft_debug_area {
#define A(NAME, name, about) FT_DEBUG_##NAME,
  FT_DEBUG_AREAS (A)
#undef A
      FT_DEBUG_AREA_COUNT
};

extern unsigned char ft_debug_levels[FT_DEBUG_AREA_COUNT]; // 0: off

// Whether lines of that level are written, for callers that prepare one.
#define FT_DEBUGS(AREA, level)                                                 \
  __builtin_expect (ft_debug_levels[FT_DEBUG_##AREA] >= (level), 0)

// Writes a line "foretrace: AREA: ...", formatted as by printf.
#define FT_DEBUG(AREA, level, ...)                                             \
  do {                                                                         \
    if (FT_DEBUGS (AREA, level))                                               \
      ft_debug_line (FT_DEBUG_##AREA, __VA_ARGS__);                            \
  } while (0)

// Whether any area is on.
bool ft_debug_is_on (void);

void ft_debug_line (enum ft_debug_area, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

// Sets the levels from a text as FT_LOG holds it, all others to 0.  Returns
// the first word that is no area or level, as many of its bytes as '*size'
// says, or NULL; levels of the words before it are set.
const char *ft_debug_set (const char *text, int *size);

#endif
