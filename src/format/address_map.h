// Which variable an address is, as memory is allocated and freed.
//
// A variable is the 8-byte granule at an address within one allocation; what
// lies in no allocation (globals, stacks) is as if in one that always was.
// Addresses that are used again after a free are new variables: "0x1000",
// then "0x1000#2".
//
// Cost: the logarithm of the number of allocations for each access; memory is
// linear in the granules accessed and the ranges allocated or freed.

#ifndef FT_FORMAT_ADDRESS_MAP_H
#define FT_FORMAT_ADDRESS_MAP_H

#include "base/strbuf.h"
#include "trace/tables.h"

typedef struct ft_address_map ft_address_map;

ft_address_map *ft_address_map_new (void);
void ft_address_map_free (ft_address_map *);

// The variable that [address, address + size) is part of; the range must lie
// in one granule.  A use of freed memory, or one that reaches across the end
// of an allocation, is described in '*flaw'.
ft_id ft_address_map_access (ft_address_map *, ft_tables *, uint64_t address,
                        unsigned size, ft_strbuf *flaw);

// The range must have a byte and not wrap around.  Nothing changes, and
// '*flaw' says why, when it meets one that is allocated.
void ft_address_map_alloc (ft_address_map *, uint64_t address, uint64_t bytes,
                      ft_pos position, ft_strbuf *flaw);

// Ends the allocation at d->address, of d->bytes unless 0, and fills 'bytes'
// and the list 'freed' of the detail.  Nothing changes, and '*flaw' says why,
// when there is no such allocation.
void ft_address_map_release (ft_address_map *, ft_tables *, ft_detail *d, ft_pos position,
                        ft_strbuf *flaw);

#endif
