#include "cli/stop_condition.h"

#include "base/memory_usage.h"
#include "cli/interrupt.h"

// A part of the limit is left for tables that double.
enum { SPARE = 16 };

void ft_stop_condition_init (ft_stop_condition *guard, uint64_t limit) {
  *guard = (ft_stop_condition){ft_interrupt_catch (), limit, 0};
}

static bool is_full (ft_stop_condition *guard) {
  uint64_t used = ft_memory_usage_now ();
  uint64_t grown = guard->used && used > guard->used ? used - guard->used : 0;
  guard->used = used;
  return used + 2 * grown > guard->limit - guard->limit / SPARE;
}

enum ft_racy_stop ft_stop_condition_check (ft_stop_condition *guard) {
  if (*guard->caught)
    return FT_STOP_INTERRUPT;
  return guard->limit && is_full (guard) ? FT_STOP_MEMORY : FT_STOP_NONE;
}
