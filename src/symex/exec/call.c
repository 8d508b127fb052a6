// Calls, entries and returns.
//
// The next record says whether a call went to instrumented code: only if it is
// the entry of the callee.  Any other record means that an external function
// runs, which may call back.  The callee of a call by address is the function
// that the program has there; the address is concretized.
#include "symex/exec/call.h"
#include "symex/altpath/execute.h"
#include "symex/altpath/thread_end.h"
#include "symex/escape/escape.h"
#include "symex/exec/address_name.h"
#include "symex/exec/callee.h"
#include "symex/exec/compute.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/local.h"
#include "symex/exec/run_to_record.h"
#include "symex/libc/libc_call.h"

#include <assert.h>
#include <string.h>

static const ft_code_operand *operands (const ft_exec_frame *f,
                                        const ft_instruction *i) {
  return f->unit->code.operands.begin + i->first;
}

uint64_t ft_call_callee (ft_machine *m, const ft_exec_frame *f,
                         const ft_instruction *i) {
  if (i->constant)
    return i->constant;
  ft_value at = ft_operand_value (f, operands (f, i));
  ft_emit_concretize (m, FT_CONCRETIZE_CALL_ADDRESS, &at, 1);
  return at.known && !at.object ? ft_guid_at (m, at.word) : 0;
}

uint64_t ft_reexecute_callee_address (const ft_machine *m) {
  const ft_exec_frame *f = m->thread && !FT_EMPTY (m->thread->frames)
                               ? &FT_TOP (m->thread->frames)
                               : NULL;
  if (!f || f->state != FT_FRAME_IN_CALL || !f->call || f->call->constant)
    return 0;
  ft_value at = ft_operand_value (f, operands (f, f->call));
  return at.known && !at.object ? at.word : 0;
}

bool ft_call_is_fully_recorded (const ft_machine *m, const ft_exec_frame *f) {
  return f->call && f->callee && ft_libc_is_fully_recorded (m, f->callee);
}

bool ft_call_ends_program (const ft_machine *m, uint64_t callee) {
  enum ft_libc_altpath kind = ft_libc_of (m, callee)->altpath;
  return kind == FT_LIBC_ALTPATH_ASSERTS || kind == FT_LIBC_ALTPATH_ABORTS ||
         kind == FT_LIBC_ALTPATH_EXITS || kind == FT_LIBC_ALTPATH_TERMINATES;
}

void ft_call_count_unfollowed (ft_machine *m, uint32_t site) {
  uint32_t *times = ft_map_at (&m->unfollowed, site);
  *times = *times == FT_NO_ID ? 1 : *times + (*times < FT_NO_ID - 1);
}

void ft_call_note_unfollowed (ft_machine *m, const ft_exec_frame *f,
                              const ft_instruction *i) {
  ft_call_count_unfollowed (m, i->site ? f->function->site + i->site - 1
                                       : FT_NO_ID);
}

// Whether the call prints and does nothing else, so that it may print other values in
// another schedule.
static bool only_prints (const ft_machine *m, const ft_exec_frame *f) {
  return ft_call_is_fully_recorded (m, f) && ft_follows_altpaths (m) &&
         ft_altpath_only_prints (
             m, (enum ft_libc_altpath)ft_libc_of (m, f->callee)->altpath,
             f->arguments.begin, f->arguments.size);
}

bool ft_call_returns_once (const ft_machine *m, const ft_exec_frame *f,
                           ft_value buffer) {
  bool is_own = buffer.object ? !ft_local_is_tracked (f, buffer)
                              : !buffer.known && buffer.provenance ==
                                                     FT_PROVENANCE_STACK;
  return !m->summary.jumps && is_own;
}

// Whether the call is one of setjmp, all of which is that it writes its buffer.
static bool only_returns_first (const ft_machine *m, const ft_exec_frame *f) {
  return f->call &&
         ft_libc_of (m, f->callee)->altpath == FT_LIBC_ALTPATH_FIRST_RETURN &&
         f->arguments.size &&
         ft_call_returns_once (m, f, f->arguments.begin[0]);
}

