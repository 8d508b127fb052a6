// Code of recorded functions: what is re-executed along a log.
//
// The instrumenter writes it from the bitcode that it instruments, so that each
// instruction knows the record that it makes; it is kept in the site table
// ('ft_sites.code'), which the runtime copies into the run directory.  So a run
// can be re-executed by itself, without LLVM, its bitcode or the program.
//
// A function is a list of blocks, a block a list of instructions in SSA form.
// Values are words of 1 to 64 bits, kept zero-extended, floats and doubles
// among them; those of another type (vectors, aggregates, odd widths, other
// floats) have width 0: only what they depend on is followed.  Unpacked code is
// checked: no reader of it need look whether an index is in range, and all
// widths fit.  (What is not checked is that a value was computed before it is
// used; LLVM's code does that.)

#ifndef FT_SYMEX_CODE_UNIT_CODE_H
#define FT_SYMEX_CODE_UNIT_CODE_H

#include "run/sites.h"
#include "trace/operator.h"

//   instruction, what its operands are
//
// 'site' says: SITE, the instruction makes a record of that code when it is
// executed, unless 'site' is 0, when it makes none.
#define FT_INSTRUCTIONS(I)                                                     \
  I (COMPUTE, "'op' on two operands of 'width' bits; a comparison gives 1 "    \
              "bit")                                                           \
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
  I (NOTE, "SITE: a record that means nothing here (VARIABLE)")                \
  I (OPAQUE, "operands that the result depends on, which is not modelled; "    \
             "no effect on memory")                                            \
  I (UNKNOWN, "as OPAQUE, but it may also read and write any memory: inline "  \
              "assembly, unknown intrinsics")                                  \
  I (FLOAT, "'op' (enum ft_float) on operands of 'from' bits; 'constant': "    \
            "what a comparison asks for (code_float.h)")                       \
  I (OVERFLOW, "'op' (ADD ... UMUL) on two operands of 'width' bits; two "     \
               "results: what is left of it (result), whether it overflowed "  \
               "(result + 1)")                                                 \
  I (UNDEFINED, "condition: if it is 1, what follows is undefined.  What "     \
                "LLVM promises (nuw, exact, assume)")                          \
  I (CALL, "callee address (or NOTHING), then arguments.  'constant': "        \
           "linkage of the callee, 0 if it is called by address.  SITE")       \
  I (ENTERED, "the function's ENTER record was made")                          \
  I (UNWIND, "an UNWIND record is made: landing pads, second return of "       \
             "setjmp")                                                         \
  I (LEAVE, "an EXIT record is made, and the function goes on: before a "      \
            "musttail call")                                                   \
  I (JUMP, "block (a plain number)")                                           \
  I (BRANCH, "condition, block if 1, block if 0 (plain numbers).  'site': "    \
             "its place in the source; it makes no record")                    \
  I (SWITCH, "value of 'width' bits, default block, then pairs of value "      \
             "(a constant operand) and block.  'site' as BRANCH's")            \
  I (RETURN, "value or nothing.  Makes an EXIT record unless 'site' is 1")     \
  I (STOP, "unreachable, or control that is not followed (resume, "            \
           "callbr, indirectbr)")

enum ft_instruction_kind {
#define I(NAME, what) FT_INSTRUCTION_##NAME,
  FT_INSTRUCTIONS (I)
#undef I
};

#define I(NAME, what) +1
enum { FT_INSTRUCTION_KINDS = 0 FT_INSTRUCTIONS (I) };
#undef I

// What an operand is.  Values of the function are numbered from 0, its
// parameters first.
enum ft_code_operand_kind {
  FT_OPERAND_RESULT,     // value number 'word' of the function
  FT_OPERAND_CONSTANT, // 'word'
  FT_OPERAND_GLOBAL,  // the address of a global of the sites and a signed offset:
                    // see 'ft_code_at_global'
  FT_OPERAND_UNKNOWN,   // what no read changes, and whose value is not known: the
                    // address of another global or a function, undef,
                    // constants that are no words
  FT_OPERAND_NUMBER,  // 'word' is a block or scale, as the table above says
  FT_OPERAND_NONE, // no operand is there
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
  uint8_t kind;  // enum ft_instruction_kind
  uint8_t op;    // enum ft_operator; FLOAT: enum ft_float
  uint8_t width; // bits of the value that is computed (of what a comparison
                 // compares; of the value that is loaded or stored): 1, 8, 16,
                 // 32, 64; 0 if it is no word.  ADDRESS, ALLOCA: 64
  uint8_t from;  // ZEXT, SEXT, FLOAT
  bool local;    // ALLOCA: not escaping.  Accesses without a site: of such
                 // memory, else of memory that never changes (of COPY only
                 // the source is; the destination is local)
  uint32_t site; // 0: none
  uint32_t result;       // slot, FT_NO_ID if there is none or nobody uses it
  uint32_t first, count; // in 'operands'
  uint64_t constant;
} ft_instruction;

typedef struct ft_code_block {
  uint32_t first, count; // in 'instructions'; the last one ends the block
} ft_code_block;

typedef struct ft_code_body {
  uint64_t linkage;       // digest of its name for the linker, never 0; of
                          // one that only its unit can name, with the unit's
  uint32_t slots;         // values, parameters included
  uint32_t slot;          // of the first, in 'widths'
  uint32_t parameters;    // the first slots
  uint32_t block, blocks; // in 'blocks'; the first is where it begins; none:
                          // this function is not re-executed
} ft_code_body;

typedef struct ft_unit_code {
  // Parallel to the functions of the sites.  Those that follow are of functions
  // that make no records, not even ENTER and EXIT, and have no site.  They
  // compute from their arguments, their own variables and constants.
  FT_STACK (ft_code_body) bodies;
  FT_STACK (ft_code_block) blocks;
  FT_STACK (ft_instruction) instructions;
  FT_STACK (ft_code_operand) operands;
  FT_STACK (uint8_t) widths; // of each value, in bits, 0 if it is no word
} ft_unit_code;

void ft_unit_code_release (ft_unit_code *); // (ft_unit_code){0} is empty

// Appends the packed form.
void ft_unit_code_pack (const ft_unit_code *, ft_strbuf *out);

// Any bytes are accepted or refused with an error.  'sites' are those that it
// is kept with: sites and functions that it names must be there.
bool ft_unit_code_unpack (ft_unit_code *, const ft_sites *sites,
                          const void *bytes, size_t size, ft_error *);

// The digest that 'linkage' is.
uint64_t ft_guid (const char *name, size_t length);

// ---- code layout -----------------------------------------------------------

// What an instruction of each kind is made of: one table, which packing,
// unpacking, the check and the text form of code all go by.

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
