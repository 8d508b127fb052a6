// Why re-execution keeps values as they were recorded: every concretization has
// one of these reasons, which 'foretrace info' counts and FT_LOG=symex prints.

#ifndef FT_SYMEX_CONCRETIZE_REASON_H
#define FT_SYMEX_CONCRETIZE_REASON_H

#include <stdbool.h>
#include <stdint.h>

//     reason, its name, what it means
#define FT_CONCRETIZE_REASONS(R)                                               \
  R (FLOAT, "float", "a floating-point number is computed from a read")        \
  R (UNINTERPRETED, "no-operator",                                             \
     "an instruction without operator: vectors, 128 bits, odd widths")         \
  R (PRODUCT_OVERFLOW, "product-overflow", "whether a product overflows")      \
  R (DIVISION, "division", "a division with an operand that is not known")     \
  R (PARTS, "parts", "a value is put together from parts of several reads")    \
  R (UNKNOWN_OPERAND, "unknown-operand",                                       \
     "a condition or choice that also depends on an unknown value")            \
  R (SELECT, "select",                                                         \
     "a choice between addresses of local variables or wide values")           \
  R (SWITCH, "switch", "a switch with many cases")                             \
  R (ADDRESS, "address",                                                       \
     "the address of memory whose accesses are no events")                     \
  R (LOCAL_INDEX, "local-index", "an index or a size of a local variable")     \
  R (LOCAL_CONTENT, "local-content",                                           \
     "a local variable whose bytes are not followed")                          \
  R (CALL_ADDRESS, "call-address", "the address of an indirect call")          \
  R (ARGUMENT_WIDTH, "argument-width",                                         \
     "caller and callee declare an argument or a result differently")          \
  R (LIBRARY_CALL, "library-call",                                             \
     "an argument of a library function, or memory that it reads")             \
  R (LIBRARY_MODEL, "library-model",                                           \
     "bytes that the model of a library function leaves as they are")          \
  R (UNKNOWN_CALL, "unknown-call",                                             \
     "a call of an uninstrumented or unknown function")                        \
  R (LEAF_CALL, "leaf-call",                                                   \
     "a call that makes no record and cannot be followed")                     \
  R (CALLBACK, "callback",                                                     \
     "a function is entered or left outside of a followed call")               \
  R (ASSEMBLY, "assembly", "inline assembly or an unknown intrinsic")          \
  R (ATOMIC, "atomic", "an operand of an atomic operation")                    \
  R (RANGE, "range", "the place and size of a copy, and what it reads")        \
  R (PARTLY_SHARED, "partly-shared",                                           \
     "an access of more than 8 bytes, or partly of shared memory")             \
  R (UNINSTRUMENTED_WRITE, "uninstrumented-write",                             \
     "memory that uninstrumented code has written")                            \
  R (UNWIND, "unwind", "an exception or a longjmp")                            \
  R (ADDRESS_NAME, "address-name",                                             \
     "that memory was given back before the address is compared or passed")    \
  R (GAP, "gap", "records are missing")                                        \
  R (TAIL_CALL, "tail-call", "a tail call returns for its caller")             \
  R (DESYNCHRONISED, "desynchronised",                                         \
     "the path to the next record is not known")                               \
  R (DIFFERS, "differs", "a record is not what the code makes there")          \
  R (NO_CODE, "no-code", "a record that no followed function makes")           \
  R (BUDGET, "budget", "the budget of re-execution is spent")

enum ft_concretize_reason {
#define R(NAME, name, about) FT_CONCRETIZE_##NAME,
  FT_CONCRETIZE_REASONS (R)
#undef R
      FT_CONCRETIZE_REASON_COUNT
};

// How often values were concretized in a run, by reason.
typedef struct ft_concretize_counts {
  uint64_t values[FT_CONCRETIZE_REASON_COUNT]; // single ones
  uint64_t all[FT_CONCRETIZE_REASON_COUNT];    // all that a thread had read
} ft_concretize_counts;

// Whether the values are concretized for a use that may not depend on them, so
// that a proof of impossibility must not rest on them.
bool ft_concretize_is_assumed (enum ft_concretize_reason);

const char *ft_concretize_reason_name (enum ft_concretize_reason);
const char *ft_concretize_reason_about (enum ft_concretize_reason);

#endif
