// Calls on an alternative path: of functions with code, and of library
// functions that synchronise (step_sync.c), allocate, print or do nothing.  Any
// other call ends the path: it may not return, or have effects that no event
// expresses.

#include <assert.h>

#include "symex/altpath/execute.h"
#include "symex/altpath/own_block.h"
#include "symex/exec/call.h"
#include "symex/exec/callee.h"
#include "symex/exec/compute.h"
#include "symex/exec/emit_event.h"
#include "symex/libc/libc_call.h"

enum {
  MAX_FRAMES = 8, // of a path, which limits recursion
  MAX_RETURNS = 8 // from frames of the run
};

// Makes the frame of an instrumented function, which the run may never have
// called.
static bool instrumented_frame (ft_machine *m, ft_exec_frame *caller,
                                const ft_instruction *i, uint32_t at,
                                ft_exec_frame *callee) {
  *callee = ft_frame_new (m, m->code->functions.begin + at);
  if (callee->state == FT_FRAME_RUNNING &&
      i->count > callee->body->parameters) {
    ft_call_pass_arguments (m, caller, i, callee);
    return true;
  }
  ft_frame_release (callee);
  return false;
}

// ---- other functions of libraries ------------------------------------------

// The path assumes that there is memory, and that as much is asked for as it knows.
static bool allocate (ft_machine *m, ft_altpath_state *s,
                      const ft_instruction *i) {
  uint64_t bytes = 1;
  ft_value at;
  for (uint32_t n = 1; n < i->count; n++) {
    ft_value count = ft_altpath_operand (s, i, n);
    if (!count.known || count.object || i->count > 3 ||
        __builtin_mul_overflow (bytes, count.word, &bytes))
      return false;
    ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_CALL, &count, 1);
  }
  enum ft_own_content content =
      i->count == 3 ? FT_OWN_CLEARED : FT_OWN_UNINITIALISED;
  if (!ft_own_block_new (m, bytes, content, &at))
    return false;
  ft_set_result (ft_altpath_top_frame (s), i, 0, at);
  return true;
}

// The block moves: the old one is freed, and what was copied out of it is not known.
static bool resize (ft_machine *m, ft_altpath_state *s,
                    const ft_instruction *i) {
  if (i->count != 3)
    return false;
  ft_value at, old = ft_altpath_operand (s, i, 1),
               bytes = ft_altpath_operand (s, i, 2);
  if (!bytes.known || bytes.object || !bytes.word ||
      !ft_altpath_step_free (m, s, i) ||
      !ft_own_block_new (m, bytes.word,
                         old.word ? FT_OWN_HIDDEN : FT_OWN_UNINITIALISED, &at))
    return false;
  ft_emit_concretize (m, FT_CONCRETIZE_LIBRARY_CALL, &bytes, 1);
  ft_set_result (ft_altpath_top_frame (s), i, 0, at);
  return true;
}

// An exception of the library is made in memory that the path has allocated for it; a throw
// is all that follows.
static bool make_exception (ft_machine *m, ft_altpath_state *s,
                            const ft_instruction *i) {
  ft_value at = i->count > 1 ? ft_altpath_operand (s, i, 1) : FT_VALUE_UNKNOWN;
  return !m->summary.limits_memory && at.known && ft_own_block_at (m, at.word);
}

// A function that sleeps returns, unless some thread cancels others.
static bool return_unknown (ft_machine *m, ft_altpath_state *s,
                            const ft_instruction *i) {
  if (!m->summary.cancels_threads)
    ft_set_result (ft_altpath_top_frame (s), i, 0, FT_VALUE_UNKNOWN);
  return !m->summary.cancels_threads;
}

// The first return of setjmp, behind which an UNWIND record is made in a run.
static bool return_first (ft_machine *m, ft_altpath_state *s,
                          const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value buffer =
      i->count > 1 ? ft_altpath_operand (s, i, 1) : FT_VALUE_UNKNOWN;
  if (!ft_call_returns_once (m, f, buffer) ||
      i[1].kind != FT_INSTRUCTION_UNWIND)
    return false;
  ft_set_result (f, i, 0, ft_value_concrete (0));
  f->pc++;
  return true;
}

