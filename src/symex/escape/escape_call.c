// What calls hand to code without records and get from it (see 'shown.c'):
// arguments, what recorded functions return to it, what functions of the C
// library keep for it.
#include "symex/escape/escape.h"
#include "symex/exec/call.h"
#include "symex/exec/callee.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/local.h"
#include "symex/libc/libc_call.h"

// ---- arguments -------------------------------------------------------------

// Of argument n of the frame's call; what is no word may hold an address.
static unsigned width_of (const ft_exec_frame *f, size_t n) {
  const ft_code_operand *o =
      f->unit->code.operands.begin + f->call->first + n + 1;
  if (o->kind != FT_OPERAND_RESULT)
    return 0;
  unsigned width = f->unit->code.widths.begin[f->body->first_width + o->word];
  return width ? width : 64;
}

static void give_argument (ft_machine *m, const ft_exec_frame *f, size_t n) {
  ft_value s = f->arguments.begin[n];
  if (s.object)
    ft_local_escape_contents (m, f, s);
  else
    ft_escape_value (m, s, width_of (f, n));
}

// Arguments without a parameter go on in a list, which is in no record.
static void give_lists (ft_machine *m) {
  const ft_exec_thread *t = m->thread;
  for (size_t i = 0; i < t->frames.size; i++)
    for (size_t n = 0; n < t->frames.begin[i].variadic.size; n++)
      ft_escape_value (m, t->frames.begin[i].variadic.begin[n], 64);
}

// A function of the C library may call what it is given.
static bool may_call (const ft_machine *m, const ft_exec_frame *f) {
  for (size_t n = 0; n < f->arguments.size; n++) {
    const ft_value *s = f->arguments.begin + n;
    uint64_t linkage = s->known && !s->object ? ft_guid_at (m, s->word) : 0;
    if (linkage && ft_is_uninstrumented (m, linkage))
      return true;
  }
  return ft_is_uninstrumented (m, f->callee);
}

void ft_escape_arguments (ft_machine *m, const ft_exec_frame *f) {
  bool foreign = may_call (m, f);
  if (!m->out->environment || !f->call ||
      ft_libc_of (m, f->callee)->effect == FT_LIBC_EFFECT_WRITES_OBJECT)
    return;
  for (size_t n = 0; n < f->arguments.size; n++)
    if (foreign)
      give_argument (m, f, n);
    else if (f->arguments.begin[n].known && !f->arguments.begin[n].object)
      ft_escape_shallow (m, f->arguments.begin[n].word);
  if (foreign)
    give_lists (m);
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
      give_argument (m, f, n);
}

// Whether code without records may be what has the linkage.
static bool is_of_library (ft_machine *m, uint64_t linkage) {
  return ft_is_uninstrumented (m, linkage) || !ft_callee_is_instrumented (m, linkage);
}

void ft_escape_thread_argument (ft_machine *m, ft_value function, ft_value argument) {
  if (m->code->uninstrumented != FT_UNINSTRUMENTED_NONE &&
      is_of_library (m, ft_guid_at (m, function.word)))
    ft_escape_value (m, argument, 64);
}

// ---- blocks
// ------------------------------------------------------------------

void ft_escape_allocation (ft_machine *m, ft_exec_frame *f, uint64_t block,
                    uint64_t bytes) {
  bool calls = f && f->state == FT_FRAME_IN_CALL && f->call;
  bool whole = m->code->uninstrumented == FT_UNINSTRUMENTED_NONE;
  enum ft_libc_allocates kind =
      calls ? ft_libc_of (m, f->callee)->allocates : FT_LIBC_ALLOCATES_NONE;
  if (kind == FT_LIBC_ALLOCATES_NONE) {
    if (!whole && !(calls && !ft_is_uninstrumented (m, f->callee)))
      m->new_block = block;
    return;
  }
  f->allocated = block;
  if (whole || kind != FT_LIBC_ALLOCATES_RESIZED || FT_EMPTY (f->arguments))
    return;
  const ft_value *old = f->arguments.begin;
  if (!old->known || old->object)
    m->out->unknown_escaped = true; // pointers there are not known any more
  else if (old->word)
    ft_concrete_copy (m, block, old->word, bytes);
}

// ---- what calls recorded functions
// -------------------------------------------

bool ft_is_callback (const ft_machine *m, const ft_exec_frame *caller) {
  if (m->code->uninstrumented == FT_UNINSTRUMENTED_NONE)
    return false;
  return caller ? !ft_call_is_fully_recorded (m, caller)
                : !m->thread->is_instrumented;
}

void ft_escape_enter_callback (ft_machine *m, const ft_exec_frame *caller,
                   ft_exec_frame *f) {
  bool back = !f->entered_by_call && !m->thread->enters_handler &&
              ft_is_callback (m, caller);
  f->in_callback = back || (caller && caller->in_callback);
  if (!back || !f->body || (caller && !ft_is_uninstrumented (m, caller->callee)))
    return;
  for (uint32_t n = 0; n < f->body->parameters; n++)
    f->values[n] = FT_VALUE_OF_PROVENANCE (FT_PROVENANCE_UNINSTRUMENTED);
}

// Nothing has no width; what is no word may hold an address.
static unsigned width_returned (const ft_unit_code *c,
                                const ft_instruction *i) {
  if (c->operands.begin[i->first].kind == FT_OPERAND_NONE)
    return 0;
  return i->width ? i->width : 64;
}

// The width of what the function returns.
static unsigned returned_width (const ft_exec_frame *f) {
  if (!f->body)
    return 64;
  const ft_unit_code *c = &f->unit->code;
  for (uint32_t b = 0; b < f->body->blocks; b++) {
    const ft_code_block *block = c->blocks.begin + f->body->first_block + b;
    for (uint32_t n = 0; n < block->count; n++) {
      const ft_instruction *i = c->instructions.begin + block->first + n;
      if (i->kind == FT_INSTRUCTION_RETURN)
        return width_returned (c, i);
    }
  }
  return 0;
}

void ft_escape_callback_result (ft_machine *m, const ft_exec_frame *caller,
                     const ft_exec_frame *f, ft_value result) {
  if (ft_is_callback (m, caller))
    ft_escape_value (m, result, returned_width (f));
}
