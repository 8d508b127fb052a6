// Unit code: the layout of each kind of instruction.
#include "symex/code/unit_code.h"

#include <assert.h>
#include <string.h>

void ft_unit_code_release (ft_unit_code *c) {
  FT_RELEASE (c->bodies);
  FT_RELEASE (c->blocks);
  FT_RELEASE (c->instructions);
  FT_RELEASE (c->operands);
  FT_RELEASE (c->widths);
}

#define ITS FT_CODE_OWN_WIDTH

static const ft_code_layout layouts[FT_INSTRUCTION_KINDS] = {
#define L(NAME) [FT_INSTRUCTION_##NAME]
    L (COMPUTE) = {"ww", "", "ows", 1, ITS, false},
    L (ZEXT) = {"f", "", "wf", 1, ITS, false},
    L (SEXT) = {"f", "", "wf", 1, ITS, false},
    L (SELECT) = {"cww", "", "w", 1, ITS, false},
    L (PHI) = {"", "bw", "w", 1, ITS, false},
    L (ADDRESS) = {"a", "an", "c", 1, 64, false},
    L (ALLOCA) = {"v", "", "lc", 1, 64, false},
    L (LOAD) = {"a", "", "wlsc", 1, ITS, false},
    L (STORE) = {"aw", "", "wlsc", 0, 0, false},
    L (RMW) = {"aw", "", "owlsc", 1, ITS, false},
    L (CAS) = {"aww", "", "wlsc", 2, ITS, false},
    L (COPY) = {"aav", "", "ls", 0, 0, false},
    L (SET) = {"avv", "", "ls", 0, 0, false},
    L (FENCE) = {"", "", "s", 0, 0, false},
    L (NOTE) = {"", "", "s", 0, 0, false},
    L (UNINTERPRETED) = {"", "v", "w", 1, ITS, false},
    L (HAVOC) = {"", "v", "w", 1, ITS, false},
    L (FLOAT) = {"", "f", "owfc", 1, ITS, false},
    L (OVERFLOW) = {"ww", "", "ow", 2, ITS, false},
    L (UNDEFINED) = {"c", "", "", 0, 0, false},
    L (CALL) = {"o", "v", "lwsc", 1, ITS, false},
    L (ENTRY) = {"", "", "", 0, 0, false},
    L (UNWIND) = {"", "", "", 0, 0, false},
    L (TAIL_EXIT) = {"", "", "", 0, 0, false},
    L (JUMP) = {"b", "", "", 0, 0, true},
    L (BRANCH) = {"cbb", "", "s", 0, 0, true},
    L (SWITCH) = {"wb", "kb", "ws", 0, 0, true},
    L (RETURN) = {"r", "", "wls", 0, 0, true},
    L (UNREACHABLE) = {"", "", "ls", 0, 0, true},
    L (GIVE) = {"w", "", "wc", 0, 0, false},
    L (TAKE) = {"v", "", "wc", 1, ITS, false},
#undef L
};

const ft_code_layout *ft_code_layout_of (enum ft_instruction_kind kind) {
  assert ((unsigned)kind < FT_INSTRUCTION_KINDS);
  return layouts + kind;
}

const char *ft_code_kind_name (enum ft_instruction_kind kind) {
  static const char *const names[] = {
#define I(NAME, what) #NAME,
      FT_INSTRUCTIONS (I)
#undef I
  };
  return names[kind];
}

char ft_code_operand_letter (const ft_code_layout *l, size_t i) {
  size_t fixed = strlen (l->fixed), period = strlen (l->repeated);
  assert (i < fixed || period);
  return i < fixed ? l->fixed[i] : l->repeated[(i - fixed) % period];
}

bool ft_code_compares (enum ft_operator op) {
  return (op >= FT_OP_EQ && op <= FT_OP_GE) ||
         (op >= FT_OP_ULT && op <= FT_OP_UGE);
}

uint8_t ft_code_result_width (const ft_instruction *i, unsigned which) {
  const ft_code_layout *l = layouts + i->kind;
  if (which || (i->kind == FT_INSTRUCTION_COMPUTE && ft_code_compares (i->op)))
    return 1;
  return l->width == ITS ? i->width : (uint8_t)l->width;
}

uint32_t ft_code_site_kinds (enum ft_instruction_kind kind) {
#define S(NAME) (UINT32_C (1) << FT_SITE_##NAME)
  static const uint32_t kinds[FT_INSTRUCTION_KINDS] = {
      [FT_INSTRUCTION_LOAD] = S (LOAD) | S (LOAD_WIDE) | S (ATOMIC_LOAD),
      [FT_INSTRUCTION_STORE] = S (STORE) | S (STORE_WIDE) | S (ATOMIC_STORE),
      [FT_INSTRUCTION_RMW] = S (RMW),
      [FT_INSTRUCTION_CAS] = S (CAS),
      [FT_INSTRUCTION_COPY] = S (COPY),
      [FT_INSTRUCTION_SET] = S (SET),
      [FT_INSTRUCTION_FENCE] = S (FENCE),
      [FT_INSTRUCTION_NOTE] = S (VARIABLE),
      [FT_INSTRUCTION_CALL] = S (CALL),
      [FT_INSTRUCTION_COMPUTE] = S (BRANCH),
      [FT_INSTRUCTION_BRANCH] = S (BRANCH),
      [FT_INSTRUCTION_SWITCH] = S (BRANCH),
      [FT_INSTRUCTION_RETURN] = S (BRANCH),
      [FT_INSTRUCTION_UNREACHABLE] = S (BRANCH),
  };
#undef S
  return kinds[kind];
}
