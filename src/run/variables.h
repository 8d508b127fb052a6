// The variables of the trace of a run: the granules that threads share.
//
// A variable is a granule in one lifetime (see 'memory_blocks.h'), or a granule
// range ('granule_ranges.h').  Each of several small globals in one granule is
// a variable of its own.  Their names are made by 'memory_names.h'.

#ifndef FT_RUN_VARIABLES_H
#define FT_RUN_VARIABLES_H

#include "run/location_names.h"
#include "run/sharing.h"

enum ft_traced {
  FT_TRACED_NONE,  // the access is no event
  FT_TRACED_WHOLE, // the access is one event
  FT_TRACED_PARTS, // parts of it are events
};

typedef struct ft_variables ft_variables;

// All arguments are borrowed.
ft_variables *ft_variables_new (const ft_run_code *, const ft_shared *,
                                ft_location_names *, const ft_run_reader *);
void ft_variables_free (ft_variables *);

// Apply an ALLOC, FREE, MAP, UNMAP or THREAD_START record.  If the block has
// variables that are identified by address, the change is returned, to become
// the event at 'position'; else no change.  After FT_BLOCK_ENDS
// 'ft_variables_end_block' must follow.
ft_block_change ft_variables_block_change (ft_variables *,
                                           const ft_run_record *,
                                           ft_pos position);

// End a block and add its variables to 'freed'.
void ft_variables_end_block (ft_variables *, ft_id block, ft_tables *);

const ft_memory_block *ft_variables_block (const ft_variables *, ft_id block);

// Whether no external call, which may have allocated its memory without a record, came
// behind the free of a block.
bool ft_variables_block_holds (const ft_variables *, ft_id block);

// The block that contains an address, freed or not; FT_NO_ID if none does.
ft_id ft_variables_block_at (const ft_variables *, uint64_t address);

// Advance '*granule' to the first shared granule up to 'last'; false if there
// is none.
bool ft_variables_next (ft_variables *, uint64_t *granule, uint64_t last);

// The variable of the byte at an address whose granule is shared.  The next
// '*bytes' bytes belong to it, at most to the end of the granule or, if
// '*in_range', of the granule range.
ft_id ft_variables_at (ft_variables *, ft_tables *, uint64_t address,
                       uint64_t *bytes, bool *in_range);

// The granule counts as shared from now on to the end of its lifetime; returns
// whether it did not before.
bool ft_variables_mark_shared (ft_variables *, uint64_t granule);

// See 'ft_memory_blocks_accesses'.
int ft_variables_accesses (ft_variables *, const ft_run_record *,
                           ft_run_access accesses[2], int count);

// Whether an access becomes events.
enum ft_traced ft_variables_traced (ft_variables *, uint64_t address,
                                    uint64_t bytes);

// The name of what contains an address: "m", "queue+40"; borrowed until the
// next call.
const char *ft_variables_memory_name (ft_variables *, uint64_t address);

// See 'ft_memory_names_descriptor'.
void ft_variables_descriptor (ft_variables *, const ft_run_record *);

// The lifetime of an address.
uint64_t ft_variables_lifetime (const ft_variables *, uint64_t address);

// See 'ft_memory_blocks_number'.
uint64_t ft_variables_block_number (const ft_variables *, uint64_t address);

#endif
