// Requests: which threads asked for which lock while holding which others.
//
// Acquires of one thread, stretch between forks and joins, location, lock and
// mode, with the same locks held, are alike for lock cycles and make one
// request.  Kept are only requests that can be part of a cycle: some other
// one holds the lock that is asked for, and some other one asks for a lock
// that is held.  A trace whose locks have an order leaves none.  Linear in
// acquires times locks held, times the rounds of dropping.

#ifndef FT_CANDIDATE_REQUEST_H
#define FT_CANDIDATE_REQUEST_H

#include "candidate/lockset.h"
#include "certify/segment.h"

typedef struct ft_request {
  ft_tid thread;
  uint32_t segment;
  uint64_t location; // its id; without one, a number of lock and mode
  ft_id lock;
  bool shared;               // asks for the read side
  ft_id held;                // set of 'locksets'
  ft_id cell;                // the same as a cell of the index, of some acquire
  FT_STACK (ft_id) acquires; // ascending
} ft_request;

typedef struct ft_requests ft_requests;

struct ft_requests {
  const ft_index *index; // borrowed
  ft_segments *segments;
  ft_locksets *locksets;
  FT_STACK (ft_request) list; // by first acquire
  ft_id *holding_begin;       // per lock, + 1; offsets into 'holding'
  ft_id *holding;             // requests that hold it, ascending
};

ft_requests *ft_requests_new (const ft_index *);
void ft_requests_free (ft_requests *);

// Whether request 'a' waits for a lock that 'b' holds, and whether both can
// be pending at the same time: different threads, no lock that excludes the
// other's, and neither before the other by program order, fork and join.
bool ft_requests_wait (const ft_requests *, const ft_request *a,
                       const ft_request *b);
bool ft_requests_meet (const ft_requests *, const ft_request *a,
                       const ft_request *b);

#endif
