// The definition of valid code, looked up piece by piece.

#include <string.h>

#include "symex/code/code_float.h"
#include "symex/code/unit_code.h"
#include "tests/model/random_code.h"

typedef struct looking {
  const ft_unit_code *code;
  const ft_sites *sites;
  const ft_code_body *body;
  const ft_function *function;
} looking;

static const ft_instruction *instruction (const looking *k, uint32_t block,
                                          uint32_t n) {
  return k->code->instructions.begin +
         k->code->blocks.begin[k->body->first_block + block].first + n;
}

static uint32_t length (const looking *k, uint32_t block) {
  return k->code->blocks.begin[k->body->first_block + block].count;
}

static ft_code_operand operand (const looking *k, const ft_instruction *i,
                                uint32_t n) {
  return k->code->operands.begin[i->first + n];
}

static bool fits (const looking *k, ft_code_operand o, int width) {
  if (o.kind == FT_OPERAND_RESULT)
    return o.word < k->body->values &&
           (width < 0 ||
            k->code->widths.begin[k->body->first_width + o.word] == width);
  if (o.kind == FT_OPERAND_CONSTANT)
    return width < 0 || width == 64 || (width && !(o.word >> width));
  if (o.kind == FT_OPERAND_GLOBAL)
    return (width < 0 || width == 64) &&
           (uint32_t)o.word < k->sites->globals.size;
  return o.kind == FT_OPERAND_UNKNOWN;
}

static bool operand_is_valid (const looking *k, const ft_instruction *i,
                              uint32_t n) {
  ft_code_operand o = operand (k, i, n);
  switch (ft_code_operand_letter (ft_code_layout_of (i->kind), n)) {
  case 'b':
    return o.kind == FT_OPERAND_NUMBER && o.word && o.word < k->body->blocks;
  case 'n':
    return o.kind == FT_OPERAND_NUMBER;
  case 'k':
    return o.kind == FT_OPERAND_CONSTANT && fits (k, o, i->width);
  case 'c':
    return fits (k, o, 1);
  case 'a':
    return fits (k, o, 64);
  case 'f':
    return fits (k, o, i->from);
  case 'o':
    return o.kind == FT_OPERAND_NONE || fits (k, o, -1);
  case 'v':
    return fits (k, o, -1);
  case 'r':
    return o.kind == FT_OPERAND_NONE || fits (k, o, i->width);
  }
  return fits (k, o, i->width);
}

// The blocks of a phi's edges may be the first one.
static bool phi_is_valid (const looking *k, const ft_instruction *i) {
  for (uint32_t n = 0; n < i->count; n += 2) {
    ft_code_operand from = operand (k, i, n);
    if (from.kind != FT_OPERAND_NUMBER || from.word >= k->body->blocks ||
        !fits (k, operand (k, i, n + 1), i->width))
      return false;
    for (uint32_t m = 0; m < n; m += 2)
      if (operand (k, i, m).word == from.word)
        return false;
  }
  return true;
}

static bool is_one_of (uint8_t kind, const uint8_t *kinds, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (kinds[i] == kind)
      return true;
  return false;
}

#define ONE_OF(kind, ...)                                                      \
  is_one_of (kind, (const uint8_t[]){__VA_ARGS__},                             \
             sizeof ((const uint8_t[]){__VA_ARGS__}))

// Each operation: letters of its operands and of its result, 'f' of a float of
// either size, 'F' of the same size as the first, 'i' of an integer, 'b' a bit.
static bool float_is_valid (const ft_instruction *i) {
  static const char *const shapes[FT_FLOAT_COUNT] = {
      [FT_FLOAT_ADD] = "ffF",          [FT_FLOAT_SUB] = "ffF",
      [FT_FLOAT_MUL] = "ffF",          [FT_FLOAT_DIV] = "ffF",
      [FT_FLOAT_NEG] = "fF",           [FT_FLOAT_ABS] = "fF",
      [FT_FLOAT_SQRT] = "fF",          [FT_FLOAT_FLOOR] = "fF",
      [FT_FLOAT_CEIL] = "fF",          [FT_FLOAT_TRUNC] = "fF",
      [FT_FLOAT_MULADD] = "fffF",      [FT_FLOAT_COMPARE] = "ffb",
      [FT_FLOAT_CONVERT] = "ff",       [FT_FLOAT_FROM_SIGNED] = "if",
      [FT_FLOAT_FROM_UNSIGNED] = "if", [FT_FLOAT_TO_SIGNED] = "fi",
      [FT_FLOAT_TO_UNSIGNED] = "fi"};
  if (i->op >= FT_FLOAT_COUNT || strlen (shapes[i->op]) != i->count + 1 ||
      i->constant > (i->op == FT_FLOAT_COMPARE ? 15 : 0))
    return false;
  for (unsigned end = 0; end < 2; end++) {
    char letter = shapes[i->op][end ? i->count : 0];
    uint8_t width = end ? i->width : i->from;
    if (!width || (letter == 'b' && width != 1) ||
        (letter == 'F' && width != i->from) ||
        ((letter == 'f' || letter == 'F') && width != 32 && width != 64))
      return false;
  }
  return true;
}

