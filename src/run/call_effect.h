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
#include "base/stack.h"

//   state, what the reports call it, what calls of unknown effect do with it:
//   NOTHING, ONLY_CHANGE or LOOK_TOO
#define FT_CALL_STATES(S)                                                      \
  S (UNKNOWN, "whatever uninstrumented code keeps", LOOK_TOO)                  \
  S (RANDOM, "random numbers of the C library", LOOK_TOO)                      \
  S (ENVIRONMENT, "environment variables", LOOK_TOO)                           \
  S (TIME_ZONE, "time zone of the C library", ONLY_CHANGE)                     \
  S (LOCALE, "locale of the C library", LOOK_TOO)                              \
  S (CHARACTERS, "characters of the locale", NOTHING)                          \
  S (SIGN, "sign of the last gamma function", ONLY_CHANGE)                     \
  S (TOKENS, "text that is split", LOOK_TOO)                                   \
  S (OPTIONS, "arguments that are parsed", LOOK_TOO)                           \
  S (KEYS, "keys of thread-specific data", NOTHING)                            \
  S (SIGNALS, "handlers of signals", LOOK_TOO)                                 \
  S (PENDING, "signals that are sent", ONLY_CHANGE)                            \
  S (MAPPINGS, "mappings of memory", ONLY_CHANGE)                              \
  S (MODULES, "modules that are loaded", ONLY_CHANGE)                          \
  S (TIMERS, "timers", LOOK_TOO)                                               \
  S (FILES, "names of files, descriptors", LOOK_TOO)                           \
  S (CLOSED, "descriptors that are closed", LOOK_TOO)                          \
  S (NUMBERS, "numbers of descriptors", LOOK_TOO)                              \
  S (SIZES, "sizes of files", ONLY_CHANGE)                                     \
  S (CUTS, "files that are cut", NOTHING)                                      \
  S (POSITIONS, "positions in files", ONLY_CHANGE)                             \
  S (STREAMS, "streams of the C library", ONLY_CHANGE)                         \
  S (SOCKETS, "sockets", ONLY_CHANGE)                                          \
  S (WAITED, "descriptors that are waited for", ONLY_CHANGE)                   \
  S (QUEUES, "message queues", ONLY_CHANGE)                                    \
  S (TARGETS, "what descriptors stand for", NOTHING)                           \
  S (SEGMENTS, "segments of shared memory", NOTHING)                           \
  S (CHILDREN, "what ended children took", NOTHING)                            \
  S (PROTECTION, "protection of memory", NOTHING)                              \
  S (LIMITS, "limits of the process", NOTHING)                                 \
  S (HEAP, "heap of the C library", NOTHING)                                   \
  S (CONVERSIONS, "conversions of printf", NOTHING)                            \
  S (EVERYTHING, "whatever other threads have done", NOTHING)                  \
  S (PROCESS, "attributes of the process and its threads", LOOK_TOO)           \
  S (DETACHED, "which threads are detached", NOTHING)                          \
  S (HANDLERS, "handlers of the C++ library", LOOK_TOO)                        \
  S (EXCEPTIONS, "exceptions that are counted", ONLY_CHANGE)                   \
  S (CXX_LOCALES, "locales of the C++ library", LOOK_TOO)                      \
  S (POOLS, "memory pools of the C++ library", LOOK_TOO)                       \
  S (CXX_STREAMS, "streams of the C++ library", LOOK_TOO)

enum ft_call_state {
#define S(NAME, text, unknown) FT_CALL_STATE_##NAME,
  FT_CALL_STATES (S)
#undef S
};

#define S(NAME, text, unknown) +1
enum { FT_CALL_STATE_COUNT = 0 FT_CALL_STATES (S) };
#undef S

const char *ft_call_state_text (enum ft_call_state);

