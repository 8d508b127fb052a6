// Accesses of an alternative path: reads, writes and atomic operations at known
// addresses of memory whose accesses are all events.
#include "symex/altpath/execute.h"
#include "symex/altpath/own_block.h"
#include "symex/altpath/thread_end.h"
#include "symex/exec/compute.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"
#include "symex/exec/run_to_record.h"

// ---- accesses --------------------------------------------------------------

// The value of memory on a path: the last write of the path itself, or else the
// concrete memory of the run, or what a block of the path has at first.
static ft_value value_at (ft_machine *m, const ft_altpath_state *s,
                          uint64_t address, unsigned bytes) {
  ft_value v = FT_VALUE_UNKNOWN;
  for (size_t n = s->writes.size; n--;) {
    const ft_altpath_state_write *w = s->writes.begin + n;
    if (address >= w->address + w->bytes || w->address >= address + bytes)
      continue;
    if (w->address == address && w->bytes == bytes && w->known)
      return ft_value_concrete (w->word);
    return v;
  }
  const ft_own_block *own = ft_own_block_at (m, address);
  v.known = own ? own->content == FT_OWN_CLEARED
                : ft_concrete_word (m, address, bytes, &v.word);
  return v;
}

static const ft_site *site_of (const ft_exec_frame *f,
                               const ft_instruction *i) {
  return f->function->table->sites.begin + f->function->function->first +
         i->site - 1;
}

// The kind of the access's event.
static enum ft_kind kind_of (const ft_site *site, const ft_instruction *i) {
  bool plain = site->order == FT_WIRE_PLAIN;
  if (i->kind == FT_INSTRUCTION_LOAD)
    return plain ? FT_READ : FT_ATOMIC_READ;
  if (i->kind == FT_INSTRUCTION_STORE)
    return plain ? FT_WRITE : FT_ATOMIC_WRITE;
  return FT_ATOMIC_RMW;
}

static bool new_access (ft_machine *m, ft_altpath_state *s,
                        const ft_instruction *i, ft_value address,
                        ft_step_event *e, ft_detail *d) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_thread_end_fix (m, &address, 1); // also where the path ends here
  if (!address.known || address.object || !i->width || i->constant > 8)
    return false;
  *e = ft_altpath_make_event (m, f->function->site + i->site - 1, address.word);
  *d = FT_DETAIL_NONE;
  e->event.kind = (uint8_t)kind_of (site_of (f, i), i);
  e->event.order = (uint8_t)ft_run_access_order ((enum ft_kind)e->event.kind,
                                                 site_of (f, i)->order);
  if (!ft_own_block_resolve (m, address.word, (unsigned)i->constant, &e->event,
                             d) &&
      !ft_environment_resolve (m->out->environment, address.word,
                               (unsigned)i->constant, &e->event))
    return false;
  ft_emit_pointers (m, d, &address, 1);
  return true;
}

static void push (ft_machine *m, ft_step_event *e, const ft_detail *d) {
  e->event.detail = (ft_id)m->out->tables->details.size;
  FT_PUSH (m->out->tables->details, *d);
  FT_PUSH (m->out->before, *e);
}

// Accesses of a path keep their order anyway: a fence is there for what
// synchronises.
bool ft_altpath_step_fence (ft_machine *m, ft_altpath_state *s,
                            const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  ft_step_event e = ft_altpath_make_event (m, f->function->site + i->site - 1, 0);
  e.event.kind = FT_FENCE;
  e.event.order = (uint8_t)ft_run_fence_order (site_of (f, i)->order);
  FT_PUSH (m->out->before, e);
  f->pc++;
  return true;
}

static void set_value (ft_step_event *e, const ft_value *v) {
  if (!v->known)
    return;
  e->event.flags = FT_HAS_VALUE;
  e->event.value = v->word;
}

// Whether the path reads what a block of its own holds that it does not know: any value
// would do for the trace, but not for the program.
static bool is_hidden (ft_machine *m, const ft_altpath_state *s,
                       const ft_instruction *i, uint64_t address) {
  const ft_own_block *own = ft_own_block_at (m, address);
  return own && own->content == FT_OWN_HIDDEN &&
         !value_at (m, s, address, (unsigned)i->constant).known;
}

static ft_value read_value (ft_machine *m, const ft_altpath_state *s,
                            const ft_instruction *i, uint64_t address,
                            ft_step_event *e, ft_detail *d) {
  ft_value v = value_at (m, s, address, (unsigned)i->constant);
  v.word = ft_low_bits (v.word, i->width);
  v.symbol = ft_emit_symbol (m);
  d->result = ft_emit_symbol_name (m, v.symbol);
  set_value (e, &v);
  return v;
}

