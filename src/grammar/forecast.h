// The forecast of a check: what the grammar of a compressed trace says the
// check will have to decide.  That is the pairs of locations that may race, the
// part of the trace that has an instance of each, the distance of the closest
// instance, and whether threads might wait for locks in a cycle.
//
// So a check that reads only the beginning of the trace knows when it has
// certified all there is (see 'predict/prefix.h').
//
// Of a recorded run screening says the same ('candidate/screening.h'), with
// words of the logs in the place of events, and of other long traces two passes
// of a filter do ('candidate/stream_forecast.h').

#ifndef FT_GRAMMAR_FORECAST_H
#define FT_GRAMMAR_FORECAST_H

#include "order/location_pair.h"
#include "format/slp.h"
#include "trace/tables.h"

typedef struct ft_forecast {
  uint64_t events; // of the trace, or words of the run
  bool of_run;     // then location ids are those of 'names':
  ft_intern names;
  ft_location_ids location_ids; // of a compressed trace
  FT_STACK (struct ft_forecast_pair {
    ft_id low; // location ids
    ft_id high;
    uint64_t needed;  // events from the first one on, up to the first instance
    uint64_t closest; // distance of the closest instance; not known of a run
  })
  pairs;       // all hybrid candidates: no other pair of locations can race
  bool cycles;  // there may be candidates for deadlocks
  bool partial; // there may be more pairs
  bool about;   // 'events' is an estimate
} ft_forecast;

// Work, in steps of about a nanosecond, up to which a forecast pays compared
// with expanding the trace.
uint64_t ft_forecast_work (const ft_slp *);

// False, and the reason in '*why', if the grammar alone does not decide it.
bool ft_forecast_init (ft_forecast *, const ft_slp *, const ft_tables *,
                       const char **why);
void ft_forecast_release (ft_forecast *);

#endif
