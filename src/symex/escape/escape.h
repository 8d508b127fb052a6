// What code without records may know the address of (shown.c), and what calls
// give it (give.c).

#ifndef FT_SYMEX_ESCAPE_ESCAPE_H
#define FT_SYMEX_ESCAPE_ESCAPE_H

#include "symex/exec/machine.h"

// ---- what code without records sees (shown.c) ------------------------------

void ft_escape_list_names (ft_machine *);  // names
void ft_escape_begin (ft_machine *); // what has them, before the first record
void ft_escape_note_stores (ft_machine *);  // what the record at hand writes there

// Such code is given an address, or a value of so many bits; one that is not
// known may be any address.
void ft_escape_address (ft_machine *, uint64_t address);
void ft_escape_value (ft_machine *, ft_value, unsigned width);
// A function of the C library, which leads no further than some pointers there.
void ft_escape_shallow (ft_machine *, uint64_t address);

// Whether such code may be what is called; 0: it is not known what is.
bool ft_is_uninstrumented (const ft_machine *, uint64_t callee);

// ---- and what calls give it (give.c) -----------------------------------------

// The frame's call is one of such code, or of a library of which the records do
// not tell all.
void ft_escape_arguments (ft_machine *, const ft_exec_frame *);
// The same when the call begins, of what may never return, or keeps it.
void ft_escape_at_call (ft_machine *, const ft_exec_frame *);
// To the frame's function: arguments for which it has no parameter.
void ft_escape_keep_variadic (ft_machine *, const ft_exec_frame *caller, ft_exec_frame *);
// To a thread that begins with the function.
void ft_escape_thread_argument (ft_machine *, ft_value function, ft_value argument);
// A block was allocated while the frame, if there is one, was on top: by its
// call, or by such code, which may look at it as long as it lives.
void ft_escape_allocation (ft_machine *, ft_exec_frame *, uint64_t block,
                    uint64_t bytes);
// Whether such code has called a function, below which is the caller, if there
// is one.
bool ft_is_callback (const ft_machine *, const ft_exec_frame *caller);
// The function is entered; it returns.
void ft_escape_enter_callback (ft_machine *, const ft_exec_frame *caller, ft_exec_frame *);
void ft_escape_callback_result (ft_machine *, const ft_exec_frame *caller,
                     const ft_exec_frame *, ft_value result);

#endif
