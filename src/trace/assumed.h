// Assumed variables: the state that calls without records share, and what they
// may read of memory.  An order that only they give is assumed, not observed:
// nothing is certified against it, and nothing refuted by it.
//
// They are variables like all others, atomic and without values, so that every
// certifier, the checker and every format knows them already.

#ifndef FT_TRACE_ASSUMED_H
#define FT_TRACE_ASSUMED_H

#include <string.h>

#include "trace/tables.h"

#define FT_ASSUMED "(assumed) "

// Variables of the system stand for causes and effects outside of memory: data
// that is written to a file or a pipe and read from it, a signal that is sent
// and handled, memory that is given back and allocated again.  The run shows in
// which order the operations came, but not which of them another order needs:
// the order is kept, and refutes nothing either.
#define FT_SYSTEM "(system) "

// Whether a heap block was freed: its free writes 1, and a second free, which is
// on an alternative path, reads that (symex/altpath/second_free.c).  Such a read
// has no record.
#define FT_FREED "(freed) "

// Whether the number of a descriptor is taken (load/number_events.c).  What the
// opening finds has no record of its own.
#define FT_TAKEN "(taken) "

// Whether the name of variable 'v' begins with 's'.
static inline bool ft_variable_begins (const ft_tables *t, ft_id v,
                                       const char *s) {
  return !strncmp (ft_tables_name (t, FT_CLASS_VARIABLE, v), s, strlen (s));
}

static inline bool ft_variable_is_taken (const ft_tables *t, ft_id v) {
  return ft_variable_begins (t, v, FT_TAKEN);
}

static inline bool ft_variable_is_freed (const ft_tables *t, ft_id v) {
  return ft_variable_begins (t, v, FT_FREED);
}

static inline bool ft_variable_is_system (const ft_tables *t, ft_id v) {
  return ft_variable_begins (t, v, FT_SYSTEM);
}

static inline bool ft_variable_is_assumed (const ft_tables *t, ft_id v) {
  return ft_variable_begins (t, v, FT_ASSUMED);
}

// Whether accesses of the variable stand for something else than accesses of
// the program's memory.
static inline bool ft_variable_is_outside (const ft_tables *t, ft_id v) {
  return ft_variable_is_assumed (t, v) || ft_variable_is_system (t, v) ||
         ft_variable_is_freed (t, v) || ft_variable_is_taken (t, v);
}

#endif
