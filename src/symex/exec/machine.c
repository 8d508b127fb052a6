#include "run/call_effect.h"
#include "symex/escape/escape.h"
#include "symex/exec/address_name.h"
#include "symex/exec/call.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/callee.h"
#include "symex/exec/machine.h"
#include "symex/exec/program_summary.h"
// The machine: dispatches the records of a run, one at a time.
#include "symex/exec/reexecute.h"
#include "symex/exec/run_to_record.h"
#include "symex/exec/step_access.h"
#include "symex/exec/tries.h"
#include "symex/libc/libc_call.h"

#include <assert.h>
#include <string.h>

// The budget of added events: then no thread is followed any further, so that a
// trace does not become much larger than the records of shared memory.
enum { MAX_ADDED = 1 << 22 };

// ---- threads ---------------------------------------------------------------

static void push_frame_without_code (ft_exec_thread *t) {
  ft_exec_frame f = {.state = FT_FRAME_NO_CODE};
  FT_PUSH (t->frames, f);
}

// The first thread of a forked process begins inside functions.
static void begin_thread (ft_exec_thread *t, const ft_run_record *r) {
  size_t depth = r->thread->frames.size;
  if (r->code == FT_WIRE_ENTER)
    depth--;
  if (r->code == FT_WIRE_EXIT)
    depth++;
  while (t->frames.size < depth)
    push_frame_without_code (t);
  t->has_record = true;
}

ft_exec_thread *ft_exec_thread_of (ft_machine *m, uint32_t number) {
  if (number >= m->threads.size)
    FT_GROW (m->threads, (size_t)number + 1, NULL);
  ft_exec_thread **t = m->threads.begin + number;
  if (!*t) {
    *t = FT_NEW (ft_exec_thread);
    (*t)->is_instrumented = !number;
  }
  return *t;
}

static ft_exec_thread *thread_of (ft_machine *m, const ft_run_record *r) {
  ft_exec_thread *t = ft_exec_thread_of (m, r->thread->number);
  if (!t->has_record)
    begin_thread (t, r);
  return t;
}

static ft_exec_frame *top_frame (ft_machine *m) {
  return FT_EMPTY (m->thread->frames) ? NULL : &FT_TOP (m->thread->frames);
}

// ---- records ---------------------------------------------------------------

// The code of the record is unknown: everything that the thread has read
// matters.
static void step_without_code (ft_machine *m) {
  m->skipped++;
  if (m->code->uninstrumented != FT_UNINSTRUMENTED_NONE && top_frame (m))
    ft_escape_unknown (m, "a frame without code");
  if (ft_has_address_names (m))
    ft_address_name_use_all (m);
  ft_emit_concretize_all (m, m->thread->budget_spent ? FT_CONCRETIZE_BUDGET
                                                     : FT_CONCRETIZE_NO_CODE);
  for (int i = 0; i < m->out->count; i++)
    if (m->out->traced[i] != FT_TRACED_NONE &&
        ft_kind_reads (m->out->accesses[i].kind))
      m->thread->has_read = true;
}

static bool run_to_site (ft_machine *m, ft_exec_frame *f, uint32_t site) {
  if (f->state == FT_FRAME_IN_CALL) {
    ft_call_external (m, f);
    ft_call_end (m, f, FT_VALUE_UNKNOWN);
  }
  if (f->state == FT_FRAME_RUNNING && ft_run_to_record (m, f, site))
    return true;
  if (f->state == FT_FRAME_NO_CODE)
    return false;
  if (f->state == FT_FRAME_RUNNING)
    ft_desynchronise (m, f);
  return ft_resynchronise (m, f, site);
}

static void step_site (ft_machine *m) {
  ft_exec_frame *f = top_frame (m);
  if (!f || !run_to_site (m, f, m->out->record->code)) {
    step_without_code (m);
    return;
  }
  const ft_instruction *i = f->unit->code.instructions.begin + f->pc++;
  if (i->kind == FT_INSTRUCTION_CALL)
    ft_call_begin (m, f, i);
  else
    ft_step_access (m, f, i);
}

