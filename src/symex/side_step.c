// The instructions of a side that was not taken.
//
// Undefined behaviour that the trace cannot be told of, so that the checker
// would see it, ends the side, and so does what no alternative can have.
#include "symex/side.h"

// ---- accesses --------------------------------------------------------------

// What the side itself wrote there last, else what the run did.
static ft_slot value_at (ft_machine *m, const ft_side *s, uint64_t address,
                         unsigned bytes) {
  ft_slot v = FT_SLOT_UNKNOWN;
  for (size_t n = s->written.size; n--;) {
    const ft_side_written *w = s->written.begin + n;
    if (address >= w->address + w->bytes || w->address >= address + bytes)
      continue;
    if (w->address == address && w->bytes == bytes && w->known)
      return ft_slot_word (w->word);
    return v;
  }
  v.known = ft_known_word (m, address, bytes, &v.word);
  return v;
}

static const ft_site *site_of (const ft_step_frame *f,
                               const ft_instruction *i) {
  return f->function->table->sites.begin + f->function->function->first +
         i->site - 1;
}

// The kind of event that the access at the site is.
static enum ft_kind kind_of (const ft_site *site, bool reads) {
  if (site->order == FT_WIRE_PLAIN)
    return reads ? FT_READ : FT_WRITE;
  return reads ? FT_ATOMIC_READ : FT_ATOMIC_WRITE;
}

static bool new_access (ft_machine *m, ft_side *s, const ft_instruction *i,
                        bool reads, ft_slot address, ft_step_event *e,
                        ft_detail *d) {
  const ft_step_frame *f = ft_side_frame (s);
  if (!address.known || address.object || !i->width || i->constant > 8)
    return false;
  *e = ft_side_event (m, f->function->site + i->site - 1, address.word);
  *d = FT_DETAIL_NONE;
  e->event.kind = (uint8_t)kind_of (site_of (f, i), reads);
  e->event.order = (uint8_t)ft_touch_order ((enum ft_kind)e->event.kind,
                                            site_of (f, i)->order);
  if (!m->out->resolve (m->out->native, address.word, (unsigned)i->constant,
                        &e->event))
    return false;
  ft_emit_pointers (m, d, &address, 1);
  return true;
}

static void push (ft_machine *m, ft_step_event *e, const ft_detail *d) {
  e->event.detail = (ft_id)m->out->tables->details.size;
  FT_PUSH (m->out->tables->details, *d);
  FT_PUSH (m->out->before, *e);
}

static void set_value (ft_step_event *e, const ft_slot *v) {
  if (!v->known)
    return;
  e->event.flags = FT_HAS_VALUE;
  e->event.value = v->word;
}

static bool load (ft_machine *m, ft_side *s, const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_slot from = ft_side_operand (s, i, 0);
  if (!new_access (m, s, i, true, from, &e, &d))
    return false;
  ft_slot v = value_at (m, s, from.word, (unsigned)i->constant);
  v.word = ft_cut (v.word, i->width);
  v.taint = ft_emit_serial (m);
  d.result = ft_emit_name (m, v.taint);
  set_value (&e, &v);
  push (m, &e, &d);
  ft_set_result (ft_side_frame (s), i, 0, v);
  return true;
}

static bool store (ft_machine *m, ft_side *s, const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_slot to = ft_side_operand (s, i, 0), value = ft_side_operand (s, i, 1);
  if (value.object || !new_access (m, s, i, false, to, &e, &d))
    return false;
  d.op = FT_OP_COPY;
  ft_emit_operands (m, &d, &value, 1);
  set_value (&e, &value);
  push (m, &e, &d);
  FT_PUSH (s->written, ((ft_side_written){to.word, value.word,
                                          (unsigned)i->constant, value.known}));
  return true;
}

// One without a site is of a local variable, or perhaps beyond a constant's
// end.
static bool access (ft_machine *m, ft_side *s, const ft_instruction *i) {
  ft_step_frame *f = ft_side_frame (s);
  if (!i->site)
    return i->local && ft_step_instruction (m, f, i);
  f->pc++;
  return i->kind == FT_INSTRUCTION_LOAD ? load (m, s, i) : store (m, s, i);
}

// ---- what is defined -------------------------------------------------------

// Of what a read may change the checker finds out whether it is defined; of the
// rest that is known here, or it is not certain.
static bool is_defined (const ft_machine *m, ft_side *s,
                        const ft_instruction *i) {
  uint64_t words[2] = {0, 0}, result;
  bool tainted = false;
  if (ft_operator_is_total (i->op))
    return true;
  if (!i->width)
    return false;
  for (uint32_t n = 0; n < i->count; n++) {
    ft_slot v = ft_side_operand (s, i, n);
    if (v.object || !(v.known || ft_tainted (m, &v)))
      return false;
    words[n] = v.word;
    tainted |= ft_tainted (m, &v);
  }
  return tainted || ft_operator_apply (i->op, ft_bytes_of (i->width), words,
                                       &result) == FT_DEFINED;
}

static bool is_allowed (const ft_machine *m, ft_side *s,
                        const ft_instruction *i) {
  ft_slot undefined = ft_side_operand (s, i, 0);
  return ft_tainted (m, &undefined) ||
         (undefined.known && !(undefined.word & 1));
}

enum { MOST_STACK = 1 << 16 }; // bytes that a side adds to the thread's

static bool fits (ft_side *s, const ft_instruction *i) {
  ft_slot count = ft_side_operand (s, i, 0);
  if (!count.known || count.word > MOST_STACK || i->constant > MOST_STACK)
    return false;
  s->stack += count.word * i->constant;
  return s->stack <= MOST_STACK;
}

// ---- all of them -----------------------------------------------------------

bool ft_side_step (ft_machine *m, ft_side *s, const ft_instruction *i) {
  ft_step_frame *f = ft_side_frame (s);
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    return is_defined (m, s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_UNDEFINED:
    return is_allowed (m, s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_ALLOCA:
    return fits (s, i) && ft_step_instruction (m, f, i);
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
    return access (m, s, i);
  case FT_INSTRUCTION_CALL:
    f->pc++;
    return ft_side_enter (m, s, i);
  case FT_INSTRUCTION_RETURN:
    return ft_side_leave (m, s, i);
  case FT_INSTRUCTION_NOTE:
  case FT_INSTRUCTION_ENTERED:
    f->pc++;
    return true;
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_UNKNOWN:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_LEAVE:
  case FT_INSTRUCTION_STOP:
    return false;
  }
  return ft_step_instruction (m, f, i);
}
