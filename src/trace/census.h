// The census of a stream of events: the number of events of each kind, and of
// each thread, variable, lock and location.  Constant time per event, memory
// for the names alone.

#ifndef FT_TRACE_CENSUS_H
#define FT_TRACE_CENSUS_H

#include "base/stack.h"
#include "trace/event.h"

typedef struct ft_census ft_census;

struct ft_census {
  uint64_t events;
  uint64_t dropped; // of 'events': without effect, counted nowhere else
  uint64_t kinds[FT_KIND_COUNT];
  // By id; shorter than the tables when the last ids have no events.
  struct ft_census_counts {
    uint64_t *begin;
    size_t size, capacity;
  } threads,     // events of the thread
      variables, // accesses
      locks,     // acquires
      locations; // events at the location
};

void ft_census_release (ft_census *); // (ft_census){0} is empty

// Add 'times' equal events.
void ft_census_add (ft_census *, const ft_event *, uint64_t times);

static inline void ft_census_step (ft_census *census, const ft_event *e) {
  ft_census_add (census, e, 1);
}

typedef struct ft_census_top {
  ft_id id;
  uint64_t count;
} ft_census_top;

// The at most 'n' ids with the greatest counts, greatest first, equal counts by
// id; ids without events are left out.  Returns their number.
size_t ft_census_hottest (const struct ft_census_counts *, size_t n,
                          ft_census_top *top);

#endif
