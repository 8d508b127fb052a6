// Symbolic re-execution of recorded runs (design: recording, "Symbolic
// re-execution"): the code that is kept with a run is followed along the log of
// each thread, and what reads of shared memory may change becomes part of the
// trace: LOCAL events with their operators, BRANCH events with the outcomes
// that were taken, what values are written and addresses computed from.  So the
// models of values and paths apply to programs, and reads of which nothing
// depends do not matter in any model.
//
// Source: RECIPE (Liu, Zhang, Tripp, Zheng 2015), Section III and Table I,
// where such events are recorded; here they are made from the bitcode
// afterwards. Cost: some 100 ns a record in code that makes one with one of
// four instructions (docs/reexecution.md).

#ifndef FT_SYMEX_REEXECUTE_H
#define FT_SYMEX_REEXECUTE_H

#include "symex/reexecuted.h"
#include "trace/native_steps.h"

// To be given to 'ft_native_stepper' once, when the program begins.
extern const ft_stepper ft_reexecution;

#endif
