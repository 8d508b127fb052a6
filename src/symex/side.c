// The side of a branch that the run did not take (RECIPE, Section IV), from the
// code: what the thread would do there, up to its first call, its return, or
// whatever else is not certain, undefined behaviour first of all: what the
// trace cannot be told of, so that the checker would see it, ends the side.
// Addresses are resolved with the values that the run has at the branch; a
// condition on the way goes by these, too.  Where the sides meet again: join.c.
#include "symex/machine.h"

#include <string.h>

enum {
  MOST_INSTRUCTIONS = 256, // of one side
  MOST_TIMES = 16          // that the sides of one branch are looked at
};

typedef struct written { // by the side itself
  uint64_t address, word;
  unsigned bytes;
  bool known;
} written;

// What is known of it where the sides meet.
typedef struct side {
  ft_step_frame frame; // a copy
  FT_STACK (written) written;
  ft_meeting meeting;
  uint32_t joined; // events before it
} side;

static ft_slot operand (const side *s, const ft_instruction *i, uint32_t n) {
  return ft_operand_now (&s->frame,
                         s->frame.unit->code.operands.begin + i->first + n);
}

static ft_step_frame copy_frame (const ft_step_frame *f) {
  ft_step_frame g = *f;
  g.slots = FT_ARRAY (ft_slot, (size_t)f->body->slots + 1);
  memcpy (g.slots, f->slots, f->body->slots * sizeof *g.slots);
  memset (&g.objects, 0, sizeof g.objects);
  memset (&g.arguments, 0, sizeof g.arguments);
  memset (&g.meetings, 0, sizeof g.meetings);
  for (size_t n = 0; n < f->objects.size; n++) {
    ft_object o = f->objects.begin[n];
    if (o.cells) {
      ft_cell *cells = FT_ARRAY (ft_cell, o.size + 1);
      memcpy (cells, o.cells, o.size * sizeof *cells);
      o.cells = cells;
    }
    FT_PUSH (g.objects, o);
  }
  return g;
}

// ---- accesses --------------------------------------------------------------

// What the side itself wrote there last, else what the run did.
static ft_slot value_at (ft_machine *m, const side *s, uint64_t address,
                         unsigned bytes) {
  ft_slot v = FT_SLOT_UNKNOWN;
  for (size_t n = s->written.size; n--;) {
    const written *w = s->written.begin + n;
    if (address >= w->address + w->bytes || w->address >= address + bytes)
      continue;
    if (w->address == address && w->bytes == bytes && w->known)
      return ft_slot_word (w->word);
    return v;
  }
  v.known = ft_known_word (m, address, bytes, &v.word);
  return v;
}