// Sets of states have a bit for each.
#define FT_CALL_STATE_BIT(NAME) (UINT64_C (1) << FT_CALL_STATE_##NAME)

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
  uint64_t looks;   // at these states: what the call does depends on them
  uint64_t changes; // these states
  bool reads;       // memory, without a record
  bool writes;      // memory, without a record
  bool keeps;       // its arguments: later calls on its state read and write
                    // what they lead to
  bool calls;       // a function that it is passed
  bool opens;       // changes nothing if its second argument says "r"
  bool makes;       // a stream (see 'run/stream_memory.h')
  bool by_address;  // the site does not name the callee
  bool wrapped;     // by a wrapper of the runtime
  uint8_t role;     // enum ft_descriptor_role, without USES
} ft_call_effect;

// The effect of closing a descriptor, besides its record.
#define FT_CALL_EFFECT_CLOSES                                                  \
  ((ft_call_effect){.changes = FT_CALL_STATE_BIT (CLOSED),                     \
                    .role = FT_DESCRIPTOR_GIVES})

// Whether the call does anything that no record shows.
static inline bool ft_call_effect_is_any (ft_call_effect e) {
  return e.looks || e.changes || e.reads || e.writes || e.calls ||
         e.role;
}

static inline bool ft_call_effect_is_unknown (ft_call_effect e) {
  return e.looks & FT_CALL_STATE_BIT (UNKNOWN);
}

// Whether it is known that the call may write memory, now or when the code at
// the callee's address says which function it is.
static inline bool ft_call_effect_fills (ft_call_effect e) {
  return (e.writes && !ft_call_effect_is_unknown (e)) || e.by_address;
}

#define FT_CALL_EFFECT_UNKNOWN                                                 \
  ((ft_call_effect){.looks = FT_CALL_STATE_BIT (UNKNOWN),                      \
                    .changes = FT_CALL_STATE_BIT (UNKNOWN),                    \
                    .reads = true,                                             \
                    .writes = true})

// The effect in a run of a program that uses numbers of descriptors as values:
// which number is free is a part of the state FILES.
ft_call_effect ft_call_effect_with_numbers (ft_call_effect);

// A state orders calls only where one changes it and another one looks at it:
// of those that are 'changed' and 'looked' at in a run, the ones that do.
uint64_t ft_call_states_used (uint64_t changed, uint64_t looked);

// The states that calls of these modules may share.  Of states that many calls
// touch and few programs look at, none without a name of the code that changes
// it and one that looks at it: such calls are then left alone.
struct ft_run_code;
uint64_t ft_call_states_of_code (const struct ft_run_code *);

// Whether the call comes behind all that other threads have done, and before
// all that they do later.
static inline bool ft_call_effect_looks_at_everything (ft_call_effect e) {
  return e.looks & FT_CALL_STATE_BIT (EVERYTHING);
}

// Effects by number, from 1 on.
typedef struct ft_call_effects {
  FT_STACK (ft_call_effect) list;
} ft_call_effects;

uint32_t ft_call_effects_number (ft_call_effects *, ft_call_effect);
ft_call_effect ft_call_effects_at (const ft_call_effects *, uint32_t number);

// The effect of calling a function, by the linker's name; "" for an unknown
// callee.  'own': the program defines it, without records.
ft_call_effect ft_call_effect_of (const char *name, bool own);

// The states that a read of a variable of the C library looks at; 0: of another
// variable.
uint64_t ft_call_effect_of_variable (const char *name);

// Whether it is a variable of the C library that no other calls change than
// those that share these states.
bool ft_call_effect_knows_variable (const char *name);

// Maps the GUIDs of the functions with a role to it.
void ft_descriptor_roles_index (ft_map *);

// Maps the GUIDs of the functions that own what they allocate to 1: the program
// does not get the address.
void ft_call_owners_index (ft_map *);

// Maps the GUIDs of the functions of both tables to numbers of effects; families
// of functions ('*') have none.
void ft_call_effect_index (ft_map *, ft_call_effects *);

#endif
