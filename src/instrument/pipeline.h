// What is done to the code before it is instrumented: local variables become
// registers, small functions are inlined, arithmetic is tidied up.
//
// Every access of memory that another thread may see stays what and where the
// source says it is: none is invented, none moves to another branch, none
// grows or shrinks.  Only a load that repeats an access a few instructions
// earlier, without a call between, may go.

#ifndef FT_INSTRUMENT_PIPELINE_H
#define FT_INSTRUMENT_PIPELINE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/error.h"

bool ft_pipeline_run (LLVMModuleRef, const char *path, ft_error *);

#endif
