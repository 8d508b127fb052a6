// Checks that unit code is valid.
#include "symex/code/code_check.h"

#include <string.h>

#include "symex/code/code_float.h"
#include "symex/code/unit_code.h"

typedef struct checker {
  const ft_unit_code *code;
  const ft_code_body *body;
  const ft_sites *sites;
  const ft_function *function; // NULL: the body makes no records
  // Predecessors of block b, each once: 'from[first[b + 1]..first[b + 2]]'.
  uint32_t *first, *from;
  uint32_t *stamps; // of blocks: the last mark
} checker;

static const ft_code_operand *operand (const checker *c,
                                       const ft_instruction *i, size_t n) {
  return c->code->operands.begin + i->first + n;
}

// ---- operands --------------------------------------------------------------

static const char *check_width (const checker *c, const ft_code_operand *o,
                                uint8_t width) {
  if (o->kind == FT_OPERAND_RESULT)
    return c->code->widths.begin[c->body->first_width + o->word] == width
               ? NULL
               : "a value has another width";
  if (o->kind == FT_OPERAND_GLOBAL && width != 64)
    return "an address has another width";
  if (o->kind == FT_OPERAND_CONSTANT &&
      (!width || (width < 64 && o->word >> width)))
    return "a constant is wider than its word";
  return NULL;
}

static bool is_value (const checker *c, const ft_code_operand *o) {
  if (o->kind == FT_OPERAND_RESULT)
    return o->word < c->body->values;
  if (o->kind == FT_OPERAND_GLOBAL)
    return ft_code_global_number (o) < c->sites->globals.size;
  return o->kind == FT_OPERAND_CONSTANT || o->kind == FT_OPERAND_UNKNOWN;
}

static const char *check_number (const checker *c, const ft_code_operand *o,
                                 char letter) {
  if (o->kind != FT_OPERAND_NUMBER)
    return "a number is missing";
  if (letter == 'b' && o->word >= c->body->blocks)
    return "no such block";
  return NULL;
}

static const char *check_operand (const checker *c, const ft_instruction *i,
                                  const ft_code_operand *o, char letter) {
  if (letter == 'b' || letter == 'n')
    return check_number (c, o, letter);
  if ((letter == 'o' || letter == 'r') && o->kind == FT_OPERAND_NONE)
    return NULL;
  if (!is_value (c, o))
    return "no such value";
  switch (letter) {
  case 'c':
    return check_width (c, o, 1);
  case 'f':
    return check_width (c, o, i->from);
  case 'a':
    return check_width (c, o, 64);
  case 'k':
    if (o->kind != FT_OPERAND_CONSTANT)
      return "a case is no constant";
    return check_width (c, o, i->width);
  case 'w':
  case 'r':
    return check_width (c, o, i->width);
  }
  return NULL;
}

static const char *check_operands (const checker *c, const ft_instruction *i) {
  const ft_code_layout *l = ft_code_layout_of (i->kind);
  const char *wrong = NULL;
  for (size_t n = 0; n < i->count && !wrong; n++)
    wrong =
        check_operand (c, i, operand (c, i, n), ft_code_operand_letter (l, n));
  return wrong;
}

// ---- instructions ----------------------------------------------------------

static bool is_overflow (enum ft_operator op) {
  return op == FT_OP_ADD || op == FT_OP_SUB || op == FT_OP_MUL ||
         op == FT_OP_UADD || op == FT_OP_USUB || op == FT_OP_UMUL;
}

static const char *check_float (const ft_instruction *i) {
  if (i->op >= FT_FLOAT_COUNT || ft_float_arity (i->op) != i->count)
    return "an operation on floats that there is not";
  return ft_float_check (i->op, i->from, i->width, i->constant);
}

