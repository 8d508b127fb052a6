// Events that re-execution adds to the trace: LOCAL events for computations on
// symbols, BRANCH events for conditions and for concretized values.

#ifndef FT_SYMEX_EXEC_EMIT_EVENT_H
#define FT_SYMEX_EXEC_EMIT_EVENT_H

#include "symex/exec/machine.h"

// A new symbol of the thread, and its name in the trace.
uint32_t ft_emit_symbol (ft_machine *);
ft_id ft_emit_symbol_name (ft_machine *, uint32_t symbol);

// Whether a term stands for the value, or it is not symbolic.
bool ft_emit_is_expressed (const ft_machine *, const ft_value *);

// Fill in what an event's value, and its address, are computed from.
void ft_emit_operands (ft_machine *, ft_detail *, const ft_value *, size_t n);
void ft_emit_pointers (ft_machine *, ft_detail *, const ft_value *, size_t n);

// The result of 'op' on n values, of 'bytes' bytes; adds a LOCAL event if one
// of them is symbolic.
ft_value ft_emit_compute (ft_machine *, enum ft_operator op, unsigned bytes,
                          const ft_value *, size_t n);

// A value that depends on n others in a way that is not expressed, for a
// reason; they are concretized where a branch depends on the value.
ft_value ft_emit_uninterpreted (ft_machine *, enum ft_concretize_reason,
                                const ft_value *, size_t n);

// 'op' on n values had this outcome; no event if none of them is symbolic.
void ft_emit_branch (ft_machine *, ft_id site, enum ft_operator op,
                     unsigned bytes, uint64_t outcome, const ft_value *,
                     size_t n);

// Says that 'op' on n values holds because nothing else is followed, and not because the
// program looks at it: it is required of schedules, and nothing is impossible by it.
void ft_emit_limit (ft_machine *, enum ft_concretize_reason,
                    enum ft_operator op, unsigned bytes, const ft_value *,
                    size_t n);

// The same as ft_emit_branch behind the events of the step's own accesses.
void ft_emit_branch_after (ft_machine *, enum ft_operator op, unsigned bytes,
                           uint64_t outcome, const ft_value *, size_t n);

// Requires that n values, or all that the thread has read, are as recorded.
void ft_emit_concretize (ft_machine *, enum ft_concretize_reason,
                         const ft_value *, size_t n);
void ft_emit_concretize_all (ft_machine *, enum ft_concretize_reason);

// The same behind the events of the record at hand.
void ft_emit_concretize_after (ft_machine *, enum ft_concretize_reason,
                               uint32_t symbol);
void ft_emit_concretize_all_after (ft_machine *, enum ft_concretize_reason);

#endif
