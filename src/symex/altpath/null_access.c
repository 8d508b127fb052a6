// Accesses and calls through null pointers: what an access would do if its pointer
// were null is an alternative path of a branch in front of it, which ends in a failure
// mark.  A load or store is not executed if its address is below FT_NULL_PAGE, and
// neither is the first instruction of a function.

#include "symex/altpath/execute.h"
#include "symex/exec/emit_event.h"

ft_step_event ft_altpath_make_mark (ft_machine *m, const ft_exec_frame *f,
                                    const ft_instruction *i,
                                    enum ft_mark mark) {
  ft_id site = i->site ? f->function->site + i->site - 1 : FT_NO_ID;
  ft_step_event e = ft_altpath_make_event (m, site, 0);
  ft_event_set_mark (&e.event, mark);
  m->added++;
  return e;
}

static void emit_test (ft_machine *m, const ft_exec_frame *f,
                       const ft_instruction *i, ft_value address,
                       bool outcome) {
  ft_value two[2] = {address, ft_value_concrete (FT_NULL_PAGE)};
  ft_emit_branch (m, f->function->site + i->site - 1, FT_OP_ULT, 8, outcome, two,
                  2);
}

void ft_altpath_check_null (ft_machine *m, const ft_exec_frame *f,
                            const ft_instruction *i, ft_value address) {
  if (!ft_follows_altpaths (m) || !ft_is_symbolic (m, &address) ||
      !address.known || address.word < FT_NULL_PAGE ||
      !ft_altpath_may_begin (m, f, i))
    return;
  emit_test (m, f, i, address, false);
  ft_step_event mark = ft_altpath_make_mark (m, f, i, FT_MARK_NULLED);
  ft_altpath_add_failing (m, &mark, 1);
  ft_altpath_check_bounds (m, f, i, address);
}

bool ft_altpath_passes_null (ft_machine *m, ft_altpath_state *s,
                             const ft_instruction *i) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value address = ft_altpath_operand (s, i, 0);
  if (!i->site || !address.known || address.object ||
      address.word >= FT_NULL_PAGE) {
    ft_altpath_check_null (m, f, i, address);
    return ft_altpath_passes_bounds (m, s, i, address);
  }
  emit_test (m, f, i, address, true);
  FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_NULLED));
  return false;
}
