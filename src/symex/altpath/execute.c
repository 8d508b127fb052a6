// Alternative paths: the events that a thread would execute if a branch had
// come out differently (RECIPE, Section IV).
//
// The path is executed from the unit code, with the functions that it calls
// (execute_call.c), until the thread returns or an effect is not certain.
// Addresses are those of the values that the run has at the branch.  These
// values decide the conditions on the path, too; each other outcome begins a
// nested path.  Paths merge with the recorded path in merge_point.c.
//
// Cost: at most MAX_INSTRUCTIONS a path and MAX_TIMES paths a branch of the
// run; for a branch of a path MAX_NESTED_TIMES paths, up to a depth of
// MAX_NESTING.

#include "symex/altpath/execute.h"
#include "symex/altpath/merge_point.h"
#include "symex/altpath/thread_end.h"
#include "symex/exec/compute.h"
#include "symex/exec/run_to_record.h"

#include <assert.h>
#include <string.h>

enum {
  MAX_INSTRUCTIONS = 256, // of a path
  MAX_TIMES = 16,         // paths that begin at one branch of the run,
  MAX_NESTED_TIMES = 8,   // or at one branch of other paths
  MAX_NESTING = 3         // paths within paths
};

ft_exec_frame ft_altpath_copy_frame (const ft_exec_frame *f) {
  ft_exec_frame g = *f;
  g.values = FT_ARRAY (ft_value, (size_t)f->body->values + 1);
  memcpy (g.values, f->values, f->body->values * sizeof *g.values);
  memset (&g.objects, 0, sizeof g.objects);
  memset (&g.arguments, 0, sizeof g.arguments);
  memset (&g.variadic, 0, sizeof g.variadic);
  memset (&g.merge_points, 0, sizeof g.merge_points);
  for (size_t n = 0; n < f->objects.size; n++) {
    ft_memory_object o = f->objects.begin[n];
    if (o.content) {
      ft_value_byte *content = FT_ARRAY (ft_value_byte, o.size + 1);
      memcpy (content, o.content, o.size * sizeof *content);
      o.content = content;
    }
    FT_PUSH (g.objects, o);
  }
  return g;
}

// ---- one path --------------------------------------------------------------

// The number of frames of the run below the frame of the branch, which may not
// be among the frames yet, or not any more.
static size_t frames_below (const ft_exec_thread *t, const ft_exec_frame *f) {
  bool top = !FT_EMPTY (t->frames) && f == &FT_TOP (t->frames);
  return t->frames.size - top;
}

static ft_altpath_state begin (ft_machine *m, const ft_exec_frame *f) {
  const ft_altpath_state *outer = m->altpath;
  ft_altpath_state s = {.merged_at = UINT32_MAX, .number = m->altpath_count++};
  if (outer) {
    s.nesting = outer->nesting + 1;
    s.run_frames = outer->run_frames;
    s.returned_from = outer->returned_from;
    s.stack_bytes = outer->stack_bytes;
    for (size_t n = 0; n < outer->frames.size; n++)
      FT_PUSH (s.frames, ft_altpath_copy_frame (outer->frames.begin + n));
    for (size_t n = 0; n < outer->calls.size; n++)
      FT_PUSH (s.calls, outer->calls.begin[n]);
    for (size_t n = 0; n < outer->writes.size; n++)
      FT_PUSH (s.writes, outer->writes.begin[n]);
    for (size_t n = 0; n < outer->locks.size; n++) {
      FT_PUSH (s.locks, outer->locks.begin[n]);
      FT_TOP (s.locks).own = false;
    }
    for (size_t n = 0; n < outer->freed.size; n++)
      FT_PUSH (s.freed, outer->freed.begin[n]);
  } else {
    FT_PUSH (s.frames, ft_altpath_copy_frame (f));
    FT_PUSH (s.calls, FT_NO_ID);
    s.run_frames = frames_below (m->thread, f);
  }
  s.merge_depth = s.frames.size;
  s.merge_point.from = f->block;
  s.merge_point.block = ft_merge_point_block (f);
  s.merge_point.unknown_stores = f->unknown_stores;
  return s;
}

