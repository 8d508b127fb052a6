// Pairs of program locations that race: the number of their pairs of events,
// and the closest of these, which are the cheapest to certify.

#ifndef FT_ORDER_LOCATION_PAIR_H
#define FT_ORDER_LOCATION_PAIR_H

#include "base/hash.h"
#include "trace/event.h"

// One event of a pair, with the fields that a report shows.
typedef struct ft_race_event {
  ft_pos position;
  ft_tid thread;
  ft_id location; // FT_NO_ID if unknown
  uint8_t kind;
} ft_race_event;

typedef struct ft_race_instance {
  ft_race_event first, second; // ascending positions
  ft_id variable;
} ft_race_instance;

typedef struct ft_location_pair {
  ft_id low, high;    // location ids
  uint64_t instances; // pairs of events; a lower bound if not 'exact'
  bool exact;
  uint32_t kept;
  ft_pos farthest; // distance from which no instance is kept any more
  ft_race_instance
      *closest; // owned; 'kept' of them, by distance, then position
} ft_location_pair;

typedef struct ft_location_pairs {
  FT_STACK (ft_location_pair) list;
  uint32_t limit; // instances kept for each pair; not zero
  ft_map by_ids;  // 'ft_location_pair_key' -> index in 'list'
} ft_location_pairs;

// Dense ids of locations.  Events of unknown location have one id for each kind
// and variable.  Several lists of pairs may share the ids.
typedef struct ft_location_ids {
  ft_map by_key;
} ft_location_ids;

// '{.limit = n}' is empty.
void ft_location_pairs_release (ft_location_pairs *);

void ft_location_ids_release (
    ft_location_ids *); // (ft_location_ids){0} is empty

// The location id of an event that accesses 'variable'.
ft_id ft_location_id_of (ft_location_ids *, const ft_event *, ft_id variable);

// A key for maps: the two location ids of a pair, in either order; and those of
// two events that access 'variable'.
static inline uint64_t ft_location_pair_key (ft_id a, ft_id b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}
static inline uint64_t ft_location_pair_key_of (ft_location_ids *ids,
                                                const ft_event *a,
                                                const ft_event *b,
                                                ft_id variable) {
  return ft_location_pair_key (ft_location_id_of (ids, a, variable),
                               ft_location_id_of (ids, b, variable));
}

// The pair of two location ids, a new one without instances if needed.  Valid
// until the next call.
ft_location_pair *ft_location_pairs_at (ft_location_pairs *, ft_id, ft_id);

// Whether there is a pair with this key.
bool ft_location_pairs_have (const ft_location_pairs *, uint64_t key);

// Keeps an instance if it is among the closest.  Returns whether it is.  Does
// not count the instance.
bool ft_location_pair_keep (ft_location_pair *, uint32_t limit,
                            const ft_race_instance *);

// Compares by distance, then by position.
int ft_race_instance_compare (const ft_race_instance *,
                              const ft_race_instance *);

// Sorts the pairs, closest first.  No pair can be added afterwards.
void ft_location_pairs_sort (ft_location_pairs *);

#endif
