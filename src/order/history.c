#include "order/history.h"

typedef struct ft_variable_history history_of;
typedef struct ft_series series_of;
typedef struct ft_instance instance;

void ft_history_release (ft_history *history) {
  for (size_t v = 0; v < history->variables.size; v++) {
    history_of *h = history->variables.begin + v;
    for (size_t i = 0; i < h->series.size; i++)
      FT_RELEASE (h->series.begin[i].instances);
    FT_RELEASE (h->series);
  }
  FT_RELEASE (history->variables);
}

static void collect (const series_of *series, const ft_race_check *check,
                     const ft_access *access, ft_positions *partners) {
  ft_access old = series->access;
  if (!ft_access_conflicts (&old, access) ||
      ft_race_check_excluded (check, &old, access))
    return;
  for (size_t i = series->instances.size; i--;) {
    old.time = series->instances.begin[i].time;
    if (ft_race_check_ordered (check, &old, access))
      break;
    FT_PUSH (*partners, series->instances.begin[i].position);
  }
}

static bool same_series (const ft_access *a, const ft_access *b) {
  return a->thread == b->thread && a->held == b->held && a->mask == b->mask &&
         a->write == b->write && a->atomic == b->atomic;
}

static series_of *series_for (history_of *h, const ft_access *access) {
  for (size_t i = 0; i < h->series.size; i++)
    if (same_series (&h->series.begin[i].access, access))
      return h->series.begin + i;
  FT_PUSH (h->series, ((series_of){*access, {0}}));
  return &FT_TOP (h->series);
}

void ft_history_access (ft_history *history, const ft_race_check *check,
                        ft_id variable, const ft_access *access,
                        ft_pos position, ft_positions *partners) {
  FT_GROW (history->variables, (size_t)variable + 1, ((history_of){{0}}));
  history_of *h = history->variables.begin + variable;
  for (size_t i = 0; i < h->series.size; i++)
    collect (h->series.begin + i, check, access, partners);
  FT_PUSH (series_for (h, access)->instances,
           ((instance){position, access->time}));
}
