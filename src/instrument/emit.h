// The code that writes records: checks of the buffer, words, and the splitting
// of blocks for the checks.

#ifndef FT_INSTRUMENT_EMIT_H
#define FT_INSTRUMENT_EMIT_H

#include "instrument/assembly.h"
#include "instrument/record_points.h"

// State while one function is instrumented.
typedef struct ft_emitter {
  ft_unit *unit;
  LLVMValueRef function;
  LLVMValueRef descriptor;  // its address, as a word
  LLVMValueRef frame;       // identifies the frame, as a word (function.c)
  LLVMMetadataRef location; // for code that belongs to no instruction

  // The current run of records: a part of a block without calls.  'cursor' is
  // NULL outside a run; 'used' words behind it are written; the last check was
  // 'since' words ago.
  LLVMValueRef cursor;
  unsigned used, since;

  // The words in memory before opaque accesses of one instruction.
  LLVMValueRef old[FT_MOST_ASSEMBLY_ACCESSES];
  unsigned joined;     // number of the access
  LLVMValueRef behind; // what follows the instruction
} ft_emitter;

// Moves the instructions before 'at' to a new block in front, which all jumps
// go to.  Returns the new block.
LLVMBasicBlockRef ft_emit_split (ft_unit *, LLVMValueRef at);

// New code gets the source location of 'at'.
void ft_emit_locate (ft_emitter *, LLVMValueRef at);

// Whether there is a check before the point, when the last one was 'since'
// words ago in the same run of records; 'begins': the run begins with the
// point.
bool ft_emit_checks (const ft_record_point *, bool begins, unsigned since);

// Whether a run of records ends behind the point: other code may run next, or
// the block ends.
bool ft_emit_ends_run (const ft_block_points *, size_t point);

void ft_emit_block (ft_emitter *, const ft_block_points *);

#endif
