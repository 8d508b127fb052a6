// Uncaught exceptions: a throw on an alternative path is a failure if no frame of its
// thread can catch it.  That is certain where each frame was entered by a recorded call of
// the one below, no call among them has a handler (symex/code/unit_code.h), and the first
// frame is the one that the thread begins with.  The library then ends the program with the
// stack as it is (std::terminate): no destructor runs before.

#include "symex/altpath/execute.h"

// Whether an exception that is thrown in the frame's call leaves the frame's function.
static bool lets_out (const ft_exec_frame *f) { return f->call && f->call->local; }

static bool is_uncaught (const ft_machine *m, ft_altpath_state *s,
                         const ft_instruction *throws) {
  const ft_exec_frame *run = m->thread->frames.begin;
  if (!throws->local)
    return false;
  for (size_t n = 0; n + 1 < s->frames.size; n++)
    if (!lets_out (s->frames.begin + n))
      return false;
  const ft_exec_frame *above = s->frames.begin;
  for (size_t n = s->run_frames; n--; above = run + n)
    if (!above->entered_by_call || !lets_out (run + n))
      return false;
  return above->begins_thread;
}

void ft_altpath_step_throw (ft_machine *m, ft_altpath_state *s,
                            const ft_instruction *i) {
  if (i->site && !m->summary.sets_terminate && is_uncaught (m, s, i))
    FT_PUSH (m->out->before,
             ft_altpath_make_mark (m, ft_altpath_top_frame (s), i, FT_MARK_THROW));
}
