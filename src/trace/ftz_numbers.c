#include "trace/ftz_numbers.h"

void ft_numbers_release (ft_numbers *n) {
  FT_RELEASE (n->first);
  FT_RELEASE (n->list);
  FT_RELEASE (n->defined);
}

void ft_numbers_clear (ft_numbers *n) {
  FT_CLEAR (n->first);
  FT_CLEAR (n->list);
}

static uint64_t count_numbers (const ft_detail *d) {
  return (uint64_t)d->operand_count + d->pointer_count +
         (d->result != FT_NO_ID);
}

bool ft_numbers_apart (const ft_detail *d) {
  uint64_t count = count_numbers (d);
  return count && count <= FT_NUMBERS_MOST;
}

// What is predicted for one event, number after number.
typedef struct row {
  struct ft_predicted_number *next;
  ft_id defined;      // last result of the thread
  ft_errors_out *out; // writer
  ft_errors_in *in;   // reader
  uint64_t locals;    // that there are; reader
  bool bad;
} row;

static row begin_row (ft_numbers *n, uint32_t terminal, ft_tid thread,
                      const ft_detail *d) {
  FT_GROW (n->first, (size_t)terminal + 1, 0);
  FT_GROW (n->defined, (size_t)thread + 1, 0);
  size_t *first = n->first.begin + terminal;
  if (!*first) {
    size_t end = n->list.size + count_numbers (d);
    *first = n->list.size + 1;
    FT_GROW (n->list, end, ((struct ft_predicted_number){0, 0}));
  }
  return (row){.next = n->list.begin + *first - 1,
               .defined = n->defined.begin[thread]};
}

// The number that was predicted, put right by the column.
static uint64_t pass (row *r, uint64_t predicted, uint64_t number) {
  if (r->in)
    return predicted + ft_errors_get (r->in);
  ft_errors_put (r->out, number - predicted);
  return number;
}

static ft_id pass_local (row *r, ft_id local) {
  struct ft_predicted_number *p = r->next++;
  uint64_t id = pass (r, r->defined + p->value, local);
  p->value = id - r->defined;
  r->bad |= r->in && id >= r->locals;
  return (ft_id)id;
}

static uint64_t pass_constant (row *r, uint64_t constant) {
  struct ft_predicted_number *p = r->next++;
  uint64_t value = pass (r, p->value + p->step, constant);
  p->step = value - p->value;
  p->value = value;
  return value;
}

static void pass_operand (row *r, ft_operand *o) {
  if (o->local == FT_NO_ID)
    o->constant = pass_constant (r, o->constant);
  else
    o->local = pass_local (r, o->local);
}

// The operands are copied, so that the writer's tables stay as they are.
void ft_numbers_put (ft_numbers *n, uint32_t terminal, ft_tid thread,
                     const ft_tables *tables, const ft_detail *d,
                     ft_errors_out *out) {
  row r = begin_row (n, terminal, thread, d);
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
    n->defined.begin[thread] = pass_local (&r, d->result);
}

bool ft_numbers_get (ft_numbers *n, uint32_t terminal, ft_tid thread,
                     ft_tables *tables, ft_detail *d, ft_errors_in *in) {
  row r = begin_row (n, terminal, thread, d);
  r.in = in;
  r.locals = ft_tables_count (tables, FT_CLASS_LOCAL);
  for (uint32_t i = 0; i < d->operand_count; i++)
    pass_operand (&r, tables->operands.begin + d->operands + i);
  for (uint32_t i = 0; i < d->pointer_count; i++)
    pass_operand (&r, tables->operands.begin + d->pointers + i);
  if (d->result != FT_NO_ID)
    n->defined.begin[thread] = d->result = pass_local (&r, d->result);
  return !r.bad;
}
