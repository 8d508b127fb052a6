// Bytes of memory that depend on input, as a run stores them.
//
// Each is one of a word: what is stored as a whole and read as a whole is the
// same term again.  Of all other bytes nothing is kept; reads tell their
// values.

#ifndef FT_EXPLORE_CONCOLIC_BYTES_H
#define FT_EXPLORE_CONCOLIC_BYTES_H

#include "encoders/symbol.h"

typedef struct ft_stored_byte {
  ft_term word, fine; // 'fine': that the word has a defined value
  uint8_t k, width;   // the byte 'k' of a word of so many
  bool known;
  uint8_t recorded; // in the run, if known
} ft_stored_byte;

typedef struct ft_bytes {
  FT_STACK (uint8_t) masks; // by variable: which bytes are kept
  ft_map at;                // by variable and byte: index into 'list'
  FT_STACK (ft_stored_byte) list;
} ft_bytes;

void ft_bytes_release (ft_bytes *);

// Of the bytes that an event touches, those that are kept.
uint8_t ft_bytes_kept (const ft_bytes *, const ft_event *);

// What an event wrote no longer depends on input.
void ft_bytes_forget (ft_bytes *, const ft_event *);

// An event wrote a symbol with a word.
void ft_bytes_store (ft_bytes *, const ft_event *, const ft_symbol *);

// What a read returns of bytes some of which are kept.  If these are not what
// the trace says that they are, they were written unseen, and are forgotten.
// The word is NULL if some byte is neither kept nor known.
ft_symbol ft_bytes_read (ft_bytes *, ft_symbols *, const ft_event *);

#endif
