// Packs and unpacks unit code.
#include "symex/code/code_pack.h"

#include <assert.h>
#include <string.h>

#include "base/number_reader.h"
#include "base/varint.h"
#include "symex/code/code_check.h"
#include "symex/code/unit_code.h"

typedef struct packer {
  const ft_unit_code *code;
  ft_strbuf *out;
  uint32_t next; // number of the next result
} packer;

static void put (packer *p, uint64_t number) {
  ft_number_write (p->out, number);
}

static void put_byte (packer *p, unsigned byte) {
  char c = (char)byte;
  ft_strbuf_add_bytes (p->out, &c, 1);
}

static unsigned width_code (uint8_t width) {
  return width < 2 ? width : (unsigned)__builtin_ctz (width) - 1;
}

static void put_form (packer *p, uint64_t number, unsigned form) {
  put (p, number << 2 | form);
}

static void put_constant (packer *p, uint64_t word) {
  if (word >> 62 == 0) {
    put_form (p, word, FT_CODE_FORM_CONSTANT);
  } else if (word >> 62 == 3) {
    put_form (p, ~word, FT_CODE_FORM_COMPLEMENT);
  } else {
    put_form (p, FT_CODE_OTHER_LARGE, FT_CODE_FORM_OTHER);
    put (p, word);
  }
}

static void put_operand (packer *p, const ft_code_operand *o) {
  switch ((enum ft_code_operand_kind)o->kind) {
  case FT_OPERAND_RESULT:
    put_form (p, ft_zigzag ((int64_t)(p->next - o->word)), FT_CODE_FORM_RESULT);
    return;
  case FT_OPERAND_CONSTANT:
    put_constant (p, o->word);
    return;
  case FT_OPERAND_GLOBAL:
    put_form (p, FT_CODE_OTHER_GLOBAL, FT_CODE_FORM_OTHER);
    put (p, ft_code_global_number (o));
    put (p, ft_zigzag (ft_code_global_offset (o)));
    return;
  case FT_OPERAND_UNKNOWN:
    put_form (p, FT_CODE_OTHER_UNKNOWN, FT_CODE_FORM_OTHER);
    return;
  case FT_OPERAND_NUMBER:
    put (p, o->word);
    return;
  case FT_OPERAND_NONE:
    put_form (p, FT_CODE_OTHER_NONE, FT_CODE_FORM_OTHER);
    return;
  }
}

static void put_fields (packer *p, const ft_instruction *i,
                        const ft_code_layout *l) {
  if (strchr (l->fields, 'o'))
    put_byte (p, i->op);
  if (strchr (l->fields, 'w'))
    put_byte (p, width_code (i->from) << 3 | width_code (i->width));
  if (i->site)
    put (p, i->site);
  if (strchr (l->fields, 'c'))
    put (p, i->kind == FT_INSTRUCTION_ADDRESS ? ft_zigzag ((int64_t)i->constant)
                                              : i->constant);
}

static void put_instruction (packer *p, const ft_instruction *i) {
  const ft_code_layout *l = ft_code_layout_of (i->kind);
  size_t fixed = strlen (l->fixed), period = strlen (l->repeated);
  bool used = i->result != FT_NO_ID;
  assert (!used || i->result == p->next);
  put_byte (p, i->kind | (used ? FT_CODE_HEAD_RESULT : 0) |
                   (i->local ? FT_CODE_HEAD_LOCAL : 0) |
                   (i->site ? FT_CODE_HEAD_SITE : 0));
  put_fields (p, i, l);
  if (period)
    put (p, (i->count - fixed) / period);
  for (uint32_t n = 0; n < i->count; n++)
    put_operand (p, p->code->operands.begin + i->first + n);
  if (used)
    p->next += l->results;
}

static void put_body (packer *p, const ft_code_body *body) {
  const ft_code_block *blocks = p->code->blocks.begin + body->first_block;
  for (unsigned i = 0; i < 8; i++)
    put_byte (p, (unsigned)(body->guid >> 8 * i & 255));
  put (p, body->parameters);
  for (uint32_t i = 0; i < body->parameters; i++)
    put_byte (p, width_code (p->code->widths.begin[body->first_width + i]));
  put (p, body->blocks);
  p->next = body->parameters;
  for (uint32_t b = 0; b < body->blocks; b++) {
    put (p, blocks[b].count);
    for (uint32_t i = 0; i < blocks[b].count; i++)
      put_instruction (p, p->code->instructions.begin + blocks[b].first + i);
  }
}

void ft_unit_code_pack (const ft_unit_code *code, ft_strbuf *out) {
  packer p = {code, out, 0};
  put (&p, code->bodies.size);
  for (size_t i = 0; i < code->bodies.size; i++)
    put_body (&p, code->bodies.begin + i);
}

// ---- unpacking -------------------------------------------------------------

