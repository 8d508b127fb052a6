// Instrumentation: bitcode of one translation unit in, bitcode that records
// itself out (the ABI is include/foretrace/runtime.h).
//
// In:  what clang-19 writes with '-g -O1 -Xclang -disable-llvm-passes
//      -emit-llvm -c' and the user's other flags but the optimisation level
//      (with '-O0' functions are 'optnone' and would stay as slow as they
//      are; that works, too).
// Out: goes through clang-19 with the user's own flags to an object.

#ifndef FT_INSTRUMENT_INSTRUMENT_H
#define FT_INSTRUMENT_INSTRUMENT_H

#include <stdbool.h>

#include "base/error.h"

typedef struct ft_instrument_options {
  bool light; // count words instead of writing them; for light recordings,
              // whose schedule is that of the same code with records
  // Called with one line for each function that stays as it was, and why.
  // May be NULL.
  void (*warn) (void *context, const char *message);
  void *context;
} ft_instrument_options;

// The bitcode file 'in' instrumented as 'out'; both may be the same.  Errors:
// FT_EXIT_BAD_INPUT when 'in' is no bitcode of this LLVM, FT_EXIT_ENVIRONMENT
// when a file cannot be read or written, FT_EXIT_INTERNAL when the result does
// not verify (then 'out' is not written).
bool ft_instrument_file (const char *in, const char *out,
                         const ft_instrument_options *, ft_error *);

#endif