// Alternative paths can merge behind a call if one event says all that it does.
static bool is_one_event (const ft_machine *m, const ft_exec_frame *f) {
  enum ft_libc_altpath kind = ft_libc_of (m, f->callee)->altpath;
  if (ft_altpath_uses_stream (kind)) // which need not be a standard one
    return only_prints (m, f);
  if (kind == FT_LIBC_ALTPATH_FIRST_RETURN)
    return only_returns_first (m, f);
  return kind != FT_LIBC_ALTPATH_NONE && kind != FT_LIBC_ALTPATH_ALLOC &&
         kind != FT_LIBC_ALTPATH_RESIZES &&
         kind != FT_LIBC_ALTPATH_FREES && kind != FT_LIBC_ALTPATH_THROWS &&
         kind != FT_LIBC_ALTPATH_MAKES_EXCEPTION;
}

void ft_call_external (ft_machine *m, ft_exec_frame *f) {
  if (f->is_external)
    return;
  f->is_external = true;
  m->thread->merge_epoch += !f->call || !is_one_event (m, f);
  bool recorded =
      ft_call_is_fully_recorded (m, f) || only_returns_first (m, f);
  enum ft_concretize_reason reason =
      recorded ? FT_CONCRETIZE_LIBRARY_CALL : FT_CONCRETIZE_UNKNOWN_CALL;
  if (f->call && ft_libc_of (m, f->callee)->altpath == FT_LIBC_ALTPATH_FREES)
    ft_altpath_check_free (m, f);
  if (!only_prints (m, f))
    ft_emit_concretize (m, reason, f->arguments.begin, f->arguments.size);
  for (size_t n = 0; n < f->arguments.size; n++)
    ft_local_concretize_object (m, f, reason, f->arguments.begin[n]);
  if (ft_has_address_names (m))
    ft_address_name_call (m, f);
  m->changes_rounding |= f->call && !f->callee; // perhaps fesetround
  if (!recorded) {
    if (m->thread->has_read && f->call && !ft_call_ends_program (m, f->callee))
      ft_call_note_unfollowed (m, f, f->call);
    ft_emit_concretize_all (m, FT_CONCRETIZE_UNKNOWN_CALL);
    ft_escape_arguments (m, f);
  }
  ft_libc_begin (m, f->call ? f->callee : 0);
}

// Whether the call is a wait without a deadline, which may end at any time, but
// cannot fail.
static bool waits_for_ever (const ft_machine *m, const ft_exec_frame *f) {
  enum { LIMITED = 3 };
  const ft_value *limited = f->arguments.begin + LIMITED;
  return f->call && f->callee && f->arguments.size > LIMITED &&
         ft_libc_of (m, f->callee)->model == FT_LIBC_MODEL_WAIT &&
         limited->known && !limited->object && !limited->word;
}

// The result of an external function, as far as it is known.
static ft_value external_result (ft_machine *m, const ft_exec_frame *f) {
  if (waits_for_ever (m, f))
    return ft_value_concrete (1);
  if (f->allocated && f->call->width == 64)
    return ft_value_concrete (f->allocated);
  if (only_prints (m, f)) // how many bytes it has printed
    return ft_emit_uninterpreted (m, FT_CONCRETIZE_LIBRARY_CALL,
                                  f->arguments.begin, f->arguments.size);
  if (f->call && ft_address_name_is_thread (f->callee))
    return FT_VALUE_OF_PROVENANCE (FT_PROVENANCE_STACK);
  return f->call && ft_is_uninstrumented (m, f->callee)
             ? FT_VALUE_OF_PROVENANCE (FT_PROVENANCE_UNINSTRUMENTED)
             : FT_VALUE_UNKNOWN;
}

void ft_call_end (ft_machine *m, ft_exec_frame *f, ft_value result) {
  assert (f->state == FT_FRAME_IN_CALL);
  if (f->is_external && !result.known)
    result = external_result (m, f);
  ft_libc_end (m, f, &result);
  if (f->call)
    ft_set_result (f, f->call, 0, result.object ? FT_VALUE_UNKNOWN : result);
  f->call = NULL;
  FT_CLEAR (f->arguments);
  f->state = FT_FRAME_RUNNING;
}

// ---- arguments -------------------------------------------------------------

// The address of a local variable is passed only if the variable is a byval
// argument, which the callee gets as a copy.
static ft_value passed_byval (ft_machine *m, ft_exec_frame *caller,
                              ft_exec_frame *f, ft_value address) {
  ft_value s = ft_local_pass_byval (f, caller, address);
  if (!ft_local_is_tracked (f, s))
    ft_local_concretize_object (m, caller, FT_CONCRETIZE_LOCAL_CONTENT, address);
  return s;
}

