// Symbolic memory: the bytes of memory that depend on input, as a run stores
// them.
//
// Each byte is a part of a word, so that a word which is stored and read as a
// whole is the same term.  Other bytes are not kept; reads have their recorded
// values.

#ifndef FT_EXPLORE_CONCOLIC_MEMORY_H
#define FT_EXPLORE_CONCOLIC_MEMORY_H

#include "encoders/sym_store.h"

typedef struct ft_symbolic_byte {
  ft_term word, valid; // 'valid': 'word' is its value
  uint8_t k, width;    // byte 'k' of a word of 'width' bytes
  bool known;
  uint8_t recorded; // in the run, if known
} ft_symbolic_byte;

typedef struct ft_symbolic_memory {
  FT_STACK (uint8_t) masks; // by variable: which bytes are kept
  ft_map at;                // by variable and byte: index into 'list'
  FT_STACK (ft_symbolic_byte) list;
} ft_symbolic_memory;

void ft_symbolic_memory_release (ft_symbolic_memory *);

// The bytes that an event accesses and that are kept.
uint8_t ft_symbolic_memory_mask (const ft_symbolic_memory *, const ft_event *);

// The bytes that an event writes no longer depend on input.
void ft_symbolic_memory_forget (ft_symbolic_memory *, const ft_event *);

// An event writes a symbol with a word.
void ft_symbolic_memory_store (ft_symbolic_memory *, const ft_event *,
                               const ft_sym_value *);

// The value that a read returns.  If the recorded value contradicts the kept
// bytes, uninstrumented code has written them, and they are forgotten.  The
// word is NULL if some byte is neither kept nor known.
ft_sym_value ft_symbolic_memory_read (ft_symbolic_memory *, ft_sym_store *,
                                      const ft_event *);

#endif
