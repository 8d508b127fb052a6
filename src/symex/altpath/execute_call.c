// Calls on a side that was not taken: functions that have code, and those that
// take and give back locks or do nothing.  Anything else may not return, or do
// what no event tells, and ends the side.
//
// A lock is taken when it is free: that the call returns, and 0, is what its
// event says, of one that only tries as well.  Of a lock that the thread has
// already, or has not, nothing is said: the call may block for ever, fail or
// count.  So is nothing in a program that makes locks whose owner may have
// died, or that have a ceiling.

#include <string.h>

#include "symex/altpath/execute.h"
#include "symex/exec/call.h"
#include "symex/exec/callee.h"
#include "symex/exec/compute.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/local.h"
#include "symex/libc/libc_call.h"

enum {
  DEEPEST = 8,              // frames; recursion is not followed further
  MOST_LEFT = 8,            // frames of the run that it returns from
  MOST_ALLOCATED = 1 << 20, // bytes at once
  MOST_FOLLOWED = 4096      // of a block whose contents are
};

static ft_altpath_state_lock *lock_of (ft_altpath_state *s, ft_id lock, ft_step_lock has) {
  for (size_t i = 0; i < s->locks.size; i++)
    if (s->locks.begin[i].lock == lock)
      return s->locks.begin + i;
  FT_PUSH (s->locks, ((ft_altpath_state_lock){lock, has, false}));
  return &FT_TOP (s->locks);
}

// Whether it is certain what the event does; notes it.  RELEASE_SHARED ends
// whatever the thread has of a lock, but for shared sections that it is in.
static bool passes (ft_altpath_state *s, ft_event *e, ft_step_lock has) {
  ft_altpath_state_lock *l = lock_of (s, e->target, has);
  bool acquires = ft_kind_acquires (e->kind);
  if (l->held.depth != !acquires ||
      (!acquires && l->held.shared && (e->kind == FT_RELEASE || !l->own)))
    return false;
  if (acquires)
    *l = (ft_altpath_state_lock){e->target, {1, e->kind == FT_ACQUIRE_SHARED}, true};
  else
    l->held.depth = 0;
  if (!acquires && !l->held.shared)
    e->kind = FT_RELEASE;
  return true;
}

// ---- functions that the run may never have called --------------------------

static bool recorded_frame (ft_machine *m, ft_exec_frame *caller,
                            const ft_instruction *i, uint32_t at,
                            ft_exec_frame *callee) {
  *callee = ft_frame_new (m, m->code->functions.begin + at);
  if (callee->state == FT_FRAME_RUNNING && i->count > callee->body->parameters) {
    ft_call_pass_arguments (m, caller, i, callee);
    return true;
  }
  ft_frame_release (callee);
  return false;
}

// ---- sections --------------------------------------------------------------

// The event of a call on the lock or the condition at its first argument.
static bool new_event (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                       enum ft_kind kind, ft_step_event *e, ft_step_lock *has) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_value at = i->count > 1 ? ft_altpath_operand (s, i, 1) : FT_VALUE_UNKNOWN;
  if (!i->site || !at.known || at.object)
    return false;
  ft_emit_concretize (m, &at, 1);
  *e = ft_altpath_make_event (m, f->function->site + i->site - 1, 0);
  e->event.kind = (uint8_t)kind;
  return ft_environment_resolve_lock (m->out->environment, at.word, &e->event, has);
}

static bool section (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                     enum ft_kind kind) {
  ft_step_event e;
  ft_step_lock has;
  if (m->summary.locks_fail || !new_event (m, s, i, kind, &e, &has) ||
      !passes (s, &e.event, has))
    return false;
  m->added++;
  FT_PUSH (m->out->before, e);
  ft_set_result (ft_altpath_top_frame (s), i, 0, ft_value_concrete (0));
  return true;
}

// Whoever is woken by it may be as late as if another signal woke it, so that
// no event tells of it: what goes without it goes with it.
static bool wake_someone (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_step_event e;
  ft_step_lock has;
  if (m->summary.destroys_conditions ||
      !new_event (m, s, i, FT_SIGNAL, &e, &has))
    return false;
  ft_set_result (ft_altpath_top_frame (s), i, 0, ft_value_concrete (0));
  return true;
}

