// Origins: which writes of a trace put input of the program into memory, and
// which bytes of it (docs/reference/trace-format.md, "Inputs").
//
// Such a write would write something else if the program was run with another
// input.  Sources have names: "stdin", "arg1", "env:HOME", "file:PATH",
// "input:NAME"; a byte of input is a source and a place in it.  Nothing but the
// search for other inputs looks at origins: no verdict depends on them.

#ifndef FT_TRACE_ORIGIN_H
#define FT_TRACE_ORIGIN_H

#include "base/hash.h"
#include "trace/event.h"

// Places in a source are below.
#define FT_MOST_INPUT ((uint64_t)1 << 32)

typedef struct ft_origin {
  ft_pos position; // of a WRITE
  ft_id source;
  uint64_t at; // in the source: the first byte that is written
} ft_origin;

typedef struct ft_origins {
  ft_intern sources;           // names by id
  FT_STACK (ft_origin) writes; // by position
} ft_origins;

void ft_origins_release (ft_origins *);
size_t ft_origins_bytes (const ft_origins *);

// Adds a write.  Unless they come in the order of the trace,
// 'ft_origins_sort' is to be called before any is looked for.
void ft_origins_add (ft_origins *, ft_origin);
void ft_origins_sort (ft_origins *);

// Of the event at a position, NULL if what it writes is no input.
const ft_origin *ft_origins_at (const ft_origins *, ft_pos);

// Names stay.
void ft_origins_forget (ft_origins *);

#endif