static void release (ft_altpath_state *s) {
  ft_merge_point_release (&s->merge_point);
  for (size_t n = 0; n < s->frames.size; n++)
    ft_frame_release (s->frames.begin + n);
  FT_RELEASE (s->frames);
  FT_RELEASE (s->calls);
  FT_RELEASE (s->writes);
  FT_RELEASE (s->visits);
  FT_RELEASE (s->locks);
  FT_RELEASE (s->freed);
  FT_RELEASE (s->nested);
}

// The number of events up to the last access, call on a condition or failure, or the
// last branch with a nested path.  An event that concretizes everything ends the path.
static uint32_t count_useful (const ft_step_context *out,
                              const ft_altpath_state *s) {
  uint32_t n = s->ends ? (uint32_t)out->before.size : s->needed;
  for (uint32_t i = n; i < out->before.size; i++) {
    const ft_event *e = &out->before.begin[i].event;
    if (e->kind == FT_BRANCH && e->detail == FT_NO_ID)
      break;
    if (ft_kind_accesses (e->kind) || ft_event_fails (e) ||
        ft_kind_class (e->kind) == FT_CLASS_OBJECT)
      n = i + 1;
  }
  return n;
}

// The path is at its merge point: keeps its state.
static void note_merge_point (ft_machine *m, ft_altpath_state *s) {
  ft_exec_frame copy = ft_altpath_copy_frame (ft_altpath_top_frame (s));
  s->merged_at = (uint32_t)m->out->before.size;
  s->merge_point.values = ft_merge_point_values (ft_altpath_top_frame (s));
  s->merge_point.stored_unknown =
      copy.unknown_stores != s->merge_point.unknown_stores;
  memcpy (&s->merge_point.objects, &copy.objects, sizeof copy.objects);
  memset (&copy.objects, 0, sizeof copy.objects);
  ft_frame_release (&copy);
}

// Where a path begins: in a block, behind a compare-and-swap with another outcome
// than the one at hand, or behind a load of another value.
typedef struct path_start {
  uint32_t block;
  const ft_instruction *swap; // NULL: in 'block'
  const ft_value *read;       // by the read before it, or by the load
  const ft_instruction *load;
  uint64_t outcome;           // of the branch
} path_start;

static bool start (ft_machine *m, ft_altpath_state *s, const path_start *from) {
  if (from->swap)
    return ft_altpath_step_swap (m, s, from->swap, from->read, from->outcome);
  if (from->load) {
    ft_set_result (ft_altpath_top_frame (s), from->load, 0, *from->read);
    return true;
  }
  ft_enter_block (ft_altpath_top_frame (s), from->block);
  return true;
}

// Follows the path beyond its merge point, since the run may turn out not to
// merge there; but not beyond an event that concretizes everything.
static void follow (ft_machine *m, ft_altpath_state *s,
                    const path_start *from) {
  uint32_t merge_epoch = m->thread->merge_epoch;
  if (!start (m, s, from))
    return;
  for (int n = 0; n < MAX_INSTRUCTIONS && merge_epoch == m->thread->merge_epoch;
       n++) {
    ft_exec_frame *f = ft_altpath_top_frame (s);
    if (s->frames.size == s->merge_depth && f->block == s->merge_point.block &&
        !s->merge_point.values)
      note_merge_point (m, s);
    if (!ft_altpath_step (m, s, f->unit->code.instructions.begin + f->pc))
      return;
  }
}

// ---- output ----------------------------------------------------------------

// Whether the frame is of an unrecorded leaf function, which has no sites.
static bool is_leaf (const ft_exec_frame *f) {
  return (size_t)(f->body - f->unit->code.bodies.begin) >= f->unit->function_count;
}

// Whether the branch has begun fewer paths than the limit; counts this one.  A branch
// that no line of the source stands for has no site.  Compilers make such switches where a
// loop is left by a return.
static bool may_begin (ft_machine *m, const ft_exec_frame *f,
                       const ft_instruction *i) {
  if (!i->site && i->kind != FT_INSTRUCTION_SWITCH && !is_leaf (f))
    return false;
  const ft_instruction *first = f->unit->code.instructions.begin;
  uint64_t place = i->site ? 2 * (uint64_t)(f->function->site + i->site)
                           : (uint64_t)f->function->site << 32 |
                                 2 * (uint64_t)(i - first) | 1;
  uint32_t *times =
      ft_map_at (&m->altpath_tries, place << 1 | (m->altpath != NULL));
  *times = *times == FT_NO_ID ? 1 : *times + 1;
  return *times <= (m->altpath ? MAX_NESTED_TIMES : MAX_TIMES);
}

