// Waiting loops: loops in which a thread may wait until another one has written
// what they read.  Each gets a call of 'ft_loop' (foretrace/runtime.h), so that
// the runtime lets other threads run and does not log every round.
//
// A round is a path from the header of a natural loop to the header again on
// which nothing is stored and nothing is called but what yields or sleeps.  Other
// rounds of the same loop count as entries.
//
// - WAITS: rounds only read, and the header has no phi node, so that a round
//   leaves nothing behind: a run without it is a run of the program, too.
// - PAUSES: the same with one call that yields or sleeps, where no value of the
//   round is used behind the call.
// - SPINS: rounds may exchange and compare-exchange, and the header may count.
//   Their addresses, and the condition of one of their exits, are the same in
//   each round or depend on memory alone: the loop does not walk.

#ifndef FT_INSTRUMENT_WAITING_LOOPS_H
#define FT_INSTRUMENT_WAITING_LOOPS_H

#include "instrument/unit.h"

// Before the record points of the function are found.
void ft_waiting_loops_mark (ft_unit *, LLVMValueRef function);

// Whether an instruction is a call of 'ft_loop'.
bool ft_is_loop_call (const ft_unit *, LLVMValueRef);

#endif