// Each element takes at least one byte, so that memory use is bounded by a few
// times the size of the packed form.
typedef struct unpacking {
  ft_number_reader from;
  ft_unit_code *code;
  const ft_sites *sites;
  FT_STACK (size_t) offsets; // of the instructions of this body
  uint32_t first;            // instruction of this body
  uint32_t first_width;      // of this body
} unpacking;

static uint64_t refuse (unpacking *u, const char *what) {
  return ft_number_refuse (&u->from, what);
}

static uint64_t number (unpacking *u) {
  return ft_number_next (&u->from);
}

static uint32_t below (unpacking *u, uint64_t limit, const char *what) {
  return ft_number_below (&u->from, limit, what);
}

static unsigned byte (unpacking *u) {
  if (u->from.wrong || u->from.at == u->from.end)
    return (unsigned)refuse (u, "it ends inside an instruction");
  return *u->from.at++;
}

static uint32_t count (unpacking *u) {
  return below (u, (uint64_t)(u->from.end - u->from.at) + 1,
                "a count is larger than what follows");
}

static uint8_t width (unpacking *u, unsigned code) {
  static const uint8_t widths[] = {0, 1, 8, 16, 32, 64};
  if (code < sizeof widths)
    return widths[code];
  return (uint8_t)refuse (u, "no such width");
}

// ---- operands --------------------------------------------------------------

static ft_code_operand read_other (unpacking *u, uint64_t which) {
  ft_code_operand o = {FT_OPERAND_UNKNOWN, 0};
  if (which == FT_CODE_OTHER_NONE) {
    o.kind = FT_OPERAND_NONE;
  } else if (which == FT_CODE_OTHER_LARGE) {
    o.kind = FT_OPERAND_CONSTANT;
    o.word = number (u);
  } else if (which == FT_CODE_OTHER_GLOBAL) {
    uint64_t global = number (u);
    int64_t offset = ft_unzigzag (number (u));
    if (global > UINT32_MAX || offset != (int32_t)offset)
      refuse (u, "no such global");
    o = ft_code_at_global ((uint32_t)global, (int32_t)offset);
  } else if (which != FT_CODE_OTHER_UNKNOWN)
    refuse (u, "no such operand");
  return o;
}

static ft_code_operand get_operand (unpacking *u, char letter) {
  uint64_t n = number (u);
  if (letter == 'b' || letter == 'n')
    return (ft_code_operand){FT_OPERAND_NUMBER, n};
  uint32_t next = (uint32_t)(u->code->widths.size - u->first_width);
  switch (n & 3) {
  case FT_CODE_FORM_RESULT:
    return (ft_code_operand){FT_OPERAND_RESULT,
                             next - (uint64_t)ft_unzigzag (n >> 2)};
  case FT_CODE_FORM_CONSTANT:
    return (ft_code_operand){FT_OPERAND_CONSTANT, n >> 2};
  case FT_CODE_FORM_COMPLEMENT:
    return (ft_code_operand){FT_OPERAND_CONSTANT, ~(n >> 2)};
  }
  return read_other (u, n >> 2);
}

static void get_operands (unpacking *u, ft_instruction *i,
                          const ft_code_layout *l) {
  size_t fixed = strlen (l->fixed), period = strlen (l->repeated);
  uint32_t groups = period ? count (u) : 0;
  if (period &&
      (uint64_t)groups * period > (uint64_t)(u->from.end - u->from.at))
    refuse (u, "a count is larger than what follows");
  i->first = (uint32_t)u->code->operands.size;
  i->count = (uint32_t)(fixed + groups * period);
  for (uint32_t n = 0; n < i->count && !u->from.wrong; n++)
    FT_PUSH (u->code->operands, get_operand (u, ft_code_operand_letter (l, n)));
}

// ---- instructions ----------------------------------------------------------

static void get_fields (unpacking *u, ft_instruction *i,
                        const ft_code_layout *l, unsigned head) {
  if (strchr (l->fields, 'o') &&
      (i->op = (uint8_t)byte (u)) >= FT_OPERATOR_COUNT)
    refuse (u, "no such operator");
  if (strchr (l->fields, 'w')) {
    unsigned widths = byte (u);
    i->width = width (u, widths & 7);
    i->from = width (u, widths >> 3);
    if (i->from && !strchr (l->fields, 'f'))
      refuse (u, "two widths where one is");
  } else if (l->results)
    i->width = (uint8_t)l->width;
  if (head & FT_CODE_HEAD_SITE)
    i->site = below (u, FT_WIRE_FIRST, "no such site");
  if (strchr (l->fields, 'c'))
    i->constant = i->kind == FT_INSTRUCTION_ADDRESS
                      ? (uint64_t)ft_unzigzag (number (u))
                      : number (u);
}

