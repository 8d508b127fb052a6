// The allocations that come before a FREE: of each variable that it frees, each once.
//
// A block of a megabyte has a hundred thousand variables and one allocation.  Questions
// about the block's variables ask for the allocation each time, so that its variables
// must not be walked through for it.

#ifndef FT_CERTIFY_FREE_ALLOCS_H
#define FT_CERTIFY_FREE_ALLOCS_H

#include "trace/index.h"

typedef struct ft_free_allocs ft_free_allocs;

ft_free_allocs *ft_free_allocs_new (const ft_index *);
void ft_free_allocs_release (ft_free_allocs *); // NULL is fine

// The allocations, in the order of the first variable of each; none for an event that is
// no FREE.
const ft_id *ft_free_allocs_of (const ft_free_allocs *, ft_id event, uint32_t *count);

#endif