// ---- other functions of libraries ------------------------------------------

// One that is not small is not followed.
static ft_value new_block (ft_machine *m, ft_exec_frame *f, uint64_t bytes,
                          bool cleared) {
  if (!bytes || bytes > MOST_FOLLOWED)
    return FT_VALUE_UNKNOWN;
  ft_value at = ft_local_new (f, bytes);
  if (ft_local_is_tracked (f, at))
    f->objects.begin[at.object - 1].heap = true;
  if (cleared)
    ft_local_set (m, f, at, ft_value_concrete (0), ft_value_concrete (bytes));
  return at;
}

// Of a block that the side allocates it is not known where it is; but that
// there is room for it.
static bool allocate (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  uint64_t bytes = 1;
  for (uint32_t n = 1; n < i->count; n++) {
    ft_value count = ft_altpath_operand (s, i, n);
    if (!count.known || count.object || ft_is_symbolic (m, &count) ||
        count.word > MOST_ALLOCATED)
      return false;
    bytes *= count.word;
  }
  if (m->summary.limits_memory || i->count > 3 || bytes > MOST_ALLOCATED)
    return false;
  ft_set_result (ft_altpath_top_frame (s), i, 0,
                 new_block (m, ft_altpath_top_frame (s), bytes, i->count == 3));
  return true;
}

// A function that sleeps returns, unless some thread cancels others.
static bool go_on (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  if (!m->summary.cancels_threads)
    ft_set_result (ft_altpath_top_frame (s), i, 0, FT_VALUE_UNKNOWN);
  return !m->summary.cancels_threads;
}

static bool library (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                     enum ft_libc_altpath kind) {
  switch (kind) {
  case FT_LIBC_ALTPATH_ACQUIRE:
    return section (m, s, i, FT_ACQUIRE);
  case FT_LIBC_ALTPATH_ACQUIRE_SHARED:
    return section (m, s, i, FT_ACQUIRE_SHARED);
  case FT_LIBC_ALTPATH_RELEASE:
    return section (m, s, i, FT_RELEASE);
  case FT_LIBC_ALTPATH_RELEASE_SHARED:
    return section (m, s, i, FT_RELEASE_SHARED);
  case FT_LIBC_ALTPATH_SIGNAL:
    return wake_someone (m, s, i);
  case FT_LIBC_ALTPATH_LOCAL:
    return go_on (m, s, i);
  case FT_LIBC_ALTPATH_ALLOC:
    return allocate (m, s, i);
  case FT_LIBC_ALTPATH_PRINTS_FORMAT:
  case FT_LIBC_ALTPATH_PRINTS_CHECKED:
  case FT_LIBC_ALTPATH_PRINTS_TEXT:
  case FT_LIBC_ALTPATH_PRINTS_BYTE:
    return ft_altpath_step_print (m, s, i, kind);
  case FT_LIBC_ALTPATH_NONE:
    break;
  }
  return false;
}

// ---- calls -----------------------------------------------------------------

static void begin_call (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                        ft_exec_frame callee) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
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

bool ft_altpath_step_call (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s), callee;
  uint64_t linkage = ft_call_callee (m, f, i);
  uint32_t at = ft_callee_of (m, linkage);
  enum ft_libc_altpath kind = ft_libc_of (m, linkage)->altpath;
  if (at == FT_NO_ID && kind != FT_LIBC_ALTPATH_NONE)
    return library (m, s, i, kind);
  if (s->frames.size == DEEPEST ||
      !(ft_call_leaf_frame (m, f, i, linkage, &callee) ||
        (at < FT_CALLEE_AMBIGUOUS && recorded_frame (m, f, i, at, &callee))))
    return false;
  begin_call (m, s, i, callee);
  return true;
}

// ---- returns ---------------------------------------------------------------

// The frame of the run that called the function of the branch, if that is sure.
static const ft_exec_frame *caller_in_run (const ft_machine *m,
                                           const ft_altpath_state *s) {
  if (!s->run_frames || s->returned_from == MOST_LEFT ||
      !s->frames.begin->entered_by_call)
    return NULL;
  const ft_exec_frame *f = m->thread->frames.begin + s->run_frames - 1;
  return f->state == FT_FRAME_IN_CALL && f->call && !f->is_external ? f : NULL;
}

