// The order of the accesses of an iteration of a simd loop, by which those of two
// iterations can be compared, whatever branches the two took.
//
// A place is a line of numbers: the inner loop and the round of it, from the outermost
// one on, then the site in the loop's function.  Sites of loops and of accesses are in
// the order of the code.  Within one site, which is a call mostly, accesses follow one
// another by their number, but only two calls that made the same accesses before can
// be compared.
//
// Where the code is not in this order, as behind a 'goto' back that makes no loop,
// nothing of the loop can be compared.

#ifndef FT_CANDIDATE_LANE_ORDER_H
#define FT_CANDIDATE_LANE_ORDER_H

#include "base/hash.h"

typedef struct ft_lane_place {
  ft_id rounds; // of inner loops, in 'nodes'
  ft_id site;
  uint64_t step; // how many accesses the site made before
  uint64_t way;  // number in the order of all accesses
} ft_lane_place;

typedef struct ft_lane_order {
  FT_STACK (struct ft_lane_node {
    ft_id outer;
    ft_id word; // site of a loop, or number of a round
  }) nodes;       // the first one is the iteration
  ft_map known;   // outer node and word, to 'nodes'
  FT_STACK (struct ft_lane_inner {
    uint64_t number; // of the inner loop
    ft_id loop;      // its node
    ft_id round;     // the node of its round
  }) inner;          // that the thread is in
  FT_STACK (uint64_t) ways; // hashes of the sites of a call's accesses so far, of
                            // the latest ones
  uint64_t count;           // of accesses
  ft_lane_place last;       // of the iteration, if 'began'
  bool began, broken;
} ft_lane_order;

void ft_lane_order_release (ft_lane_order *); // {0} is empty; to begin with a loop

void ft_lane_order_iteration (ft_lane_order *);

// A mark of the site (ft_omp_lane_round of openmp/marks.h).
void ft_lane_order_round (ft_lane_order *, uint64_t mark, ft_id site);

// The place of the next access, of the site 'own', which is that of the loop's
// function itself, or is made in a call of this.
ft_lane_place ft_lane_order_add (ft_lane_order *, ft_id site, ft_id own);

// Whether lanes make the second access before the first one, or at once.
bool ft_lane_order_reverses (const ft_lane_order *, const ft_lane_place *,
                             const ft_lane_place *);

#endif
