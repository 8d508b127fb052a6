// Calls on a side that was not taken: functions that have code, and those that
// take and give back locks.  Anything else may not return, or do what no event
// tells, and ends the side.
//
// A lock is taken when it is free: that the call returns, and 0, is what its
// event says.  Of a lock that the thread has already, or has not, nothing is
// said: the call may block for ever, fail or count.
#include "symex/side.h"

enum { DEEPEST = 8 }; // frames; recursion is not followed further

static ft_side_lock *lock_of (ft_side *s, ft_id lock, uint32_t depth) {
  for (size_t i = 0; i < s->locks.size; i++)
    if (s->locks.begin[i].lock == lock)
      return s->locks.begin + i;
  FT_PUSH (s->locks, ((ft_side_lock){lock, depth}));
  return &FT_TOP (s->locks);
}

// Whether it is certain what the event does; notes it.
static bool passes (ft_side *s, const ft_event *e, uint32_t depth) {
  ft_side_lock *l = lock_of (s, e->target, depth);
  if (l->depth != (e->kind == FT_RELEASE))
    return false;
  l->depth = e->kind == FT_ACQUIRE;
  return true;
}

// ---- functions that the run may never have called --------------------------

enum { SEVERAL = FT_NO_ID - 1 };

static uint64_t linkage_of (ft_machine *m, const ft_code_function *fn) {
  const ft_loaded *unit = ft_frame_unit (m, fn->table);
  size_t index = (size_t)(fn->function - fn->table->functions.begin);
  return unit ? unit->code.bodies.begin[index].linkage : 0;
}

// Of several with one linkage it is not known which the linker chose.
static void list_callees (ft_machine *m) {
  for (size_t i = 0; i < m->code->functions.size; i++) {
    uint64_t linkage = linkage_of (m, m->code->functions.begin + i);
    if (!linkage)
      continue;
    uint32_t *slot = ft_map_at (&m->callees, linkage);
    *slot = *slot == FT_NO_ID ? (uint32_t)i : (uint32_t)SEVERAL;
  }
}

static bool recorded_frame (ft_machine *m, ft_step_frame *caller,
                            const ft_instruction *i, uint32_t at,
                            ft_step_frame *callee) {
  if (at == SEVERAL)
    return false;
  *callee = ft_frame_new (m, m->code->functions.begin + at);
  if (callee->state == FT_FRAME_RUNS && i->count > callee->body->parameters) {
    ft_call_pass (m, caller, i, callee);
    return true;
  }
  ft_frame_release (callee);
  return false;
}

// ---- sections --------------------------------------------------------------

static bool section (ft_machine *m, ft_side *s, const ft_instruction *i,
                     enum ft_kind kind) {
  ft_step_frame *f = ft_side_frame (s);
  ft_slot at = i->count > 1 ? ft_side_operand (s, i, 1) : FT_SLOT_UNKNOWN;
  uint32_t depth;
  if (!i->site || !at.known || at.object || ft_tainted (m, &at))
    return false;
  ft_step_event e = {FT_EVENT_NONE, f->function->site + i->site - 1, 0,
                     FT_TOP (s->calls)};
  e.event.kind = (uint8_t)kind;
  if (!m->out->hold (m->out->native, at.word, &e.event, &depth) ||
      !passes (s, &e.event, depth))
    return false;
  m->extra++;
  FT_PUSH (m->out->before, e);
  ft_set_result (f, i, 0, ft_slot_word (0));
  return true;
}

static void begin_call (ft_machine *m, ft_side *s, const ft_instruction *i,
                        ft_step_frame callee) {
  ft_step_frame *f = ft_side_frame (s);
  uint32_t call = FT_TOP (s->calls);
  f->call = i;
  if (i->site) { // else it makes no records, and is in the frame of its caller
    FT_PUSH (m->out->calls, ((ft_step_call){f->function->site + i->site - 1,
                                            call, callee.function}));
    call = (uint32_t)m->out->calls.size - 1;
  }
  FT_PUSH (s->calls, call);
  FT_PUSH (s->frames, callee);
}

bool ft_side_enter (ft_machine *m, ft_side *s, const ft_instruction *i) {
  ft_step_frame *f = ft_side_frame (s), callee;
  uint64_t linkage = ft_call_callee (m, f, i);
  if (!m->callees.size)
    list_callees (m);
  uint32_t at = linkage ? ft_map_get (&m->callees, linkage) : FT_NO_ID;
  uint32_t kind = linkage ? ft_map_get (&m->sections, linkage) : FT_NO_ID;
  if (at == FT_NO_ID && kind != FT_NO_ID)
    return section (m, s, i, (enum ft_kind)kind);
  if (s->frames.size == DEEPEST ||
      !(ft_call_silent_frame (m, f, i, linkage, &callee) ||
        (at != FT_NO_ID && recorded_frame (m, f, i, at, &callee))))
    return false;
  begin_call (m, s, i, callee);
  return true;
}

bool ft_side_leave (ft_machine *m, ft_side *s, const ft_instruction *i) {
  if (s->frames.size == 1)
    return false;
  ft_slot v = FT_SLOT_UNKNOWN;
  if (i->count)
    v = ft_side_operand (s, i, 0);
  ft_frame_release (ft_side_frame (s));
  s->frames.size--;
  s->calls.size--;
  ft_step_frame *f = ft_side_frame (s);
  ft_set_result (f, f->call, 0, ft_call_result (m, f->call, i, v));
  f->call = NULL;
  return true;
}
