// All earlier accesses of each variable, for filters that name every partner of
// a racy event.

#ifndef FT_ORDER_HISTORY_H
#define FT_ORDER_HISTORY_H

#include "order/race_check.h"

// Accesses that differ only in time are one series.  In a series, the accesses
// that are ordered before an event form a prefix, so the partners of an event
// are found from the end, at a cost of the output and the number of series.
typedef struct ft_history {
  FT_STACK (struct ft_variable_history {
    FT_STACK (struct ft_series {
      ft_access access; // its time is unused
      FT_STACK (struct ft_instance {
        ft_pos position;
        ft_time time;
      })
      instances;
    })
    series;
  })
  variables;
} ft_history;

typedef FT_STACK (ft_pos) ft_positions;

void ft_history_release (ft_history *); // (ft_history){0} is empty

// Appends to 'partners' the earlier accesses that the access at 'position'
// races with; then adds the access.  The order must have stepped over it.
void ft_history_access (ft_history *, const ft_race_check *, ft_id variable,
                        const ft_access *, ft_pos position,
                        ft_positions *partners);

#endif
