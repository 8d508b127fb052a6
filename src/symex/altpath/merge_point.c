// Merging an alternative path with the path that the run took.
//
// Behind the merge point the thread executes the same code after both paths,
// but with other values: of phi nodes, of instructions that were executed again
// in a loop of one path (liveness.c), and of memory.  Values that differ become
// symbols, which each path sets.  All writes of the recorded path become
// events, so that differing memory is seen.
//
// Paths do not merge if a difference cannot be expressed in this way: a value
// was concretized, an external function was called, or a tracked local variable
// differs.  Then the alternative path ends where its execution ended.
//
// Source: Kuznetsov, Kinder, Bucur, Candea, Efficient State Merging in Symbolic
// Execution (2012).
#include "symex/altpath/merge_point.h"
#include "symex/altpath/liveness.h"
#include "symex/altpath/postdominator.h"
#include "symex/altpath/thread_end.h"
#include "symex/exec/emit_event.h"

#include <string.h>

void ft_merge_points_release (ft_exec_frame *f) {
  for (size_t i = 0; i < f->merge_points.size; i++)
    ft_merge_point_release (f->merge_points.begin + i);
  FT_RELEASE (f->merge_points);
}

void ft_merge_point_release (ft_merge_point *p) {
  free (p->values);
  for (size_t i = 0; i < p->objects.size; i++)
    free (p->objects.begin[i].content);
  FT_RELEASE (p->objects);
}

bool ft_merge_points_pending (const ft_machine *m) {
  for (size_t i = 0; i < m->thread->frames.size; i++) {
    const ft_exec_frame *f = m->thread->frames.begin + i;
    for (size_t k = 0; k < f->merge_points.size; k++)
      if (f->merge_points.begin[k].merge_epoch == m->thread->merge_epoch)
        return true;
  }
  return false;
}

uint32_t ft_merge_point_block (const ft_exec_frame *f) {
  uint32_t index = (uint32_t)(f->body - f->unit->code.bodies.begin);
  uint32_t **post = f->unit->postdominators + index;
  if (!*post)
    *post = ft_postdominators (&f->unit->code, f->body);
  return (*post)[f->block];
}

// ---- values ----------------------------------------------------------------

enum { MAX_BLOCKS = 1 << 16 }; // searched for uses of values that differ

ft_value *ft_merge_point_values (const ft_exec_frame *f) {
  ft_value *slots = FT_ARRAY (ft_value, (size_t)f->body->values + 1);
  memcpy (slots, f->values, f->body->values * sizeof *slots);
  return slots;
}

static bool is_same (const ft_machine *m, const ft_value *a,
                     const ft_value *b) {
  bool x = ft_is_symbolic (m, a), y = ft_is_symbolic (m, b);
  if (a->object || b->object)
    return a->object == b->object && a->word == b->word;
  return x == y && (x ? a->symbol == b->symbol
                      : a->known && b->known && a->word == b->word);
}

static uint8_t width_of (const ft_exec_frame *f, uint32_t slot) {
  return f->unit->code.widths.begin[f->body->first_width + slot];
}

static bool can_express (const ft_machine *m, uint8_t width,
                         const ft_value *s) {
  return width && !s->object && (s->known || ft_is_symbolic (m, s));
}

static bool is_phi (const ft_exec_frame *f, uint32_t slot) {
  const ft_code_block *b =
      f->unit->code.blocks.begin + f->body->first_block + f->block;
  const ft_instruction *i = f->unit->code.instructions.begin + b->first;
  for (uint32_t n = 0; n < b->count && i->kind == FT_INSTRUCTION_PHI; n++, i++)
    if (i->result == slot)
      return true;
  return false;
}

// Whether a difference of value 'n' matters behind the merge point.  Two
// unknown values are equal if neither path has computed the value again.
static bool is_relevant (const ft_exec_frame *f, const ft_merge_point *p,
                         uint32_t n) {
  bool known = f->values[n].known || p->values[n].known;
  return is_phi (f, n) ||
         ((known || ft_is_redefined_between (f, p->from, p->block, n)) &&
          ft_is_live (f, p->block, n));
}

typedef FT_STACK (uint32_t) differences; // numbers of values

