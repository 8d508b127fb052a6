// The memory model of a trace, which its atomic accesses decide.

#include <string.h>

#include "format/reader.h"
#include "predict/check.h"
#include "predict/memory_model.h"
#include "trace/assumed.h"

static bool is_atomic (const ft_trace *t, const ft_event *e) {
  return !ft_event_is_void (e) && !(e->flags & FT_ALTPATH) &&
         (e->kind == FT_FENCE ||
          (ft_kind_is_atomic (e->kind) &&
           !ft_variable_is_outside (&t->tables, e->target)));
}

// A program without atomic accesses has no order that is unknown, but a trace of
// another tool may leave them out.
enum ft_memory_model ft_check_memory_model (const ft_check_options *options,
                                            const ft_trace *t) {
  bool ordered = !strcmp (t->format, FT_FORMAT_RUN);
  if (!options->memory_by_orders)
    return options->memory_model;
  for (ft_id e = 0; e < t->size; e++)
    if (is_atomic (t, t->events + e)) {
      if (t->events[e].order == FT_ORDER_PLAIN)
        return FT_MEMORY_SC;
      ordered = true;
    }
  return ordered ? FT_MEMORY_C11 : FT_MEMORY_SC;
}

const char *ft_check_memory_option (const ft_check_options *options,
                                    const ft_trace *t) {
#define M(NAME, text) [FT_MEMORY_##NAME] = " --memory-model " text,
  static const char *const names[] = {FT_MEMORY_MODELS (M)};
#undef M
  enum ft_memory_model model = ft_check_memory_model (options, t);
  ft_check_options by_trace = {.memory_by_orders = true};
  return model == ft_check_memory_model (&by_trace, t) ? "" : names[model];
}

// With seq_cst atomics alone there are interleavings and no more.
bool ft_has_weak_atomics (const ft_trace *t) {
  for (ft_id e = 0; e < t->size; e++)
    if (is_atomic (t, t->events + e) &&
        t->events[e].order != FT_ORDER_SEQ_CST &&
        t->events[e].order != FT_ORDER_PLAIN)
      return true;
  return false;
}
