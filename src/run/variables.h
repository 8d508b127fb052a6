// The variables of the trace of a run: the granules that threads share.
//
// A variable is a granule in one lifetime (see 'native_blocks.h'), or several
// that are touched alike ('native_stretches.h').  Of small globals side by side
// in one granule each is a variable of its own.  What they are called:
// 'native_owners.h'.

#ifndef FT_RUN_VARIABLES_H
#define FT_RUN_VARIABLES_H

#include "run/location_names.h"
#include "run/sharing.h"

enum ft_traced {
  FT_TRACED_NONE,   // no event comes of the access
  FT_TRACED_WHOLE, // one does
  FT_TRACED_PARTS, // some do
};

typedef struct ft_variables ft_variables;

// All is borrowed.
ft_variables *ft_variables_new (const ft_run_code *, const ft_shared *, ft_location_names *,
                                const ft_run_reader *);
void ft_variables_free (ft_variables *);

// What an ALLOC, FREE, MAP, UNMAP or THREAD_START does.  When the block has
// variables that are known by their addresses the change is returned, for an
// event of the trace at 'position'; else none.  After FT_BLOCK_ENDS
// 'ft_variables_end_block' must follow.
ft_block_change ft_variables_block_change (ft_variables *, const ft_run_record *,
                               ft_pos position);

// Adds the variables of a block that ends to 'freed', ends it.
void ft_variables_end_block (ft_variables *, ft_id block, ft_tables *);

const ft_memory_block *ft_variables_block (const ft_variables *, ft_id block);

// The block that an address is in, freed or not; FT_NO_ID if in none.
ft_id ft_variables_block_at (const ft_variables *, uint64_t address);

// Brings '*granule' to the first one up to 'last' that is shared.
bool ft_variables_next (ft_variables *, uint64_t *granule, uint64_t last);

// The variable that the byte at an address is part of, its granule shared;
// '*bytes' from there on are of the same one, at most to the end of the
// granule, or of the stretch ('native_stretches.h') if '*stretched' comes back
// true.
ft_id ft_variables_at (ft_variables *, ft_tables *, uint64_t address,
                       uint64_t *bytes, bool *stretched);

// From here to the end of its lifetime the granule counts as shared; whether it
// did not before.
bool ft_variables_mark_shared (ft_variables *, uint64_t granule);

// Whether events come of an access.
enum ft_traced ft_variables_traced (ft_variables *, uint64_t address,
                                uint64_t bytes);

// What holds an address: "m", "queue+40"; borrowed until the next call.
const char *ft_variables_memory_name (ft_variables *, uint64_t address);

// The lifetime that it is in.
uint64_t ft_variables_lifetime (const ft_variables *, uint64_t address);

#endif
