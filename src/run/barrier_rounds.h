// The rounds of barriers in a run, and whether they are fixed.
//
// The arrivals that are pending at the first leave form a round.  The rounds of
// a barrier are fixed if the same threads arrive in each of them, and no other
// thread ever does: as many threads use it as it has parties.  A thread cannot
// arrive twice in a round, so that in every reordering of the run the i-th
// arrivals of all these threads come before the i-th leave of each (see
// 'certify/object_orders.h').
//
// At a barrier that processes share, other processes may arrive as well, so that
// its rounds are not known.
//
// Whether rounds are fixed is known at the end of the run.  Until then they are
// taken for fixed, and 'changed' says that it was wrong.
//
// Each round has a clock: of each thread the last segment ('epochs.h') that comes
// before the leaves of the round, be it by this round or by what its parties
// knew when they arrived.

#ifndef FT_RUN_BARRIER_ROUNDS_H
#define FT_RUN_BARRIER_ROUNDS_H

#include <stdbool.h>

#include "base/hash.h"
#include "base/ids.h"

typedef struct ft_barrier_rounds {
  ft_map at; // address to index in 'barriers'
  FT_STACK (struct ft_barrier_in_run {
    uint64_t life;   // of its memory
    uint64_t count;  // of arrivals
    ft_id gathering; // the round that nobody has left, or FT_NO_ID
    ft_id first;     // the first round, or FT_NO_ID: it has the parties
    bool over;       // initialised again: the next use is a new barrier
  })
  barriers;
  FT_STACK (struct ft_barrier_round {
    FT_STACK (uint32_t) parties; // threads, ascending once one of them has left
    FT_STACK (struct ft_barrier_known {
      uint32_t thread;
      uint32_t segment; // its number in the thread
    })
    clock; // ascending by thread
  })
  list;
  FT_STACK (ft_id) arrived; // by thread: round that it has not left, or FT_NO_ID
  size_t leaves;
  size_t known; // entries of all clocks
  bool changed; // the rounds of a barrier are not fixed, or there are too many
} ft_barrier_rounds;

void ft_barrier_rounds_release (ft_barrier_rounds *); // {0} is empty

// Adds a round that belongs to no barrier.  Its clock has what a thread comes to
// know otherwise, by a join.
ft_id ft_barrier_rounds_add (ft_barrier_rounds *);

// The next use of the address is another barrier.
void ft_barrier_rounds_renew (ft_barrier_rounds *, uint64_t address);

// The round in which a thread arrives.  'before' is the number of arrivals before
// this one by the record; at a barrier that processes share, always 0.
ft_id ft_barrier_rounds_arrive (ft_barrier_rounds *, uint64_t address,
                                uint64_t life, uint32_t thread,
                                uint64_t before);

// Adds to the clock of 'round' what a thread knew that arrived in it: a segment of
// a thread, or the whole clock of an earlier round.
void ft_barrier_rounds_learn (ft_barrier_rounds *, ft_id round, uint32_t thread,
                              uint32_t segment);
void ft_barrier_rounds_learn_all (ft_barrier_rounds *, ft_id round,
                                  ft_id earlier);

// The round that a thread leaves; FT_NO_ID if it arrived at none.
ft_id ft_barrier_rounds_leave (ft_barrier_rounds *, uint64_t address,
                               uint32_t thread);

// Whether a thread's segment of this number comes before the leaves of a round.
bool ft_barrier_rounds_know (const ft_barrier_rounds *, ft_id round,
                             uint32_t thread, uint32_t segment);

#endif