bool ft_altpath_may_begin (ft_machine *m, const ft_exec_frame *f,
                           const ft_instruction *i) {
  return i->site && may_begin (m, f, i);
}

// Adds the path to the output, and its merge point to the frame of the branch,
// which may reach it.
static void add_path (ft_machine *m, ft_exec_frame *f, ft_altpath_state *s,
                      ft_step_altpath result, const ft_step_events *events) {
  ft_step_context *out = m->out;
  bool meets = result.merged != UINT32_MAX;
  uint32_t kept = result.count;
  if (meets && result.merged > kept)
    kept = result.merged;
  if (!kept && !meets && !s->ends)
    return;
  result.first = (uint32_t)out->altpath_events.size;
  for (uint32_t n = 0; n < kept; n++)
    FT_PUSH (out->altpath_events, events->begin[n]);
  FT_PUSH (out->altpaths, result);
  if (m->altpath)
    m->altpath->needed = result.branch + 1;
  if (!meets)
    return;
  s->merge_point.altpath = s->number;
  s->merge_point.merge_epoch = m->thread->merge_epoch;
  FT_PUSH (f->merge_points, s->merge_point);
  memset (&s->merge_point, 0, sizeof s->merge_point);
}

// An address that the path uses is used by it alone: the run may use it, too.
static void keep_names (ft_exec_thread *t, const ft_exec_thread *kept) {
  memset (&t->names, 0, sizeof t->names);
  for (size_t i = 0; i < kept->names.size; i++)
    FT_PUSH (t->names, kept->names.begin[i]);
}

static void execute (ft_machine *m, ft_exec_frame *f, const path_start *from) {
  ft_step_context *out = m->out;
  bool behind = (from->swap || from->load) && !m->altpath;
  const ft_step_events *branches = behind ? &out->after : &out->before;
  assert (FT_TOP (*branches).event.kind == FT_BRANCH);
  ft_exec_thread kept = *m->thread;
  keep_names (m->thread, &kept);
  ft_altpath_state s = begin (m, f), *outer = m->altpath;
  ft_step_altpath result = {.number = s.number,
                            .outer = outer ? outer->number : FT_NO_ID,
                            .behind = behind,
                            .branch = (uint32_t)branches->size - 1,
                            .outcome = from->outcome};
  ft_step_events before = out->before;
  memset (&out->before, 0, sizeof out->before);
  m->altpath = &s;
  follow (m, &s, from);
  ft_thread_end_leave (m, &s, outer);
  m->altpath = outer;
  result.count = count_useful (out, &s);
  result.merged = s.merged_at;
  ft_step_events events = out->before;
  out->before = before;
  FT_RELEASE (m->thread->names);
  memcpy (&m->thread->names, &kept.names, sizeof kept.names);
  m->thread->concretized = kept.concretized;
  m->thread->has_read = kept.has_read;
  m->thread->merge_epoch = kept.merge_epoch;
  add_path (m, f, &s, result, &events);
  FT_RELEASE (events);
  release (&s);
}

static void try_path (ft_machine *m, ft_exec_frame *f, const ft_instruction *i,
                      const path_start *from) {
  if (ft_follows_altpaths (m) &&
      (!m->altpath || m->altpath->nesting + 1 < MAX_NESTING) &&
      may_begin (m, f, i))
    execute (m, f, from);
}

void ft_altpath_execute (ft_machine *m, ft_exec_frame *f,
                         const ft_instruction *i, uint32_t block,
                         uint64_t outcome) {
  try_path (m, f, i, &(path_start){.block = block, .outcome = outcome});
}

void ft_altpath_execute_swap (ft_machine *m, ft_exec_frame *f,
                              const ft_instruction *i, const ft_value *read,
                              bool succeeds) {
  try_path (m, f, i,
            &(path_start){.swap = i, .read = read, .outcome = succeeds});
}

void ft_altpath_execute_load (ft_machine *m, ft_exec_frame *f,
                              const ft_instruction *i, const ft_value *read) {
  try_path (m, f, i, &(path_start){.load = i, .read = read, .outcome = 1});
}

