// What code without records may know the address of (shown.c), and what calls
// give it (give.c).

#ifndef FT_SYMEX_SHOWN_H
#define FT_SYMEX_SHOWN_H

#include "symex/exec/machine.h"

// ---- what code without records sees (shown.c) ------------------------------

void ft_shown_list (ft_machine *);  // names
void ft_shown_begin (ft_machine *); // what has them, before the first record
void ft_shown_note (ft_machine *);  // what the record at hand writes there

// Such code is given an address, or a value of so many bits; one that is not
// known may be any address.
void ft_show (ft_machine *, uint64_t address);
void ft_show_slot (ft_machine *, ft_slot, unsigned width);
// A function of the C library, which leads no further than some pointers there.
void ft_show_near (ft_machine *, uint64_t address);

// Whether such code may be what is called; 0: it is not known what is.
bool ft_is_foreign (const ft_machine *, uint64_t callee);

// ---- and what calls give it (give.c) -----------------------------------------

// The frame's call is one of such code, or of a library of which the records do
// not tell all.
void ft_give_arguments (ft_machine *, const ft_step_frame *);
// The same when the call begins, of what may never return, or keeps it.
void ft_give_at_once (ft_machine *, const ft_step_frame *);
// To the frame's function: arguments for which it has no parameter.
void ft_give_list (ft_machine *, const ft_step_frame *caller, ft_step_frame *);
// To a thread that begins with the function.
void ft_give_thread (ft_machine *, ft_slot function, ft_slot argument);
// A block was allocated while the frame, if there is one, was on top: by its
// call, or by such code, which may look at it as long as it lives.
void ft_give_block (ft_machine *, ft_step_frame *, uint64_t block,
                    uint64_t bytes);
// Whether such code has called a function, below which is the caller, if there
// is one.
bool ft_is_called_back (const ft_machine *, const ft_step_frame *caller);
// The function is entered; it returns.
void ft_give_back (ft_machine *, const ft_step_frame *caller, ft_step_frame *);
void ft_give_result (ft_machine *, const ft_step_frame *caller,
                     const ft_step_frame *, ft_slot result);

#endif
