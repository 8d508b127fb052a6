#include "tests/model/random_code.h"

#include <string.h>

#include "symex/code/code_float.h"
#include "symex/code/unit_code.h"

typedef struct drawing {
  ft_rng *rng;
  ft_unit_code *code;
  const ft_sites *sites;
  const ft_function *function; // NULL: it makes no records
  ft_code_body body;
  uint32_t leads[8]; // of each block: the blocks that it jumps to, as bits
} drawing;

static uint32_t below (drawing *d, uint32_t n) {
  return ft_rng_below (d->rng, n);
}

// ---- sites -----------------------------------------------------------------

static void draw_sites (ft_rng *rng, ft_sites *s) {
  for (uint32_t g = ft_rng_below (rng, 3); g; g--)
    FT_PUSH (s->globals, (ft_global){0});
  for (uint32_t f = ft_rng_below (rng, 4); f; f--) {
    ft_function function = {.first = (uint32_t)s->sites.size};
    for (uint32_t n = ft_rng_below (rng, 12); n; n--) {
      ft_site site = {.kind =
                          (uint8_t)ft_rng_below (rng, FT_SITE_VARIABLE + 1)};
      FT_PUSH (s->sites, site);
      ft_site failed = {.kind = FT_SITE_CAS_FAILED};
      if (site.kind == FT_SITE_CAS)
        FT_PUSH (s->sites, failed);
    }
    function.count = (uint32_t)s->sites.size - function.first;
    FT_PUSH (s->functions, function);
  }
}

static uint32_t draw_site (drawing *d, enum ft_instruction_kind kind) {
  for (unsigned tries = 0; d->function && tries < 12; tries++) {
    uint32_t n = below (d, d->function->count + 1);
    if (n && ft_code_site_kinds (kind) >>
                     d->sites->sites.begin[d->function->first + n - 1].kind &
                 1)
      return n;
  }
  return 0;
}

// ---- operands --------------------------------------------------------------

static const uint8_t widths[] = {0, 1, 8, 16, 32, 64};

static uint8_t draw_width (drawing *d, bool word) {
  return widths[word + below (d, 6 - word)];
}

static uint64_t draw_word (drawing *d, unsigned bits) {
  uint64_t word = (uint64_t)below (d, UINT32_MAX) << 32 | below (d, UINT32_MAX);
  word >>= below (d, 64);
  if (below (d, 2))
    word = ~word;
  return bits < 64 ? word & (((uint64_t)1 << bits) - 1) : word;
}

static ft_code_operand draw_value (drawing *d, int width) {
  uint32_t count = (uint32_t)d->code->widths.size - d->body.first_width;
  for (unsigned tries = 0; count && tries < 8; tries++) {
    uint32_t n = below (d, count);
    if (width < 0 || d->code->widths.begin[d->body.first_width + n] == width)
      return (ft_code_operand){FT_OPERAND_RESULT, n};
  }
  if (width && below (d, 4))
    return (ft_code_operand){FT_OPERAND_CONSTANT,
                             draw_word (d, width < 0 ? 64 : (unsigned)width)};
  uint32_t globals = (uint32_t)d->sites->globals.size;
  if (globals && (width < 0 || width == 64) && below (d, 2))
    return ft_code_at_global (below (d, globals), (int32_t)draw_word (d, 32));
  return (ft_code_operand){FT_OPERAND_UNKNOWN, 0};
}

static ft_code_operand draw_block (drawing *d) {
  return (ft_code_operand){FT_OPERAND_NUMBER, 1 + below (d, d->body.blocks - 1)};
}

static ft_code_operand draw_operand (drawing *d, const ft_instruction *i,
                                     char letter) {
  switch (letter) {
  case 'b':
    return draw_block (d);
  case 'n':
    return (ft_code_operand){FT_OPERAND_NUMBER, draw_word (d, 64)};
  case 'k':
    return (ft_code_operand){FT_OPERAND_CONSTANT, draw_word (d, i->width)};
  case 'c':
    return draw_value (d, 1);
  case 'a':
    return draw_value (d, 64);
  case 'f':
    return draw_value (d, i->from);
  }
  if ((letter == 'o' || letter == 'r') && !below (d, 3))
    return (ft_code_operand){FT_OPERAND_NONE, 0};
  return draw_value (d, letter == 'v' || letter == 'o' ? -1 : i->width);
}

// ---- instructions ----------------------------------------------------------

static enum ft_operator draw_operator (drawing *d,
                                       enum ft_instruction_kind kind) {
  static const uint8_t overflow[] = {FT_OP_ADD,  FT_OP_SUB,  FT_OP_MUL,
                                     FT_OP_UADD, FT_OP_USUB, FT_OP_UMUL};
  if (kind == FT_INSTRUCTION_COMPUTE)
    return (enum ft_operator) (FT_OP_ADD +
                               below (d, FT_OPERATOR_COUNT - FT_OP_ADD));
  if (kind == FT_INSTRUCTION_OVERFLOW)
    return overflow[below (d, 6)];
  return below (d, 2) ? FT_OP_COPY : FT_OP_NONE;
}

