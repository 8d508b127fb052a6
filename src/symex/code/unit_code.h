// Unit code: the code of the instrumented functions of one translation unit, in
// SSA form, for re-execution along a log.
//
// The instrumenter lowers LLVM IR to unit code while it instruments, so that
// each instruction knows the record that it makes.  Unit code is kept in the
// site table ('ft_sites.code'), which the runtime copies into the run
// directory.  So a run can be re-executed without LLVM, bitcode or the program.
//
// A function is a list of blocks, a block a list of instructions.  Values are
// words of 1 to 64 bits, kept zero-extended; floats and doubles are words, too.
// Values of other types (vectors, aggregates, odd widths, other floats) have
// width 0: only their dependences are followed.
//
// Unpacked code is checked (code_check.h), so that no reader has to test
// indices or widths.  The check leaves out that a value is computed before it
// is used; LLVM guarantees that.

#ifndef FT_SYMEX_CODE_UNIT_CODE_H
#define FT_SYMEX_CODE_UNIT_CODE_H

#include "run/sites.h"
#include "trace/operator.h"

//   instruction, its operands
//
// SITE: the instruction makes a record with the code 'site' when it is
// executed; no record if 'site' is 0.
#define FT_INSTRUCTIONS(I)                                                     \
  I (COMPUTE, "'op' on two operands of 'width' bits; a comparison gives 1 "    \
              "bit.  'site' as BRANCH's, of divisions")                        \
  I (ZEXT, "operand of 'from' bits to 'width'; also trunc, ptrtoint, freeze")  \
  I (SEXT, "operand of 'from' bits to 'width'")                                \
  I (SELECT, "condition, value if 1, value if 0")                              \
  I (PHI, "for each entering edge: block (a plain number), value")             \
  I (ADDRESS, "base, then pairs of index (64 bits, signed) and scale (a "      \
              "plain number); 'constant' is added.  getelementptr")            \
  I (ALLOCA, "count of elements; 'constant' bytes each.  'local' if its "      \
             "address does not escape: accesses of it make no records, but "   \
             "those through a PHI or SELECT of addresses")                     \
  I (LOAD, "address; 'constant' bytes.  SITE")                                 \
  I (STORE, "address, value; 'constant' bytes.  SITE")                         \
  I (RMW, "address, operand; 'constant' bytes; 'op' what is computed from "    \
          "old and operand, COPY for xchg, NONE for others.  SITE")            \
  I (CAS, "address, expected, new of 'width' bits; 'constant' bytes; two "     \
          "results: old value (result), success (result + 1).  SITE; a "       \
          "failed one site + 1")                                               \
  I (COPY, "destination, source, bytes.  SITE.  memcpy, memmove")              \
  I (SET, "destination, byte, bytes.  SITE")                                   \
  I (FENCE, "SITE")                                                            \
  I (NOTE, "SITE: a record without a meaning for re-execution (VARIABLE)")     \
  I (UNINTERPRETED,                                                            \
     "operands.  The result depends on them in a way that is not expressed; "  \
     "no effect on memory")                                                    \
  I (HAVOC, "as UNINTERPRETED, and it may read and write any memory: inline "  \
            "assembly, unknown intrinsics")                                    \
  I (FLOAT, "'op' (enum ft_float) on operands of 'from' bits; 'constant': "    \
            "outcomes for which a comparison holds (code_float.h)")            \
  I (OVERFLOW, "'op' (ADD ... UMUL) on two operands of 'width' bits; two "     \
               "results: the low bits (result), whether it overflowed "        \
               "(result + 1)")                                                 \
  I (UNDEFINED, "condition: if it is 1, behaviour is undefined.  LLVM's "      \
                "promises (nuw, exact, assume)")                               \
  I (CALL, "callee address (or none), then arguments.  'constant': "           \
           "GUID of the callee, 0 if it is called by address.  'local': an "   \
           "exception of the callee leaves the function.  SITE")               \
  I (ENTRY, "the function's ENTER record was made")                            \
  I (UNWIND, "an UNWIND record is made: landing pads, second return of "       \
             "setjmp")                                                         \
  I (TAIL_EXIT, "an EXIT record is made, and the function goes on: before a "  \
                "musttail call")                                               \
  I (JUMP, "block (a plain number)")                                           \
  I (BRANCH, "condition, block if 1, block if 0 (plain numbers).  'site': "    \
             "its place in the source; it makes no record")                    \
  I (SWITCH, "value of 'width' bits, default block, then pairs of value "      \
             "(a constant operand) and block.  'site' as BRANCH's")            \
  I (RETURN, "value or nothing.  'local': the status of the program, 'site' "  \
             "as BRANCH's.  Else it makes an EXIT record unless 'site' is 1")  \
  I (UNREACHABLE, "unreachable, or control that is not followed (resume, "     \
                  "callbr, indirectbr).  'site' as BRANCH's, behind a trap, "   \
                  "which ends the program; 'local': of an overflow")            \
  I (GIVE, "value of 'width' bits.  Word number 'constant' (0 or 1) of the "    \
           "two that the function returns; before RETURN")                      \
  I (TAKE, "result of the CALL before it.  Word number 'constant' of the two "  \
           "that this returned")

enum ft_instruction_kind {
#define I(NAME, what) FT_INSTRUCTION_##NAME,
  FT_INSTRUCTIONS (I)
#undef I
};

#define I(NAME, what) +1
enum { FT_INSTRUCTION_KINDS = 0 FT_INSTRUCTIONS (I) };
#undef I