static void note_written (ft_machine *m, ft_altpath_state *s,
                          const ft_instruction *i, uint64_t address,
                          ft_value value) {
  ft_value old = value_at (m, s, address, (unsigned)i->constant);
  s->changes += !old.known || !value.known || old.word != value.word;
  FT_PUSH (s->writes,
           ((ft_altpath_state_write){address, value.word, (unsigned)i->constant,
                                     value.known}));
}

// ---- loads and stores ------------------------------------------------------

static bool load (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_value from = ft_altpath_operand (s, i, 0);
  if (!new_access (m, s, i, from, &e, &d) || is_hidden (m, s, i, from.word))
    return false;
  ft_value v = read_value (m, s, i, from.word, &e, &d);
  push (m, &e, &d);
  ft_set_result (ft_altpath_top_frame (s), i, 0, v);
  return true;
}

static bool store (ft_machine *m, ft_altpath_state *s,
                   const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_value to = ft_altpath_operand (s, i, 0),
           value = ft_altpath_operand (s, i, 1);
  if (value.object || !new_access (m, s, i, to, &e, &d))
    return false;
  d.op = FT_OP_COPY;
  ft_emit_operands (m, &d, &value, 1);
  set_value (&e, &value);
  push (m, &e, &d);
  note_written (m, s, i, to.word, value);
  return true;
}

// ---- read-modify-write ------------------------------------------------------

// The word that the operation writes, as far as it is known.
static ft_value written_by (const ft_instruction *i, const ft_value *old,
                            const ft_value *x) {
  uint64_t words[2] = {i->op == FT_OP_COPY ? x->word : old->word, x->word};
  ft_value written = FT_VALUE_UNKNOWN;
  written.known =
      x->known && (old->known || i->op == FT_OP_COPY) && i->op != FT_OP_NONE &&
      ft_operator_apply (i->op, (unsigned)i->constant, words, &written.word) ==
          FT_DEFINED;
  return written;
}

// The operand is expressed by the event or concretized.
static bool rmw (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_value at = ft_altpath_operand (s, i, 0), x = ft_altpath_operand (s, i, 1);
  bool computes = i->op != FT_OP_NONE && (x.known || ft_is_symbolic (m, &x));
  if (x.object || i->width != 8 * i->constant)
    return false;
  if (!computes)
    ft_emit_concretize (m, FT_CONCRETIZE_ATOMIC, &x, 1);
  if (!new_access (m, s, i, at, &e, &d) || is_hidden (m, s, i, at.word))
    return false;
  ft_value old = read_value (m, s, i, at.word, &e, &d), two[2] = {old, x};
  ft_value written = written_by (i, &old, &x);
  d.op = computes ? i->op : FT_OP_NONE;
  d.operands_known = true;
  if (computes)
    ft_emit_operands (m, &d, i->op == FT_OP_COPY ? &x : two,
                      ft_operator_arity (i->op));
  d.written_known = computes && written.known;
  d.written = written.word;
  push (m, &e, &d);
  note_written (m, s, i, at.word, written);
  ft_set_result (ft_altpath_top_frame (s), i, 0, old);
  return true;
}

// ---- compare-and-swap ------------------------------------------------------

// A compare-and-swap on a path is three events.  The first is a read, with the site that
// a failed swap has in the run.  The second is a branch on whether the read found the
// expected value.  The third, if so, is an update that happens only where it finds that
// value.  Each outcome of the branch is a path.

static bool has_operands (const ft_instruction *i, const ft_value all[3]) {
  return i->width == 8 * i->constant && all[0].known && !all[0].object &&
         all[1].known && !all[1].object && all[2].known && !all[2].object;
}

static void set_results (ft_altpath_state *s, const ft_instruction *i,
                         ft_value old, bool succeeds) {
  ft_set_result (ft_altpath_top_frame (s), i, 0, old);
  ft_set_result (ft_altpath_top_frame (s), i, 1, ft_value_concrete (succeeds));
}

// The update finds what it compares with, or does not happen.
static bool swap (ft_machine *m, ft_altpath_state *s, const ft_instruction *i,
                  const ft_value all[3]) {
  ft_step_event e;
  ft_detail d;
  if (!new_access (m, s, i, all[0], &e, &d))
    return false;
  ft_value old = all[1];
  old.symbol = ft_emit_symbol (m);
  d.result = ft_emit_symbol_name (m, old.symbol);
  d.op = FT_OP_EQ;
  ft_emit_operands (m, &d, all + 1, 2);
  d.written_known = true;
  d.written = all[2].word;
  e.event.flags = FT_HAS_VALUE | FT_CONDITIONAL;
  e.event.value = old.word;
  push (m, &e, &d);
  note_written (m, s, i, all[0].word, all[2]);
  set_results (s, i, old, true);
  return true;
}

