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
// four instructions (docs/internals/reexecution.md).

#ifndef FT_SYMEX_EXEC_REEXECUTE_H
#define FT_SYMEX_EXEC_REEXECUTE_H

#include "symex/reexecution_stats.h"
#include "symex/step.h"

typedef struct ft_machine ft_machine; // re-execution of one run

// 'code' and 'walk' are borrowed until the machine is freed.
ft_machine *ft_reexecute_new (const ft_run_code *code,
                              const ft_run_reader *walk);
void ft_reexecute_free (ft_machine *); // NULL: nothing

// Re-executes the code of the record in 'steps', which has the input and gets
// the output.
void ft_reexecute_step (ft_machine *, ft_step_context *steps);

ft_reexecution_stats ft_reexecute_counts (const ft_machine *);

#endif
