// A builder of the unit code of one function (symex/code/unit_code.h).
//
// LLVM values get numbers when they are first used; at the end, values are
// numbered again in the order of the instructions ('lower.c').

#ifndef FT_INSTRUMENT_CODE_BUILDER_H
#define FT_INSTRUMENT_CODE_BUILDER_H

#include "instrument/record_points.h"
#include "symex/code/unit_code.h"

typedef struct ft_code_builder {
  ft_unit *unit;
  ft_unit_code *code; // the unit's
  LLVMValueRef function;
  ft_code_body body;
  bool records;  // false: an unrecorded leaf function
  ft_map values; // values (their addresses)
  ft_map pairs;  // LLVM values with two results: number of the first one
  ft_map blocks; // numbers of blocks
  uint32_t next; // number of the next value
  uint32_t instruction, operand; // first ones of this body, in the unit
  FT_STACK (uint32_t) marks;     // by block: the last phi node with it

  // The LLVM instruction that is being lowered.
  const ft_block_points *block;
  size_t point;    // of the block, the next one
  uint32_t site;   // code of its record, 0: none
  bool makes_exit; // the instruction makes an EXIT record
} ft_code_builder;

// ---- operands --------------------------------------------------------------

#define FT_CODE_OPERAND_UNKNOWN ((ft_code_operand){FT_OPERAND_UNKNOWN, 0})
#define FT_CODE_OPERAND_NONE ((ft_code_operand){FT_OPERAND_NONE, 0})

static inline ft_code_operand ft_code_constant (uint64_t word) {
  return (ft_code_operand){FT_OPERAND_CONSTANT, word};
}

static inline ft_code_operand ft_code_number (uint64_t number) {
  return (ft_code_operand){FT_OPERAND_NUMBER, number};
}

static inline ft_code_operand ft_code_slot (uint32_t number) {
  return (ft_code_operand){FT_OPERAND_RESULT, number};
}

// The number of an LLVM value in one of the builder's maps, which is a new one with so
// many results at its first use.
uint32_t ft_builder_number (ft_code_builder *, ft_map *, LLVMValueRef,
                            unsigned results);

// Width of a type in bits, 0 if it is no word.
uint8_t ft_builder_width (LLVMTypeRef);
uint8_t ft_builder_width_of (LLVMValueRef);

// The bits of a floating point constant; false for others and for NaNs
// (lower_float.c).
bool ft_lower_float_constant (LLVMValueRef, uint64_t *word);

ft_code_operand ft_builder_value (ft_code_builder *, LLVMValueRef);
ft_code_operand ft_builder_operand_of (ft_code_builder *,
                                       LLVMValueRef instruction,
                                       unsigned index);
ft_code_operand ft_builder_block (const ft_code_builder *, LLVMBasicBlockRef);

// ---- instructions ----------------------------------------------------------

// Begins an instruction; its operands follow.
ft_instruction *ft_builder_begin (ft_code_builder *, enum ft_instruction_kind,
                                  uint8_t width);
void ft_builder_operand (ft_code_builder *, ft_code_operand);
// Adds all operands of an LLVM instruction that are values.
void ft_builder_operands (ft_code_builder *, LLVMValueRef instruction);

// The result of the last instruction is the LLVM value, or a new value.
void ft_builder_result (ft_code_builder *, LLVMValueRef);
ft_code_operand ft_builder_new (ft_code_builder *);
// The same for an instruction with two results.
ft_code_operand ft_builder_new_pair (ft_code_builder *);

// Add an instruction whose result is 'of', or a new value if that is NULL.
ft_code_operand ft_builder_compute (ft_code_builder *, enum ft_operator,
                                    uint8_t width, ft_code_operand a,
                                    ft_code_operand b, LLVMValueRef of);
ft_code_operand ft_builder_select (ft_code_builder *, uint8_t width,
                                   const ft_code_operand operands[3],
                                   LLVMValueRef of);
// ZEXT or SEXT, which also truncate.
ft_code_operand ft_builder_extend (ft_code_builder *, enum ft_instruction_kind,
                                   uint8_t from, uint8_t width, ft_code_operand,
                                   LLVMValueRef of);

// Behaviour is undefined if the condition is 1.
void ft_builder_undefined_if (ft_code_builder *, ft_code_operand);

// An LLVM instruction that is not modelled: UNINTERPRETED, or HAVOC if it may
// access memory.
void ft_builder_uninterpreted (ft_code_builder *, enum ft_instruction_kind,
                               LLVMValueRef);

// ---- values of two words (code_pairs.c) ---------------------------------------

// Whether an LLVM instruction has two results in unit code: a compare-and-swap,
// or arithmetic with overflow.
bool ft_builder_is_pair (LLVMValueRef);
// The two results of the last instruction are the LLVM value.
void ft_builder_result_pair (ft_code_builder *, LLVMValueRef);

// Whether an LLVM value is a call that returns two words, each the result of a TAKE.
bool ft_builder_takes_two (LLVMValueRef);
// Adds the TAKEs of such a call, which was just lowered.
void ft_builder_take_two (ft_code_builder *, LLVMValueRef call);

// Whether an LLVM value is a phi node or a selection of values whose two words are
// all known.
bool ft_builder_chooses_two (LLVMValueRef);
// The result of the last instruction is word number 'k' of the LLVM value.
void ft_builder_result_word (ft_code_builder *, LLVMValueRef, unsigned k);
// Whether something uses an LLVM value of two words other than word by word.
bool ft_builder_is_used_whole (LLVMValueRef);

// Word number 'k' of an LLVM value of two words; false if it is not known.
bool ft_builder_word (ft_code_builder *, LLVMValueRef, unsigned k,
                      ft_code_operand *);
// The widths of the two words of an LLVM value; false if it is of another type.
bool ft_builder_two_widths (LLVMValueRef, uint8_t [2]);

// Whether an LLVM instruction extracts a word that is known.
bool ft_builder_is_extract (LLVMValueRef);
ft_code_operand ft_builder_extracted (ft_code_builder *, LLVMValueRef);

#endif