// ---- failures ---------------------------------------------------------------

// The program fails here: a failure mark ends the path.
static bool fail (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                  enum ft_mark mark) {
  FT_PUSH (m->out->before,
           ft_altpath_make_mark (m, ft_altpath_top_frame (s), i, mark));
  return false;
}

static bool call_library (ft_machine *m, ft_altpath_state *s,
                          const ft_instruction *i, enum ft_libc_altpath kind) {
  switch (kind) {
  case FT_LIBC_ALTPATH_ACQUIRE:
  case FT_LIBC_ALTPATH_ACQUIRE_SHARED:
  case FT_LIBC_ALTPATH_TRIES:
  case FT_LIBC_ALTPATH_TRIES_SHARED:
  case FT_LIBC_ALTPATH_RELEASE:
  case FT_LIBC_ALTPATH_RELEASE_SHARED:
  case FT_LIBC_ALTPATH_SIGNAL:
  case FT_LIBC_ALTPATH_BROADCAST:
  case FT_LIBC_ALTPATH_WAIT:
    return ft_altpath_step_sync (m, s, i, kind);
  case FT_LIBC_ALTPATH_LOCAL:
    return return_unknown (m, s, i);
  case FT_LIBC_ALTPATH_ALLOC:
    return allocate (m, s, i);
  case FT_LIBC_ALTPATH_RESIZES:
    return resize (m, s, i);
  case FT_LIBC_ALTPATH_MAKES_EXCEPTION:
    return make_exception (m, s, i);
  case FT_LIBC_ALTPATH_PRINTS_FORMAT:
  case FT_LIBC_ALTPATH_PRINTS_CHECKED:
  case FT_LIBC_ALTPATH_PRINTS_TEXT:
  case FT_LIBC_ALTPATH_PRINTS_BYTE:
  case FT_LIBC_ALTPATH_PRINTS_FORMAT_TO:
  case FT_LIBC_ALTPATH_PRINTS_CHECKED_TO:
  case FT_LIBC_ALTPATH_PRINTS_TEXT_TO:
  case FT_LIBC_ALTPATH_PRINTS_BYTES_TO:
  case FT_LIBC_ALTPATH_PRINTS_BYTE_TO:
  case FT_LIBC_ALTPATH_FLUSHES:
  case FT_LIBC_ALTPATH_INSERTS_TEXT:
  case FT_LIBC_ALTPATH_INSERTS_BYTES:
  case FT_LIBC_ALTPATH_INSERTS_VALUE:
    return ft_altpath_step_print (m, s, i, kind);
  case FT_LIBC_ALTPATH_ASSERTS:
    return fail (m, s, i, FT_MARK_ASSERTION);
  case FT_LIBC_ALTPATH_ABORTS:
    return fail (m, s, i, FT_MARK_ABORT);
  case FT_LIBC_ALTPATH_EXITS:
    ft_altpath_step_exit (m, s, i);
    return false;
  case FT_LIBC_ALTPATH_THROWS:
    ft_altpath_step_throw (m, s, i);
    return false;
  case FT_LIBC_ALTPATH_TERMINATES:
    return !m->summary.sets_terminate && fail (m, s, i, FT_MARK_THROW);
  case FT_LIBC_ALTPATH_FREES:
    return ft_altpath_step_free (m, s, i);
  case FT_LIBC_ALTPATH_FIRST_RETURN:
    return return_first (m, s, i);
  case FT_LIBC_ALTPATH_NONE:
    break;
  }
  return false;
}

// ---- calls -----------------------------------------------------------------

