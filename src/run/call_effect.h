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
  S (FILE_USES, "files that are opened and closed")                            \
  S (POSITIONS, "positions in files")                                          \
  S (POSITION_USES, "files in use")                                            \
  S (STREAMS, "streams of the C library")                                      \
  S (STREAM_USES, "streams in use")                                            \
  S (KEYS, "keys of thread-specific data")                                     \
  S (MAPPINGS, "mappings of memory")                                           \
  S (MAPPING_USES, "mappings that are made and removed")                       \
  S (TIMERS, "timers of the process")                                          \
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

// EXCEPTION_ENDS, STREAM_USES, POSITION_USES, FILE_USES and MAPPING_USES are the
// states EXCEPTIONS, STREAMS, POSITIONS, FILES and MAPPINGS in runs that use
// those, and nothing in others: an exception that one thread alone has is its
// own, where nobody asks for a position, printing orders nothing, and the runtime
// knows which opening makes the file that another one finds.  Calls of unknown
// effect use FILES.

// What a function does with the numbers of descriptors (FT_DESCRIPTORS).
enum ft_descriptor_role {
  FT_DESCRIPTOR_NONE,
  FT_DESCRIPTOR_TAKES,
  FT_DESCRIPTOR_TAKES_MORE,
  FT_DESCRIPTOR_GIVES,
  FT_DESCRIPTOR_SHOWS,
  FT_DESCRIPTOR_USES,
};

typedef struct ft_call_effect {
  uint8_t state; // enum ft_call_state
  bool looks;    // at the state
  bool changes;  // the state
  bool reads;    // memory, without a record
  bool writes;   // memory, without a record
  uint8_t role;  // enum ft_descriptor_role, without USES
} ft_call_effect;

// Whether the call does anything that no record shows.
static inline bool ft_call_effect_is_any (ft_call_effect e) {
  return e.state || e.reads || e.writes || e.role;
}

// The effect in a run of a program that uses numbers of descriptors as values:
// which number is free is a part of the state FILES.
ft_call_effect ft_call_effect_with_numbers (ft_call_effect);

// As a number above 0, for an 'ft_map', and back.
uint32_t ft_call_effect_pack (ft_call_effect);
ft_call_effect ft_call_effect_unpack (uint32_t);

// The effect of calling a function, by the linker's name; "" for an unknown
// callee.  'own': the program defines it, without records.
ft_call_effect ft_call_effect_of (const char *name, bool own);

// Maps the GUIDs of the functions with a role to it.
void ft_descriptor_roles_index (ft_map *);

// Maps the GUIDs of the functions of both tables to packed effects; families of
// functions ('*') have none.
void ft_call_effect_index (ft_map *);

#endif
