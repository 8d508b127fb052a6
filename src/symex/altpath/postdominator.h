// Postdominators of a function.

#ifndef FT_SYMEX_ALTPATH_POSTDOMINATOR_H
#define FT_SYMEX_ALTPATH_POSTDOMINATOR_H

#include "symex/code/unit_code.h"

// The immediate postdominator of each block of the body, UINT32_MAX for none.
// The caller frees.
uint32_t *ft_postdominators (const ft_unit_code *, const ft_code_body *);

#endif
