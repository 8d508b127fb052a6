// The code that records: checks, words, and the splitting of blocks that the
// checks need.

#ifndef FT_INSTRUMENT_EMIT_H
#define FT_INSTRUMENT_EMIT_H

#include "instrument/record_points.h"

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

// What is before 'at' becomes a block of its own, where all jumps go now; 'at'
// stays in the block that it is in.
LLVMBasicBlockRef ft_emit_split (ft_unit *, LLVMValueRef at);

// New code belongs to the line of 'at'.
void ft_emit_locate (ft_emitter *, LLVMValueRef at);

// Whether code with records has a check before the item, when the last one was
// 'since' words ago in the same run of records, or there is none yet.
bool ft_emit_checks (const ft_record_point *, bool begins, unsigned since);

// Whether a run of records ends behind the item: what comes may run other
// code, or is the end of the block.
bool ft_emit_ends_run (const ft_block_points *, size_t item);

void ft_emit_block (ft_emitter *, const ft_block_points *);

#endif
