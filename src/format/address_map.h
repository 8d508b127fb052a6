// The address map: which variable an address is, as memory is allocated and
// freed.
//
// A variable is the 8-byte granule at an address within one allocation; memory
// outside all allocations (globals, stacks) counts as one allocation that
// always was.  Addresses that are used again after a free are new variables:
// "0x1000", then "0x1000#2".
//
// Cost: the logarithm of the number of allocations for each access; memory is
// linear in the numbers of granules accessed and of ranges allocated or freed.

#ifndef FT_FORMAT_ADDRESS_MAP_H
#define FT_FORMAT_ADDRESS_MAP_H

#include "base/strbuf.h"
#include "trace/tables.h"

typedef struct ft_address_map ft_address_map;

ft_address_map *ft_address_map_new (void);
void ft_address_map_free (ft_address_map *);

// The variable that contains [address, address + size), which must lie in one
// granule.  A use of freed memory, or an access that crosses the end of an
// allocation, is described in '*flaw'.
ft_id ft_address_map_access (ft_address_map *, ft_tables *, uint64_t address,
                             unsigned size, ft_strbuf *flaw);

// Begin an allocation of at least one byte, which must not wrap around.  If it
// overlaps another allocation, nothing changes and '*flaw' says so.
void ft_address_map_alloc (ft_address_map *, uint64_t address, uint64_t bytes,
                           ft_pos position, ft_strbuf *flaw);

// End the allocation at d->address, of d->bytes unless 0, and set 'bytes' and
// the list 'freed' of the detail.  If there is no such allocation, nothing
// changes and '*flaw' says so.
void ft_address_map_release (ft_address_map *, ft_tables *, ft_detail *d,
                             ft_pos position, ft_strbuf *flaw);

#endif
