// Statuses with which the program ends: a call of 'exit', or a return of 'main', with
// another status than 0 is an alternative path of a branch on its low byte in front of it,
// which ends in a failure mark.
//
// A function that runs at the program's end (by atexit, a destructor, .fini_array) replaces
// the status if it leaves at once (_exit, execve, a system call by number); nothing is said
// of programs that may leave so anywhere.

#include "symex/altpath/execute.h"
#include "symex/altpath/thread_end.h"
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

static bool may_change (const ft_machine *m, const ft_instruction *i) {
  return m->summary.leaves_at_once &&
         !(i->kind == FT_INSTRUCTION_CALL && i->constant == ft_guid ("_exit", 5));
}

// ---- the run ---------------------------------------------------------------

static void check (ft_machine *m, const ft_exec_frame *f,
                   const ft_instruction *i, ft_value status) {
  if (!ft_follows_altpaths (m) || may_change (m, i) || !i->site || !status.known ||
      status.object || !ft_is_symbolic (m, &status) || status.word & 0xff ||
      !ft_altpath_may_begin (m, f, i))
    return;
  test_status (m, f, i, status);
  add_failing (m, f, i);
}

void ft_altpath_check_exit (ft_machine *m, const ft_exec_frame *f) {
  check (m, f, f->call,
         f->arguments.size ? f->arguments.begin[0] : FT_VALUE_UNKNOWN);
}

// Whether the frame is at a return of 'main' that ends the program: not one to a caller,
// and not in another thread that begins with 'main'.
static bool ends_program (ft_machine *m, const ft_exec_frame *f,
                          const ft_instruction *i) {
  return f->begins_thread && m->thread == ft_exec_thread_of (m, 0) &&
         i->kind == FT_INSTRUCTION_RETURN && i->local;
}

void ft_altpath_check_main (ft_machine *m, const ft_exec_frame *f,
                            ft_value status) {
  if (f->state != FT_FRAME_RUNNING)
    return;
  const ft_instruction *i = f->unit->code.instructions.begin + f->pc;
  if (ends_program (m, f, i))
    check (m, f, i, status);
}

// ---- the path --------------------------------------------------------------

static void step (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                  ft_value status) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  if (!i->site || may_change (m, i) || !status.known || status.object)
    return;
  bool symbolic = ft_is_symbolic (m, &status);
  if (symbolic ? test_status (m, f, i, status) : status.word & 0xff)
    FT_PUSH (m->out->before, ft_altpath_make_mark (m, f, i, FT_MARK_EXIT));
  else if (symbolic && ft_altpath_may_begin (m, f, i))
    add_failing (m, f, i);
}

void ft_altpath_step_exit (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i) {
  step (m, s, i, i->count > 1 ? ft_altpath_operand (s, i, 1) : FT_VALUE_UNKNOWN);
}

void ft_altpath_step_end (ft_machine *m, ft_altpath_state *s,
                          const ft_instruction *i) {
  ft_thread_end_reach (m, s, i);
  if (i->count && ends_program (m, ft_altpath_top_frame (s), i))
    step (m, s, i, ft_altpath_operand (s, i, 0));
}
