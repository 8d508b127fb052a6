// The effect of a call without records: a call of a function that foretrace-cc
// has not compiled.
//
// Unknown means ordered: such a function may look at and change whatever its
// library keeps, and read whatever its arguments lead to.  What is known of
// functions of the C and C++ libraries is in two tables: libc.def, for those
// whose records show all that they read and write, and calls.def, for the state
// that others look at and change.

#ifndef FT_RUN_CALL_EFFECT_H
#define FT_RUN_CALL_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

//   state, what the reports call it
#define FT_CALL_STATES(S)                                                      \
  S (NONE, "")                                                                 \
  S (UNKNOWN, "whatever uninstrumented code keeps")                            \
  S (RANDOM, "random numbers of the C library")                                \
  S (ENVIRONMENT, "environment variables")                                     \
  S (LOCALE, "locale of the C library")                                        \
  S (SIGNALS, "signal masks and handlers")                                     \
  S (FILES, "names of files, descriptors")                                     \
  S (POSITIONS, "positions in files")                                          \
  S (POSITION_USES, "files in use")                                            \
  S (STREAMS, "streams of the C library")                                      \
  S (STREAM_USES, "streams in use")                                            \
  S (PROCESS, "attributes of the process and its threads")                     \
  S (EXCEPTIONS, "exceptions that are counted")                                \
  S (EXCEPTION_ENDS, "exceptions that end")                                    \
  S (CXX_LOCALES, "locales of the C++ library")                                \
  S (POOLS, "memory pools of the C++ library")                                 \
  S (CXX_STREAMS, "streams of the C++ library")

enum ft_call_state {
#define S(NAME, text) FT_CALL_STATE_##NAME,
  FT_CALL_STATES (S)
#undef S
};

#define S(NAME, text) +1
enum { FT_CALL_STATE_COUNT = 0 FT_CALL_STATES (S) };
#undef S

const char *ft_call_state_text (enum ft_call_state);

// EXCEPTION_ENDS, STREAM_USES and POSITION_USES are the states EXCEPTIONS,
// STREAMS and POSITIONS in runs that use those, and nothing in others: an
// exception that one thread alone has is its own, and where nobody asks for a
// position, printing orders nothing.

typedef struct ft_call_effect {
  uint8_t state; // enum ft_call_state
  bool looks;    // at the state
  bool changes;  // the state
  bool reads;    // memory, without a record
  bool writes;   // memory, without a record
} ft_call_effect;

// Whether the call does anything that no record shows.
static inline bool ft_call_effect_is_any (ft_call_effect e) {
  return e.state || e.reads || e.writes;
}

// As a number above 0, for an 'ft_map', and back.
uint32_t ft_call_effect_pack (ft_call_effect);
ft_call_effect ft_call_effect_unpack (uint32_t);

// The effect of calling a function, by the linker's name; "" for an unknown
// callee.  'own': the program defines it, without records.
ft_call_effect ft_call_effect_of (const char *name, bool own);

// Maps the GUIDs of the functions of both tables to packed effects; families of
// functions ('*') have none.
void ft_call_effect_index (ft_map *);

#endif