// Whether an argument has the width of the callee's parameter.  The widths
// differ if the caller has another declaration of the callee; then the value is
// not passed.
static bool fits (const ft_exec_frame *caller, const ft_code_operand *o,
                  const ft_loaded_unit *unit, const ft_code_body *body, uint32_t n) {
  uint8_t width = unit->code.widths.begin[body->first_width + n];
  switch ((enum ft_code_operand_kind)o->kind) {
  case FT_OPERAND_RESULT:
    return caller->unit->code.widths
               .begin[caller->body->first_width + o->word] == width;
  case FT_OPERAND_CONSTANT:
    return width && ft_low_bits (o->word, width) == o->word;
  case FT_OPERAND_GLOBAL:
    return width == 64;
  case FT_OPERAND_UNKNOWN:
  case FT_OPERAND_NUMBER:
  case FT_OPERAND_NONE:
    break;
  }
  return true;
}

// Argument n of the callee.
static ft_value argument_value (ft_machine *m, ft_exec_frame *caller,
                                ft_exec_frame *f, const ft_instruction *call,
                                uint32_t n, ft_value s) {
  const ft_code_operand *o = operands (caller, call) + n + 1;
  if (s.object)
    return passed_byval (m, caller, f, s);
  if (fits (caller, o, f->unit, f->body, n))
    return s;
  ft_emit_concretize (m, FT_CONCRETIZE_ARGUMENT_WIDTH, &s, 1);
  return FT_VALUE_UNKNOWN;
}

// ---- unrecorded leaf functions ---------------------------------------------

enum { MAX_LEAF_DEPTH = 64 };

void ft_call_pass_arguments (ft_machine *m, ft_exec_frame *caller,
                   const ft_instruction *i, ft_exec_frame *f) {
  for (uint32_t n = 0; n < f->body->parameters && n + 1 < i->count; n++) {
    ft_value s = ft_operand_value (caller, operands (caller, i) + n + 1);
    f->values[n] = argument_value (m, caller, f, i, n, s);
  }
}

bool ft_call_leaf_frame (ft_machine *m, ft_exec_frame *caller,
                           const ft_instruction *i, uint64_t callee,
                           ft_exec_frame *f) {
  uint32_t index = ft_map_get (&caller->unit->leaf_bodies, callee);
  if (!callee || index == FT_NO_ID || !ft_callee_is_unambiguous (m, callee))
    return false;
  const ft_code_body *body = caller->unit->code.bodies.begin + index;
  if (!body->blocks)
    return false;
  *f = (ft_exec_frame){.state = FT_FRAME_RUNNING,
                       .unit = caller->unit,
                       .function = caller->function,
                       .body = body};
  f->values = FT_ARRAY (ft_value, (size_t)body->values + 1);
  f->pc = f->unit->code.blocks.begin[body->first_block].first;
  ft_call_pass_arguments (m, caller, i, f);
  return true;
}

void ft_call_take (ft_machine *m, ft_exec_frame *caller,
                   const ft_instruction *call, ft_word_pair given) {
  for (int k = 0; k < 2; k++)
    if (given.widths[k] && given.words[k].object) {
      ft_emit_concretize (m, FT_CONCRETIZE_ARGUMENT_WIDTH, given.words + k, 1);
      given.widths[k] = 0;
    }
  given.call = call;
  caller->taken = given;
}

ft_value ft_call_result (ft_machine *m, const ft_instruction *call,
                        const ft_instruction *end, ft_value value) {
  if (!value.object && call->width == end->width)
    return value;
  ft_emit_concretize (m, FT_CONCRETIZE_ARGUMENT_WIDTH, &value, 1);
  return FT_VALUE_UNKNOWN;
}

static bool call_leaf (ft_machine *m, ft_exec_frame *caller,
                       const ft_instruction *i, uint64_t callee) {
  ft_exec_frame f;
  if (m->leaf_depth == MAX_LEAF_DEPTH ||
      !ft_call_leaf_frame (m, caller, i, callee, &f))
    return false;
  m->leaf_depth++;
  bool fine = ft_run_to_record (m, &f, FT_WANT_RETURN);
  m->leaf_depth--;
  ft_value result = FT_VALUE_UNKNOWN;
  const ft_instruction *last = f.unit->code.instructions.begin + f.pc;
  if (!fine)
    ft_emit_concretize_all (m, FT_CONCRETIZE_LEAF_CALL);
  else if (last->count) {
    result =
        ft_call_result (m, i, last, ft_operand_value (&f, operands (&f, last)));
    ft_call_take (m, caller, i, f.given);
  }
  ft_set_result (caller, i, 0, result);
  ft_frame_release (&f);
  return true;
}