static const char *check_operator (const ft_instruction *i) {
  bool fine = true;
  if (i->kind == FT_INSTRUCTION_FLOAT)
    return check_float (i);
  if (i->kind == FT_INSTRUCTION_COMPUTE)
    fine = ft_operator_arity (i->op) == 2 && i->width;
  else if (i->kind == FT_INSTRUCTION_OVERFLOW)
    fine = is_overflow (i->op) && i->width;
  else if (i->kind == FT_INSTRUCTION_RMW)
    fine = i->op == FT_OP_NONE || (i->op == FT_OP_COPY) ||
           (ft_operator_arity (i->op) == 2 && !ft_code_compares (i->op) &&
            i->width);
  return fine ? NULL : "an operator that is none for this";
}

static bool is_access (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_LOAD || i->kind == FT_INSTRUCTION_STORE ||
         i->kind == FT_INSTRUCTION_RMW || i->kind == FT_INSTRUCTION_CAS;
}

static bool moves_result (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_GIVE || i->kind == FT_INSTRUCTION_TAKE;
}

static const char *check_size (const ft_instruction *i) {
  bool extends =
      i->kind == FT_INSTRUCTION_ZEXT || i->kind == FT_INSTRUCTION_SEXT;
  if (extends && (!i->width || !i->from))
    return "what is extended is no word";
  if (i->kind == FT_INSTRUCTION_SWITCH && !i->width)
    return "a switch over what is no word";
  if (moves_result (i) && (!i->width || i->constant > 1))
    return "a function returns two words";
  if (is_access (i) && i->width && i->constant != (i->width + 7u) / 8)
    return "a word has another size in memory";
  return NULL;
}

static bool makes_record (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_CALL || i->kind == FT_INSTRUCTION_ENTRY ||
         i->kind == FT_INSTRUCTION_UNWIND ||
         i->kind == FT_INSTRUCTION_TAIL_EXIT ||
         (i->kind == FT_INSTRUCTION_RETURN && !ft_code_is_silent_return (i));
}

static const char *check_site (const checker *c, const ft_instruction *i) {
  if (!c->function && makes_record (i))
    return "a record in a function that makes none";
  if (i->kind == FT_INSTRUCTION_RETURN && !i->local)
    return i->site <= 1 ? NULL : "no such way to return";
  if (!i->site)
    return i->kind == FT_INSTRUCTION_NOTE ? "a note without a site" : NULL;
  if (!c->function || i->site > c->function->count)
    return "no such site";
  const ft_site *site =
      c->sites->sites.begin + c->function->first + i->site - 1;
  return ft_code_site_kinds (i->kind) >> site->kind & 1
             ? NULL
             : "a site of another kind";
}

static const char *check_instruction (const checker *c,
                                      const ft_instruction *i) {
  const char *wrong = check_operator (i);
  if (!wrong)
    wrong = check_size (i);
  if (!wrong)
    wrong = check_site (c, i);
  return wrong ? wrong : check_operands (c, i);
}

// ---- blocks ----------------------------------------------------------------

static const char *check_position (const ft_instruction *all, uint32_t n,
                                   uint32_t count) {
  bool ends = ft_code_layout_of (all[n].kind)->ends;
  if (ends != (n + 1 == count))
    return ends ? "a block goes on behind its end" : "a block has no end";
  if (n && all[n].kind == FT_INSTRUCTION_PHI &&
      all[n - 1].kind != FT_INSTRUCTION_PHI)
    return "a phi behind other instructions";
  return NULL;
}

static const char *check_block (const checker *c, const ft_code_block *b,
                                size_t *where) {
  const ft_instruction *all = c->code->instructions.begin + b->first;
  for (uint32_t n = 0; n < b->count; n++) {
    const char *wrong = check_position (all, n, b->count);
    if (!wrong)
      wrong = check_instruction (c, all + n);
    *where = b->first + n;
    if (wrong)
      return wrong;
  }
  *where = b->first;
  return b->count ? NULL : "an empty block";
}

// ---- edges -----------------------------------------------------------------