static bool needs_word (enum ft_instruction_kind kind) {
  return kind == FT_INSTRUCTION_COMPUTE || kind == FT_INSTRUCTION_OVERFLOW ||
         kind == FT_INSTRUCTION_ZEXT || kind == FT_INSTRUCTION_SEXT ||
         kind == FT_INSTRUCTION_SWITCH || kind == FT_INSTRUCTION_GIVE ||
         kind == FT_INSTRUCTION_TAKE;
}

static uint64_t draw_constant (drawing *d, const ft_instruction *i) {
  bool access = i->kind == FT_INSTRUCTION_LOAD ||
                i->kind == FT_INSTRUCTION_STORE ||
                i->kind == FT_INSTRUCTION_RMW || i->kind == FT_INSTRUCTION_CAS;
  if (i->kind == FT_INSTRUCTION_GIVE || i->kind == FT_INSTRUCTION_TAKE)
    return below (d, 2);
  return access && i->width ? (i->width + 7u) / 8 : draw_word (d, 64);
}

static void draw_float (drawing *d, ft_instruction *i) {
  do {
    i->op = (uint8_t)below (d, FT_FLOAT_COUNT);
    i->from = draw_width (d, true);
    i->width = draw_width (d, true);
    i->constant = below (d, 2) ? 0 : below (d, FT_FLOAT_OUTCOMES);
  } while (ft_float_check (i->op, i->from, i->width, i->constant));
}

static ft_instruction draw_fields (drawing *d, enum ft_instruction_kind kind) {
  const ft_code_layout *l = ft_code_layout_of (kind);
  ft_instruction i = {.kind = (uint8_t)kind, .result = FT_NO_ID};
  if (strchr (l->fields, 'o'))
    i.op = (uint8_t)draw_operator (d, kind);
  i.width = l->results ? (uint8_t)l->width : 0;
  if (strchr (l->fields, 'w'))
    i.width = draw_width (d, needs_word (kind));
  if (strchr (l->fields, 'f'))
    i.from = draw_width (d, true);
  if (strchr (l->fields, 'l'))
    i.local = below (d, 2);
  if (kind == FT_INSTRUCTION_RETURN)
    i.local &= d->function != NULL;
  if (kind == FT_INSTRUCTION_RETURN && !i.local)
    i.site = !d->function || below (d, 2);
  else if (strchr (l->fields, 's'))
    i.site = draw_site (d, kind);
  if (strchr (l->fields, 'c'))
    i.constant = draw_constant (d, &i);
  if (kind == FT_INSTRUCTION_FLOAT)
    draw_float (d, &i);
  return i;
}

static void draw_operands (drawing *d, ft_instruction *i) {
  const ft_code_layout *l = ft_code_layout_of (i->kind);
  i->first = (uint32_t)d->code->operands.size;
  i->count =
      (uint32_t)(strlen (l->fixed) + strlen (l->repeated) * below (d, 4));
  if (i->kind == FT_INSTRUCTION_FLOAT)
    i->count = ft_float_arity (i->op);
  for (uint32_t n = 0; n < i->count; n++)
    FT_PUSH (d->code->operands,
             draw_operand (d, i, ft_code_operand_letter (l, n)));
}

static void finish (drawing *d, ft_instruction *i) {
  const ft_code_layout *l = ft_code_layout_of (i->kind);
  if (l->results && below (d, 4)) {
    i->result = (uint32_t)d->code->widths.size - d->body.first_width;
    for (unsigned n = 0; n < l->results; n++)
      FT_PUSH (d->code->widths, ft_code_result_width (i, n));
  }
  FT_PUSH (d->code->instructions, *i);
}

static bool may_be_silent (enum ft_instruction_kind kind) {
  return kind != FT_INSTRUCTION_CALL && kind != FT_INSTRUCTION_ENTRY &&
         kind != FT_INSTRUCTION_UNWIND && kind != FT_INSTRUCTION_TAIL_EXIT;
}

static void draw_instruction (drawing *d) {
  enum ft_instruction_kind kind = below (d, FT_INSTRUCTION_JUMP);
  if (kind == FT_INSTRUCTION_PHI || (!d->function && !may_be_silent (kind)))
    return;
  ft_instruction i = draw_fields (d, kind);
  if (kind == FT_INSTRUCTION_NOTE && !i.site)
    return;
  draw_operands (d, &i);
  finish (d, &i);
}

// ---- blocks ----------------------------------------------------------------

static bool leads_to (const drawing *d, uint32_t from, uint32_t to) {
  return d->leads[from] >> to & 1;
}

// A value for each block that jumps here, and for some that do not.
static void draw_phi (drawing *d, uint32_t block) {
  ft_instruction i = draw_fields (d, FT_INSTRUCTION_PHI);
  i.first = (uint32_t)d->code->operands.size;
  for (uint32_t b = 0; b < d->body.blocks; b++) {
    if (!leads_to (d, b, block) && below (d, 5))
      continue;
    ft_code_operand from = {FT_OPERAND_NUMBER, b};
    FT_PUSH (d->code->operands, from);
    FT_PUSH (d->code->operands, draw_value (d, i.width));
    i.count += 2;
  }
  finish (d, &i);
}