// Whether the frame is in a call of setjmp, right behind which the UNWIND
// record is made.  (If longjmp made the record, the frame is in another call.)
static bool calls_setjmp (const ft_machine *m, const ft_exec_frame *f) {
  return f->state == FT_FRAME_IN_CALL && f->call && f->call->site &&
         f->call + 1 == f->unit->code.instructions.begin + f->pc &&
         f->call[1].kind == FT_INSTRUCTION_UNWIND &&
         ft_libc_of (m, f->callee)->effect == FT_LIBC_EFFECT_RETURNS_TWICE;
}

// The first return of setjmp.
static void return_from_setjmp (ft_machine *m, ft_exec_frame *f) {
  ft_call_external (m, f);
  ft_call_end (m, f, ft_value_concrete (0));
  f->pc++;
}

static void step_unwind (ft_machine *m, const ft_run_record *r) {
  ft_exec_thread *t = m->thread;
  if (!FT_EMPTY (t->frames) && t->frames.size == r->thread->frames.size &&
      calls_setjmp (m, top_frame (m))) {
    return_from_setjmp (m, top_frame (m));
    return;
  }
  while (t->frames.size > r->thread->frames.size) {
    ft_exec_frame f = FT_POP (t->frames);
    ft_frame_release (&f);
  }
  ft_emit_concretize_all (m, FT_CONCRETIZE_UNWIND);
  if (top_frame (m) && top_frame (m)->state != FT_FRAME_NO_CODE)
    ft_desynchronise (m, top_frame (m));
}

static void drop_frames (ft_exec_thread *t) {
  for (size_t k = 0; k < t->frames.size; k++) {
    ft_frame_release (t->frames.begin + k);
    t->frames.begin[k] = (ft_exec_frame){.state = FT_FRAME_NO_CODE};
  }
}

static void change_stack (ft_machine *m, uint32_t from, uint32_t to) {
  ft_exec_thread *t = m->thread;
  FT_GROW (m->fibres, (size_t)(from > to ? from : to) + 1,
           ((ft_exec_fibre){0}));
  ft_exec_fibre *left = m->fibres.begin + from, *taken = m->fibres.begin + to;
  memcpy (&left->frames, &t->frames, sizeof t->frames);
  left->thread = t;
  memcpy (&t->frames, &taken->frames, sizeof t->frames);
  memset (&taken->frames, 0, sizeof taken->frames);
  for (size_t i = 0; taken->thread != t && i < t->frames.size; i++)
    ft_frame_forget_symbols (t->frames.begin + i);
  if (t->budget_spent)
    drop_frames (t);
}

// The thread goes on with another stack, whatever it was called with: all that it
// has read may have decided that.
static void step_fibre (ft_machine *m, const ft_run_record *r) {
  ft_exec_thread *t = m->thread;
  if (top_frame (m) && top_frame (m)->state == FT_FRAME_IN_CALL)
    ft_call_external (m, top_frame (m));
  ft_emit_concretize_all (m, FT_CONCRETIZE_UNKNOWN_CALL);
  ft_libc_begin (m, 0);
  if (ft_has_address_names (m)) // variables of a fibre may be in any block
    ft_address_name_use_all (m);
  if (r->left != r->thread->fibre)
    change_stack (m, r->left, r->thread->fibre);
  while (t->frames.size > r->thread->frames.size) {
    ft_exec_frame f = FT_POP (t->frames);
    ft_frame_release (&f);
  }
  bool jumps = r->word[0] > FT_WIRE_FIBRE_BEGINS;
  if (jumps && top_frame (m) && top_frame (m)->state != FT_FRAME_NO_CODE)
    ft_desynchronise (m, top_frame (m));
}

