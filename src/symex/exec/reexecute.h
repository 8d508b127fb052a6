// Symbolic re-execution of recorded runs: the unit code that is kept with a run
// is followed along the log of each thread.  Everything that reads of shared
// memory may change becomes part of the trace: LOCAL events with their
// operators, BRANCH events with their outcomes, and the dependences of written
// values and of addresses.  So the value model and the path model apply to
// programs, and a read on which nothing depends does not matter in any model.
//
// Source: RECIPE (Liu, Zhang, Tripp, Zheng 2015), Section III and Table I,
// where such events are recorded; here they are computed from the code
// afterwards.  Cost: some 100 ns a record in code of which every fourth
// instruction makes a record (docs/internals/reexecution.md).

#ifndef FT_SYMEX_EXEC_REEXECUTE_H
#define FT_SYMEX_EXEC_REEXECUTE_H

#include "symex/reexecution_stats.h"
#include "symex/step.h"

typedef struct ft_machine ft_machine; // re-execution of one run

// 'code' and 'reader' are borrowed until the machine is freed.
ft_machine *ft_reexecute_new (const ft_run_code *code,
                              const ft_run_reader *reader);
void ft_reexecute_free (ft_machine *); // NULL: nothing

// Re-executes the code that made the record in 'steps', which has the input and
// gets the output.
void ft_reexecute_step (ft_machine *, ft_step_context *steps);

// Of the CALL record that was re-executed last: whether the code of the call is
// known; and the GUID of its callee, which the site may name; 0: not known, or
// FT_REEXECUTED_LEAF for an unrecorded leaf function.
bool ft_reexecute_knows_call (const ft_machine *);
uint64_t ft_reexecute_callee (const ft_machine *, uint64_t named);
#define FT_REEXECUTED_LEAF UINT64_MAX

// The address that this call goes to; 0: it calls a function by its name, or the
// address is not known.
uint64_t ft_reexecute_callee_address (const ft_machine *);

// Whether the program uses the number of a descriptor as a value (see
// descriptor_numbers.h).
bool ft_reexecute_uses_numbers (const ft_machine *);

// Whether the program cancels threads, handles signals or asks for notifications,
// of timers for example.  Each of these may end a wait without a record.
bool ft_reexecute_ends_waits (const ft_machine *);

// Whether its code opens modules while it runs.
bool ft_reexecute_opens_modules (const ft_machine *);

// Whether the callee is a recorded function; whether uninstrumented code of the
// program defines it.
bool ft_reexecute_is_instrumented (ft_machine *, uint64_t callee);

// Whether the call at the current record passes functions, as far as is known
// recorded ones alone.
bool ft_reexecute_passes_own_function (ft_machine *);

// Whether the second argument of the call is the constant "r".
bool ft_reexecute_opens_to_read (const ft_machine *);
bool ft_reexecute_is_defined (const ft_machine *, uint64_t callee);

// How many paths ended at each call that is not followed, by the number of the
// call's site, FT_NO_ID if it has none: alternative paths, and the run's own where
// all that its thread has read has to stay as it was, or where a try of a lock or a
// wait with a deadline ended in one way alone.
const ft_map *ft_reexecute_unfollowed (ft_machine *);

ft_reexecution_stats ft_reexecute_counts (const ft_machine *);

// Counts a value that the caller concretizes itself.
void ft_reexecute_count_concretized (ft_machine *, enum ft_concretize_reason);

#endif
