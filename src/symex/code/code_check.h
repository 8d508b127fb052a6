// Whether code means something: what a reader of it relies on.

#ifndef FT_SYMEX_CODE_CODE_CHECK_H
#define FT_SYMEX_CODE_CODE_CHECK_H

#include "symex/code/unit_code.h"

// Of one body, whose lists are filled; 'function' has its sites, or is NULL
// for a body that makes no records.  Linear in its size.  NULL, or what is
// wrong, and '*where' the instruction (of the unit) that it is wrong with.
const char *ft_code_check (const ft_unit_code *, const ft_code_body *,
                           const ft_sites *, const ft_function *function,
                           size_t *where);

#endif
