#include "cli/guard.h"

#include "base/usage.h"
#include "cli/interrupt.h"

// A part of the limit is left for tables that double.
enum { SPARE = 16 };

void ft_guard_init (ft_guard *guard, uint64_t limit) {
  *guard = (ft_guard){ft_interrupt_catch (), limit, 0};
}

static bool is_full (ft_guard *guard) {
  uint64_t used = ft_usage_now ();
  uint64_t grown = guard->used && used > guard->used ? used - guard->used : 0;
  guard->used = used;
  return used + 2 * grown > guard->limit - guard->limit / SPARE;
}

enum ft_racy_stop ft_guard_check (ft_guard *guard) {
  if (*guard->caught)
    return FT_STOP_INTERRUPT;
  return guard->limit && is_full (guard) ? FT_STOP_MEMORY : FT_STOP_NONE;
}