static bool new_access (ft_machine *m, const side *s, const ft_instruction *i,
                        enum ft_kind kind, ft_slot address, ft_step_event *e,
                        ft_detail *d) {
  if (!address.known || address.object || !i->width || i->constant > 8)
    return false;
  *e = (ft_step_event){FT_EVENT_NONE, s->frame.function->site + i->site - 1,
                       address.word};
  *d = FT_DETAIL_NONE;
  e->event.kind = (uint8_t)kind;
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

static const ft_site *site_of (const ft_step_frame *f,
                               const ft_instruction *i) {
  return f->function->table->sites.begin + f->function->function->first +
         i->site - 1;
}

static bool is_plain (const ft_step_frame *f, const ft_instruction *i) {
  return site_of (f, i)->order == FT_WIRE_PLAIN;
}

static bool load (ft_machine *m, side *s, const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_slot from = operand (s, i, 0);
  if (!is_plain (&s->frame, i) || !new_access (m, s, i, FT_READ, from, &e, &d))
    return false;
  ft_slot v = value_at (m, s, from.word, (unsigned)i->constant);
  v.word = ft_cut (v.word, i->width);
  v.taint = ft_emit_serial (m);
  d.result = ft_emit_name (m, v.taint);
  set_value (&e, &v);
  push (m, &e, &d);
  ft_set_result (&s->frame, i, 0, v);
  return true;
}

static bool store (ft_machine *m, side *s, const ft_instruction *i) {
  ft_step_event e;
  ft_detail d;
  ft_slot to = operand (s, i, 0), value = operand (s, i, 1);
  if (!is_plain (&s->frame, i) || value.object ||
      !new_access (m, s, i, FT_WRITE, to, &e, &d))
    return false;
  d.op = FT_OP_COPY;
  ft_emit_operands (m, &d, &value, 1);
  set_value (&e, &value);
  push (m, &e, &d);
  FT_PUSH (s->written, ((written){to.word, value.word, (unsigned)i->constant,
                                  value.known}));
  return true;
}

// ---- the way ---------------------------------------------------------------

// Of what a read may change the checker finds out whether it is defined; of the
// rest that is known here, or it is not certain.
static bool is_defined (const ft_machine *m, const side *s,
                        const ft_instruction *i) {
  uint64_t words[2] = {0, 0}, result;
  bool tainted = false;
  if (ft_operator_is_total (i->op))
    return true;
  if (!i->width)
    return false;
  for (uint32_t n = 0; n < i->count; n++) {
    ft_slot v = operand (s, i, n);
    if (v.object || !(v.known || ft_tainted (m, &v)))
      return false;
    words[n] = v.word;
    tainted |= ft_tainted (m, &v);
  }
  return tainted || ft_operator_apply (i->op, ft_bytes_of (i->width), words,
                                       &result) == FT_DEFINED;
}

static bool is_allowed (const ft_machine *m, const side *s,
                        const ft_instruction *i) {
  ft_slot undefined = operand (s, i, 0);
  return ft_tainted (m, &undefined) ||
         (undefined.known && !(undefined.word & 1));
}

static bool step (ft_machine *m, side *s, const ft_instruction *i) {
  ft_step_frame *f = &s->frame;
  switch ((unsigned)i->kind) {
  case FT_INSTRUCTION_COMPUTE:
    if (!is_defined (m, s, i))
      return false;
    break;
  case FT_INSTRUCTION_UNDEFINED:
    if (!is_allowed (m, s, i))
      return false;
    break;
  case FT_INSTRUCTION_LOAD:
  case FT_INSTRUCTION_STORE:
    if (!i->site && !i->local) // perhaps beyond a constant's end
      return false;
    if (i->site) {
      f->pc++;
      return i->kind == FT_INSTRUCTION_LOAD ? load (m, s, i) : store (m, s, i);
    }
    break;
  case FT_INSTRUCTION_NOTE:
    f->pc++;
    return true;
  case FT_INSTRUCTION_RMW:
  case FT_INSTRUCTION_CAS:
  case FT_INSTRUCTION_COPY:
  case FT_INSTRUCTION_SET:
  case FT_INSTRUCTION_FENCE:
  case FT_INSTRUCTION_UNKNOWN:
  case FT_INSTRUCTION_CALL:
  case FT_INSTRUCTION_ENTERED:
  case FT_INSTRUCTION_UNWIND:
  case FT_INSTRUCTION_LEAVE:
  case FT_INSTRUCTION_RETURN:
  case FT_INSTRUCTION_STOP:
    return false;
  }
  return ft_step_instruction (m, f, i);
}

// Events up to the last access; what pins everything ends the side.
static size_t useful (const ft_steps *out) {
  size_t n = 0;
  for (size_t i = 0; i < out->before.size; i++) {
    const ft_event *e = &out->before.begin[i].event;
    if (e->kind == FT_BRANCH && e->detail == FT_NO_ID)
      break;
    if (ft_kind_accesses (e->kind))
      n = i + 1;
  }
  return n;
}

static void note_meeting (ft_machine *m, side *s) {
  ft_step_frame copy = copy_frame (&s->frame);
  s->joined = (uint32_t)m->out->before.size;
  s->meeting.phis = ft_meeting_phis (&s->frame);
  memcpy (&s->meeting.objects, &copy.objects, sizeof copy.objects);
  memset (&copy.objects, 0, sizeof copy.objects);
  ft_frame_release (&copy);
}

// It is followed beyond where the sides meet, in case that the run does not
// come there in a way that can be told.
static void follow (ft_machine *m, side *s, uint32_t block) {
  ft_enter_block (&s->frame, block);
  for (int n = 0; n < MOST_INSTRUCTIONS; n++) {
    if (s->frame.block == s->meeting.block && !s->meeting.phis)
      note_meeting (m, s);
    if (!step (m, s, s->frame.unit->code.instructions.begin + s->frame.pc))
      return;
  }
}

// Whether nothing that comes before the meeting pins everything.
static bool is_clear (const ft_steps *out, uint32_t joined) {
  for (uint32_t i = 0; joined != UINT32_MAX && i < joined; i++)
    if (out->before.begin[i].event.kind == FT_BRANCH &&
        out->before.begin[i].event.detail == FT_NO_ID)
      return false;
  return joined != UINT32_MAX;
}

static bool is_new (ft_machine *m, const ft_step_frame *f,
                    const ft_instruction *i) {
  uint64_t site = i->site ? f->function->site + i->site : 0;
  uint32_t *times = ft_map_at (&m->looked_at, site);
  *times = *times == FT_NO_ID ? 1 : *times + 1;
  return site && *times <= MOST_TIMES;
}

// Hands the side over; the run may come to where they meet.
static void give (ft_machine *m, ft_step_frame *f, side *s, ft_step_side result,
                  const ft_step_events *events) {
  ft_steps *out = m->out;
  uint32_t kept = result.count;
  if (result.joined != UINT32_MAX && result.joined > kept)
    kept = result.joined;
  if (!kept && result.joined == UINT32_MAX)
    return;
  for (uint32_t n = 0; n < kept; n++)
    FT_PUSH (out->sides, events->begin[n]);
  FT_PUSH (out->side_list, result);
  s->meeting.side = m->sides++;
  if (result.joined == UINT32_MAX)
    return;
  s->meeting.pins = m->thread->pins;
  FT_PUSH (f->meetings, s->meeting);
  memset (&s->meeting, 0, sizeof s->meeting);
}

void ft_side_look (ft_machine *m, ft_step_frame *f, const ft_instruction *i,
                   uint32_t block, uint64_t outcome) {
  ft_steps *out = m->out;
  if (!out->resolve || m->looking || !is_new (m, f, i))
    return;
  ft_step_thread kept = *m->thread;
  side s = {.frame = copy_frame (f), .joined = UINT32_MAX};
  s.meeting.block = ft_meeting_block (f);
  ft_step_side result = {(uint32_t)out->before.size - 1, outcome,
                         (uint32_t)out->sides.size, 0, UINT32_MAX};
  ft_step_events before = out->before;
  memset (&out->before, 0, sizeof out->before);
  m->looking = true;
  follow (m, &s, block);
  m->looking = false;
  result.count = (uint32_t)useful (out);
  if (is_clear (out, s.joined))
    result.joined = s.joined;
  ft_step_events events = out->before;
  out->before = before;
  m->thread->pinned = kept.pinned;
  m->thread->has_read = kept.has_read;
  m->thread->pins = kept.pins;
  give (m, f, &s, result, &events);
  FT_RELEASE (events);
  ft_meeting_release (&s.meeting);
  FT_RELEASE (s.written);
  ft_frame_release (&s.frame);
}