// Lists differences that matter; false if one cannot be expressed, or the
// search takes too long.
static bool find_different (const ft_machine *m, const ft_exec_frame *f,
                            const ft_merge_point *p, differences *all) {
  uint64_t searched = 0;
  for (uint32_t n = 0; n < f->body->values; n++) {
    const ft_value *taken = f->values + n, *other = p->values + n;
    if (is_same (m, taken, other))
      continue;
    searched += f->body->blocks;
    if (searched > MAX_BLOCKS)
      return false;
    if (!is_relevant (f, p, n))
      continue;
    if (!can_express (m, width_of (f, n), taken) ||
        !can_express (m, width_of (f, n), other))
      return false;
    FT_PUSH (*all, n);
  }
  return true;
}

static ft_step_event copy_to (ft_machine *m, uint8_t width, uint32_t symbol,
                              const ft_value *s) {
  ft_step_event e = {FT_EVENT_NONE, FT_NO_ID, 0, FT_NO_ID, 0};
  ft_detail d = FT_DETAIL_NONE;
  d.op = FT_OP_COPY;
  ft_emit_operands (m, &d, s, 1);
  d.result = ft_emit_symbol_name (m, symbol);
  e.event.kind = FT_LOCAL;
  e.event.mask = (uint8_t)((1u << ft_bytes_of_width (width)) - 1);
  e.event.detail = (ft_id)m->out->tables->details.size;
  FT_PUSH (m->out->tables->details, d);
  if (s->known) {
    e.event.flags = FT_HAS_VALUE;
    e.event.value = s->word;
  }
  return e;
}

static void merge_values (ft_machine *m, ft_exec_frame *f,
                          const ft_merge_point *p, const differences *all,
                          uint64_t bit) {
  for (size_t k = 0; k < all->size; k++) {
    uint32_t n = all->begin[k], symbol = ft_emit_symbol (m);
    uint8_t width = width_of (f, n);
    FT_PUSH (m->out->altpath_events, copy_to (m, width, symbol, p->values + n));
    FT_PUSH (m->out->before, copy_to (m, width, symbol, f->values + n));
    ft_thread_end_depend (m, symbol, bit, p->values + n, 1);
    ft_thread_end_depend (m, symbol, bit, f->values + n, 1);
    f->values[n].symbol = symbol;
  }
}

// ---- local variables -------------------------------------------------------

// Bytes are compared field by field, since the structure has padding.
static bool same_bytes (const ft_value_byte *a, const ft_value_byte *b,
                        uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    if (a[i].symbol != b[i].symbol || a[i].part != b[i].part ||
        a[i].known != b[i].known || a[i].byte != b[i].byte)
      return false;
  return true;
}

// Unknown bytes are equal if neither path has stored unknown values.
static bool same_objects (const ft_exec_frame *f, const ft_merge_point *p) {
  size_t size = p->objects.size;
  if (p->stored_unknown || f->unknown_stores != p->unknown_stores ||
      f->objects.size != size)
    return false;
  for (size_t n = 0; n < size; n++) {
    const ft_memory_object *a = f->objects.begin + n, *b = p->objects.begin + n;
    if (a->size != b->size || !a->content != !b->content ||
        (a->content && !same_bytes (a->content, b->content, a->size)))
      return false;
  }
  return true;
}

// ---- merging ---------------------------------------------------------------

static void merge (ft_machine *m, ft_exec_frame *f, const ft_merge_point *p) {
  differences all = {0};
  if (p->merge_epoch == m->thread->merge_epoch && same_objects (f, p) &&
      find_different (m, f, p, &all)) {
    ft_step_merge join = {.altpath = p->altpath,
                          .how = FT_STEP_MERGES,
                          .first = (uint32_t)m->out->altpath_events.size};
    uint64_t bit = ft_thread_end_note_merge (m, p->altpath, all.size);
    merge_values (m, f, p, &all, bit);
    join.at = (uint32_t)m->out->before.size;
    join.count = (uint32_t)m->out->altpath_events.size - join.first;
    FT_PUSH (m->out->merges, join);
  }
  FT_RELEASE (all);
}

void ft_merge_paths (ft_machine *m, ft_exec_frame *f) {
  size_t left = 0;
  for (size_t i = 0; i < f->merge_points.size; i++) {
    ft_merge_point *p = f->merge_points.begin + i;
    if (p->block != f->block) {
      f->merge_points.begin[left++] = *p;
      continue;
    }
    merge (m, f, p);
    ft_merge_point_release (p);
  }
  f->merge_points.size = left;
}
