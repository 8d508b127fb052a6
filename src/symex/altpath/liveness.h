// Liveness of values: what two paths must agree on where they merge.

#ifndef FT_SYMEX_ALTPATH_LIVENESS_H
#define FT_SYMEX_ALTPATH_LIVENESS_H

#include "symex/exec/exec_frame.h"

// Whether a value may be used from the begin of the block on, behind its phi
// nodes.
bool ft_is_live (const ft_exec_frame *, uint32_t block, uint32_t slot);

// Whether a value may be computed behind the block 'from' and before 'to'.
bool ft_is_redefined_between (const ft_exec_frame *, uint32_t from, uint32_t to,
                              uint32_t slot);

#endif
