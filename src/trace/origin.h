// Origins: the writes of a trace that put input of the program into memory, and
// the bytes of the input that they write (docs/reference/trace-format.md,
// "Inputs").
//
// Such a write would write another value if the program ran with another input.
// Sources of input have names: "stdin", "arg1", "env:HOME", "file:PATH",
// "input:NAME"; a byte of input is a source and an offset in it.  Only the
// search for other inputs uses origins: no verdict depends on them.

#ifndef FT_TRACE_ORIGIN_H
#define FT_TRACE_ORIGIN_H

#include "base/hash.h"
#include "trace/event.h"

// Offsets in a source are less than this.
#define FT_MOST_INPUT ((uint64_t)1 << 32)

typedef struct ft_origin {
  ft_pos position; // of a WRITE
  ft_id source;
  uint64_t at; // offset in the source of the first byte that is written
} ft_origin;

typedef struct ft_origins {
  ft_intern sources;           // names by id
  FT_STACK (ft_origin) writes; // by position
} ft_origins;

void ft_origins_release (ft_origins *);

// Add a write; writes are added in the order of the trace.
void ft_origins_add (ft_origins *, ft_origin);

// The origin of the write at a position, NULL if it writes no input.
const ft_origin *ft_origins_at (const ft_origins *, ft_pos);

// Remove all writes; the names of sources stay.
void ft_origins_forget (ft_origins *);

#endif