// The kinds of operands.  Values of a function are numbered from 0, its
// parameters first.
enum ft_code_operand_kind {
  FT_OPERAND_RESULT,   // value number 'word' of the function
  FT_OPERAND_CONSTANT, // 'word'
  FT_OPERAND_GLOBAL,   // the address of a global of the sites and a signed
                       // offset: see 'ft_code_at_global'
  FT_OPERAND_UNKNOWN,  // an unknown word that no read changes: the address of
                       // another global or a function, undef, a constant that
                       // is no word
  FT_OPERAND_NUMBER,   // 'word' is a block or a scale, see the table above
  FT_OPERAND_NONE,     // no operand
};

typedef struct ft_code_operand {
  uint8_t kind; // enum ft_code_operand_kind
  uint64_t word;
} ft_code_operand;

static inline ft_code_operand ft_code_at_global (uint32_t number,
                                                 int32_t offset) {
  return (ft_code_operand){FT_OPERAND_GLOBAL,
                           (uint64_t)(uint32_t)offset << 32 | number};
}

static inline uint32_t ft_code_global_number (const ft_code_operand *o) {
  return (uint32_t)o->word;
}

static inline int32_t ft_code_global_offset (const ft_code_operand *o) {
  return (int32_t)(uint32_t)(o->word >> 32);
}

typedef struct ft_instruction {
  uint8_t kind;    // enum ft_instruction_kind
  uint8_t op;      // enum ft_operator; FLOAT: enum ft_float
  uint8_t width;   // bits of the value that is computed, compared, loaded or
                   // stored: 1, 8, 16, 32, 64; 0 if it is no word.  ADDRESS,
                   // ALLOCA: 64
  uint8_t from;    // bits of the operand of ZEXT, SEXT, FLOAT
  bool local;      // UNREACHABLE: behind the trap of an overflow.
                   // CALL: an exception leaves the function.
                   // RETURN: of 'main', with a place.
                   // ALLOCA: the address does not escape.  An access without a
                   // site: of such memory; else of memory that never changes (a
                   // COPY reads such memory, and its destination is local)
  uint32_t site;   // 0: none
  uint32_t result; // number of the value, FT_NO_ID: none, or not used
  uint32_t first, count; // operands, in 'operands'
  uint64_t constant;
} ft_instruction;

typedef struct ft_code_block {
  uint32_t first, count; // in 'instructions'; the last one ends the block
} ft_code_block;

// The code of one function.
typedef struct ft_code_body {
  uint64_t guid;        // digest of the name for the linker, never 0; with the
                        // unit's name if only the unit can name the function
  uint32_t values;      // count, parameters included
  uint32_t first_width; // in 'widths', of value 0
  uint32_t parameters;  // values from 0 on
  uint32_t first_block; // the entry block, in 'blocks'
  uint32_t blocks;      // count, 0: the function is not re-executed
} ft_code_body;

typedef struct ft_unit_code {
  // First one body for each function of the sites, in that order; then bodies
  // of unrecorded leaf functions.  An unrecorded leaf function makes no
  // records, not even ENTER and EXIT, and has no site: it computes only from
  // its arguments, its own variables and constants.
  FT_STACK (ft_code_body) bodies;
  FT_STACK (ft_code_block) blocks;
  FT_STACK (ft_instruction) instructions;
  FT_STACK (ft_code_operand) operands;
  FT_STACK (uint8_t) widths; // of values, in bits; 0: the value is no word
} ft_unit_code;

void ft_unit_code_release (ft_unit_code *); // (ft_unit_code){0} is empty

// Appends the packed form (code_pack.h).
void ft_unit_code_pack (const ft_unit_code *, ft_strbuf *out);

// Accepts any bytes, or refuses them with an error.  'sites' is the table that
// the code is kept in: it must have all sites and functions that the code
// names.
bool ft_unit_code_unpack (ft_unit_code *, const ft_sites *sites,
                          const void *bytes, size_t size, ft_error *);

// ---- layout ----------------------------------------------------------------

// The operands and fields of each kind of instruction: one table for packing,
// unpacking, the check and the text form of code.
//
// Letters of operands:
//   v  any value               w  a word of 'width' bits
//   o  a value or none         r  a word of 'width' bits, or none
//   c  a condition, 1 bit      f  a word of 'from' bits
//   a  64 bits: an address or index
//   k  a constant of 'width' bits
//   b  a block, a number       n  a plain number
typedef struct ft_code_layout {
  const char *fixed;    // first operands
  const char *repeated; // further operands, any number of times
  const char *fields;   // in use: o 'op', w 'width', f 'from', l 'local',
                        // s 'site', c 'constant'
  unsigned results;     // count, if the result is used at all
  unsigned width;       // of the results; FT_CODE_OWN_WIDTH: 'width'
  bool ends;            // the instruction ends a block
} ft_code_layout;

enum { FT_CODE_OWN_WIDTH = 255 };

const ft_code_layout *ft_code_layout_of (enum ft_instruction_kind);

// "COMPUTE"; the text form has it in lower case.
const char *ft_code_kind_name (enum ft_instruction_kind);

// The letter of operand 'i' of an instruction of 'count' operands.
char ft_code_operand_letter (const ft_code_layout *, size_t i);

// Whether the operator is a comparison, whose result has 1 bit.
bool ft_code_compares (enum ft_operator);

// Whether the instruction, a RETURN, makes no EXIT record.
static inline bool ft_code_is_silent_return (const ft_instruction *i) {
  return i->site == 1 && !i->local;
}

// The width of result 0 or 1.
uint8_t ft_code_result_width (const ft_instruction *, unsigned which);

// The kinds of sites that an instruction may have, as a set of ft_site_kind.
uint32_t ft_code_site_kinds (enum ft_instruction_kind);

#endif
