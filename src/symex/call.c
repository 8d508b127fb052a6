// Calls, entries and returns.
//
// Whether a call went to recorded code tells the next record: only an entry of
// the callee is that.  Anything else means that a function of a library has the
// thread, which may call back.
#include "symex/machine.h"

#include <string.h>

static const ft_code_operand *operands (const ft_step_frame *f,
                                        const ft_instruction *i) {
  return f->unit->code.operands.begin + i->first;
}

void ft_call_begin (ft_machine *m, ft_step_frame *f, const ft_instruction *i) {
  if (ft_call_silent (m, f, i))
    return;
  f->call = i;
  f->told = false;
  FT_CLEAR (f->arguments);
  for (uint32_t n = 1; n < i->count; n++)
    FT_PUSH (f->arguments, ft_operand_now (f, operands (f, i) + n));
  // Which function is called must not change.
  ft_slot callee = ft_operand_now (f, operands (f, i));
  ft_emit_pin (m, &callee, 1);
  f->state = FT_FRAME_CALLS;
}

static bool is_known (const ft_machine *m, const ft_instruction *call) {
  return call && call->constant &&
         ft_map_get (&m->libraries, call->constant) != FT_NO_ID;
}

void ft_call_library (ft_machine *m, ft_step_frame *f) {
  if (f->told)
    return;
  f->told = true;
  m->thread->pins++;
  ft_emit_pin (m, f->arguments.begin, f->arguments.size);
  for (size_t n = 0; n < f->arguments.size; n++)
    ft_local_pin_whole (m, f, f->arguments.begin[n]);
  if (!is_known (m, f->call))
    ft_emit_pin_all (m);
}

void ft_call_end (ft_machine *m, ft_step_frame *f, ft_slot result) {
  (void)m;
  if (f->call)
    ft_set_result (f, f->call, 0, result.object ? FT_SLOT_UNKNOWN : result);
  f->call = NULL;
  FT_CLEAR (f->arguments);
  f->state = FT_FRAME_RUNS;
}

// ---- code ------------------------------------------------------------------

static uint64_t *addresses (const ft_machine *m, const ft_sites *table) {
  uint64_t *at = FT_ARRAY (uint64_t, table->globals.size + 1);
  for (size_t i = 0; i < m->code->globals.size; i++) {
    const ft_code_global *g = m->code->globals.begin + i;
    if (g->table == table)
      at[g->global - table->globals.begin] = g->first;
  }
  return at;
}

static ft_loaded *load (const ft_machine *m, const ft_sites *table) {
  ft_error error;
  ft_loaded *unit = FT_NEW (ft_loaded);
  if (!table->code.size ||
      !ft_unit_code_unpack (&unit->code, table, table->code.text,
                            table->code.size, &error)) {
    free (unit);
    return NULL;
  }
  unit->functions = (uint32_t)table->functions.size;
  unit->globals = addresses (m, table);
  unit->post = FT_ARRAY (uint32_t *, unit->code.bodies.size + 1);
  unit->at = FT_ARRAY (uint32_t *, unit->functions + 1);
  for (uint32_t i = unit->functions; i < unit->code.bodies.size; i++)
    *ft_map_at (&unit->silent, unit->code.bodies.begin[i].linkage) = i;
  return unit;
}

static const ft_loaded *unit_of (ft_machine *m, const ft_sites *table) {
  uint32_t *slot = ft_map_at (&m->unit_of, (uint64_t)(uintptr_t)table);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)m->units.size;
    FT_PUSH (m->units, load (m, table));
  }
  return m->units.begin[*slot];
}

// ---- frames ----------------------------------------------------------------

void ft_frame_release (ft_step_frame *f) {
  ft_meetings_release (f);
  ft_local_forget (f);
  FT_RELEASE (f->objects);
  FT_RELEASE (f->arguments);
  free (f->slots);
}

static ft_step_frame new_frame (ft_machine *m, const ft_code_function *fn) {
  ft_step_frame f = {.state = FT_FRAME_DARK, .function = fn};
  f.unit = unit_of (m, fn->table);
  if (!f.unit || m->tired)
    return f;
  f.body =
      f.unit->code.bodies.begin + (fn->function - fn->table->functions.begin);
  if (!f.body->blocks) {
    f.body = NULL;
    return f;
  }
  f.slots = FT_ARRAY (ft_slot, (size_t)f.body->slots + 1);
  f.pc = f.unit->code.blocks.begin[f.body->block].first;
  f.state = FT_FRAME_RUNS;
  return f;
}

// The address of a variable that does not escape is passed only to say what is
// copied to the callee's.
static ft_slot passed_by_value (ft_machine *m, ft_step_frame *caller,
                                ft_step_frame *f, ft_slot address) {
  ft_slot s = ft_local_pass (f, caller, address);
  if (!ft_local_is_followed (f, s))
    ft_local_pin_whole (m, caller, address);
  return s;
}

// ---- functions that make no records ----------------------------------------

enum { DEEPEST = 64 };

