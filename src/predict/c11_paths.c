// Where each atomic read synchronises with what it reads, and nothing else races,
// what is impossible under sc is so under c11, on whichever path: leave out of a
// shortest execution that races what happens after the first access, and what
// is left is one of sc ('predict/c11_refute.c' has the argument in full, which for
// recorded events finds out which of the weaker reads are no obstacle).  Of
// alternative paths it is not known which reads those are.

#include "predict/c11_paths.h"

#include <stdlib.h>

#include "base/strbuf.h"
#include "certify/happens.h"
#include "trace/assumed.h"

void ft_c11_add_reason (ft_race *race, const char *what) {
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "%s; %s", race->reason ? race->reason : "", what);
  free (race->reason);
  race->reason = ft_strbuf_take (&text);
}

// Whether the pair is open under 'model' or a stricter one, and stays so for the reason
// that it has.  That not all paths are known is none under c11, which finds witnesses alone.
static bool is_open_under (const ft_race *race, enum ft_model model) {
  bool paths = model == FT_MODEL_PATH && race->open_cause == FT_CAUSE_RECORDED;
  return race->left_open != FT_MODEL_MCM &&
         (race->left_open < model || (race->left_open == model && !paths));
}

// An access on an alternative path is out of reach of the models before 'path'.
void ft_c11_leave_open (const ft_trace *t, ft_race *race) {
  bool recorded = race->pair[1] < t->size;
  enum ft_model open = recorded ? FT_MODEL_VALUE : FT_MODEL_PATH;
  bool relaxed = race->model != FT_MODEL_MCM || race->left_open != FT_MODEL_MCM;
  if (race->verdict != FT_REFUTED || !relaxed || is_open_under (race, open))
    return;
  race->left_open = open;
  race->open_cause = FT_CAUSE_MEMORY_MODEL;
  ft_c11_add_reason (race, recorded ? "with reads that may return something else it "
                               "stays open under c11"
                             : "whether a path leads there under c11 stays "
                               "open");
}

// Whether an atomic access may not synchronise.
static bool is_weak (const ft_trace *t, const ft_event *e, bool rc11) {
  if (!ft_kind_is_atomic (e->kind) ||
      ft_variable_is_outside (&t->tables, e->target))
    return false;
  return (ft_kind_reads (e->kind) && !ft_event_acquires (e)) ||
         (ft_kind_writes (e->kind) && !ft_event_releases (e)) ||
         (rc11 && e->order != FT_ORDER_SEQ_CST);
}

static bool has_weak (const ft_trace *t, ft_id begin, ft_id end, bool rc11) {
  for (ft_id e = begin; e < end; e++)
    if (is_weak (t, t->events + e, rc11))
      return true;
  return false;
}

static bool are_all_impossible (const ft_results *x) {
  for (size_t i = 0; i < x->size; i++)
    if (x->races[i].verdict != FT_REFUTED || x->races[i].left_open)
      return false;
  return true;
}

void ft_c11_leave_paths_open (const ft_trace *t, ft_results *x, bool whole,
                              bool rc11) {
  bool weak = has_weak (t, t->size, t->size + t->altpath_events, rc11);
  for (size_t i = 0; weak && i < x->size; i++)
    ft_c11_leave_open (t, x->races + i);
  weak |= !whole || !are_all_impossible (x) || has_weak (t, 0, t->size, rc11);
  for (size_t i = 0; weak && i < x->size; i++)
    if (x->races[i].pair[1] >= t->size)
      ft_c11_leave_open (t, x->races + i);
}
