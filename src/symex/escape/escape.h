// Escape analysis: which addresses uninstrumented code may know (escape.c), and
// how calls pass them (escape_call.c).
//
// An object escapes as a whole: a global, an allocated block, the stack of a
// thread.  Uninstrumented code may change an escaped object without a record,
// so that no alternative path accesses it.

#ifndef FT_SYMEX_ESCAPE_ESCAPE_H
#define FT_SYMEX_ESCAPE_ESCAPE_H

#include "symex/exec/machine.h"

// ---- what has escaped (escape.c) -------------------------------------------

// Lists the names that uninstrumented code uses and defines.
void ft_escape_list_names (ft_machine *);

// Before the first record: objects that uninstrumented code names escape.
void ft_escape_begin (ft_machine *);

// Pointers that the record at hand stores in escaped objects escape.
void ft_escape_note_stores (ft_machine *);

// Uninstrumented code learns an address, or a value of 'width' bits; an unknown
// value may be any address.  'why' is for the debug log.
void ft_escape_address (ft_machine *, uint64_t address, const char *why);
void ft_escape_value (ft_machine *, ft_value, unsigned width, const char *why);

// An unknown pointer escapes, so that every object does.
void ft_escape_unknown (ft_machine *, const char *why);

// A function of the C library learns an address: it follows no more than the
// first pointers there.
void ft_escape_shallow (ft_machine *, uint64_t address);

// Whether the callee may be uninstrumented code of the program; 0: the callee
// is not known.
bool ft_is_uninstrumented (const ft_machine *, uint64_t callee);

// ---- what calls pass (escape_call.c) ---------------------------------------

// The frame's call has gone to a function without records.
void ft_escape_arguments (ft_machine *, const ft_exec_frame *);

// The frame's call begins: it may never return, or store its arguments.
void ft_escape_at_call (ft_machine *, const ft_exec_frame *);

// Keeps arguments for which the entered function has no parameter.
void ft_escape_keep_variadic (ft_machine *, const ft_exec_frame *caller,
                              ft_exec_frame *);

// A thread begins with the function.
void ft_escape_thread_argument (ft_machine *, ft_value function,
                                ft_value argument);

// A block was allocated by the call of the top frame, NULL: there is none, or
// by uninstrumented code, which may use the block as long as it lives.
void ft_escape_allocation (ft_machine *, ft_exec_frame *, uint64_t block,
                           uint64_t bytes);

// Whether a function that is entered above 'caller', NULL: there is none, is
// called by uninstrumented code.
bool ft_is_callback (const ft_machine *, const ft_exec_frame *caller);

// Such a function is entered; it returns.
void ft_escape_enter_callback (ft_machine *, const ft_exec_frame *caller,
                               ft_exec_frame *);
void ft_escape_callback_result (ft_machine *, const ft_exec_frame *caller,
                                const ft_exec_frame *, ft_value result);

#endif
