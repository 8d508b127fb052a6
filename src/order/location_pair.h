// Pairs of program locations that race: how many pairs of events, and the
// closest of these, which are the cheapest to certify.

#ifndef FT_ORDER_LOCATION_PAIR_H
#define FT_ORDER_LOCATION_PAIR_H

#include "base/hash.h"
#include "trace/event.h"

// One event of a pair, as far as a report shows it.
typedef struct ft_end {
  ft_pos position;
  ft_tid thread;
  ft_id location; // FT_NO_ID if unknown
  uint8_t kind;
} ft_end;

typedef struct ft_meeting {
  ft_end first, second; // ascending positions
  ft_id variable;
} ft_meeting;

typedef struct ft_location_pair {
  ft_id low, high;    // places
  uint64_t instances; // pairs of events; if not 'exact', at least so many
  bool exact;
  uint32_t kept;
  ft_pos farthest;     // distance beyond which none is kept any more
  ft_meeting *closest; // owned; 'kept' of them, by distance, then position
} ft_location_pair;

typedef struct ft_location_pairs {
  FT_STACK (ft_location_pair) list;
  uint32_t limit;   // of instances kept for each; not zero
  ft_map by_places; // both places -> 'list'
} ft_location_pairs;

// Dense ids of where events are: a location or, if that is unknown, one of its
// own for each kind and variable.  Several lists of pairs may share them.
typedef struct ft_places {
  ft_map by_key;
} ft_places;

// '{.limit = n}' is empty.
void ft_location_pairs_release (ft_location_pairs *);

void ft_places_release (ft_places *); // (ft_places){0} is empty

// The place of an event that touches 'variable'.
ft_id ft_place_of (ft_places *, const ft_event *, ft_id variable);

// The pair of two places, a new one without instances if needed.  Valid until
// the next call.
ft_location_pair *ft_location_pairs_at (ft_location_pairs *, ft_id, ft_id);

// Keeps an instance if it is among the closest; returns whether it is.  Does
// not count it.
bool ft_location_pair_keep (ft_location_pair *, uint32_t limit,
                            const ft_meeting *);

// By distance, then by position.
int ft_meeting_compare (const ft_meeting *, const ft_meeting *);

// Closest first.  Nothing can be added afterwards.
void ft_location_pairs_sort (ft_location_pairs *);

#endif
