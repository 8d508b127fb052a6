#include "format/ftz_values.h"

#include "trace/operator.h"

void ft_value_predictor_release (ft_value_predictor *p) {
  FT_RELEASE (p->terminals);
  FT_RELEASE (p->variables);
  FT_RELEASE (p->locals);
  FT_RELEASE (p->known);
}

void ft_value_predictor_clear (ft_value_predictor *p) {
  FT_CLEAR (p->terminals);
}

// ---- prediction ------------------------------------------------------------

static struct ft_predicted_terminal *terminal_of (ft_value_predictor *p,
                                                  uint32_t terminal) {
  FT_GROW (p->terminals, (size_t)terminal + 1,
           ((struct ft_predicted_terminal){0, 0, 0}));
  return p->terminals.begin + terminal;
}

static struct ft_predicted_variable *variable_of (ft_value_predictor *p,
                                                  const ft_event *e) {
  FT_GROW (p->variables, (size_t)e->target + 1,
           ((struct ft_predicted_variable){0, 0}));
  return p->variables.begin + e->target;
}

static bool value_of (const ft_value_predictor *p, const ft_operand *o,
                      uint64_t *value) {
  bool constant = o->local == FT_NO_ID;
  if (!constant && !ft_bits_has (&p->known, o->local))
    return false;
  *value = constant ? o->constant : p->locals.begin[o->local];
  return true;
}

// The result of the operator, if it is known.
static bool compute (const ft_value_predictor *p, const ft_event *e,
                     const ft_detail *d, const ft_operand *operands,
                     uint64_t *value) {
  uint64_t of[2] = {0, 0};
  if (!d || !d->op || !d->operands_known || d->operand_count > 2 || !e->mask)
    return false;
  for (uint32_t i = 0; i < d->operand_count; i++)
    if (!value_of (p, operands + i, of + i))
      return false;
  return ft_operator_apply ((enum ft_operator)d->op,
                            (unsigned)__builtin_popcount (e->mask), of,
                            value) == FT_DEFINED;
}

uint64_t ft_value_predict (ft_value_predictor *p, uint32_t terminal,
                           const ft_event *e, const ft_detail *d,
                           const ft_operand *operands) {
  const struct ft_predicted_terminal *t = terminal_of (p, terminal);
  uint64_t value = t->value + t->step;
  if (ft_kind_reads (e->kind)) {
    const struct ft_predicted_variable *v = variable_of (p, e);
    return v->mask == e->mask ? v->value : value;
  }
  compute (p, e, d, operands, &value);
  return value;
}

static void set_variable (ft_value_predictor *p, const ft_event *e,
                          uint64_t value) {
  *variable_of (p, e) = (struct ft_predicted_variable){value, e->mask};
}

static void set_local (ft_value_predictor *p, ft_id local, uint64_t value) {
  FT_GROW (p->locals, (size_t)local + 1, 0);
  p->locals.begin[local] = value;
  ft_bits_add (&p->known, local);
}

void ft_value_update (ft_value_predictor *p, uint32_t terminal,
                      const ft_event *e, const ft_detail *d, uint64_t value) {
  struct ft_predicted_terminal *t = terminal_of (p, terminal);
  t->step = value - t->value;
  t->value = value;
  if (ft_kind_accesses (e->kind))
    set_variable (p, e, value);
  if (d && d->result != FT_NO_ID)
    set_local (p, d->result, value);
}

uint64_t ft_value_predict_written (ft_value_predictor *p, uint32_t terminal) {
  const struct ft_predicted_terminal *t = terminal_of (p, terminal);
  return t->value + t->change;
}

void ft_value_update_written (ft_value_predictor *p, uint32_t terminal,
                              const ft_event *e, uint64_t written) {
  struct ft_predicted_terminal *t = terminal_of (p, terminal);
  t->change = written - t->value;
  if (ft_kind_accesses (e->kind))
    set_variable (p, e, written);
}

// ---- residuals -------------------------------------------------------------

void ft_residual_writer_put (ft_residual_writer *out, uint64_t residual) {
  if (!residual) {
    out->right++;
    return;
  }
  ft_varint_put (&out->bytes, out->right);
  ft_varint_put_signed (&out->bytes, (int64_t)residual);
  out->right = 0;
}

void ft_residual_writer_end (ft_residual_writer *out) {
  if (out->right)
    ft_varint_put (&out->bytes, out->right);
  out->right = 0;
}

static void get_right (ft_residual_reader *in) {
  in->right = in->from.at < in->from.end ? ft_varint_get (&in->from) : 0;
}

void ft_residual_reader_begin (ft_residual_reader *in, const ft_bytes *bytes) {
  in->from = (ft_varints){bytes->begin, bytes->begin + bytes->size, false};
  get_right (in);
}

uint64_t ft_residual_reader_get (ft_residual_reader *in) {
  if (in->right) {
    in->right--;
    return 0;
  }
  uint64_t residual = (uint64_t)ft_varint_get_signed (&in->from);
  get_right (in);
  return residual;
}

bool ft_residual_reader_over (const ft_residual_reader *in) {
  return !in->from.bad && !in->right && in->from.at == in->from.end;
}
