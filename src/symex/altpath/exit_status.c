// Exit statuses that the program computes: the call of 'exit' with another status than 0
// is an alternative path of a branch on its low byte in front of it, which ends in a
// failure mark.

#include "symex/altpath/execute.h"
#include "symex/exec/emit_event.h"

// Adds the branch on whether the status, which is symbolic, is a failure; returns whether
// it is one.
static bool test_status (ft_machine *m, const ft_exec_frame *f,
                         const ft_instruction *i, ft_value status) {
  ft_value two[2] = {status, ft_value_concrete (0xff)};
  bool fails = status.word & 0xff;
  two[0] = ft_emit_compute (m, FT_OP_AND, 4, two, 2);
  two[1] = ft_value_concrete (0);
  ft_emit_branch (m, f->function->site + i->site - 1, FT_OP_NE, 4, fails, two, 2);
  return fails;
}

static void add_failing (ft_machine *m, const ft_exec_frame *f,
                         const ft_instruction *i) {
  ft_step_event mark = ft_altpath_make_mark (m, f, i, FT_MARK_EXIT);
  ft_altpath_add_failing (m, &mark, 1);
}

void ft_altpath_check_exit (ft_machine *m, const ft_exec_frame *f) {
  ft_value status = f->arguments.size ? f->arguments.begin[0] : FT_VALUE_UNKNOWN;
  const ft_instruction *i = f->call;
  if (!ft_follows_altpaths (m) || !i->site || !status.known || status.object ||
      !ft_is_symbolic (m, &status) || status.word & 0xff ||
      !ft_altpath_may_begin (m, f, i))
    return;
  test_status (m, f, i, status);
  add_failing (m, f, i);
}

void ft_altpath_step_exit (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value status =
      i->count > 1 ? ft_altpath_operand (s, i, 1) : FT_VALUE_UNKNOWN;
  if (!i->site || !status.known || status.object)
    return;
  bool symbolic = ft_is_symbolic (m, &status);
  if (symbolic ? test_status (m, f, i, status) : status.word & 0xff)
    FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_EXIT));
  else if (symbolic && ft_altpath_may_begin (m, f, i))
    add_failing (m, f, i);
}
