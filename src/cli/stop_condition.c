#include "cli/stop_condition.h"

#include <assert.h>

#include "base/memory_usage.h"
#include "cli/interrupt.h"
#include "order/table_memory.h"

// One part in SPARE of the limit is reserved for tables that double.  Below
// AMPLE bytes huge pages would not fit into it.
enum { SPARE = 16, AMPLE = 256 << 20 };

void ft_stop_condition_init (ft_stop_condition *condition, uint64_t limit,
                             unsigned threads) {
  *condition = (ft_stop_condition){.caught = ft_interrupt_catch (),
                                   .limit = limit,
                                   .window = threads > 1 ? FT_STOP_CHECKS : 2};
  if (limit && limit < AMPLE)
    ft_table_memory_limit ();
}

static bool is_full (ft_stop_condition *condition) {
  uint64_t used = ft_memory_usage_now ();
  unsigned i = condition->checks++ % condition->window;
  uint64_t since =
      condition->earlier[i] ? condition->earlier[i] : condition->earlier[0];
  uint64_t grown = since && used > since ? used - since : 0;
  condition->earlier[i] = condition->used = used;
  return used + grown > condition->limit - condition->limit / SPARE;
}

enum ft_racy_stop ft_stop_condition_check (ft_stop_condition *condition) {
  assert (condition->caught);
  if (*condition->caught)
    return FT_STOP_INTERRUPT;
  return condition->limit && is_full (condition) ? FT_STOP_MEMORY
                                                 : FT_STOP_NONE;
}
