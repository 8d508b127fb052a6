// The memory model of a trace, which its atomic accesses decide.

#include <string.h>

#include "certify/happens.h"
#include "format/reader.h"
#include "predict/check.h"
#include "predict/memory_model.h"
#include "trace/assumed.h"

static bool is_atomic (const ft_trace *t, const ft_event *e) {
  return !ft_event_is_void (e) &&
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

static bool is_weak (const ft_trace *t, const ft_event *e) {
  return is_atomic (t, e) && e->order != FT_ORDER_SEQ_CST &&
         e->order != FT_ORDER_PLAIN;
}

bool ft_has_weak_atomics (const ft_trace *t) {
  for (ft_id e = 0; e < t->size; e++)
    if (is_weak (t, t->events + e))
      return true;
  return false;
}

// ---- weak executions ---------------------------------------------------------

// With seq_cst atomics alone there are interleavings and no more (DRF-SC), as far
// as nothing races.  So there are with atomics of any order in one word.  For let
// an execution without a race have a cycle of program order, reads-from,
// modification and from-read.  At other locations than the word, and between
// sections of a lock, the last three are happens-before.  So the cycle goes from
// one access of the word to the next by happens-before, or by reads-from,
// modification or from-read in the word.  Give each write there its place in
// modification order, and each read the place right behind its write: by
// coherence no step goes back, and one of the second sort goes forward.
// (Compared with the definition in tests/unit/test_rc11.c.)
//
// Words that are updated and no more, by operations that acquire and release, are
// no such words but other locations: each update returns what the one before it in
// modification order has left, with which it synchronises, and a plain access that
// does not race is ordered with all of them.  A compare-and-swap that may fail is
// a read then.
//
// Objects and tries are orders of their own, which happens-before does not have.

static bool is_in_word (const ft_event *e, const ft_event *word) {
  return e->kind == FT_FENCE || !word ||
         (e->target == word->target && e->mask == word->mask);
}

enum { NOT_UPDATED = 0x100 }; // beside masks

static bool is_update (const ft_event *e) {
  return e->kind == FT_ATOMIC_RMW && !(e->flags & FT_CONDITIONAL) &&
         ft_event_acquires (e) && ft_event_releases (e);
}

// By variable: the mask of its atomic accesses if they are all such updates, else
// NOT_UPDATED.
static void find_updated (const ft_trace *t, ft_id events, ft_map *updated) {
  for (ft_id i = 0; i < events; i++) {
    const ft_event *e = t->events + i;
    if (!is_atomic (t, e) || e->kind == FT_FENCE)
      continue;
    uint32_t *mask = ft_map_at (updated, e->target);
    if (!is_update (e) || (*mask != FT_NO_ID && *mask != e->mask))
      *mask = NOT_UPDATED;
    else
      *mask = e->mask;
  }
}

static bool is_updated (const ft_map *updated, const ft_event *e) {
  return e->kind != FT_FENCE && ft_map_get (updated, e->target) != NOT_UPDATED;
}

static bool has_own_order (const ft_event *e) {
  return !ft_event_is_void (e) && (ft_kind_class (e->kind) == FT_CLASS_OBJECT ||
                                   e->kind == FT_TRY_FAILED);
}

bool ft_has_weak_executions (const ft_trace *t, ft_id events) {
  const ft_event *word = NULL;
  ft_map updated = {0};
  bool weak = false, alone = true;
  find_updated (t, events, &updated);
  for (ft_id i = 0; i < events; i++) {
    const ft_event *e = t->events + i;
    alone &= !has_own_order (e);
    weak |= is_weak (t, e);
    if (!is_atomic (t, e) || is_updated (&updated, e))
      continue;
    alone &= is_in_word (e, word);
    if (!word && e->kind != FT_FENCE)
      word = e;
  }
  ft_map_release (&updated);
  return weak && !alone;
}
