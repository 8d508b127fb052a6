// Whether a schedule ends right before a failure (rule 6): the failing event is
// the next one of its thread.  A failure mark fails whatever the others do.  An
// access to a block fails if the schedule has given the block back, unless what it
// uses may be a new block there; the address must be the recorded one.  Compared
// with exhaustive enumeration in tests/unit/test_failure.c.

#include "witness/checker_state.h"

#include <inttypes.h>

static bool is_freed_by (ft_checker *c, const ft_witness *w) {
  const ft_event *freeing = c->trace->events + w->freed;
  bool frees = freeing->kind == FT_FREE && !ft_event_is_void (freeing);
  return (frees && ft_trace_conflict (c->trace, w->fails, w->freed, NULL)) ||
         ft_refuse (c, "%s does not give back what %s uses",
                    ft_describe (c->trace, w->freed).text,
                    ft_describe (c->trace, w->fails).text);
}

bool ft_failure_fits (ft_checker *c, const ft_witness *w) {
  ft_id size = c->trace->size;
  if (w->fails >= size || (w->freed != FT_NO_ID && w->freed >= size))
    return ft_refuse (c, "there is no event %" PRIu32 " in the trace",
                      w->fails >= size ? w->fails : w->freed);
  const ft_event *e = c->trace->events + w->fails;
  if (ft_failure_of_event (e, w->freed) != w->failure)
    return ft_refuse (c, "%s is no %s", ft_describe (c->trace, w->fails).text,
                      ft_failure_words (w->failure));
  return w->freed == FT_NO_ID || is_freed_by (c, w);
}

// Whether a thread accesses, behind the free, what another one has written behind
// it: that may be a pointer to a new block, which lies where the old one did.  The
// trace need not have the allocation.
static bool may_reveal_new (const ft_checker *c, const ft_witness *w) {
  ft_map writers = {0}; // by variable: a thread that wrote it behind the free
  bool freed = false, reveals = false;
  for (size_t i = 0; i < w->schedule.size && !reveals; i++) {
    const ft_event *e = c->trace->events + w->schedule.begin[i];
    if (freed && ft_kind_accesses (e->kind)) {
      uint32_t *writer = ft_map_at (&writers, e->target);
      reveals = *writer != FT_NO_ID && *writer != e->thread;
      if (ft_kind_writes (e->kind))
        *writer = e->thread;
    }
    freed |= w->schedule.begin[i] == w->freed;
  }
  ft_map_release (&writers);
  return reveals;
}

bool ft_failure_is_freed (ft_checker *c, const ft_witness *w) {
  return w->freed == FT_NO_ID ||
         (ft_checker_did (c, w->freed) && !may_reveal_new (c, w)) ||
         ft_refuse (c, "%s is not in the schedule, or a thread accesses what "
                       "another one wrote behind it",
                    ft_describe (c->trace, w->freed).text);
}
