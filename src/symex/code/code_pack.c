#include "symex/code/code_pack.h"

#include <assert.h>
#include <string.h>

#include "base/number_reader.h"
#include "base/varint.h"
#include "symex/code/code_layout.h"

typedef struct packer {
  const ft_unit_code *code;
  ft_strbuf *out;
  uint32_t next; // slot of the next result
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
  const ft_code_block *blocks = p->code->blocks.begin + body->block;
  for (unsigned i = 0; i < 8; i++)
    put_byte (p, (unsigned)(body->linkage >> 8 * i & 255));
  put (p, body->parameters);
  for (uint32_t i = 0; i < body->parameters; i++)
    put_byte (p, width_code (p->code->widths.begin[body->slot + i]));
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
