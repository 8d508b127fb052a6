// Where the side that was not taken and the one that was meet again.
//
// From there on the thread does the same after both, but with other values: of
// phi nodes, which become locals that each side sets, and of memory.  So that
// the latter is seen, all that the taken side writes becomes events; a side
// whose meeting cannot be said in this way (something was pinned, a library was
// called, a variable without records differs) is followed no further than it
// was looked at.
#include "symex/machine.h"

#include <string.h>

void ft_meetings_release (ft_step_frame *f) {
  for (size_t i = 0; i < f->meetings.size; i++)
    ft_meeting_release (f->meetings.begin + i);
  FT_RELEASE (f->meetings);
}

void ft_meeting_release (ft_meeting *p) {
  free (p->phis);
  for (size_t i = 0; i < p->objects.size; i++)
    free (p->objects.begin[i].cells);
  FT_RELEASE (p->objects);
}

bool ft_meetings_expected (const ft_machine *m) {
  for (size_t i = 0; i < m->thread->frames.size; i++) {
    const ft_step_frame *f = m->thread->frames.begin + i;
    for (size_t k = 0; k < f->meetings.size; k++)
      if (f->meetings.begin[k].pins == m->thread->pins)
        return true;
  }
  return false;
}

uint32_t ft_meeting_block (const ft_step_frame *f) {
  uint32_t index = (uint32_t)(f->body - f->unit->code.bodies.begin);
  uint32_t **post = f->unit->post + index;
  if (!*post)
    *post = ft_postdominators (&f->unit->code, f->body);
  return (*post)[f->block];
}

// ---- phi nodes -------------------------------------------------------------

static const ft_instruction *phi (const ft_step_frame *f, uint32_t block,
                                  uint32_t n) {
  const ft_code_block *b = f->unit->code.blocks.begin + f->body->block + block;
  const ft_instruction *i = f->unit->code.instructions.begin + b->first + n;
  return n < b->count && i->kind == FT_INSTRUCTION_PHI ? i : NULL;
}

// What the phi nodes of the block that the frame has entered are.
ft_slot *ft_meeting_phis (const ft_step_frame *f) {
  uint32_t count = 0;
  while (phi (f, f->block, count))
    count++;
  ft_slot *slots = FT_ARRAY (ft_slot, count + 1);
  for (uint32_t n = 0; n < count; n++)
    if (phi (f, f->block, n)->result != FT_NO_ID)
      slots[n] = f->slots[phi (f, f->block, n)->result];
  return slots;
}

static bool is_same (const ft_machine *m, const ft_slot *a, const ft_slot *b) {
  bool x = ft_tainted (m, a), y = ft_tainted (m, b);
  if (a->object || b->object)
    return a->object == b->object && a->word == b->word;
  return x == y && (x ? a->taint == b->taint
                      : a->known && b->known && a->word == b->word);
}

static bool can_be_said (const ft_machine *m, const ft_instruction *i,
                         const ft_slot *s) {
  return i->width && !s->object && (s->known || ft_tainted (m, s));
}

static bool phis_can_meet (const ft_machine *m, const ft_step_frame *f,
                           const ft_meeting *p) {
  const ft_instruction *i;
  for (uint32_t n = 0; (i = phi (f, f->block, n)); n++)
    if (i->result != FT_NO_ID &&
        !is_same (m, f->slots + i->result, p->phis + n) &&
        !(can_be_said (m, i, f->slots + i->result) &&
          can_be_said (m, i, p->phis + n)))
      return false;
  return true;
}

static ft_step_event copy_to (ft_machine *m, const ft_instruction *i,
                              uint32_t serial, const ft_slot *s) {
  ft_step_event e = {FT_EVENT_NONE, FT_NO_ID, 0, FT_NO_ID, 0};
  ft_detail d = FT_DETAIL_NONE;
  d.op = FT_OP_COPY;
  ft_emit_operands (m, &d, s, 1);
  d.result = ft_emit_name (m, serial);
  e.event.kind = FT_LOCAL;
  e.event.mask = (uint8_t)((1u << ft_bytes_of (i->width)) - 1);
  e.event.detail = (ft_id)m->out->tables->details.size;
  FT_PUSH (m->out->tables->details, d);
  if (s->known) {
    e.event.flags = FT_HAS_VALUE;
    e.event.value = s->word;
  }
  return e;
}

static void meet_phis (ft_machine *m, ft_step_frame *f, const ft_meeting *p) {
  const ft_instruction *i;
  for (uint32_t n = 0; (i = phi (f, f->block, n)); n++) {
    if (i->result == FT_NO_ID || is_same (m, f->slots + i->result, p->phis + n))
      continue;
    uint32_t serial = ft_emit_serial (m);
    ft_slot *taken = f->slots + i->result;
    FT_PUSH (m->out->sides, copy_to (m, i, serial, p->phis + n));
    FT_PUSH (m->out->before, copy_to (m, i, serial, taken));
    taken->taint = serial;
  }
}

// ---- local variables -------------------------------------------------------

// Cells are compared byte by byte; they have no padding that counts.
static bool same_cells (const ft_cell *a, const ft_cell *b, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    if (a[i].taint != b[i].taint || a[i].part != b[i].part ||
        a[i].known != b[i].known || a[i].byte != b[i].byte)
      return false;
  return true;
}

static bool same_objects (const ft_step_frame *f, const ft_meeting *p) {
  if (f->objects.size != p->objects.size)
    return false;
  for (size_t n = 0; n < p->objects.size; n++) {
    const ft_object *a = f->objects.begin + n, *b = p->objects.begin + n;
    if (a->size != b->size || !a->cells != !b->cells ||
        (a->cells && !same_cells (a->cells, b->cells, a->size)))
      return false;
  }
  return true;
}

// ---- meeting ---------------------------------------------------------------

static void meet (ft_machine *m, ft_step_frame *f, const ft_meeting *p) {
  if (p->pins != m->thread->pins || !phis_can_meet (m, f, p) ||
      !same_objects (f, p))
    return;
  ft_step_join join = {p->side, 0, (uint32_t)m->out->sides.size, 0};
  meet_phis (m, f, p);
  join.at = (uint32_t)m->out->before.size;
  join.count = (uint32_t)m->out->sides.size - join.first;
  FT_PUSH (m->out->joins, join);
}

void ft_meet (ft_machine *m, ft_step_frame *f) {
  size_t left = 0;
  for (size_t i = 0; i < f->meetings.size; i++) {
    ft_meeting *p = f->meetings.begin + i;
    if (p->block != f->block) {
      f->meetings.begin[left++] = *p;
      continue;
    }
    meet (m, f, p);
    ft_meeting_release (p);
  }
  f->meetings.size = left;
}