static void return_to (ft_altpath_state *s, const ft_exec_frame *caller) {
  ft_exec_frame f = ft_altpath_copy_frame (caller);
  ft_frame_release (s->frames.begin);
  *s->frames.begin = f;
  s->run_frames--;
  s->returned_from++;
  s->merge_depth = 0;
}

static void drop_frame (ft_altpath_state *s) {
  ft_frame_release (ft_altpath_top_frame (s));
  if (s->frames.size-- == s->merge_depth)
    s->merge_depth = 0;
  s->calls.size--;
}

bool ft_altpath_step_return (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  const ft_exec_frame *caller =
      s->frames.size == 1 ? caller_in_run (m, s) : NULL;
  ft_value v = FT_VALUE_UNKNOWN;
  if (s->frames.size == 1 && !caller)
    return false;
  if (i->count)
    v = ft_altpath_operand (s, i, 0);
  if (caller)
    return_to (s, caller);
  else
    drop_frame (s);
  ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_set_result (f, f->call, 0, ft_call_result (m, f->call, i, v));
  f->call = NULL;
  return true;
}

// ---- execute print ---------------------------------------------------------

// Calls that print on a side that was not taken: of constant texts and of values
// that are in the call itself, they read and write nothing that a program sees.
// What is printed with %s is memory, and %n writes some; these end the side.
//
// A call may take its time, but returns: not where the program may hold the stream,
// have closed or redirected it, read from a pipe what it prints, or be called back
// ('survey.c').

enum { LONGEST = 4096 };

// The next byte of a text that never changes; false if it is none, or too long.
static bool next (const ft_machine *m, uint64_t *at, uint64_t end, char *byte) {
  uint64_t word;
  if (*at == end || !ft_constant_word (m, *at, 1, &word))
    return false;
  *byte = (char)word;
  ++*at;
  return true;
}

static bool is_constant_text (const ft_machine *m, uint64_t at) {
  char byte = 1;
  uint64_t end = at + LONGEST;
  while (byte && next (m, &at, end, &byte))
    ;
  return !byte;
}

// Behind a '%': flags, widths, lengths, and a letter that takes a value.  Counts
// what it takes.
static bool takes_value (const ft_machine *m, uint64_t *at, uint64_t end,
                         uint32_t *values) {
  char byte = 0;
  do {
    if (!next (m, at, end, &byte))
      return false;
    *values += byte == '*';
  } while (byte && strchr ("-+ #0123456789.*'hlLqjzt", byte));
  *values += byte != '%';
  return byte && strchr ("diouxXeEfFgGaAcp%", byte);
}

// With 'most' arguments behind it.
static bool is_plain_format (const ft_machine *m, uint64_t at, uint32_t most) {
  char byte = 1;
  uint32_t values = 0;
  uint64_t end = at + LONGEST;
  while (byte && next (m, &at, end, &byte))
    if (byte == '%' && !takes_value (m, &at, end, &values))
      return false;
  return !byte && values <= most;
}

bool ft_altpath_step_print (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                    enum ft_libc_altpath what) {
  uint32_t n = what == FT_LIBC_ALTPATH_PRINTS_CHECKED ? 2 : 1;
  if (m->summary.cancels_threads || m->summary.limits_memory ||
      m->summary.handles_streams || i->count <= n)
    return false;
  ft_value text = ft_altpath_operand (s, i, n);
  bool constant = text.known && !text.object && !ft_is_symbolic (m, &text);
  bool fine = what == FT_LIBC_ALTPATH_PRINTS_BYTE ||
              (constant && (what == FT_LIBC_ALTPATH_PRINTS_TEXT
                                ? is_constant_text (m, text.word)
                                : is_plain_format (m, text.word,
                                                   i->count - n - 1)));
  if (fine)
    ft_set_result (ft_altpath_top_frame (s), i, 0, FT_VALUE_UNKNOWN);
  return fine;
}
