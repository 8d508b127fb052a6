// Instructions that read the processor's clock.

#ifndef FT_INSTRUMENT_CLOCK_READS_H
#define FT_INSTRUMENT_CLOCK_READS_H

#include <llvm-c/Core.h>

// Makes what rdtsc and rdtscp read, in assembly of their own or as intrinsics,
// the result of a call, which is an input of a recorded run as that of clock ()
// is.  Assembly that goes on with what it read stays as it is.
void ft_clock_reads_make_calls (LLVMModuleRef);

#endif
