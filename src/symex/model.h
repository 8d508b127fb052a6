// Functions of libraries that programs parse their input with, and copy it
// with: what they return and write as an expression of the bytes that they
// read, for the shape that these have in the run (docs/reexecution.md, Library
// functions).  "12" has two digits: that each of them is one, and that what
// follows is none, are branches; the value is 10 * a + b.  So the call goes the
// same way whatever the bytes are, as long as these branches come out so.
//
// Only in runs that tell of inputs: every byte that such a call reads is an
// event of its own.

#ifndef FT_SYMEX_MODEL_H
#define FT_SYMEX_MODEL_H

#include "symex/machine.h"

typedef struct ft_modelled { // the call that a thread is in
  uint8_t kind;              // enum ft_routine, NONE: it is in none
  size_t depth;              // of frames, at the call
  bool shaped;               // its branches are there
  uint64_t result;           // TOLD
  FT_STACK (ft_slot) bytes;  // that it has read
  FT_STACK (size_t) ranges;  // where each range begins in them
} ft_modelled;

enum ft_routine {
  FT_ROUTINE_NONE,
  FT_ROUTINE_PLAIN,  // known, but only pinned
  FT_ROUTINE_NUMBER, // atoi, strtol: of the bytes, to the one behind it
  FT_ROUTINE_LENGTH,
  FT_ROUTINE_COMPARE,      // bytes
  FT_ROUTINE_COMPARE_TEXT, // up to a zero
  FT_ROUTINE_FIND,         // a byte: the last one that is read, or none
  FT_ROUTINE_FIND_TEXT,
  FT_ROUTINE_COPY, // what it read last is what it writes
  FT_ROUTINE_COPY_TEXT,
  FT_ROUTINE_BYTE, // returns the byte that it reads
  FT_ROUTINE_TOLD, // what it returns is told; scanf: numbers and words
};

// Of the call: the branches that say that it goes the same way, once; false if
// it is not understood.  And what it returns, after those.
bool ft_model_shape (ft_machine *, const ft_step_frame *, ft_modelled *);
// scanf: the range read last is a word.
bool ft_model_word (ft_machine *, const ft_step_frame *, const ft_modelled *);

bool ft_model_result (ft_machine *, const ft_step_frame *, const ft_modelled *,
                      ft_slot *result);

// NUMBER, and of scanf: its branches; its value in so many bytes.
bool ft_model_shape_number (ft_machine *, const ft_step_frame *,
                            const ft_modelled *);
bool ft_model_value_number (ft_machine *, const ft_step_frame *,
                            const ft_modelled *, unsigned bytes,
                            ft_slot *result);

typedef struct ft_model_bytes { // a range that was read
  const ft_slot *bytes;
  size_t size;
} ft_model_bytes;

ft_model_bytes ft_model_range (const ft_modelled *, size_t number);
bool ft_model_knows (ft_model_bytes);

// Events of the call: a value, and a comparison that comes out as it does.
ft_slot ft_model_compute (ft_machine *, enum ft_operator, unsigned bytes,
                          ft_slot, ft_slot);
void ft_model_expect (ft_machine *, const ft_step_frame *, enum ft_operator,
                      ft_slot, ft_slot);
void ft_model_expect_equal (ft_machine *, const ft_step_frame *, ft_slot,
                            uint64_t word);

#endif
