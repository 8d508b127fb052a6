// Divisions by zero: what a division would do if its divisor were 0 is an
// alternative path of a branch in front of it, which ends in a failure mark.  The
// processor ends the program there (SIGFPE), so that nothing behind it is executed.

#include "symex/altpath/execute.h"
#include "symex/exec/emit_event.h"

static void emit_test (ft_machine *m, const ft_exec_frame *f,
                       const ft_instruction *i, ft_value divisor,
                       bool outcome) {
  ft_value two[2] = {divisor, ft_value_concrete (0)};
  ft_emit_branch (m, f->function->site + i->site - 1, FT_OP_EQ,
                  ft_bytes_of_width (i->width), outcome, two, 2);
}

void ft_altpath_check_division (ft_machine *m, const ft_exec_frame *f,
                                const ft_instruction *i, ft_value divisor) {
  if (!ft_follows_altpaths (m) || !i->site || divisor.object ||
      !ft_is_symbolic (m, &divisor) || !divisor.known || !divisor.word ||
      !ft_altpath_may_begin (m, f, i))
    return;
  emit_test (m, f, i, divisor, false);
  ft_step_event mark = ft_altpath_make_mark (m, f, i, FT_MARK_DIVISION);
  ft_altpath_add_failing (m, &mark, 1);
}

bool ft_altpath_passes_division (ft_machine *m, ft_altpath_state *s,
                                 const ft_instruction *i) {
  if (!ft_operator_divides (i->op) || !i->site)
    return true;
  ft_value divisor = ft_altpath_operand (s, i, 1);
  if (!divisor.known || divisor.object || divisor.word)
    return true;
  emit_test (m, ft_altpath_top_frame (s), i, divisor, true);
  FT_PUSH (m->out->before, ft_altpath_make_mark (m, ft_altpath_top_frame (s), i,
                                                 FT_MARK_DIVISION));
  return false;
}
