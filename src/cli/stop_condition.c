#include "cli/stop_condition.h"

#include <assert.h>

#include "base/memory_usage.h"
#include "cli/interrupt.h"

// One part in SPARE of the limit is reserved for tables that double.
enum { SPARE = 16 };

void ft_stop_condition_init (ft_stop_condition *condition, uint64_t limit) {
  *condition = (ft_stop_condition){ft_interrupt_catch (), limit, 0};
}

static bool is_full (ft_stop_condition *condition) {
  uint64_t used = ft_memory_usage_now ();
  uint64_t grown =
      condition->used && used > condition->used ? used - condition->used : 0;
  condition->used = used;
  return used + 2 * grown > condition->limit - condition->limit / SPARE;
}

enum ft_racy_stop ft_stop_condition_check (ft_stop_condition *condition) {
  assert (condition->caught);
  if (*condition->caught)
    return FT_STOP_INTERRUPT;
  return condition->limit && is_full (condition) ? FT_STOP_MEMORY
                                                 : FT_STOP_NONE;
}
