// Values that calls pass to uninstrumented code (see escape.c): arguments,
// results of callbacks, and arguments that functions of the C library store.
#include "symex/escape/escape.h"
#include "symex/exec/call.h"
#include "symex/exec/callee.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/local.h"
#include "symex/libc/libc_call.h"

// ---- arguments -------------------------------------------------------------

// The width of argument n of the frame's call; an argument that is no word may
// contain an address.
static unsigned width_of (const ft_exec_frame *f, size_t n) {
  const ft_code_operand *o =
      f->unit->code.operands.begin + f->call->first + n + 1;
  if (o->kind != FT_OPERAND_RESULT)
    return 0;
  unsigned width = f->unit->code.widths.begin[f->body->first_width + o->word];
  return width ? width : 64;
}

static void escape_argument (ft_machine *m, const ft_exec_frame *f, size_t n) {
  ft_value s = f->arguments.begin[n];
  if (s.object)
    ft_local_escape_contents (m, f, s);
  else
    ft_escape_value (m, s, width_of (f, n), "an argument of a call");
}

// The variadic arguments of a function may be passed on as a va_list, which is
// in no record.
static void escape_variadic (ft_machine *m) {
  const ft_exec_thread *t = m->thread;
  for (size_t i = 0; i < t->frames.size; i++)
    for (size_t n = 0; n < t->frames.begin[i].variadic.size; n++)
      ft_escape_value (m, t->frames.begin[i].variadic.begin[n], 64,
                       "a variadic argument");
}

// Whether the call may run uninstrumented code of the program: a function of
// the C library may call a function that it is passed.
static bool may_call (const ft_machine *m, const ft_exec_frame *f) {
  for (size_t n = 0; n < f->arguments.size; n++) {
    const ft_value *s = f->arguments.begin + n;
    uint64_t guid = s->known && !s->object ? ft_guid_at (m, s->word) : 0;
    if (guid && ft_is_uninstrumented (m, guid))
      return true;
  }
  return ft_is_uninstrumented (m, f->callee);
}

static bool is_set (const bool *by_thread, size_t count, uint32_t thread) {
  return thread < count && by_thread[thread];
}

// A function of a library may write where an unknown argument leads.
static void write_unknown (ft_environment *env, const ft_machine *m,
                           ft_value s) {
  if (s.provenance == FT_PROVENANCE_UNINSTRUMENTED)
    env->libraries_written = true;
  else if (s.provenance != FT_PROVENANCE_STACK || m->thread->stored_wide)
    env->all_written = true;
}

// A function of a library may read what an unknown argument leads to, or write.
static void reach_unknown (ft_machine *m, const ft_exec_frame *f, size_t n) {
  ft_environment *env = m->out->environment;
  uint32_t thread = m->out->record->thread->number;
  ft_value s = f->arguments.begin[n];
  bool is_pointer = !s.object && !s.known && width_of (f, n) == 64;
  if (is_pointer && is_set (env->calls_writing.begin, env->calls_writing.size,
                            thread))
    write_unknown (env, m, s);
  if (!is_set (env->calls_reading.begin, env->calls_reading.size, thread))
    return;
  if (s.object)
    ft_local_escape_contents (m, f, s);
  else if (!is_pointer || s.provenance == FT_PROVENANCE_UNINSTRUMENTED)
    return;
  else if (s.provenance == FT_PROVENANCE_STACK && !m->thread->stored_wide)
    ft_escape_value (m, s, 64, "a variable of the caller is passed");
  else
    env->all_reached = true;
}

void ft_escape_arguments (ft_machine *m, const ft_exec_frame *f) {
  bool uninstrumented = may_call (m, f);
  if (!m->out->environment || !f->call ||
      ft_libc_of (m, f->callee)->effect == FT_LIBC_EFFECT_WRITES_OBJECT)
    return;
  for (size_t n = 0; n < f->arguments.size; n++)
    if (uninstrumented)
      escape_argument (m, f, n);
    else if (f->arguments.begin[n].known && !f->arguments.begin[n].object)
      ft_escape_shallow (m, f->arguments.begin[n].word);
    else
      reach_unknown (m, f, n);
  if (uninstrumented)
    escape_variadic (m);
}

void ft_escape_keep_variadic (ft_machine *m, const ft_exec_frame *caller,
                   ft_exec_frame *f) {
  if (m->code->uninstrumented == FT_UNINSTRUMENTED_NONE)
    return;
  for (size_t n = f->body->parameters; n < caller->arguments.size; n++)
    if (width_of (caller, n) == 64 || caller->arguments.begin[n].known)
      FT_PUSH (f->variadic, caller->arguments.begin[n]);
}