static void plan_end (drawing *d, uint32_t b) {
  d->leads[b] = 0;
  for (uint32_t n = d->body.blocks < 2 ? 0 : below (d, 4); n; n--)
    d->leads[b] |= 2u << below (d, d->body.blocks - 1);
}

static uint32_t nth_lead (const drawing *d, uint32_t b, uint32_t n) {
  uint32_t leads = d->leads[b];
  for (; n; n--)
    leads &= leads - 1;
  return (uint32_t)__builtin_ctz (leads);
}

static enum ft_instruction_kind end_for (drawing *d, uint32_t leads) {
  if (!leads)
    return below (d, 2) ? FT_INSTRUCTION_RETURN : FT_INSTRUCTION_UNREACHABLE;
  if (leads == 1)
    return FT_INSTRUCTION_JUMP;
  return leads == 2 && below (d, 2) ? FT_INSTRUCTION_BRANCH
                                    : FT_INSTRUCTION_SWITCH;
}

static void draw_end (drawing *d, uint32_t b) {
  uint32_t leads = (uint32_t)__builtin_popcount (d->leads[b]), next = 0;
  enum ft_instruction_kind kind = end_for (d, leads);
  const ft_code_layout *l = ft_code_layout_of (kind);
  ft_instruction i = draw_fields (d, kind);
  i.first = (uint32_t)d->code->operands.size;
  i.count = (uint32_t)strlen (l->fixed);
  if (kind == FT_INSTRUCTION_SWITCH)
    i.count = 2 * leads + 2 * below (d, 2);
  for (uint32_t n = 0; n < i.count; n++) {
    char letter = ft_code_operand_letter (l, n);
    ft_code_operand o = letter == 'b'
                            ? (ft_code_operand){FT_OPERAND_NUMBER,
                                                nth_lead (d, b, next++ % leads)}
                            : draw_operand (d, &i, letter);
    FT_PUSH (d->code->operands, o);
  }
  finish (d, &i);
}

static void draw_block_of (drawing *d, uint32_t b) {
  ft_code_block block = {(uint32_t)d->code->instructions.size, 0};
  for (uint32_t n = b ? below (d, 3) : 0; n; n--)
    draw_phi (d, b);
  for (uint32_t n = below (d, 8); n; n--)
    draw_instruction (d);
  draw_end (d, b);
  block.count = (uint32_t)d->code->instructions.size - block.first;
  FT_PUSH (d->code->blocks, block);
}

static void draw_body (drawing *d) {
  d->body = (ft_code_body){.guid = draw_word (d, 64) | 1};
  d->body.first_width = (uint32_t)d->code->widths.size;
  d->body.parameters = below (d, 4);
  for (uint32_t n = d->body.parameters; n; n--)
    FT_PUSH (d->code->widths, draw_width (d, false));
  d->body.first_block = (uint32_t)d->code->blocks.size;
  d->body.blocks = below (d, 7);
  for (uint32_t b = 0; b < d->body.blocks; b++)
    plan_end (d, b);
  for (uint32_t b = 0; b < d->body.blocks; b++)
    draw_block_of (d, b);
  d->body.values = (uint32_t)d->code->widths.size - d->body.first_width;
  FT_PUSH (d->code->bodies, d->body);
}

void ft_random_code (ft_rng *rng, ft_unit_code *code, ft_sites *sites) {
  drawing d = {.rng = rng, .code = code, .sites = sites};
  draw_sites (rng, sites);
  for (size_t f = 0; f < sites->functions.size; f++) {
    d.function = sites->functions.begin + f;
    draw_body (&d);
  }
  d.function = NULL;
  for (uint32_t n = below (&d, 3); n; n--)
    draw_body (&d);
}

// ---- damage ----------------------------------------------------------------

static void damage_operand (drawing *d) {
  ft_code_operand *o =
      d->code->operands.begin + below (d, (uint32_t)d->code->operands.size);
  if (below (d, 2))
    o->kind = (uint8_t)below (d, FT_OPERAND_NONE + 1);
  else
    o->word = below (d, 3) ? below (d, 12) : draw_word (d, 64);
}

static void damage_instruction (drawing *d) {
  ft_instruction *i = d->code->instructions.begin +
                      below (d, (uint32_t)d->code->instructions.size);
  switch (below (d, 6)) {
  case 0:
    i->op = (uint8_t)below (d, FT_OPERATOR_COUNT);
    return;
  case 1:
    i->width = draw_width (d, false);
    return;
  case 2:
    i->from = draw_width (d, false);
    return;
  case 3:
    i->site = below (d, 14);
    return;
  case 4:
    i->constant = below (d, 9);
    return;
  }
  *i = (ft_instruction){.kind = FT_INSTRUCTION_UNREACHABLE, .result = FT_NO_ID};
}

void ft_random_code_damage (ft_rng *rng, ft_unit_code *code) {
  drawing d = {.rng = rng, .code = code};
  if (!FT_EMPTY (code->operands) && below (&d, 3))
    damage_operand (&d);
  else if (!FT_EMPTY (code->instructions))
    damage_instruction (&d);
}
