// Marks of the rounds of loops within a simd loop.

#ifndef FT_INSTRUMENT_LANE_ROUNDS_H
#define FT_INSTRUMENT_LANE_ROUNDS_H

#include <llvm-c/Core.h>

#include <stdbool.h>

#include "base/stack.h"

// Blocks of a loop, its header the first one.
typedef FT_STACK (LLVMBasicBlockRef) ft_loop_blocks;

// The blocks of the loop in which 'from' branches back to the header: those that
// reach it without the header.
void ft_loop_blocks_find (ft_loop_blocks *, LLVMBasicBlockRef header,
                          LLVMBasicBlockRef from);

// Adds, within a simd loop, stores to ft_omp_lane_round: at the begin of each round of
// an inner loop, and where one is left.  The builder has the location of the
// directive.  False, and none added, where a branch back makes no loop.
bool ft_lane_rounds_mark (LLVMModuleRef, LLVMBuilderRef, const ft_loop_blocks *);

#endif
