// The kind of a race: what its two accesses are.  Known from the trace alone.

#ifndef FT_REPORT_RACE_KIND_H
#define FT_REPORT_RACE_KIND_H

#include "results/results.h"
#include "trace/trace.h"

//     kind, its name in JSON, SARIF and JUnit, and in a title before the variable
#define FT_RACE_KINDS(K)                                                       \
  K (DATA_RACE, "data-race", "data race on")                                   \
  K (USE_AFTER_FREE, "use-after-free", "use after free on") /* one frees */    \
  K (DOUBLE_FREE, "double-free", "double free of")          /* both free */

enum ft_race_kind {
#define K(NAME, name, words) FT_RACE_KIND_##NAME,
  FT_RACE_KINDS (K)
#undef K
  FT_RACE_KIND_COUNT
};

enum ft_race_kind ft_race_kind_of (const ft_trace *, const ft_id pair[2]);

const char *ft_race_kind_name (enum ft_race_kind);

// The words of a title before the variable: "data race on".
const char *ft_race_kind_words (enum ft_race_kind);

#endif
