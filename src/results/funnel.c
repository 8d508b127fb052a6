#include "results/funnel.h"

const char *ft_funnel_stage_name (enum ft_funnel_stage stage) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_FUNNEL_STAGES (S)
#undef S
  };
  return names[stage];
}

const char *ft_funnel_state_name (enum ft_funnel_state state) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_FUNNEL_STATES (S)
#undef S
  };
  return names[state];
}
