// The instrumenter: reads the bitcode of one translation unit and writes
// bitcode that makes records (the ABI is include/foretrace/runtime.h).
//
// Input: the output of clang-19 with '-g -O1 -Xclang -disable-llvm-passes
// -emit-llvm -c' and the user's other flags without the optimisation level.
// ('-O0' works, but its functions are 'optnone' and stay slow.)
// Output: clang-19 makes an object of it with the user's own flags.

#ifndef FT_INSTRUMENT_INSTRUMENT_H
#define FT_INSTRUMENT_INSTRUMENT_H

#include <stdbool.h>

#include "base/error.h"

typedef struct ft_instrument_options {
  bool light; // a light build: counts words instead of writing them, with the
              // same schedules as a full build
  bool keeps_accesses; // -O0: an access that repeats another one stays
  bool sv_comp; // functions __VERIFIER_atomic_* are atomic sections
  // Called for each function that is not instrumented, with the reason.
  // May be NULL.
  void (*warn) (void *context, const char *message);
  void *context;
} ft_instrument_options;

// Instruments the bitcode file 'in' as 'out'; both may be the same.  Errors:
// FT_EXIT_BAD_INPUT when 'in' is no bitcode of this LLVM, FT_EXIT_ENVIRONMENT
// when a file cannot be read or written, FT_EXIT_INTERNAL when the result does
// not verify (then 'out' is not written).
bool ft_instrument_file (const char *in, const char *out,
                         const ft_instrument_options *, ft_error *);

#endif