static void begin_call (ft_machine *m, ft_altpath_state *s,
                        const ft_instruction *i, ft_exec_frame callee) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  uint32_t call = FT_TOP (s->calls);
  f->call = i;
  if (i->site) { // an unrecorded leaf function counts as part of its caller
    FT_PUSH (m->out->calls, ((ft_step_call){f->function->site + i->site - 1,
                                            call, callee.function}));
    call = (uint32_t)m->out->calls.size - 1;
  }
  FT_PUSH (s->calls, call);
  FT_PUSH (s->frames, callee);
}

static bool call (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                  uint64_t guid) {
  ft_exec_frame *f = ft_altpath_top_frame (s), callee;
  uint32_t at = ft_callee_of (m, f->function, guid);
  enum ft_libc_altpath kind = ft_libc_of (m, guid)->altpath;
  if (at == FT_NO_ID && kind != FT_LIBC_ALTPATH_NONE)
    return call_library (m, s, i, kind);
  if (s->frames.size == MAX_FRAMES ||
      !(ft_call_leaf_frame (m, f, i, guid, &callee) ||
        (at < FT_CALLEE_AMBIGUOUS &&
         instrumented_frame (m, f, i, at, &callee))))
    return false;
  begin_call (m, s, i, callee);
  return true;
}

static bool has_failed (const ft_machine *m) {
  return !FT_EMPTY (m->out->before) &&
         ft_event_fails (&FT_TOP (m->out->before).event);
}

bool ft_altpath_step_call (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i) {
  if (!i->constant && !ft_altpath_passes_null (m, s, i))
    return false;
  uint64_t guid = ft_call_callee (m, ft_altpath_top_frame (s), i);
  ft_altpath_top_frame (s)->taken.call = NULL;
  if (call (m, s, i, guid))
    return true;
  if (!ft_call_ends_program (m, guid) && !has_failed (m))
    ft_call_note_unfollowed (m, ft_altpath_top_frame (s), i);
  return false;
}

// ---- returns ---------------------------------------------------------------

// The frame of the run that called the function of the path, NULL if that is
// not certain.
static const ft_exec_frame *caller_in_run (const ft_machine *m,
                                           const ft_altpath_state *s) {
  if (!s->run_frames || s->returned_from == MAX_RETURNS ||
      !s->frames.begin->entered_by_call)
    return NULL;
  const ft_exec_frame *f = m->thread->frames.begin + s->run_frames - 1;
  return f->state == FT_FRAME_IN_CALL && f->call && !f->is_external ? f : NULL;
}

static void return_to (ft_altpath_state *s, const ft_exec_frame *caller) {
  assert (s->frames.size == 1 && s->run_frames);
  ft_exec_frame f = ft_altpath_copy_frame (caller);
  ft_frame_release (s->frames.begin);
  *s->frames.begin = f;
  s->run_frames--;
  s->returned_from++;
  s->merge_depth = 0;
}

static void drop_frame (ft_altpath_state *s) {
  assert (s->frames.size > 1 && s->frames.size == s->calls.size);
  ft_frame_release (ft_altpath_top_frame (s));
  if (s->frames.size-- == s->merge_depth)
    s->merge_depth = 0;
  s->calls.size--;
}

bool ft_altpath_step_return (ft_machine *m, ft_altpath_state *s,
                             const ft_instruction *i) {
  const ft_exec_frame *caller =
      s->frames.size == 1 ? caller_in_run (m, s) : NULL;
  ft_value v = FT_VALUE_UNKNOWN;
  if (s->frames.size == 1 && !caller) {
    ft_altpath_step_end (m, s, i);
    return false;
  }
  if (i->count)
    v = ft_altpath_operand (s, i, 0);
  ft_word_pair given = ft_altpath_top_frame (s)->given;
  if (caller)
    return_to (s, caller);
  else
    drop_frame (s);
  ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_call_take (m, f, f->call, given);
  ft_set_result (f, f->call, 0, ft_call_result (m, f->call, i, v));
  f->call = NULL;
  return true;
}
