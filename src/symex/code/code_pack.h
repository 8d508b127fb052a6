// The packed form of unit code.  Numbers have 7 bits per byte, least
// significant first, the top bit set in all but the last byte (LEB128).
//
//   count of bodies; then each body:
//     GUID (8 bytes), count of parameters, their widths, count of blocks;
//     each block: count of instructions, the instructions.
//   instruction: head byte: kind, FT_CODE_HEAD_RESULT if its result is used,
//     FT_CODE_HEAD_LOCAL, FT_CODE_HEAD_SITE; then the fields of its kind: 'op';
//     widths ('from' << 3 | 'width'); the site if the head says so; 'constant'
//     (of ADDRESS zigzag); count of repeated groups of operands; operands.
//   operand: blocks and plain numbers as they are; others number << 2 | form.
//   widths: 0 to 5 for 0, 1, 8, 16, 32, 64 bits.
//
// Results are numbered in the order of the instructions, behind the parameters,
// so that the numbers need not be stored.

#ifndef FT_SYMEX_CODE_CODE_PACK_H
#define FT_SYMEX_CODE_CODE_PACK_H

#include "symex/code/unit_code.h"

enum { // a head byte: the kind, and bits above it
  FT_CODE_HEAD_KIND = 31,
  FT_CODE_HEAD_RESULT = 32,
  FT_CODE_HEAD_LOCAL = 64,
  FT_CODE_HEAD_SITE = 128,
};

enum {                     // forms of an operand
  FT_CODE_FORM_RESULT,     // zigzag: number of the next result less its own
  FT_CODE_FORM_CONSTANT,   // the constant
  FT_CODE_FORM_COMPLEMENT, // the complement of the constant
  FT_CODE_FORM_OTHER,      // one of the following
};

enum {
  FT_CODE_OTHER_UNKNOWN,
  FT_CODE_OTHER_NONE,
  FT_CODE_OTHER_LARGE,  // a constant follows
  FT_CODE_OTHER_GLOBAL, // number of the global and offset (zigzag) follow
};

_Static_assert((int)FT_INSTRUCTION_KINDS <= (int)FT_CODE_HEAD_KIND + 1,
               "heads");

#endif
