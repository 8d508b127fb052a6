// What a check of a compressed trace will have to decide, told from its
// grammar: which pairs of locations may race, how far one has to read for an
// instance of each, how close the closest is, and whether locks might be waited
// for in a cycle.
//
// So a check that reads only the beginning of the trace knows when it has
// certified all there is (see 'predict/prefix.h').

#ifndef FT_GRAMMAR_FORECAST_H
#define FT_GRAMMAR_FORECAST_H

#include "order/location_pair.h"
#include "format/slp.h"
#include "trace/tables.h"

typedef struct ft_forecast {
  uint64_t events; // of the trace
  ft_location_ids location_ids;
  FT_STACK (struct ft_forecast_pair {
    ft_id low; // places
    ft_id high;
    uint64_t needed;  // events from the first one on, up to the first instance
    uint64_t closest; // distance of the closest instance
  })
  pairs;       // all hybrid candidates: no race is of other locations
  bool cycles; // there may be candidates of deadlocks
} ft_forecast;

// Work that pays, in steps of about a nanosecond, instead of expanding a trace.
uint64_t ft_forecast_work (const ft_slp *);

// False, and the reason in '*why', if the grammar does not tell.
bool ft_forecast_init (ft_forecast *, const ft_slp *, const ft_tables *,
                       const char **why);
void ft_forecast_release (ft_forecast *);

#endif
