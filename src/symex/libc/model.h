// Models of library functions: the result of a call, and what it writes, as
// expressions over the bytes that it read.
//
// The bytes are symbolic; the shape of the text is that of the run.  For strtol
// of "12" the shape is two digits and a byte behind them that is none: branches
// constrain each of the three bytes accordingly, and the result is
// 10 * a + b.  The call takes the same path for all bytes that satisfy the
// branches (docs/internals/reexecution.md, Library functions).
//
// Only runs with inputs have modelled calls: each byte that such a call reads
// becomes an event of its own.

#ifndef FT_SYMEX_LIBC_MODEL_H
#define FT_SYMEX_LIBC_MODEL_H

#include "symex/libc/libc_call.h"

// A number, or a word of the text, that scanf writes.
typedef struct ft_libc_item {
  bool number;
  ft_value value; // of the number
  uint32_t first; // of the word, in 'bytes' of the call
  uint32_t count; // bytes of the word
  uint32_t size;  // bytes that are written, with the zero at the end
} ft_libc_item;

// The call that a thread is in.
typedef struct ft_libc_call {
  uint8_t model;       // enum ft_libc_model; NONE: no modelled call
  size_t depth;        // frames of the thread at the call
  bool constrained;    // the branches of the call are in the trace
  bool result_known;   // a record holds 'result'
  bool returns_stream; // the call returns its first argument, a C++ stream;
                       // 'result' says whether it went well
  uint64_t result;
  size_t ranges_before;          // ranges read before the record of 'result'
  FT_STACK (ft_value) bytes;     // bytes that the call has read
  FT_STACK (size_t) ranges;      // where each range begins in 'bytes'
  FT_STACK (ft_libc_item) items; // items that scanf writes
  size_t items_written;
} ft_libc_call;

// Add the branches that hold the call on its path, once; false if the model
// does not cover the call.
bool ft_libc_constrain (ft_machine *, const ft_exec_frame *, ft_libc_call *);
// The result of a call that is constrained; false if the model does not cover
// it.
bool ft_libc_result (ft_machine *, const ft_exec_frame *, const ft_libc_call *,
                     ft_value *result);

// A range of bytes that the call has read.
typedef struct ft_libc_bytes {
  const ft_value *bytes;
  size_t size;
} ft_libc_bytes;

ft_libc_bytes ft_libc_range (const ft_libc_call *, size_t number);
bool ft_libc_bytes_are_known (ft_libc_bytes);

// ---- events of a call (model_value.c) --------------------------------------

// The value of an operation.
ft_value ft_libc_compute (ft_machine *, enum ft_operator, unsigned bytes,
                          ft_value, ft_value);
// A branch on a comparison; its outcome in the run.
bool ft_libc_branch (ft_machine *, const ft_exec_frame *, enum ft_operator,
                     ft_value, ft_value);
bool ft_libc_branch_equals (ft_machine *, const ft_exec_frame *, ft_value,
                            uint64_t word);

// ---- sets of bytes (model_text.c) ------------------------------------------

typedef struct ft_libc_charset {
  bool has[256];
} ft_libc_charset;

void ft_libc_charset_add (ft_libc_charset *, unsigned first, unsigned last);
ft_libc_charset ft_libc_charset_digits (unsigned base);
bool ft_libc_is_blank (uint64_t byte); // in the "C" locale
// Whether the byte is in the set: as a value, and as a branch.
ft_value ft_libc_charset_contains (ft_machine *, ft_value byte,
                                   const ft_libc_charset *);
bool ft_libc_charset_branch (ft_machine *, const ft_exec_frame *, ft_value byte,
                             const ft_libc_charset *);
// As 'tolower' in the "C" locale.
ft_value ft_libc_lower_case (ft_machine *, ft_value byte);

// ---- texts (model_text.c) --------------------------------------------------

// Add the branches of one kind of call; false if the model does not cover the
// call, or computes another result than the recorded one.
bool ft_libc_constrain_span (ft_machine *, const ft_exec_frame *,
                             const ft_libc_call *);
bool ft_libc_constrain_token (ft_machine *, const ft_exec_frame *,
                              const ft_libc_call *);
bool ft_libc_constrain_search (ft_machine *, const ft_exec_frame *,
                               const ft_libc_call *);
bool ft_libc_constrain_last (ft_machine *, const ft_exec_frame *,
                             const ft_libc_call *);
bool ft_libc_constrain_line (ft_machine *, const ft_exec_frame *,
                             const ft_libc_call *);

// ---- numbers (model_number.c) ----------------------------------------------

// A number as 'strtol' finds it in a text; the last byte of the text is behind
// the number.
typedef struct ft_libc_number {
  ft_libc_bytes text;
  unsigned base;
  size_t first, end; // of the digits
  bool negative;
  bool prefixed; // by 0x
  bool guessed;  // the digits say which base it is
} ft_libc_number;

size_t ft_libc_max_digits (unsigned base); // digits that fit into 63 bits
// In base 0 the number says which base it has.  False if the text is not known
// or has too many digits.
bool ft_libc_find_number (ft_libc_bytes, uint64_t base, ft_libc_number *);
void ft_libc_constrain_number (ft_machine *, const ft_exec_frame *,
                               const ft_libc_number *);
ft_value ft_libc_number_value (ft_machine *, const ft_libc_number *,
                               unsigned bytes);

// ---- scanf (model_scan.c) --------------------------------------------------

// Follow the format and the text that the call has read, and list the items
// that the call writes.
bool ft_libc_constrain_scan (ft_machine *, const ft_exec_frame *,
                             ft_libc_call *);
// The same for std::getline: up to the byte that stands in place of the format.
bool ft_libc_constrain_extracted (ft_machine *, const ft_exec_frame *,
                                  ft_libc_call *);

#endif
