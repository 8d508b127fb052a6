// The inside of screening (see 'screening.h'):
//
//   screening.c             the pass over the logs
//   screening_memory.c      accesses, and blocks of memory
//   screening_pairs.c       the second pass: pairs of locations
//   screening_operations.c  threads and synchronisation

#ifndef FT_CANDIDATE_SCREENING_INSIDE_H
#define FT_CANDIDATE_SCREENING_INSIDE_H

#include "candidate/frontier_numbers.h"
#include "candidate/lock_order.h"
#include "grammar/forecast.h"
#include "order/locks_held.h"
#include "run/granules.h"
#include "run/location_names.h"
#include "run/memory_blocks.h"
#include "trace/validate.h"

struct ft_screening_thread {
  ft_tid tid;       // FT_NO_ID before its first record
  bool may_access;  // the validator lets it, in this context:
  uint32_t context; // of its accesses
};

// The lock or other object at an address, as in 'run/object_ids.h'.
struct ft_screening_object {
  uint64_t block; // of its memory
  ft_id id;
  uint8_t role; // enum ft_sync_role
  bool over;    // memory was renewed: the next use is a new object
};

// The accesses to memory where some may race, in the second pass.
typedef struct ft_screening_pairs {
  ft_location_names *names; // owned
  ft_tables tables;         // names of locations
  ft_map numbers;           // access to its index in 'list'
  FT_STACK (struct ft_screening_access {
    ft_numbered_access access;
    ft_id location;
  })
  list;
  ft_map at; // granule to the index of its present lifetime in 'lives', or none
  FT_STACK (struct ft_screening_life {
    FT_STACK (struct ft_screening_first {
      uint32_t access; // in 'list'
      uint64_t words;  // of all logs up to the first one
    })
    accesses;
  })
  lives;
  ft_map known; // set of (life, access)
} ft_screening_pairs;

typedef struct ft_screening_pass {
  ft_run *run;           // borrowed
  ft_run_reader *reader; // owned
  ft_run_record record;
  const char *doubt; // why nothing can be said, NULL so far
  // Memory:
  ft_memory_blocks blocks;
  ft_granules cells;
  bool goes_on;   // where accesses may race
  ft_granules hot; // not 0: some accesses to the granule may race
  bool is_hot;     // there are such granules
  ft_screening_pairs *pairs; // owned; NULL in the first pass
  ft_frontier_numbers frontiers;
  // Operations:
  ft_run_epochs epochs;
  ft_locks_held locks;
  ft_lock_order order;
  uint64_t forks;         // so far
  ft_map locks_at, others_at; // addresses of locks, of others, to 'objects'
  FT_STACK (struct ft_screening_object) objects;
  FT_STACK (struct ft_screening_thread) threads; // by number
  ft_tables tables;                              // with numbers as names
  ft_notes notes;
  ft_validator *validator; // owned
} ft_screening_pass;

// Nothing can be said, for this reason.  Returns false, as all functions below
// do then.
static inline bool ft_screening_doubt (ft_screening_pass *p, const char *why) {
  p->doubt = why;
  return false;
}

// The state of the record's thread, which an access needs: it runs, and its
// context is known.  NULL: nothing can be said.
const struct ft_screening_thread *ft_screening_accessor (ft_screening_pass *);

bool ft_screening_access (ft_screening_pass *, const ft_run_access *);

// An ALLOC, FREE, MAP, UNMAP or THREAD_START record.
bool ft_screening_change_blocks (ft_screening_pass *);

// ---- the second pass -------------------------------------------------------

void ft_screening_pairs_begin (ft_screening_pass *);
void ft_screening_pairs_free (ft_screening_pairs *);
bool ft_screening_pairs_access (ft_screening_pass *, const ft_run_access *,
                                uint32_t context, unsigned mode);

// A block ends, by a free in this context, or begins.
bool ft_screening_pairs_free_block (ft_screening_pass *, const ft_memory_block *,
                                    uint32_t context);
void ft_screening_pairs_renew (ft_screening_pass *, const ft_memory_block *);

// After the pass: the pairs of locations; false if there are too many.
bool ft_screening_pairs_list (ft_screening_pass *, ft_forecast *);

// The bytes of a granule that are accessed.
uint8_t ft_screening_mask (const ft_run_access *, uint64_t granule);

// ---- other records ---------------------------------------------------------

// A record that is no access of the program's code.
bool ft_screening_operate (ft_screening_pass *);

#endif