bool ft_altpath_step_swap (ft_machine *m, ft_altpath_state *s,
                           const ft_instruction *i, const ft_value *read,
                           bool succeeds) {
  ft_value all[3];
  for (uint32_t n = 0; n < 3; n++)
    all[n] = ft_altpath_operand (s, i, n);
  if (succeeds)
    return has_operands (i, all) && swap (m, s, i, all);
  set_results (s, i, *read, false);
  return true;
}

static bool cas (ft_machine *m, ft_altpath_state *s, const ft_instruction *i) {
  ft_value all[3];
  ft_step_event e;
  ft_detail d;
  ft_instruction look = *i;
  for (uint32_t n = 0; n < 3; n++)
    all[n] = ft_altpath_operand (s, i, n);
  look.kind = FT_INSTRUCTION_LOAD;
  look.site++;
  if (!has_operands (i, all) || !new_access (m, s, &look, all[0], &e, &d))
    return false;
  ft_value two[2] = {read_value (m, s, i, all[0].word, &e, &d), all[1]};
  if (!two[0].known)
    return false;
  push (m, &e, &d);
  bool succeeds = two[0].word == all[1].word;
  ft_emit_branch (m, e.site, FT_OP_EQ, (unsigned)i->constant, succeeds, two, 2);
  ft_altpath_execute_swap (m, ft_altpath_top_frame (s), i, two, !succeeds);
  return ft_altpath_step_swap (m, s, i, two, succeeds);
}

// ---- spinning --------------------------------------------------------------

// A path that comes to an atomic access in the state in which it came there
// before waits for another thread in a loop.  It ends there: what it does next
// it has done, and the paths that leave the loop began in the first round.

static uint64_t digest_word (uint64_t digest, uint64_t word) {
  digest = (digest ^ word) * UINT64_C (0x9e3779b97f4a7c15); // 2^64 / golden ratio
  return digest ^ digest >> 32;
}

static uint64_t digest_value (uint64_t digest, const ft_value *v) {
  digest = digest_word (digest, v->known || v->object ? v->word : 0);
  return digest_word (digest, v->known | (uint64_t)v->object << 1);
}

static uint64_t digest_object (uint64_t digest, const ft_memory_object *o) {
  for (size_t n = 0; o->content && n < o->size; n++)
    digest = digest_word (digest, (uint64_t)o->content[n].byte << 1 |
                                      o->content[n].known);
  return digest;
}

// The words of all values of the frame, and how often memory has changed.
static uint64_t digest_state (const ft_altpath_state *s,
                              const ft_exec_frame *f) {
  uint64_t digest = s->changes;
  for (uint32_t n = 0; n < f->body->values; n++)
    digest = digest_value (digest, f->values + n);
  for (size_t n = 0; n < f->objects.size; n++)
    digest = digest_object (digest, f->objects.begin + n);
  return digest;
}

static bool spins (ft_altpath_state *s, const ft_instruction *i) {
  const ft_exec_frame *f = ft_altpath_top_frame (s);
  if (site_of (f, i)->order == FT_WIRE_PLAIN)
    return false;
  ft_altpath_state_visit now = {i, s->frames.size, digest_state (s, f)};
  for (size_t n = 0; n < s->visits.size; n++) {
    const ft_altpath_state_visit *v = s->visits.begin + n;
    if (v->at == i && v->frames == now.frames && v->digest == now.digest)
      return true;
  }
  FT_PUSH (s->visits, now);
  return false;
}

// ---- all accesses ----------------------------------------------------------

// An access without a site is one of a local variable, or of a constant, where
// it might be beyond the end.
bool ft_altpath_step_access (ft_machine *m, ft_altpath_state *s,
                             const ft_instruction *i) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  bool plain =
      i->kind == FT_INSTRUCTION_LOAD || i->kind == FT_INSTRUCTION_STORE;
  if (!i->site)
    return plain && i->local && ft_step_instruction (m, f, i);
  if (spins (s, i))
    return false;
  f->pc++;
  if (i->kind == FT_INSTRUCTION_LOAD && ft_is_standard_stream (f, i)) {
    ft_value stream = FT_VALUE_UNKNOWN;
    stream.is_stream = true;
    ft_set_result (f, i, 0, stream);
    return true;
  }
  if (!ft_altpath_passes_null (m, s, i) || !ft_altpath_passes_freed (m, s, i))
    return false;
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_LOAD:
    return load (m, s, i);
  case FT_INSTRUCTION_STORE:
    return store (m, s, i);
  case FT_INSTRUCTION_RMW:
    return rmw (m, s, i);
  }
  return cas (m, s, i);
}
