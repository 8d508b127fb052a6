// Validity of unit code: everything that its readers rely on.

#ifndef FT_SYMEX_CODE_CODE_CHECK_H
#define FT_SYMEX_CODE_CODE_CHECK_H

#include "symex/code/unit_code.h"

// Checks one body, in time linear in its size.  'function' has its sites, NULL
// for a body that makes no records.  Returns NULL, or the defect, with the
// instruction (of the unit) that has it in '*where'.
const char *ft_code_check (const ft_unit_code *, const ft_code_body *,
                           const ft_sites *, const ft_function *function,
                           size_t *where);

#endif