static void step_gap (ft_machine *m) {
  ft_emit_concretize_all (m, FT_CONCRETIZE_GAP);
  for (size_t i = 0; i < m->thread->frames.size; i++)
    if (m->thread->frames.begin[i].state != FT_FRAME_NO_CODE)
      ft_desynchronise (m, m->thread->frames.begin + i);
}

// Whether the record is the runtime's note that the thread is over (see
// runtime/happens_before.h), or the library frees what it had kept for the thread,
// such as its list of destructors or a value of pthread_setspecific, which were
// concretized when it was given them.
static bool ends_thread (const ft_machine *m) {
  return ft_is_at_library_call (m) &&
         (m->out->record->code == FT_WIRE_ATOMIC_RMW ||
          m->out->record->code == FT_WIRE_FREE);
}

// The record was made by an external function or by the runtime.
static void step_external (ft_machine *m) {
  ft_exec_frame *f = top_frame (m);
  if (m->out->record->code == FT_WIRE_ALLOC)
    ft_escape_allocation (m, f, m->out->record->payload, m->out->record->word[0]);
  if (ends_thread (m)) {
    m->skipped++;
    m->out->free_known = true;
    return;
  }
  if (!f || f->state != FT_FRAME_IN_CALL) { // e.g. before a signal handler
    step_without_code (m);
    if (m->thread->has_read)
      ft_emit_concretize_all_after (m, FT_CONCRETIZE_NO_CODE);
    return;
  }
  ft_call_external (m, f);
  ft_tries_note (m, f);
  if (!ft_libc_access (m))
    ft_step_external_access (m);
  m->out->free_known = true;
}

// The record has the result of a function that reads input.
static void step_result (ft_machine *m) {
  ft_exec_frame *f = top_frame (m);
  if (!f || f->state != FT_FRAME_IN_CALL)
    return;
  ft_call_external (m, f);
  ft_libc_result_recorded (m);
}

static void step_record (ft_machine *m) {
  const ft_run_record *r = m->out->record;
  switch (r->code) {
  case FT_WIRE_ENTER:
    ft_call_enter (m, FT_TOP (r->thread->frames).function);
    break;
  case FT_WIRE_EXIT:
    ft_call_leave (m);
    break;
  case FT_WIRE_UNWIND:
    step_unwind (m, r);
    break;
  case FT_WIRE_FIBRE:
    step_fibre (m, r);
    break;
  case FT_WIRE_SIGNAL_ENTER:
    m->thread->enters_handler = true;
    break;
  case FT_WIRE_GAP:
    step_gap (m);
    step_external (m);
    break;
  case FT_WIRE_FORK:
    step_external (m);
    if (r->payload < FT_MOST_THREADS)
      ft_call_fork (m, (uint32_t)r->payload);
    break;
  case FT_WIRE_VALUE:
    if (r->word[1] & FT_WIRE_RESULT)
      step_result (m);
    else if (ft_follows_altpaths (m))
      ft_concrete_set (m, r->payload, r->word[0], r->word[1] & 0xff,
                     r->word[1] & FT_WIRE_CONSTANT);
    break;
  case FT_WIRE_ALIAS: // alternative paths know one address alone
    step_external (m);
    ft_escape_address (m, r->payload, "it is mapped twice");
    ft_escape_address (m, r->word[1], "it is mapped twice");
    break;
  case FT_WIRE_THREAD_START:
  case FT_WIRE_THREAD_END:
    break;
  default:
    if (r->at)
      step_site (m);
    else
      step_external (m);
  }
}

// A first BRANCH event says that the trace has dependences.
static void emit_first_branch (ft_machine *m) {
  if (m->has_branch)
    return;
  m->has_branch = true;
  ft_detail d = FT_DETAIL_NONE;
  d.operands_known = true;
  ft_step_event e = {FT_EVENT_NONE, FT_NO_ID, 0, FT_NO_ID, 0};
  e.event.kind = FT_BRANCH;
  e.event.detail = (ft_id)m->out->tables->details.size;
  FT_PUSH (m->out->tables->details, d);
  FT_PUSH (m->out->before, e);
}

