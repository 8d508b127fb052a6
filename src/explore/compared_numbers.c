#include "explore/compared_numbers.h"

#include "run/run.h"
#include "symex/code/unit_code.h"

static bool compares (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_COMPUTE &&
         ((i->op >= FT_OP_EQ && i->op <= FT_OP_GE) ||
          (i->op >= FT_OP_ULT && i->op <= FT_OP_UGE));
}

// The index of the first operand that may be such a number, and how far apart they are.
static uint32_t first_of (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_SWITCH ? 2 : 0;
}

static uint32_t step_of (const ft_instruction *i) {
  return i->kind == FT_INSTRUCTION_SWITCH ? 2 : 1;
}

static bool compares_or_switches (const ft_instruction *i, bool cases) {
  return compares (i) || (cases && i->kind == FT_INSTRUCTION_SWITCH);
}

static void add (uint64_t number, ft_number_list *numbers) {
  for (size_t k = 0; k < numbers->size; k++)
    if (numbers->begin[k] == number)
      return;
  FT_PUSH (*numbers, number);
}

// Malformed code is skipped here; re-execution reports it.
static void add_unit (const ft_run_unit *unit, const ft_number_range *range,
                      ft_number_list *numbers) {
  ft_error ignored = FT_NO_ERROR;
  ft_unit_code code = {0};
  if (!unit->table->code.size ||
      !ft_unit_code_unpack (&code, unit->table, unit->table->code.text,
                            unit->table->code.size, &ignored))
    return;
  for (size_t k = 0; k < code.instructions.size; k++) {
    const ft_instruction *i = code.instructions.begin + k;
    bool any = compares_or_switches (i, range->cases);
    for (uint32_t n = first_of (i); any && n < i->count; n += step_of (i)) {
      const ft_code_operand *o = code.operands.begin + i->first + n;
      if (o->kind == FT_OPERAND_CONSTANT && o->word >= range->least &&
          o->word <= range->greatest && numbers->size < range->most)
        add (o->word, numbers);
    }
  }
  ft_unit_code_release (&code);
}

void ft_compared_numbers (const char *path, const ft_number_range *range,
                          ft_number_list *numbers) {
  ft_error ignored = FT_NO_ERROR;
  ft_run *run = ft_run_open (path, &ignored);
  for (size_t i = 0; run && i < run->code.objects.size; i++)
    add_unit (run->code.objects.begin + i, range, numbers);
  if (run)
    ft_run_free (run);
}
