// Calls, entries and returns.

#ifndef FT_SYMEX_EXEC_CALL_H
#define FT_SYMEX_EXEC_CALL_H

#include "symex/exec/machine.h"

// The frame executes a call; a function is entered; a function returns.
void ft_call_begin (ft_machine *, ft_exec_frame *, const ft_instruction *);
void ft_call_enter (ft_machine *, const ft_run_function *);
void ft_call_leave (ft_machine *);

// The thread's call of pthread_create or thrd_create made thread 'child'.
void ft_call_fork (ft_machine *, uint32_t child);

// Executes a call of an unrecorded leaf function; false if it is none.
bool ft_call_leaf (ft_machine *, ft_exec_frame *, const ft_instruction *);

// Whether the callee is a function of the library that ends the program.
bool ft_call_ends_program (const ft_machine *, uint64_t callee);

// Whether a call of setjmp returns once, since nothing in the program jumps, and writes
// nothing but a local variable of the frame that is not followed.  A thread that is
// cancelled goes there, too, for its cleanup; but only from a later call.
bool ft_call_returns_once (const ft_machine *, const ft_exec_frame *,
                           ft_value buffer);

// Counts a path that ends at the call, or at that of the site (ft_reexecute_unfollowed).
void ft_call_count_unfollowed (ft_machine *, uint32_t site);
void ft_call_note_unfollowed (ft_machine *, const ft_exec_frame *,
                              const ft_instruction *);

// Whether the records say all that the frame's call does.
bool ft_call_is_fully_recorded (const ft_machine *, const ft_exec_frame *);

// The frame's call has gone to a function without records: concretizes what it
// may read.
void ft_call_external (ft_machine *, ft_exec_frame *);

// The frame's call is over.
void ft_call_end (ft_machine *, ft_exec_frame *, ft_value result);

// GUID of the function that is called, 0 if it is not known; an address that
// determines it is concretized.
uint64_t ft_call_callee (ft_machine *, const ft_exec_frame *,
                         const ft_instruction *);

// Sets the parameters of the callee's frame.
void ft_call_pass_arguments (ft_machine *, ft_exec_frame *caller,
                             const ft_instruction *, ft_exec_frame *callee);

// Makes the frame of an unrecorded leaf function; false if it is none.
bool ft_call_leaf_frame (ft_machine *, ft_exec_frame *caller,
                         const ft_instruction *, uint64_t callee,
                         ft_exec_frame *);

// TAKE finds the two words that the callee of this call gave.
void ft_call_take (ft_machine *, ft_exec_frame *caller,
                   const ft_instruction *call, ft_word_pair given);

// The caller's result of a value that is returned by the instruction 'end'.
ft_value ft_call_result (ft_machine *, const ft_instruction *call,
                         const ft_instruction *end, ft_value value);

#endif
