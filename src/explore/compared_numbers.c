#include "explore/compared_numbers.h"

#include "run/run.h"
#include "symex/code/unit_code.h"

static bool compares (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_COMPUTE &&
         ((i->op >= FT_OP_EQ && i->op <= FT_OP_GE) ||
          (i->op >= FT_OP_ULT && i->op <= FT_OP_UGE));
}

static void add (uint64_t number, ft_number_list *numbers) {
  for (size_t k = 0; k < numbers->size; k++)
    if (numbers->begin[k] == number)
      return;
  FT_PUSH (*numbers, number);
}

// Malformed code is skipped here; re-execution reports it.
static void add_unit (const ft_run_unit *unit, uint64_t least,
                      uint64_t greatest, size_t most, ft_number_list *numbers) {
  ft_error ignored = FT_NO_ERROR;
  ft_unit_code code = {0};
  if (!unit->table->code.size ||
      !ft_unit_code_unpack (&code, unit->table, unit->table->code.text,
                            unit->table->code.size, &ignored))
    return;
  for (size_t k = 0; k < code.instructions.size; k++) {
    const ft_instruction *i = code.instructions.begin + k;
    for (uint32_t n = 0; compares (i) && n < i->count; n++) {
      const ft_code_operand *o = code.operands.begin + i->first + n;
      if (o->kind == FT_OPERAND_CONSTANT && o->word >= least &&
          o->word <= greatest && numbers->size < most)
        add (o->word, numbers);
    }
  }
  ft_unit_code_release (&code);
}

void ft_compared_numbers (const char *path, uint64_t least, uint64_t greatest,
                          size_t most, ft_number_list *numbers) {
  ft_error ignored = FT_NO_ERROR;
  ft_run *run = ft_run_open (path, &ignored);
  for (size_t i = 0; run && i < run->code.objects.size; i++)
    add_unit (run->code.objects.begin + i, least, greatest, most, numbers);
  if (run)
    ft_run_free (run);
}
