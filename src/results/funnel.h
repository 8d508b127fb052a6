// The funnel: the stages in which a check decides its candidates, likely ones
// first.  A candidate belongs to the first relation that leaves one of its
// kept instances unordered; 'value' and 'path' ask again about what is not
// certified by then.

#ifndef FT_RESULTS_FUNNEL_H
#define FT_RESULTS_FUNNEL_H

#include <stddef.h>

#include "base/strbuf.h"

//     stage, its name
#define FT_FUNNEL_STAGES(S)                                                    \
  S (HB, "hb")                                                                 \
  S (WCP, "wcp")                                                               \
  S (DC, "dc")                                                                 \
  S (HYBRID, "hybrid")                                                         \
  S (VALUE, "value")                                                           \
  S (PATH, "path")

enum ft_funnel_stage {
#define S(NAME, text) FT_FUNNEL_##NAME,
  FT_FUNNEL_STAGES (S)
#undef S
};

#define S(NAME, text) +1
enum { FT_FUNNEL_COUNT = 0 FT_FUNNEL_STAGES (S) };
#undef S

// In the order in which the states of shards are merged: the last one counts.
//     state, its name
#define FT_FUNNEL_STATES(S)                                                    \
  S (NONE, "not asked")                                                        \
  S (LEFT_OUT, "left out")                                                     \
  S (FINISHED, "finished")                                                     \
  S (WAITING, "not begun")                                                     \
  S (BUDGET, "budget")                                                         \
  S (INTERRUPTED, "interrupted")

enum ft_funnel_state {
#define S(NAME, text) FT_FUNNEL_STATE_##NAME,
  FT_FUNNEL_STATES (S)
#undef S
};

#define S(NAME, text) +1
enum { FT_FUNNEL_STATE_COUNT = 0 FT_FUNNEL_STATES (S) };
#undef S

typedef struct ft_funnel_row {
  size_t candidates, decided, certified;
  enum ft_funnel_state state;
  double seconds; // that the stage took
  double left;    // estimate of what it would take to finish; 0: none
} ft_funnel_row;

// The stage of a pair under the strictest model: that of the strongest relation
// that leaves it unordered.  'unordered_by' has a bit FT_REL_* for each
// relation; none are known of pairs that there was no time to ask about.
enum ft_funnel_stage ft_funnel_stage_of (unsigned unordered_by);

// Adds how far each stage came that was asked: "hb 8 of 8 decided · wcp 3 of 3
// · dc 0 · hybrid 641 of 911, budget (about 12 s more) · value, path not
// begun". Nothing without candidates.
void ft_funnel_describe (ft_strbuf *,
                         const ft_funnel_row rows[FT_FUNNEL_COUNT]);

const char *ft_funnel_stage_name (enum ft_funnel_stage);
const char *ft_funnel_state_name (enum ft_funnel_state);

#endif
