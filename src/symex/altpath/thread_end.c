#include "symex/altpath/thread_end.h"

#include "symex/altpath/execute.h"

// ---- values that differ ----------------------------------------------------

// A merge has one of as many bits; merges that share one count as one.
enum { BITS = 64 };

static uint64_t merges_of (const ft_machine *m, const ft_value *s) {
  const ft_exec_thread *t = m->thread;
  return ft_is_symbolic (m, s) && s->symbol < t->differing.size
             ? t->differing.begin[s->symbol]
             : 0;
}

void ft_thread_end_depend (ft_machine *m, uint32_t symbol, uint64_t bit,
                           const ft_value *s, size_t n) {
  uint64_t bits = bit;
  for (size_t i = 0; i < n; i++)
    bits |= merges_of (m, s + i);
  if (!bits)
    return;
  FT_GROW (m->thread->differing, (size_t)symbol + 1, 0);
  m->thread->differing.begin[symbol] |= bits;
}

void ft_thread_end_fix (ft_machine *m, const ft_value *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    m->thread->fixed |= merges_of (m, s + i);
}

static ft_ended_paths *ended_paths (ft_machine *m) {
  return m->altpath ? &m->altpath->nested : &m->thread->ended;
}

uint64_t ft_thread_end_note_merge (ft_machine *m, uint32_t altpath,
                                   size_t differing) {
  ft_ended_paths *all = ended_paths (m);
  uint64_t bit = differing ? UINT64_C (1) << m->thread->merges++ % BITS : 0;
  for (size_t i = all->size; i--;)
    if (all->begin[i].altpath == altpath) {
      all->begin[i].merged = true;
      all->begin[i].differing = bit;
      m->thread->fixed &= ~bit;
    }
  return bit;
}

// ---- ends ------------------------------------------------------------------

// Whether the return in the frame's code has a value.
static bool has_value (const ft_exec_frame *f, const ft_instruction *i) {
  return i->count &&
         f->unit->code.operands.begin[i->first].kind != FT_OPERAND_NONE;
}

void ft_thread_end_reach (ft_machine *m, ft_altpath_state *s,
                          const ft_instruction *i) {
  s->ends = !s->run_frames && s->frames.begin->begins_thread &&
            m->thread != ft_exec_thread_of (m, 0) &&
            i->kind == FT_INSTRUCTION_RETURN;
  s->has_result = has_value (ft_altpath_top_frame (s), i);
  if (s->has_result)
    s->result = ft_altpath_operand (s, i, 0);
}

// Whether both functions return the same, in every schedule.
static bool same_result (const ft_machine *m, const ft_ended_path *p, bool returns,
                         const ft_value *result) {
  if (!returns || !p->has_result)
    return returns == p->has_result;
  return result->known && p->result.known && !result->object && !p->result.object &&
         !ft_is_symbolic (m, result) && result->word == p->result.word;
}

// Whether the path is better off without its merge.
static bool leaves (const ft_machine *m, const ft_ended_path *p) {
  return !p->merged || p->differing & m->thread->fixed;
}

// Adds how the paths come back, where the one that they left comes to the thread's end.
static void merge_all (ft_machine *m, ft_ended_paths *all, bool returns,
                       const ft_value *result) {
  for (size_t i = 0; i < all->size; i++) {
    const ft_ended_path *p = all->begin + i;
    bool ends = !p->fails && p->merge_epoch == m->thread->merge_epoch &&
                same_result (m, p, returns, result);
    if (!leaves (m, p) || (!ends && !p->fails))
      continue;
    FT_PUSH (m->out->merges,
             ((ft_step_merge){.altpath = p->altpath,
                              .how = ends ? FT_STEP_ENDS : FT_STEP_STAYS_AWAY,
                              .at = (uint32_t)m->out->before.size}));
  }
  FT_CLEAR (*all);
}

static bool has_failed (const ft_machine *m) {
  return !FT_EMPTY (m->out->before) &&
         ft_event_fails (&FT_TOP (m->out->before).event);
}

void ft_thread_end_leave (ft_machine *m, ft_altpath_state *s,
                          ft_altpath_state *outer) {
  bool fails = has_failed (m);
  ft_ended_path p = {s->number, m->thread->merge_epoch, fails, false, 0,
                     FT_VALUE_UNKNOWN, s->has_result};
  if (s->ends)
    merge_all (m, &s->nested, s->has_result, &s->result);
  if (s->has_result && !ft_is_symbolic (m, &s->result))
    p.result = s->result;
  if (s->ends || fails)
    FT_PUSH (*(outer ? &outer->nested : &m->thread->ended), p);
}

void ft_thread_end_merge (ft_machine *m, const ft_exec_frame *f, ft_value result) {
  bool known = f->state == FT_FRAME_RUNNING;
  const ft_instruction *i =
      known ? f->unit->code.instructions.begin + f->pc : NULL;
  if (known && f->begins_thread && i->kind == FT_INSTRUCTION_RETURN)
    merge_all (m, &m->thread->ended, has_value (f, i), &result);
  FT_CLEAR (m->thread->ended);
}
