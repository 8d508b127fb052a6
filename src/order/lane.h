// Rule (b) of WCP and DC: a release comes after each earlier release of the
// lock whose acquire it comes after.  Two shared sections are exempt.
//
// The closed sections of a lock wait in lanes.  In a lane, a later acquire
// comes after all earlier releases, whatever it is itself before: so those
// that a release comes after are a prefix, found by binary search, and the
// last of them speaks for all.  For WCP, which is composed with HB, one lane
// holds all exclusive sections of a lock; shared ones, and all of DC, have
// a lane per thread.
//
// This is one queue for all threads, where the papers keep T copies.  What
// every thread that has begun and was not joined knows is dropped from the
// front.  (A thread that then begins without a fork may miss an edge, which
// costs a candidate.)
// Cost: per release, the lanes of its lock, times log of the longest lane.

#ifndef FT_ORDER_LANE_H
#define FT_ORDER_LANE_H

#include "order/section.h"

typedef struct ft_lane {
  ft_tid thread; // FT_NO_ID: of all threads
  bool shared;
  size_t checked; // length at which to look for what may be dropped
  FT_STACK (ft_section *) sections;
} ft_lane;

typedef struct ft_lanes {
  FT_STACK (struct ft_lock_lanes { FT_STACK (ft_lane) lanes; }) locks;
  bool total;     // see 'cell.h'
  unsigned known; // clock of a view that says what a thread comes after
} ft_lanes;

void ft_lanes_release (ft_lanes *); // (ft_lanes){0} is empty

// A release of 'lock' by a thread that comes after 'known': joins to it what
// the release comes after by rule (b).  Returns whether that changed it.
bool ft_lanes_before_release (const ft_lanes *, ft_id lock, bool shared,
                              ft_clock *known);

// Appends a closed section.
void ft_lanes_push (ft_lanes *, ft_id lock, ft_section *, const ft_lines *);

#endif
