// Questions of a search to the checker beside its verdict: which events may come
// next, and which values and branches an accepted schedule changes.
// foretrace-verify does not link this file.

#include "witness/value_model.h"

bool ft_checker_refused_known (const ft_checker *c, const ft_witness *w,
                               ft_id renewed[2]) {
  const ft_checker *by = w->model == FT_MODEL_PATH && c->on_paths ? c->on_paths : c;
  ft_id events[2] = {by->renewed.found, by->renewed.read};
  for (int i = 0; i < 2; i++)
    renewed[i] = events[i] == FT_NO_ID || by == c ? events[i]
                                                  : c->unfolding->folded[events[i]];
  return by->overlaps || renewed[1] != FT_NO_ID;
}

// ---- steps ----

bool ft_checker_may (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  ft_wrong_read wrong;
  if (!ft_checker_reaches (c, event))
    return false;
  return ft_event_is_void (e) ||
         (ft_needs_hold (c, event, false) && ft_kind_allows (c, event) &&
          (!ft_kind_reads (e->kind) || ft_checker_exchanges (c, e) ||
           ft_memory_reads_right (c, event, &wrong)));
}

bool ft_checker_may_race (ft_checker *c, ft_id event) {
  return ft_checker_reaches (c, event) &&
         (ft_event_is_void (c->trace->events + event) ||
          (ft_needs_hold (c, event, true) && ft_kind_allows (c, event)));
}

// ---- changes ----

static void values_changes (const ft_checker *c, ft_witness *w) {
  for (size_t i = 0; c->values && i < c->values->changed.size; i++)
    FT_PUSH (w->changed, c->values->changed.begin[i]);
}

static void paths_changes (const ft_checker *c, ft_witness *w) {
  if (!c->on_paths) {
    values_changes (c, w);
    return;
  }
  const ft_id *number = c->unfolding->folded;
  values_changes (c->on_paths, w);
  for (size_t i = 0; i < w->changed.size; i++)
    w->changed.begin[i].read = number[w->changed.begin[i].read];
  for (size_t i = 0; i < c->on_paths->flipped.size; i++) {
    ft_flipped_branch t = c->on_paths->flipped.begin[i];
    FT_PUSH (w->flipped, ((ft_flipped_branch){number[t.branch], t.outcome}));
  }
}

void ft_checker_changes (const ft_checker *c, ft_witness *w) {
  FT_CLEAR (w->changed);
  FT_CLEAR (w->flipped);
  if (w->model == FT_MODEL_PATH)
    paths_changes (c, w);
  else if (c->model != FT_MODEL_MCM)
    values_changes (c, w);
}
