// The passes before instrumentation: local variables become registers, small
// functions are inlined, arithmetic is simplified.
//
// Each access to memory that another thread may see stays as and where the
// source has it: none is invented, moves to another branch, grows or shrinks.
// Only a load that repeats an access a few instructions earlier, without a call
// between, may be removed, and with 'keeps_accesses' not even that: code without
// optimisation reads again what it has just written.

#ifndef FT_INSTRUMENT_PIPELINE_H
#define FT_INSTRUMENT_PIPELINE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/error.h"

bool ft_pipeline_run (LLVMModuleRef, bool keeps_accesses, const char *path,
                      ft_error *);

#endif
