// Slow twin of the filters for traces too long for the relations' twins: every
// event is stepped over by the order, no access is taken for a repetition,
// no thread for another one, and per variable all accesses that a later one
// may race with stand in one list.

#ifndef FT_MODEL_FRONTIER_H
#define FT_MODEL_FRONTIER_H

#include "order/filter.h"
#include "order/race_check.h"

typedef struct ft_model_filter {
  ft_order *order;
  ft_locks_held locks;
  ft_race_check check;
  const ft_tables *tables;
  FT_STACK (struct ft_model_frontier { FT_STACK (ft_access) accesses; })
  variables;
} ft_model_filter;

// What orders accesses for a filter; fork and join for those that have locks.
enum ft_relation ft_frontier_relation (enum ft_filter_kind);

// All filters but lockset.
void ft_model_filter_init (ft_model_filter *, enum ft_filter_kind,
                           const ft_tables *);
void ft_model_filter_release (ft_model_filter *);

// Whether the next event is racy.
bool ft_model_filter_step (ft_model_filter *, const ft_event *);

#endif