static bool fields_are_valid (const ft_instruction *i) {
  bool word = i->width, two = ft_operator_arity (i->op) == 2;
  switch ((enum ft_instruction_kind)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    return word && two;
  case FT_INSTRUCTION_FLOAT:
    return float_is_valid (i);
  case FT_INSTRUCTION_OVERFLOW:
    return word && ONE_OF (i->op, FT_OP_ADD, FT_OP_SUB, FT_OP_MUL, FT_OP_UADD,
                           FT_OP_USUB, FT_OP_UMUL);
  case FT_INSTRUCTION_ZEXT:
  case FT_INSTRUCTION_SEXT:
    return word && i->from;
  case FT_INSTRUCTION_SWITCH:
    return word;
  case FT_INSTRUCTION_GIVE:
  case FT_INSTRUCTION_TAKE:
    return word && i->constant < 2;
  case FT_INSTRUCTION_RMW:
    if (i->op != FT_OP_NONE && i->op != FT_OP_COPY &&
        (!two || !word || ft_code_compares (i->op)))
      return false;
    // fall through
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
  case FT_INSTRUCTION_CAS:
    return !word || i->constant == (i->width == 1 ? 1 : i->width / 8u);
  case FT_INSTRUCTION_SELECT:
  case FT_INSTRUCTION_PHI:
  case FT_INSTRUCTION_ADDRESS:
  case FT_INSTRUCTION_ALLOCA:
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_UNINTERPRETED:
  case FT_INSTRUCTION_HAVOC:
  case FT_INSTRUCTION_UNDEFINED:
  case FT_INSTRUCTION_CALL:
  case FT_INSTRUCTION_ENTRY:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_TAIL_EXIT:
  case FT_INSTRUCTION_JUMP:
  case FT_INSTRUCTION_BRANCH:
  case FT_INSTRUCTION_RETURN:
  case FT_INSTRUCTION_UNREACHABLE:
    return true;
  }
  return false;
}

static bool site_is_valid (const looking *k, const ft_instruction *i) {
  if (i->kind == FT_INSTRUCTION_RETURN && !i->local)
    return i->site == 1 || (!i->site && k->function);
  if (!k->function &&
      ONE_OF (i->kind, FT_INSTRUCTION_CALL, FT_INSTRUCTION_ENTRY,
              FT_INSTRUCTION_UNWIND, FT_INSTRUCTION_TAIL_EXIT,
              FT_INSTRUCTION_RETURN))
    return false;
  if (!i->site)
    return i->kind != FT_INSTRUCTION_NOTE;
  if (!k->function || i->site > k->function->count)
    return false;
  uint8_t kind = k->sites->sites.begin[k->function->first + i->site - 1].kind;
  return ft_code_site_kinds (i->kind) & UINT32_C (1) << kind;
}

static bool jumps (const looking *k, uint32_t from, uint32_t to) {
  const ft_instruction *end = instruction (k, from, length (k, from) - 1);
  const ft_code_layout *l = ft_code_layout_of (end->kind);
  for (uint32_t n = 0; n < end->count; n++)
    if (ft_code_operand_letter (l, n) == 'b' && operand (k, end, n).word == to)
      return true;
  return false;
}

static bool edges_are_valid (const looking *k, uint32_t block) {
  for (uint32_t from = 0; from < k->body->blocks; from++)
    for (uint32_t n = 0; n < length (k, block); n++) {
      const ft_instruction *i = instruction (k, block, n);
      bool found = i->kind != FT_INSTRUCTION_PHI || !jumps (k, from, block);
      for (uint32_t m = 0; m < i->count && !found; m += 2)
        found = operand (k, i, m).word == from;
      if (!found)
        return false;
    }
  return true;
}

static bool instruction_is_valid (const looking *k, uint32_t block,
                                  uint32_t n) {
  const ft_instruction *i = instruction (k, block, n);
  bool last = n + 1 == length (k, block);
  bool phi = i->kind == FT_INSTRUCTION_PHI;
  if (ft_code_layout_of (i->kind)->ends != last || !fields_are_valid (i) ||
      !site_is_valid (k, i))
    return false;
  if (phi && (!block ||
              (n && instruction (k, block, n - 1)->kind != FT_INSTRUCTION_PHI)))
    return false;
  for (uint32_t m = 0; m < i->count && !phi; m++)
    if (!operand_is_valid (k, i, m))
      return false;
  return !phi || phi_is_valid (k, i);
}

static bool body_is_valid (const looking *k) {
  for (uint32_t b = 0; b < k->body->blocks; b++) {
    if (!length (k, b))
      return false;
    for (uint32_t n = 0; n < length (k, b); n++)
      if (!instruction_is_valid (k, b, n))
        return false;
  }
  for (uint32_t b = 0; b < k->body->blocks; b++)
    if (!edges_are_valid (k, b))
      return false;
  return true;
}

bool ft_plain_code_is_valid (const ft_unit_code *code, const ft_sites *sites) {
  for (size_t n = 0; n < code->bodies.size; n++) {
    looking k = {code, sites, code->bodies.begin + n,
                 n < sites->functions.size ? sites->functions.begin + n : NULL};
    if (!k.body->guid || !body_is_valid (&k))
      return false;
  }
  return code->bodies.size >= sites->functions.size;
}