// The budget is spent.  A call that has begun is followed to its end: no event
// may come between a wait and its wake.
static void drop_code (ft_exec_thread *t) {
  if (t->budget_spent ||
      (!FT_EMPTY (t->frames) && FT_TOP (t->frames).state == FT_FRAME_IN_CALL))
    return;
  t->budget_spent = true;
  drop_frames (t);
}

void ft_reexecute_step (ft_machine *m, ft_step_context *out) {
  assert (!m->altpath && !m->leaf_depth); // between records
  m->out = out;
  m->thread = thread_of (m, out->record);
  m->records++;
  if (m->records == 1)
    ft_escape_begin (m);
  if (m->new_block) {
    ft_escape_address (m, m->new_block, "uninstrumented code allocated it");
    m->new_block = 0;
  }
  emit_first_branch (m);
  if (m->budget_spent)
    drop_code (m->thread);
  ft_address_name_see_mappings (m);
  step_record (m);
  ft_address_name_record (m);
  if (ft_follows_altpaths (m))
    ft_concrete_note_accesses (m);
  ft_escape_note_stores (m);
  m->budget_spent |= m->added > MAX_ADDED;
}

static const ft_exec_frame *frame_of_call (const ft_machine *m) {
  return m->thread && !FT_EMPTY (m->thread->frames)
             ? &FT_TOP (m->thread->frames)
             : NULL;
}

// An unrecorded leaf function was executed at its call already.
bool ft_reexecute_knows_call (const ft_machine *m) {
  const ft_exec_frame *f = frame_of_call (m);
  return f && (f->state == FT_FRAME_RUNNING ||
               (f->state == FT_FRAME_IN_CALL && f->call));
}

uint64_t ft_reexecute_callee (const ft_machine *m, uint64_t named) {
  const ft_exec_frame *f = frame_of_call (m);
  if (f && f->state == FT_FRAME_RUNNING)
    return FT_REEXECUTED_LEAF;
  return f && f->state == FT_FRAME_IN_CALL && f->callee ? f->callee : named;
}

bool ft_reexecute_ends_waits (const ft_machine *m) {
  return m->summary.cancels_threads || m->summary.has_callbacks;
}

bool ft_reexecute_opens_modules (const ft_machine *m) {
  return m->summary.opens_modules;
}

bool ft_reexecute_uses_numbers (const ft_machine *m) {
  return m->summary.uses_numbers;
}

bool ft_reexecute_is_defined (const ft_machine *m, uint64_t callee) {
  return ft_map_get (&m->names_defined, callee) != FT_NO_ID;
}

bool ft_reexecute_is_instrumented (ft_machine *m, uint64_t callee) {
  return callee == FT_REEXECUTED_LEAF ||
         (callee && !ft_reexecute_is_defined (m, callee) &&
          ft_callee_is_instrumented (m, callee));
}

bool ft_reexecute_passes_own_function (ft_machine *m) {
  const ft_exec_frame *f = frame_of_call (m);
  bool found = false;
  for (size_t n = 0; f && n < f->arguments.size; n++) {
    const ft_value *s = f->arguments.begin + n;
    uint64_t guid = s->known && !s->object ? ft_guid_at (m, s->word) : 0;
    if (guid && !ft_reexecute_is_instrumented (m, guid))
      return false;
    found |= guid;
  }
  return found;
}

bool ft_reexecute_opens_to_read (const ft_machine *m) {
  const ft_exec_frame *f = frame_of_call (m);
  uint64_t mode;
  if (!f || f->arguments.size < 2)
    return false;
  const ft_value *s = f->arguments.begin + 1;
  if (!s->known || s->object || !ft_constant_word (m, s->word, 2, &mode))
    return false;
  return mode == 'r' || (mode == ('r' | 'b' << 8) &&
                         ft_constant_word (m, s->word + 2, 1, &mode) && !mode);
}

