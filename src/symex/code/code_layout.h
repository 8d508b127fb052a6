// What an instruction of each kind is made of: one table, which packing,
// unpacking, the check and the text form of code all go by.

#ifndef FT_SYMEX_CODE_CODE_LAYOUT_H
#define FT_SYMEX_CODE_CODE_LAYOUT_H

#include "symex/code/unit_code.h"

// Letters of operands:
//   v  any value               w  a word of 'width' bits
//   o  a value or nothing      r  a word of 'width' bits, or nothing
//   c  a condition, 1 bit      f  a word of 'from' bits
//   a  64 bits: an address or index
//   k  a constant of 'width' bits
//   b  a block, a number       n  a plain number
typedef struct ft_code_layout {
  const char *fixed;    // operands that are always there
  const char *repeated; // then these, any number of times
  const char *fields;   // o 'op', w 'width', f 'from', l 'local', s 'site',
                        // c 'constant', which are used
  unsigned results;     // that it has, if anybody uses them
  unsigned width;       // of the result or both; FT_CODE_OWN_WIDTH: 'width'
  bool ends;            // it ends a block
} ft_code_layout;

enum { FT_CODE_OWN_WIDTH = 255 };

const ft_code_layout *ft_code_layout_of (enum ft_instruction_kind);

// "compute", as the text form says it.
const char *ft_code_kind_name (enum ft_instruction_kind);

// The letter of operand 'i' of an instruction of 'count' operands.
char ft_code_operand_letter (const ft_code_layout *, size_t i);

// Whether operator 'op' compares: its result has 1 bit.
bool ft_code_compares (enum ft_operator);

// The width of result 0 or 1.
uint8_t ft_code_result_width (const ft_instruction *, unsigned which);

// The kinds of sites that an instruction may have, as bits of ft_site_kind.
uint32_t ft_code_site_kinds (enum ft_instruction_kind);

#endif
