#include "format/ftz_numbers.h"

// Beyond this number of predictions, operations on locals share those of their
// terminal: the number of pairs of terminals is bounded only by the length of
// the trace.
enum { MOST_APART = 1 << 21 };

void ft_numbers_release (ft_numbers *n) {
  ft_map_release (&n->first);
  FT_RELEASE (n->list);
  FT_RELEASE (n->threads);
}

void ft_numbers_clear (ft_numbers *n) {
  ft_map_release (&n->first);
  FT_CLEAR (n->list);
  for (size_t i = 0; i < n->threads.size; i++)
    n->threads.begin[i].before = 0;
}

static uint64_t count_numbers (const ft_detail *d) {
  return (uint64_t)d->operand_count + d->pointer_count +
         (d->result != FT_NO_ID);
}

bool ft_numbers_apart (const ft_detail *d) {
  uint64_t count = count_numbers (d);
  return count && count <= FT_NUMBERS_MOST;
}

// The predictions of one event, number after number.
typedef struct prediction {
  struct ft_predicted_number *next;
  struct ft_numbers_thread *thread;
  ft_residual_writer *out; // writer
  ft_residual_reader *in;  // reader
  uint64_t locals;         // reader: number of known locals
  bool bad;
} prediction;

static uint64_t key_of (const ft_numbers *n, uint32_t terminal,
                        const ft_event *e, uint32_t before) {
  bool apart = ft_kind_computes (e->kind) && n->list.size < MOST_APART;
  return (uint64_t)terminal << 32 | (apart ? before : 0);
}

static prediction begin_prediction (ft_numbers *n, uint32_t terminal,
                                    const ft_event *e, const ft_detail *d) {
  FT_GROW (n->threads, (size_t)e->thread + 1,
           ((struct ft_numbers_thread){0, 0}));
  struct ft_numbers_thread *t = n->threads.begin + e->thread;
  uint32_t *first = ft_map_at (&n->first, key_of (n, terminal, e, t->before));
  if (*first == FT_NO_ID) {
    size_t end = n->list.size + count_numbers (d);
    *first = (uint32_t)n->list.size;
    FT_GROW (n->list, end, ((struct ft_predicted_number){0, 0}));
  }
  t->before = terminal + 1;
  return (prediction){.next = n->list.begin + *first, .thread = t};
}

// The predicted number, corrected by the column.
static uint64_t pass (prediction *r, uint64_t predicted, uint64_t number) {
  if (r->in)
    return predicted + ft_residual_reader_get (r->in);
  ft_residual_writer_put (r->out, number - predicted);
  return number;
}

static ft_id pass_local (prediction *r, ft_id local) {
  struct ft_predicted_number *p = r->next++;
  uint64_t id = pass (r, r->thread->defined + p->value, local);
  p->value = id - r->thread->defined;
  r->bad |= r->in && id >= r->locals;
  return (ft_id)id;
}

static uint64_t pass_constant (prediction *r, uint64_t constant) {
  struct ft_predicted_number *p = r->next++;
  uint64_t value = pass (r, p->value + p->step, constant);
  p->step = value - p->value;
  p->value = value;
  return value;
}

static void pass_operand (prediction *r, ft_operand *o) {
  if (o->local == FT_NO_ID)
    o->constant = pass_constant (r, o->constant);
  else
    o->local = pass_local (r, o->local);
}

// The operands are copied, so that the writer's tables do not change.
void ft_numbers_put (ft_numbers *n, uint32_t terminal, const ft_event *e,
                     const ft_tables *tables, const ft_detail *d,
                     ft_residual_writer *out) {
  prediction r = begin_prediction (n, terminal, e, d);
  r.out = out;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    ft_operand o = tables->operands.begin[d->operands + i];
    pass_operand (&r, &o);
  }
  for (uint32_t i = 0; i < d->pointer_count; i++) {
    ft_operand o = tables->operands.begin[d->pointers + i];
    pass_operand (&r, &o);
  }
  if (d->result != FT_NO_ID)
    r.thread->defined = pass_local (&r, d->result);
}

bool ft_numbers_get (ft_numbers *n, uint32_t terminal, const ft_event *e,
                     ft_tables *tables, ft_detail *d, ft_residual_reader *in) {
  prediction r = begin_prediction (n, terminal, e, d);
  r.in = in;
  r.locals = ft_tables_count (tables, FT_CLASS_LOCAL);
  for (uint32_t i = 0; i < d->operand_count; i++)
    pass_operand (&r, tables->operands.begin + d->operands + i);
  for (uint32_t i = 0; i < d->pointer_count; i++)
    pass_operand (&r, tables->operands.begin + d->pointers + i);
  if (d->result != FT_NO_ID)
    r.thread->defined = d->result = pass_local (&r, d->result);
  return !r.bad;
}
