// Accesses through null pointers: what an access would do if its pointer were
// null is an alternative path of a branch in front of it, which ends in a failure
// mark.  A load or store is not executed if its address is below FT_NULL_PAGE.

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

// Adds the path of the branch that was added last: a failure mark alone.
static void add_failing_path (ft_machine *m, const ft_exec_frame *f,
                              const ft_instruction *i) {
  ft_step_context *out = m->out;
  ft_step_altpath path = {
      .number = m->altpath_count++,
      .outer = m->altpath ? m->altpath->number : FT_NO_ID,
      .branch = (uint32_t)out->before.size - 1,
      .outcome = 1,
      .first = (uint32_t)out->altpath_events.size,
      .count = 1,
      .merged = UINT32_MAX};
  FT_PUSH (out->altpath_events,
           ft_altpath_make_mark (m, f, i, FT_MARK_NULLED));
  FT_PUSH (out->altpaths, path);
  if (m->altpath)
    m->altpath->needed = path.branch + 1;
}

void ft_altpath_check_null (ft_machine *m, const ft_exec_frame *f,
                            const ft_instruction *i, ft_value address) {
  if (!ft_follows_altpaths (m) || !ft_is_symbolic (m, &address) ||
      !address.known || address.word < FT_NULL_PAGE ||
      !ft_altpath_may_begin (m, f, i))
    return;
  emit_test (m, f, i, address, false);
  add_failing_path (m, f, i);
}

bool ft_altpath_passes_null (ft_machine *m, ft_altpath_state *s,
                             const ft_instruction *i) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value address = ft_altpath_operand (s, i, 0);
  if (!i->site || !address.known || address.object ||
      address.word >= FT_NULL_PAGE) {
    ft_altpath_check_null (m, f, i, address);
    return true;
  }
  emit_test (m, f, i, address, true);
  FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_NULLED));
  return false;
}
