// Bytes of memory that depend on input, as a run stores them.
//
// Each is one of a word: what is stored as a whole and read as a whole is the
// same term again.  Of all other bytes nothing is kept; reads tell their
// values.

#ifndef FT_EXPLORE_CONCOLIC_MEMORY_H
#define FT_EXPLORE_CONCOLIC_MEMORY_H

#include "encoders/sym_store.h"

typedef struct ft_symbolic_byte {
  ft_term word, valid; // 'valid': the word has a defined value
  uint8_t k, width;   // the byte 'k' of a word of so many
  bool known;
  uint8_t recorded; // in the run, if known
} ft_symbolic_byte;

typedef struct ft_symbolic_memory {
  FT_STACK (uint8_t) masks; // by variable: which bytes are kept
  ft_map at;                // by variable and byte: index into 'list'
  FT_STACK (ft_symbolic_byte) list;
} ft_symbolic_memory;

void ft_symbolic_memory_release (ft_symbolic_memory *);

// Of the bytes that an event touches, those that are kept.
uint8_t ft_symbolic_memory_mask (const ft_symbolic_memory *, const ft_event *);

// What an event wrote no longer depends on input.
void ft_symbolic_memory_forget (ft_symbolic_memory *, const ft_event *);

// An event wrote a symbol with a word.
void ft_symbolic_memory_store (ft_symbolic_memory *, const ft_event *, const ft_sym_value *);

// What a read returns of bytes some of which are kept.  If these are not what
// the trace says that they are, they were written unseen, and are forgotten.
// The word is NULL if some byte is neither kept nor known.
ft_sym_value ft_symbolic_memory_read (ft_symbolic_memory *, ft_sym_store *, const ft_event *);

#endif