static const ft_code_block *block_of (const checker *c, uint32_t b) {
  return c->code->blocks.begin + c->body->first_block + b;
}

static const ft_instruction *last_of (const checker *c, uint32_t b) {
  const ft_code_block *block = block_of (c, b);
  return c->code->instructions.begin + block->first + block->count - 1;
}

// Counts the predecessors of each block in 'first', or stores them in 'from'.
static void visit_edges (checker *c, bool store) {
  memset (c->stamps, 0xff, sizeof *c->stamps * c->body->blocks);
  for (uint32_t b = 0; b < c->body->blocks; b++) {
    const ft_instruction *end = last_of (c, b);
    const ft_code_layout *l = ft_code_layout_of (end->kind);
    for (size_t n = 0; n < end->count; n++) {
      uint64_t to = operand (c, end, n)->word;
      if (ft_code_operand_letter (l, n) != 'b' || c->stamps[to] == b)
        continue;
      c->stamps[to] = b;
      if (store)
        c->from[--c->first[to + 1]] = b;
      else
        c->first[to + 1]++;
    }
  }
}

static void find_edges (checker *c) {
  uint32_t blocks = c->body->blocks;
  c->first = ft_calloc (blocks + 2, sizeof *c->first);
  c->stamps = FT_ARRAY (uint32_t, blocks);
  visit_edges (c, false);
  for (uint32_t b = 0; b < blocks; b++)
    c->first[b + 1] += c->first[b];
  c->first[blocks + 1] = c->first[blocks];
  c->from = FT_ARRAY (uint32_t, (size_t)c->first[blocks] + 1);
  visit_edges (c, true);
}

// A phi node of block 'b' must have exactly one value for each predecessor.
static const char *check_phi (checker *c, uint32_t b, const ft_instruction *i,
                              uint32_t stamp) {
  uint32_t edges = c->first[b + 2] - c->first[b + 1];
  for (size_t n = 0; n < i->count; n += 2) {
    uint32_t *at = c->stamps + operand (c, i, n)->word;
    if (*at == stamp)
      return "a phi has two values for one block";
    *at = stamp;
  }
  if (edges > i->count / 2)
    return "a phi lacks a value";
  for (uint32_t k = 0; k < edges; k++)
    if (c->stamps[c->from[c->first[b + 1] + k]] != stamp)
      return "a phi lacks a value";
  return NULL;
}

static const char *check_phis (checker *c, size_t *where) {
  uint32_t stamp = 0;
  const char *wrong = NULL;
  memset (c->stamps, 0xff, sizeof *c->stamps * c->body->blocks);
  for (uint32_t b = 0; b < c->body->blocks; b++) {
    const ft_code_block *block = block_of (c, b);
    for (uint32_t n = 0; n < block->count; n++) {
      *where = block->first + n;
      const ft_instruction *i = c->code->instructions.begin + *where;
      if (i->kind != FT_INSTRUCTION_PHI)
        break;
      wrong = b ? check_phi (c, b, i, stamp++) : "a phi where it begins";
      if (wrong)
        return wrong;
    }
  }
  return NULL;
}

static const char *check_edges (checker *c, size_t *where) {
  find_edges (c);
  const char *wrong = NULL;
  *where = block_of (c, 0)->first;
  if (c->first[2] != c->first[1])
    wrong = "a jump to where it begins";
  if (!wrong)
    wrong = check_phis (c, where);
  free (c->first);
  free (c->from);
  free (c->stamps);
  return wrong;
}

const char *ft_code_check (const ft_unit_code *code, const ft_code_body *body,
                           const ft_sites *sites, const ft_function *function,
                           size_t *where) {
  checker c = {
      .code = code, .body = body, .sites = sites, .function = function};
  for (uint32_t b = 0; b < body->blocks; b++) {
    const char *wrong = check_block (&c, block_of (&c, b), where);
    if (wrong)
      return wrong;
  }
  return body->blocks ? check_edges (&c, where) : NULL;
}