void ft_escape_at_call (ft_machine *m, const ft_exec_frame *f) {
  if (m->code->uninstrumented == FT_UNINSTRUMENTED_NONE)
    return;
  if (ft_is_uninstrumented (m, f->callee))
    ft_escape_arguments (m, f);
  else if (ft_libc_of (m, f->callee)->effect ==
           FT_LIBC_EFFECT_STORES_ARGUMENT)
    for (size_t n = 0; n < f->arguments.size; n++)
      escape_argument (m, f, n);
}

// Whether the function may be uninstrumented.
static bool may_be_uninstrumented (ft_machine *m, uint64_t guid) {
  return ft_is_uninstrumented (m, guid) || !ft_callee_is_instrumented (m, guid);
}

void ft_escape_thread_argument (ft_machine *m, ft_value function, ft_value argument) {
  if (m->code->uninstrumented != FT_UNINSTRUMENTED_NONE &&
      may_be_uninstrumented (m, ft_guid_at (m, function.word)))
    ft_escape_value (m, argument, 64, "the argument of a thread");
}

// ---- blocks ----------------------------------------------------------------

void ft_escape_allocation (ft_machine *m, ft_exec_frame *f, uint64_t block,
                    uint64_t bytes) {
  bool calls = f && f->state == FT_FRAME_IN_CALL && f->call;
  bool all_instrumented = m->code->uninstrumented == FT_UNINSTRUMENTED_NONE;
  enum ft_libc_allocates kind =
      calls ? ft_libc_of (m, f->callee)->allocates : FT_LIBC_ALLOCATES_NONE;
  if (kind == FT_LIBC_ALLOCATES_NONE) {
    bool unknown = calls && ft_libc_of (m, f->callee)->effect ==
                                FT_LIBC_EFFECT_UNKNOWN;
    if (unknown || (!all_instrumented &&
                    !(calls && !ft_is_uninstrumented (m, f->callee))))
      m->new_block = block;
    return;
  }
  f->allocated = block;
  if (all_instrumented || kind != FT_LIBC_ALLOCATES_RESIZED ||
      FT_EMPTY (f->arguments))
    return;
  const ft_value *old = f->arguments.begin;
  if (!old->known || old->object)
    ft_escape_unknown (m, "an unknown block is resized");
  else if (old->word)
    ft_concrete_copy (m, block, old->word, bytes);
}

// ---- callbacks -------------------------------------------------------------

bool ft_is_callback (const ft_machine *m, const ft_exec_frame *caller) {
  if (m->code->uninstrumented == FT_UNINSTRUMENTED_NONE)
    return false;
  return caller ? !ft_call_is_fully_recorded (m, caller)
                : !m->thread->is_instrumented;
}

void ft_escape_enter_callback (ft_machine *m, const ft_exec_frame *caller,
                   ft_exec_frame *f) {
  bool in_callback = !f->entered_by_call && !m->thread->enters_handler &&
                     ft_is_callback (m, caller);
  f->in_callback = in_callback || (caller && caller->in_callback);
  if (!in_callback || !f->body ||
      (caller && !ft_is_uninstrumented (m, caller->callee)))
    return;
  for (uint32_t n = 0; n < f->body->parameters; n++)
    f->values[n] = FT_VALUE_OF_PROVENANCE (FT_PROVENANCE_UNINSTRUMENTED);
}

// The width of a return instruction's value, 0 without a value; a value that is
// no word may contain an address.
static unsigned width_of_return (const ft_unit_code *c,
                                 const ft_instruction *i) {
  if (c->operands.begin[i->first].kind == FT_OPERAND_NONE)
    return 0;
  return i->width ? i->width : 64;
}

// The width of the function's result.
static unsigned returned_width (const ft_exec_frame *f) {
  if (!f->body)
    return 64;
  const ft_unit_code *c = &f->unit->code;
  for (uint32_t b = 0; b < f->body->blocks; b++) {
    const ft_code_block *block = c->blocks.begin + f->body->first_block + b;
    for (uint32_t n = 0; n < block->count; n++) {
      const ft_instruction *i = c->instructions.begin + block->first + n;
      if (i->kind == FT_INSTRUCTION_RETURN)
        return width_of_return (c, i);
    }
  }
  return 0;
}

void ft_escape_callback_result (ft_machine *m, const ft_exec_frame *caller,
                     const ft_exec_frame *f, ft_value result) {
  if (ft_is_callback (m, caller))
    ft_escape_value (m, result, returned_width (f),
                     "the result of a callback");
}
