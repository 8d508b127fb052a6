// The code that records: checks, words, and the splitting of blocks that the
// checks need.

#ifndef FT_INSTRUMENT_EMIT_H
#define FT_INSTRUMENT_EMIT_H

#include "instrument/scan.h"

// What the records of one function have in common.
typedef struct ft_emitter {
  ft_unit *unit;
  LLVMValueRef function;
  LLVMValueRef descriptor;  // address of, as a word
  LLVMValueRef frame;       // what UNWIND names, as a word; see 'function.c'
  LLVMMetadataRef location; // for code that belongs to no instruction

  // The run of records that is being written: a part of a block without
  // calls.  'cursor' is NULL outside; 'used' words behind it are written; the
  // last check was 'since' words ago.
  LLVMValueRef cursor;
  unsigned used, since;

  LLVMValueRef old; // what was there before an opaque access
} ft_emitter;

void ft_emit_block (ft_emitter *, const ft_block *);

#endif
