// Frontiers as small numbers: for a granule, the earlier accesses that a later
// one may race with under fork, join and locks held (see 'order/shadow.h' for
// why these few are enough).
//
// A run has few different frontiers, whatever the number of its granules, since
// an access counts with its segment and the locks held, not with its time.  So
// equal frontiers have equal numbers, and the effect of an access on one is
// remembered: most accesses cost one look into a table.
//
// Frontiers are widened, which can only add races.  If one grows long, the
// accesses of one segment and mode become one, of all their bytes, under the
// locks that all of them held.  Once there are many frontiers, accesses that
// differ in their segments alone become one of a group of segments: the group
// of these locks, whatever the granule, so that threads that use a table in any
// order do not make a frontier for each set of threads.

#ifndef FT_CANDIDATE_FRONTIER_NUMBERS_H
#define FT_CANDIDATE_FRONTIER_NUMBERS_H

#include "order/lock_set.h"
#include "run/epochs.h"

// An access: the number of its context, bytes, mode.
typedef uint64_t ft_numbered_access;

enum { FT_NUMBERED_WRITES = 1, FT_NUMBERED_ATOMIC = 2, FT_NUMBERED_FREES = 4 };

static inline ft_numbered_access ft_numbered_access_of (uint32_t context,
                                                        uint8_t mask,
                                                        unsigned mode) {
  return (uint64_t)context << 11 | (uint64_t)mask << 3 | mode;
}

// Whether accesses of different threads conflict, whatever their contexts.
static inline bool ft_numbered_accesses_conflict (ft_numbered_access a,
                                                  ft_numbered_access b) {
  return (a & b) >> 3 & 0xff && (a | b) & FT_NUMBERED_WRITES &&
         !(a & b & (FT_NUMBERED_ATOMIC | FT_NUMBERED_FREES));
}

typedef struct ft_access_context {
  ft_id segment; // FT_NO_ID: any of 'group'
  ft_id held;    // a set of the lock sets
  FT_STACK (ft_id) group;
} ft_access_context;

typedef struct ft_frontier_numbers {
  ft_run_epochs *epochs; // borrowed
  ft_lock_sets *sets;    // borrowed
  FT_STACK (ft_access_context) contexts; // by number
  ft_map context_numbers;                // by segment and set
  FT_STACK (ft_numbered_access) accesses; // of all frontiers, each ascending
  FT_STACK (struct ft_numbered_frontier {
    size_t first;
    uint32_t count;
  })
  list;           // by number
  ft_map numbers; // by hash: index in 'list'
  FT_STACK (ft_numbered_access) draft; // the frontier that is being made
  struct ft_frontier_step {
    uint64_t frontier;
    ft_numbered_access access;
    uint32_t next, generation;
  } * steps; // owned: a direct-mapped cache of effects
  uint32_t generation; // incremented when a group grows
  size_t many; // number of frontiers from which on groups are made, beside 64 for
               // each leave of a barrier
} ft_frontier_numbers;

// The frontier of a granule that was never accessed; the first number of
// others.
enum { FT_FRONTIER_EMPTY = 0, FT_FRONTIER_FIRST = 2 };

void ft_frontier_numbers_init (ft_frontier_numbers *, ft_run_epochs *,
                               ft_lock_sets *);
void ft_frontier_numbers_release (ft_frontier_numbers *);

// The number of a context, less than 2^32.
uint32_t ft_frontier_numbers_context (ft_frontier_numbers *, ft_id segment,
                                      ft_id held);

uint32_t ft_frontier_numbers_find (ft_frontier_numbers *, uint32_t frontier,
                                   ft_numbered_access);

enum { FT_FRONTIER_STEPS = 1 << 15 };

static inline struct ft_frontier_step *
ft_frontier_step_at (const ft_frontier_numbers *f, uint32_t frontier,
                     ft_numbered_access access) {
  uint64_t hash = (access * 0x9E3779B97F4A7C15u + frontier) * 0xD6E8FEB86659FD93u;
  return f->steps + (hash >> 49);
}

// The frontier after an access.  FT_NO_ID: the access may race with an earlier
// one, or there are too many frontiers to say.
static inline uint32_t ft_frontier_numbers_access (ft_frontier_numbers *f,
                                                   uint32_t frontier,
                                                   ft_numbered_access access) {
  const struct ft_frontier_step *s = ft_frontier_step_at (f, frontier, access);
  return s->frontier == frontier && s->access == access &&
                 s->generation == f->generation
             ? s->next
             : ft_frontier_numbers_find (f, frontier, access);
}

#endif
