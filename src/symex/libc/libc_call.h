// Calls of library functions, from the call record to the return (model.c).

#ifndef FT_SYMEX_LIBC_LIBC_CALL_H
#define FT_SYMEX_LIBC_LIBC_CALL_H

#include "symex/exec/machine.h"
#include "symex/libc/libc.h"

// The row of a function in the run at hand.
static inline const ft_libc_function *ft_libc_of (const ft_machine *m,
                                                  uint64_t callee) {
  return ft_libc_find (&m->libc, callee);
}

// Whether the records say all that a call of the function reads and writes.
bool ft_libc_is_fully_recorded (const ft_machine *, uint64_t callee);

// A call of a library function begins.
void ft_libc_begin (ft_machine *, uint64_t callee);

// Accesses of the record at hand, which the call made; false if the function is
// not modelled.
bool ft_libc_access (ft_machine *);

// The record at hand copies memory to memory; false if it is not modelled.
bool ft_libc_copy (ft_machine *);

// The record at hand says what the call returns.
void ft_libc_result_recorded (ft_machine *);

// The call is over; true and its result if it was modelled.
bool ft_libc_end (ft_machine *, const ft_exec_frame *, ft_value *result);

void ft_libc_call_release (struct ft_libc_call *);

#endif
