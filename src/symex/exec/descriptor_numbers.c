#include "symex/exec/descriptor_numbers.h"

#include <string.h>

#include "run/call_effect.h"

typedef struct body_survey {
  const ft_map *roles; // GUIDs of functions: enum ft_descriptor_role
  const ft_unit_code *code;
  bool *is_number; // by value of the function: the number of a descriptor
  bool changed;    // one more of them is
} body_survey;

static enum ft_descriptor_role role_of (const ft_map *roles, uint64_t guid) {
  uint32_t role = guid ? ft_map_get (roles, guid) : FT_NO_ID;
  return role == FT_NO_ID ? FT_DESCRIPTOR_NONE
                          : (enum ft_descriptor_role)role;
}

static void mark (body_survey *s, const ft_instruction *i) {
  if (i->result == FT_NO_ID)
    return;
  s->changed |= !s->is_number[i->result];
  s->is_number[i->result] = true;
}

// Whether a comparison gives the same for all numbers from 0 on.
static bool tests_sign (const body_survey *s, const ft_instruction *i) {
  const ft_code_operand *o = s->code->operands.begin + i->first;
  if (i->count != 2 || o[1].kind != FT_OPERAND_CONSTANT || !i->width)
    return false;
  int64_t c = (int64_t)ft_sign_extend (o[1].word, i->width);
  switch ((unsigned)i->op) {
  case FT_OP_EQ:
  case FT_OP_NE:
  case FT_OP_GT:
  case FT_OP_LE:
    return c < 0;
  case FT_OP_LT:
  case FT_OP_GE:
    return c <= 0;
  }
  return false;
}

// Whether operand n, a number, is used by the instruction.
static bool uses (body_survey *s, const ft_instruction *i, uint32_t n) {
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    return !tests_sign (s, i);
  case FT_INSTRUCTION_CALL:
    return !n || role_of (s->roles, i->constant) == FT_DESCRIPTOR_NONE;
  case FT_INSTRUCTION_ZEXT:
  case FT_INSTRUCTION_SEXT:
    mark (s, i);
    return i->width < i->from;
  case FT_INSTRUCTION_PHI:
  case FT_INSTRUCTION_SELECT:
    mark (s, i);
    return false;
  }
  return true;
}

static bool instruction_uses (body_survey *s, const ft_instruction *i) {
  enum ft_descriptor_role role =
      i->kind == FT_INSTRUCTION_CALL ? role_of (s->roles, i->constant)
                                     : FT_DESCRIPTOR_NONE;
  if (role == FT_DESCRIPTOR_TAKES || role == FT_DESCRIPTOR_SHOWS)
    mark (s, i);
  if (role == FT_DESCRIPTOR_TAKES_MORE)
    return true;
  for (uint32_t n = 0; n < i->count; n++) {
    const ft_code_operand *o = s->code->operands.begin + i->first + n;
    if (o->kind == FT_OPERAND_RESULT && s->is_number[o->word] && uses (s, i, n))
      return true;
  }
  return false;
}

static bool body_uses (const ft_map *roles, const ft_unit_code *code,
                       const ft_code_body *body) {
  body_survey s = {roles, code, FT_ARRAY (bool, (size_t)body->values + 1), true};
  bool used = false;
  while (s.changed && !used) {
    s.changed = false;
    for (uint32_t b = 0; b < body->blocks && !used; b++) {
      const ft_code_block *block = code->blocks.begin + body->first_block + b;
      for (uint32_t i = 0; i < block->count && !used; i++)
        used = instruction_uses (
            &s, code->instructions.begin + block->first + i);
    }
  }
  free (s.is_number);
  return used;
}

// What the code of a function that is not re-executed does is not known.
static bool unit_uses (const ft_map *roles, const ft_loaded_unit *unit,
                       const ft_sites *table) {
  bool whole = unit != NULL;
  for (size_t i = 0; unit && i < unit->code.bodies.size; i++) {
    whole &= unit->code.bodies.begin[i].blocks > 0;
    if (body_uses (roles, &unit->code, unit->code.bodies.begin + i))
      return true;
  }
  for (size_t i = 0; !whole && i < table->sites.size; i++) {
    const ft_site *site = table->sites.begin + i;
    const char *name = ft_sites_text (table, *ft_sites_text (table, site->type)
                                                 ? site->type
                                                 : site->variable);
    if (site->kind == FT_SITE_CALL &&
        role_of (roles, ft_guid (name, strlen (name))) != FT_DESCRIPTOR_NONE)
      return true;
  }
  return false;
}

bool ft_uses_descriptor_numbers (ft_machine *m) {
  ft_map roles = {0};
  bool used = false;
  ft_descriptor_roles_index (&roles);
  for (size_t i = 0; i < m->code->tables.size && !used; i++) {
    const ft_sites *table = m->code->tables.begin[i];
    used = unit_uses (&roles, ft_frame_unit (m, table), table);
    for (size_t k = 0; k < table->globals.size && !used; k++)
      used = table->globals.begin[k].kind == FT_GLOBAL_FUNCTION &&
             role_of (&roles, table->globals.begin[k].linkage) !=
                 FT_DESCRIPTOR_NONE;
  }
  ft_map_release (&roles);
  return used;
}