bool ft_call_leaf (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  f->taken.call = NULL;
  return call_leaf (m, f, i, ft_call_callee (m, f, i));
}

// ---- entries and returns ---------------------------------------------------

void ft_call_begin (ft_machine *m, ft_exec_frame *f, const ft_instruction *i) {
  if (!i->constant)
    ft_altpath_check_null (m, f, i, ft_operand_value (f, operands (f, i)));
  uint64_t callee = ft_call_callee (m, f, i);
  f->taken.call = NULL;
  if (call_leaf (m, f, i, callee))
    return;
  f->call = i;
  f->callee = callee;
  f->is_external = false;
  f->allocated = 0;
  FT_CLEAR (f->arguments);
  for (uint32_t n = 1; n < i->count; n++)
    FT_PUSH (f->arguments, ft_operand_value (f, operands (f, i) + n));
  f->state = FT_FRAME_IN_CALL;
  if (ft_libc_of (m, callee)->altpath == FT_LIBC_ALTPATH_EXITS)
    ft_altpath_check_exit (m, f);
  ft_escape_at_call (m, f); // the call may never return
}

// Whether the frame was entered by the caller's call, and not by an external
// function with arguments of its own.
static bool is_entered_by_call (const ft_exec_frame *caller,
                                const ft_exec_frame *f) {
  return caller->state == FT_FRAME_IN_CALL && !caller->is_external &&
         caller->call && f->body && caller->callee &&
         caller->callee == f->body->guid;
}

static void take_arguments (ft_machine *m, ft_exec_frame *caller,
                            ft_exec_frame *f) {
  f->entered_by_call = true;
  if (caller->call->constant)
    ft_callee_note_entered (m, caller->function, caller->callee, f->function);
  for (uint32_t n = 0; n < f->body->parameters; n++) {
    if (n == caller->arguments.size)
      return;
    f->values[n] = argument_value (m, caller, f, caller->call, n,
                                   caller->arguments.begin[n]);
  }
  ft_escape_keep_variadic (m, caller, f);
}

// ---- threads ---------------------------------------------------------------

static bool starts_thread (const ft_machine *m, const ft_exec_frame *f) {
  return f->state == FT_FRAME_IN_CALL && f->call &&
         ft_libc_of (m, f->callee)->effect == FT_LIBC_EFFECT_STARTS_THREAD;
}

// Whether the frame is in the call by which std::thread starts a thread: the one
// function of the library that starts any, with a function of its own.
static bool starts_thread_of_library (const ft_machine *m,
                                      const ft_exec_frame *f) {
  return f->state == FT_FRAME_IN_CALL && f->call &&
         ft_libc_of (m, f->callee)->effect == FT_LIBC_EFFECT_WRITES_OBJECT;
}

// Function and argument are the last arguments of both calls; they are
// concretized.
void ft_call_fork (ft_machine *m, uint32_t child) {
  const ft_exec_thread *t = m->thread;
  const ft_exec_frame *f = FT_EMPTY (t->frames) ? NULL : &FT_TOP (t->frames);
  if (f && starts_thread_of_library (m, f))
    ft_exec_thread_of (m, child)->is_library_call = true;
  if (!f || !starts_thread (m, f) || f->arguments.size < 3)
    return;
  ft_value function = f->arguments.begin[f->arguments.size - 2];
  ft_value argument = FT_TOP (f->arguments);
  if (!function.known || function.object)
    return;
  ft_escape_thread_argument (m, function, argument);
  ft_exec_thread *started = ft_exec_thread_of (m, child);
  started->is_instrumented = true;
  started->start_function = ft_guid_at (m, function.word);
  started->start_argument = argument.known && !argument.object
                                ? ft_value_concrete (argument.word)
                                : FT_VALUE_UNKNOWN;
}

// Whether the frame is that of 'main' in the first thread, below which no frame can catch
// an exception.
static bool is_main (ft_machine *m, const ft_exec_frame *f) {
  return m->thread == ft_exec_thread_of (m, 0) && f->body &&
         f->body->guid == ft_guid ("main", 4);
}

