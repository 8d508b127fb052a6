// Rule (b) of WCP and DC: a release comes after each earlier release of the
// lock whose acquire it comes after.  Two shared sections are exempt.
//
// The closed sections of a lock wait in lanes, one per thread and mode.  In a
// lane, what a release comes after is a prefix, found by binary search, and
// its last section speaks for all of it.  This is one queue for all threads,
// where the papers keep T copies.
//
// Lanes are visited from the latest to the earliest last section.  A section
// whose own clock knew all earlier ones of the lock ends the visit if it is
// known: so threads that hand a lock round look at one lane, not at T.
//
// What every thread that has begun and was not joined knows is dropped from
// the front.  (A thread that then begins without a fork may miss an edge,
// which costs a candidate.)
// Cost: per release, the lanes visited times log of their length.

#ifndef FT_ORDER_LANE_H
#define FT_ORDER_LANE_H

#include "base/hash.h"
#include "order/section.h"

typedef struct ft_lane {
  ft_id earlier;  // next lane in the order of visits, or FT_NO_ID
  ft_id later;    // previous one
  size_t checked; // length at which to look for what may be dropped
  FT_STACK (ft_section *) sections;
} ft_lane;

typedef struct ft_lanes {
  FT_STACK (ft_lane) lanes;
  FT_STACK (ft_id) latest; // per lock: first lane to visit, or FT_NO_ID
  ft_map of[2];            // lock and thread -> lane; exclusive, shared
} ft_lanes;

void ft_lanes_release (ft_lanes *); // (ft_lanes){0} is empty

// What the thread of a release comes after: 'known' by the relation, and by
// 'hard' edges that the relation does not contain (WCP), or NULL.
typedef struct ft_releasing {
  ft_tid thread;
  bool shared;
  ft_clock *known;
  const ft_clock *hard;
} ft_releasing;

// Joins to 'known' what the release comes after by rule (b).  Returns whether
// all closed sections of the lock are known then.
bool ft_lanes_before_release (const ft_lanes *, ft_id lock, ft_releasing);

// Appends a closed section; clock 'known' of a view says what a thread knows.
void ft_lanes_push (ft_lanes *, ft_id lock, ft_section *, const ft_lines *,
                    unsigned known);

#endif
