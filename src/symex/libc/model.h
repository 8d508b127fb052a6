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

#include "symex/exec/machine.h"

typedef struct ft_modelled { // the call that a thread is in
  uint8_t kind;              // enum ft_routine, NONE: it is in none
  size_t depth;              // of frames, at the call
  bool shaped;               // its branches are there
  bool told;                 // 'result' is what it returns
  bool extracts;             // but that is a stream, its first argument
  uint64_t result;
  size_t before;            // ranges that it had read when that was told
  FT_STACK (ft_slot) bytes; // that it has read
  FT_STACK (size_t) ranges; // where each range begins in them
  FT_STACK (struct ft_model_item) items; // that it writes, SCAN
  size_t given;                          // of them
} ft_modelled;

typedef struct ft_model_item {
  bool number;
  ft_slot value;  // of a number
  uint32_t first; // in 'bytes', of a word
  uint32_t count; // of its bytes
  uint32_t size;  // of what is written
} ft_model_item;

enum ft_routine {
  FT_ROUTINE_NONE,
  FT_ROUTINE_PLAIN, // known, but only pinned
  FT_ROUTINE_LENGTH,
  FT_ROUTINE_COMPARE,      // bytes
  FT_ROUTINE_COMPARE_TEXT, // up to a zero
  FT_ROUTINE_FIND,         // a byte: the last one that is read, or none
  FT_ROUTINE_FIND_TEXT,
  FT_ROUTINE_COPY, // what it read last is what it writes
  FT_ROUTINE_COPY_TEXT,
  FT_ROUTINE_BYTE, // returns the byte that it reads
  // What those below return is told by a record.
  FT_ROUTINE_TOLD,        // and nothing else is known of it
  FT_ROUTINE_NUMBER,      // atoi, strtol: of the bytes, to the one behind it
  FT_ROUTINE_SCAN,        // scanf: numbers and words, of a text
  FT_ROUTINE_SCAN_STREAM, // of all that it took from a stream
  FT_ROUTINE_LINE,        // what it has read last; up to '\n'
  FT_ROUTINE_LINE_TO,     // getdelim
  FT_ROUTINE_COMPARE_FOLDED,
  FT_ROUTINE_FIND_LAST,
  FT_ROUTINE_SPAN, // of bytes of a set
  FT_ROUTINE_SPAN_OTHERS,
  FT_ROUTINE_FIND_ANY,
  FT_ROUTINE_SEARCH, // a text in a text
  FT_ROUTINE_SEARCH_FOLDED,
  FT_ROUTINE_SEARCH_BYTES,
  FT_ROUTINE_TOKEN,      // strtok
  FT_ROUTINE_TOKEN_EACH, // strsep
  // Known only when what they return is told: of C++ streams, whether it went
  // well, as scanf; a line up to a byte.
  FT_ROUTINE_EXTRACT,
  FT_ROUTINE_EXTRACT_LINE,
};

// Of the call: the branches that say that it goes the same way, once; false if
// it is not understood.  And what it returns, after those.
bool ft_model_shape (ft_machine *, const ft_step_frame *, ft_modelled *);
bool ft_model_result (ft_machine *, const ft_step_frame *, const ft_modelled *,
                      ft_slot *result);

typedef struct ft_model_bytes { // a range that was read
  const ft_slot *bytes;
  size_t size;
} ft_model_bytes;

ft_model_bytes ft_model_range (const ft_modelled *, size_t number);
bool ft_model_knows (ft_model_bytes);

// Events of the call: a value, and a comparison that comes out as it does; how
// that is.
ft_slot ft_model_compute (ft_machine *, enum ft_operator, unsigned bytes,
                          ft_slot, ft_slot);
bool ft_model_test (ft_machine *, const ft_step_frame *, enum ft_operator,
                    ft_slot, ft_slot);
bool ft_model_is (ft_machine *, const ft_step_frame *, ft_slot, uint64_t word);

// ---- sets of bytes (model_set.c) -------------------------------------------

typedef struct ft_model_set {
  bool has[256];
} ft_model_set;

void ft_model_set_add (ft_model_set *, unsigned first, unsigned last);
ft_model_set ft_model_digits (unsigned base);
bool ft_model_is_blank (uint64_t byte); // in the "C" locale
// Whether the byte is in it, as a value; and as a branch.
ft_slot ft_model_in (ft_machine *, ft_slot byte, const ft_model_set *);
bool ft_model_is_in (ft_machine *, const ft_step_frame *, ft_slot byte,
                     const ft_model_set *);
// As 'tolower' in the "C" locale.
ft_slot ft_model_folded (ft_machine *, ft_slot byte);

// ---- texts (model_text.c) --------------------------------------------------

// Their branches; false if they are not understood, or return something else.
bool ft_model_shape_span (ft_machine *, const ft_step_frame *,
                          const ft_modelled *);
bool ft_model_shape_token (ft_machine *, const ft_step_frame *,
                           const ft_modelled *);
bool ft_model_shape_search (ft_machine *, const ft_step_frame *,
                            const ft_modelled *);
bool ft_model_shape_last (ft_machine *, const ft_step_frame *,
                          const ft_modelled *);
bool ft_model_shape_line (ft_machine *, const ft_step_frame *,
                          const ft_modelled *);

// ---- numbers (model_number.c) ----------------------------------------------

// A number as 'strtol' finds it in a text whose last byte is not its own.
typedef struct ft_model_number {
  ft_model_bytes text;
  unsigned base;
  size_t first, end; // of its digits
  bool negative, prefixed, guessed;
} ft_model_number;

size_t ft_model_most_digits (unsigned base); // that fit into 63 bits
// 'base' 0 is for the number to say.  False if it is not understood.
bool ft_model_find_number (ft_model_bytes, uint64_t base, ft_model_number *);
void ft_model_shape_number (ft_machine *, const ft_step_frame *,
                            const ft_model_number *);
ft_slot ft_model_number_value (ft_machine *, const ft_model_number *,
                               unsigned bytes);

// ---- scanf (model_scan.c) --------------------------------------------------

// Goes through the format and the text that the call has read, and lists what
// it writes.
bool ft_model_shape_scan (ft_machine *, const ft_step_frame *, ft_modelled *);
// The same of a line: up to the byte that stands in place of the format.
bool ft_model_shape_extracted (ft_machine *, const ft_step_frame *,
                               ft_modelled *);

#endif