ft_step_event ft_altpath_make_event (const ft_machine *m, ft_id site,
                                     uint64_t address) {
  const ft_altpath_state *s = m->altpath;
  return (ft_step_event){FT_EVENT_NONE, site, address,
                         s ? FT_TOP (s->calls) : FT_NO_ID,
                         s ? s->returned_from : 0};
}

void ft_altpath_add_failing (ft_machine *m, const ft_step_event *events,
                             size_t count) {
  ft_step_context *out = m->out;
  ft_step_altpath path = {
      .number = m->altpath_count++,
      .outer = m->altpath ? m->altpath->number : FT_NO_ID,
      .branch = (uint32_t)out->before.size - 1,
      .outcome = 1,
      .first = (uint32_t)out->altpath_events.size,
      .count = (uint32_t)count,
      .merged = UINT32_MAX};
  for (size_t i = 0; i < count; i++)
    FT_PUSH (out->altpath_events, events[i]);
  FT_PUSH (out->altpaths, path);
  if (m->altpath)
    m->altpath->needed = path.branch + 1;
}

// ---- instructions ----------------------------------------------------------

// The path ends at undefined behaviour that the trace does not express (the
// checker would miss it), and at effects that no alternative path may have.

// Whether the result is defined.  The checker tests that for symbolic operands;
// concrete operands must be known here.
static bool is_defined (const ft_machine *m, ft_altpath_state *s,
                        const ft_instruction *i) {
  uint64_t words[2] = {0, 0}, result;
  bool symbolic = false;
  if (ft_operator_is_total (i->op))
    return true;
  if (!i->width)
    return false;
  for (uint32_t n = 0; n < i->count; n++) {
    ft_value v = ft_altpath_operand (s, i, n);
    if (v.object || !(v.known || ft_is_symbolic (m, &v)))
      return false;
    words[n] = v.word;
    symbolic |= ft_is_symbolic (m, &v);
  }
  return symbolic || ft_operator_apply (i->op, ft_bytes_of_width (i->width),
                                        words, &result) == FT_DEFINED;
}

static bool compute (ft_machine *m, ft_altpath_state *s,
                     const ft_instruction *i) {
  return ft_altpath_passes_division (m, s, i) && is_defined (m, s, i) &&
         ft_step_instruction (m, ft_altpath_top_frame (s), i);
}

static bool is_allowed (const ft_machine *m, ft_altpath_state *s,
                        const ft_instruction *i) {
  ft_value undefined = ft_altpath_operand (s, i, 0);
  return ft_is_symbolic (m, &undefined) ||
         (undefined.known && !(undefined.word & 1));
}

enum { MAX_STACK = 1 << 16 }; // bytes that a path adds to the thread's stack

static bool fits_on_stack (ft_altpath_state *s, const ft_instruction *i) {
  ft_value count = ft_altpath_operand (s, i, 0);
  if (!count.known || count.word > MAX_STACK || i->constant > MAX_STACK)
    return false;
  s->stack_bytes += count.word * i->constant;
  return s->stack_bytes <= MAX_STACK;
}

bool ft_altpath_step (ft_machine *m, ft_altpath_state *s,
                      const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    return compute (m, s, i);
  case FT_INSTRUCTION_UNDEFINED:
    return is_allowed (m, s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_ALLOCA:
    return fits_on_stack (s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
    return ft_altpath_step_access (m, s, i);
  case FT_INSTRUCTION_CALL:
    f->pc++;
    return ft_altpath_step_call (m, s, i);
  case FT_INSTRUCTION_RETURN:
    return ft_altpath_step_return (m, s, i);
  case FT_INSTRUCTION_FENCE:
    return ft_altpath_step_fence (m, s, i);
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_ENTRY:
    f->pc++;
    return true;
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_HAVOC:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_TAIL_EXIT:
    return false;
  case FT_INSTRUCTION_UNREACHABLE:
    if (i->site)
      FT_PUSH (m->out->before,
               ft_altpath_make_mark (m, f, i, i->local ? FT_MARK_OVERFLOW
                                                       : FT_MARK_ABORT));
    return false;
  }
  return ft_step_instruction (m, f, i);
}
