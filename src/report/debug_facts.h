// Facts of a race or deadlock for a debugger (src/replay/gdb.py), as JSON:
//
//   {"race": "R1", "kind": "data race",
//    "threads": ["main", "T1", ...],             by number of the runtime
//    "accesses": [{"thread": 1, "name": "T1", "does": "writes 4 bytes of x",
//               "expression": "x", "place": "hidden.c:15:5", "locks": ["l"]}],
//    "steps": [{"thread": "T1", "event": "acquire l", "place": "..."}],
//    "left_out": 0}                              steps before those
//
// Control characters in texts are escaped, so that a terminal shows them
// safely.

#ifndef FT_REPORT_DEBUG_FACTS_H
#define FT_REPORT_DEBUG_FACTS_H

#include "replay/replay_stops.h"

// 'trace' is the trace of a recorded run.  The caller frees the result.
char *ft_debug_facts (const ft_trace *, const ft_witness *, const char *race,
                      const ft_replay_stops *);

#endif