ft_reexecution_stats ft_reexecute_counts (const ft_machine *m) {
  return (ft_reexecution_stats){
      .records = m->records,
      .followed = m->records - m->skipped,
      .added = m->added,
      .desynchronised = m->desynchronised,
      .differing = m->mismatches,
      .instructions = m->summary.instructions,
      .uninterpreted = m->summary.uninterpreted,
      .altpaths = m->altpath_count,
      .unknown_escaped = m->out && m->out->unknown_escaped,
      .concretized = m->concretized,
  };
}

const ft_map *ft_reexecute_unfollowed (ft_machine *m) {
  ft_tries_count (m);
  return &m->unfollowed;
}

void ft_reexecute_count_concretized (ft_machine *m,
                                     enum ft_concretize_reason reason) {
  m->concretized.values[reason]++;
}

// ---- the machine -----------------------------------------------------------

ft_machine *ft_reexecute_new (const ft_run_code *code,
                              const ft_run_reader *reader) {
  ft_machine *m = FT_NEW (ft_machine);
  m->code = code;
  m->reader = reader;
  m->models_libc = ft_run_reader_run (reader)->sources.size;
  ft_libc_index (&m->libc);
  ft_call_owners_index (&m->owners);
  ft_escape_list_names (m);
  m->summary = ft_program_summary_make (m);
  m->changes_rounding = m->summary.changes_rounding;
  return m;
}

static void free_unit (ft_loaded_unit *u) {
  if (!u)
    return;
  for (uint32_t i = 0; i < u->function_count; i++)
    free (u->site_instructions[i]);
  free (u->site_instructions);
  for (size_t i = 0; i < u->code.bodies.size; i++)
    free (u->postdominators[i]);
  free (u->postdominators);
  ft_unit_code_release (&u->code);
  free (u->globals);
  ft_map_release (&u->leaf_bodies);
  free (u);
}

static void free_thread (ft_exec_thread *t) {
  if (!t)
    return;
  for (size_t i = 0; i < t->frames.size; i++)
    ft_frame_release (t->frames.begin + i);
  FT_RELEASE (t->frames);
  FT_RELEASE (t->names);
  FT_RELEASE (t->uninterpreted);
  FT_RELEASE (t->ended);
  FT_RELEASE (t->differing);
  FT_RELEASE (t->read_at);
  ft_libc_call_release (t->libc_call);
  free (t);
}

void ft_reexecute_free (ft_machine *m) {
  if (!m)
    return;
  for (size_t i = 0; i < m->units.size; i++)
    free_unit (m->units.begin[i]);
  for (size_t i = 0; i < m->threads.size; i++)
    free_thread (m->threads.begin[i]);
  for (size_t i = 0; i < m->fibres.size; i++) {
    for (size_t k = 0; k < m->fibres.begin[i].frames.size; k++)
      ft_frame_release (m->fibres.begin[i].frames.begin + k);
    FT_RELEASE (m->fibres.begin[i].frames);
  }
  FT_RELEASE (m->fibres);
  FT_RELEASE (m->units);
  FT_RELEASE (m->threads);
  FT_RELEASE (m->mappings);
  FT_RELEASE (m->frees);
  FT_RELEASE (m->own_blocks);
  FT_RELEASE (m->symbol_names);
  FT_RELEASE (m->granules);
  FT_RELEASE (m->to_escape);
  ft_map_release (&m->granule_at);
  ft_map_release (&m->altpath_tries);
  ft_map_release (&m->unfollowed);
  ft_map_release (&m->tries);
  ft_map_release (&m->unit_of);
  ft_map_release (&m->libc);
  ft_map_release (&m->owners);
  ft_map_release (&m->callees);
  ft_map_release (&m->definitions);
  ft_map_release (&m->entered);
  ft_map_release (&m->leaf_functions);
  ft_map_release (&m->names_used);
  ft_map_release (&m->names_defined);
  free (m);
}