// An instruction without a site has no site bit in its head, rather than site
// 0.
static void check_head (unpacking *u, const ft_instruction *i,
                        const ft_code_layout *l, unsigned head) {
  if (((head & FT_CODE_HEAD_RESULT) && !l->results) ||
      ((head & FT_CODE_HEAD_LOCAL) && !strchr (l->fields, 'l')) ||
      ((head & FT_CODE_HEAD_SITE) && !strchr (l->fields, 's')) ||
      ((head & FT_CODE_HEAD_SITE) && !i->site))
    refuse (u, "a head that does not fit its kind");
}

static void add_results (unpacking *u, ft_instruction *i,
                         const ft_code_layout *l) {
  i->result = (uint32_t)(u->code->widths.size - u->first_width);
  for (unsigned n = 0; n < l->results; n++)
    FT_PUSH (u->code->widths, ft_code_result_width (i, n));
}

static void get_instruction (unpacking *u) {
  size_t offset = (size_t)(u->from.at - u->from.begin);
  unsigned head = byte (u);
  ft_instruction i = {.kind = head & FT_CODE_HEAD_KIND, .result = FT_NO_ID};
  if (i.kind >= FT_INSTRUCTION_KINDS) {
    ft_number_refuse_at (&u->from, offset, "no such instruction");
    return;
  }
  const ft_code_layout *l = ft_code_layout_of (i.kind);
  i.local = head & FT_CODE_HEAD_LOCAL;
  get_fields (u, &i, l, head);
  check_head (u, &i, l, head);
  get_operands (u, &i, l);
  if (u->from.wrong)
    return;
  if (head & FT_CODE_HEAD_RESULT)
    add_results (u, &i, l);
  FT_PUSH (u->code->instructions, i);
  FT_PUSH (u->offsets, offset);
}

// ---- bodies ----------------------------------------------------------------

static void get_block (unpacking *u) {
  ft_code_block b = {(uint32_t)u->code->instructions.size, count (u)};
  FT_PUSH (u->code->blocks, b);
  for (uint32_t i = 0; i < b.count && !u->from.wrong; i++)
    get_instruction (u);
}

static void check_body (unpacking *u, const ft_code_body *body, size_t number) {
  size_t where = u->first;
  const ft_function *f = number < u->sites->functions.size
                             ? u->sites->functions.begin + number
                             : NULL;
  const char *wrong = ft_code_check (u->code, body, u->sites, f, &where);
  if (wrong)
    ft_number_refuse_at (&u->from,
                         where - u->first < u->offsets.size
                             ? u->offsets.begin[where - u->first]
                             : (size_t)(u->from.at - u->from.begin),
                         wrong);
}

static void get_guid (unpacking *u, ft_code_body *body) {
  for (unsigned i = 0; i < 8; i++)
    body->guid |= (uint64_t)byte (u) << 8 * i;
  if (!body->guid)
    refuse (u, "a function without a GUID");
}

static void get_body (unpacking *u) {
  ft_code_body body = {0};
  FT_CLEAR (u->offsets);
  u->first = (uint32_t)u->code->instructions.size;
  u->first_width = body.first_width = (uint32_t)u->code->widths.size;
  get_guid (u, &body);
  body.parameters = count (u);
  for (uint32_t i = 0; i < body.parameters && !u->from.wrong; i++)
    FT_PUSH (u->code->widths, width (u, byte (u)));
  body.first_block = (uint32_t)u->code->blocks.size;
  body.blocks = count (u);
  for (uint32_t b = 0; b < body.blocks && !u->from.wrong; b++)
    get_block (u);
  body.values = (uint32_t)(u->code->widths.size - body.first_width);
  if (!u->from.wrong)
    check_body (u, &body, u->code->bodies.size);
  FT_PUSH (u->code->bodies, body);
}

static void get_all (unpacking *u) {
  if (u->from.end - u->from.at > UINT32_MAX / 4) {
    refuse (u, "it is too long");
    return;
  }
  uint32_t bodies = count (u);
  if (bodies < u->sites->functions.size)
    refuse (u, "a function has no code");
  for (uint32_t i = 0; i < bodies && !u->from.wrong; i++)
    get_body (u);
  if (u->from.at != u->from.end)
    refuse (u, "something follows its end");
}

bool ft_unit_code_unpack (ft_unit_code *code, const ft_sites *sites,
                          const void *bytes, size_t size, ft_error *error) {
  unpacking u = {
      .from = ft_number_reader_of (bytes, size), .code = code, .sites = sites};
  ft_unit_code_release (code);
  get_all (&u);
  FT_RELEASE (u.offsets);
  if (!u.from.wrong)
    return true;
  ft_unit_code_release (code);
  ft_error_set (error, FT_EXIT_BAD_INPUT, "code: byte %zu: %s", u.from.where,
                u.from.wrong);
  return false;
}
