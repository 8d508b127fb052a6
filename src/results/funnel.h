// The funnel: the stages in which a check decides its candidates, likely ones
// first.  A candidate belongs to the first relation that leaves one of its
// kept instances unordered; 'value' and 'path' ask again about what is not
// certified by then.

#ifndef FT_RESULTS_FUNNEL_H
#define FT_RESULTS_FUNNEL_H

#include <stddef.h>

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

const char *ft_funnel_stage_name (enum ft_funnel_stage);
const char *ft_funnel_state_name (enum ft_funnel_state);

#endif