static ft_step_frame silent_frame (ft_machine *m, ft_step_frame *caller,
                                   const ft_code_body *body,
                                   const ft_instruction *i) {
  ft_step_frame f = {.state = FT_FRAME_RUNS,
                     .unit = caller->unit,
                     .function = caller->function,
                     .body = body};
  f.slots = FT_ARRAY (ft_slot, (size_t)body->slots + 1);
  f.pc = f.unit->code.blocks.begin[body->block].first;
  for (uint32_t n = 0; n < body->parameters && n + 1 < i->count; n++) {
    ft_slot s = ft_operand_now (caller, operands (caller, i) + n + 1);
    f.slots[n] = s.object ? passed_by_value (m, caller, &f, s) : s;
  }
  return f;
}

bool ft_call_silent (ft_machine *m, ft_step_frame *caller,
                     const ft_instruction *i) {
  uint32_t index = ft_map_get (&caller->unit->silent, i->constant);
  if (!i->constant || index == FT_NO_ID || m->depth == DEEPEST)
    return false;
  const ft_code_body *body = caller->unit->code.bodies.begin + index;
  if (!body->blocks)
    return false;
  ft_step_frame f = silent_frame (m, caller, body, i);
  m->depth++;
  bool fine = ft_run_to (m, &f, FT_WANT_RETURN);
  m->depth--;
  ft_slot result = FT_SLOT_UNKNOWN;
  const ft_instruction *last = f.unit->code.instructions.begin + f.pc;
  if (!fine)
    ft_emit_pin_all (m);
  else if (last->count)
    result = ft_operand_now (&f, operands (&f, last));
  ft_set_result (caller, i, 0, result.object ? FT_SLOT_UNKNOWN : result);
  ft_frame_release (&f);
  return true;
}

// ---- entries and returns ---------------------------------------------------

// Whether the entry is the one that the frame below called for.  Of a call by
// address that is not known: what is there may be a function without records
// that calls a recorded one with arguments of its own.
static bool is_called (const ft_step_frame *caller, const ft_step_frame *f) {
  const ft_instruction *call = caller->call;
  return caller->state == FT_FRAME_CALLS && !caller->told && call && f->body &&
         call->constant && call->constant == f->body->linkage;
}

static void take_arguments (ft_machine *m, ft_step_frame *caller,
                            ft_step_frame *f) {
  f->bound = true;
  for (uint32_t n = 0; n < f->body->parameters; n++) {
    if (n == caller->arguments.size)
      return;
    ft_slot s = caller->arguments.begin[n];
    f->slots[n] = s.object ? passed_by_value (m, caller, f, s) : s;
  }
}

void ft_call_enter (ft_machine *m, const ft_code_function *fn) {
  ft_step_thread *t = m->thread;
  ft_step_frame f = new_frame (m, fn);
  ft_step_frame *caller = FT_EMPTY (t->frames) ? NULL : &FT_TOP (t->frames);
  if (caller && !t->handler && is_called (caller, &f))
    take_arguments (m, caller, &f);
  else if (caller && caller->state == FT_FRAME_CALLS)
    ft_call_library (m, caller);
  else
    ft_emit_pin_all (m);
  t->handler = false;
  if (f.state == FT_FRAME_DARK)
    ft_emit_pin_all (m);
  else if (ft_run_to (m, &f, FT_WANT_ENTER))
    f.pc++;
  else
    ft_lose (m, &f);
  FT_PUSH (t->frames, f);
}

// What it returns; unknown and pinned if that cannot be told.
static ft_slot returned (ft_machine *m, ft_step_frame *f) {
  if (f->state == FT_FRAME_CALLS) {
    ft_call_library (m, f);
    ft_call_end (m, f, FT_SLOT_UNKNOWN);
  }
  if (f->state != FT_FRAME_RUNS || !ft_run_to (m, f, FT_WANT_EXIT)) {
    ft_emit_pin_all (m);
    return FT_SLOT_UNKNOWN;
  }
  const ft_instruction *i = f->unit->code.instructions.begin + f->pc;
  if (i->kind != FT_INSTRUCTION_RETURN) { // a call that replaces it
    ft_emit_pin_all (m);
    return FT_SLOT_UNKNOWN;
  }
  return i->count ? ft_operand_now (f, operands (f, i)) : FT_SLOT_UNKNOWN;
}

void ft_call_leave (ft_machine *m) {
  ft_step_thread *t = m->thread;
  if (FT_EMPTY (t->frames))
    return;
  ft_step_frame f = FT_POP (t->frames);
  ft_slot result = returned (m, &f);
  ft_step_frame *caller = FT_EMPTY (t->frames) ? NULL : &FT_TOP (t->frames);
  if (caller && f.bound && caller->state == FT_FRAME_CALLS)
    ft_call_end (m, caller, result);
  else
    ft_emit_pin (m, &result, 1);
  if (caller && !f.bound && !is_known (m, caller->call))
    ft_emit_pin_all (m); // what called it may look at all that it did
  ft_frame_release (&f);
}