// Passes the thread's argument if the first frame is its start function, and
// not a function that an uninstrumented start function called.
static void begin_thread (ft_machine *m, ft_exec_frame *f) {
  ft_exec_thread *t = m->thread;
  bool starts =
      t->start_function && f->body && f->body->guid == t->start_function;
  f->begins_thread = starts || is_main (m, f) ||
                     (t->is_library_call && !t->has_begun);
  t->has_begun = true;
  t->is_library_call |= starts;
  if (starts && f->body->parameters &&
      f->unit->code.widths.begin[f->body->first_width] == 64)
    f->values[0] = t->start_argument;
  t->start_function = 0;
}

void ft_call_enter (ft_machine *m, const ft_run_function *fn) {
  ft_exec_thread *t = m->thread;
  ft_exec_frame f = ft_frame_new (m, fn);
  ft_exec_frame *caller = FT_EMPTY (t->frames) ? NULL : &FT_TOP (t->frames);
  if (caller && !t->enters_handler && is_entered_by_call (caller, &f))
    take_arguments (m, caller, &f);
  else if (caller && caller->state == FT_FRAME_IN_CALL)
    ft_call_external (m, caller);
  else if (t->enters_handler || !ft_is_at_library_call (m))
    ft_emit_concretize_all (m, FT_CONCRETIZE_CALLBACK);
  ft_escape_enter_callback (m, caller, &f);
  if (!caller && !t->enters_handler)
    begin_thread (m, &f);
  t->enters_handler = false;
  if (f.state == FT_FRAME_NO_CODE)
    ft_emit_concretize_all (m, FT_CONCRETIZE_NO_CODE);
  else if (ft_run_to_record (m, &f, FT_WANT_ENTER))
    f.pc++;
  else
    ft_desynchronise (m, &f);
  FT_PUSH (t->frames, f);
}

// The result of the frame's function; 'call' is the caller's instruction, NULL
// if the caller is not instrumented.  Concretizes everything if it is unknown.
static ft_value result_value (ft_machine *m, ft_exec_frame *f,
                              const ft_instruction *call) {
  if (f->state == FT_FRAME_IN_CALL) {
    ft_call_external (m, f);
    ft_call_end (m, f, FT_VALUE_UNKNOWN);
  }
  if (f->state != FT_FRAME_RUNNING || !ft_run_to_record (m, f, FT_WANT_EXIT)) {
    ft_emit_concretize_all (m, FT_CONCRETIZE_DESYNCHRONISED);
    f->given = (ft_word_pair){0};
    return FT_VALUE_UNKNOWN;
  }
  const ft_instruction *i = f->unit->code.instructions.begin + f->pc;
  if (i->kind != FT_INSTRUCTION_RETURN) { // a tail call
    ft_emit_concretize_all (m, FT_CONCRETIZE_TAIL_CALL);
    f->given = (ft_word_pair){0};
    return FT_VALUE_UNKNOWN;
  }
  ft_value value =
      i->count ? ft_operand_value (f, operands (f, i)) : FT_VALUE_UNKNOWN;
  return call ? ft_call_result (m, call, i, value) : value;
}

void ft_call_leave (ft_machine *m) {
  ft_exec_thread *t = m->thread;
  if (FT_EMPTY (t->frames))
    return;
  ft_exec_frame f = FT_POP (t->frames);
  ft_exec_frame *caller = FT_EMPTY (t->frames) ? NULL : &FT_TOP (t->frames);
  bool bound = caller && f.entered_by_call && caller->state == FT_FRAME_IN_CALL;
  ft_value result = result_value (m, &f, bound ? caller->call : NULL);
  if (!caller) { // the thread's result
    ft_altpath_check_main (m, &f, result);
    ft_thread_end_merge (m, &f, result);
    ft_address_name_use (m, &result);
  }
  if (bound) {
    ft_call_take (m, caller, caller->call, f.given);
    ft_call_end (m, caller, result);
  } else {
    ft_emit_concretize (m, FT_CONCRETIZE_CALLBACK, &result, 1);
    ft_escape_callback_result (m, caller, &f, result);
  }
  // An external caller may read all effects.
  if (caller && !f.entered_by_call && !ft_call_is_fully_recorded (m, caller))
    ft_emit_concretize_all (m, FT_CONCRETIZE_CALLBACK);
  ft_frame_release (&f);
}
