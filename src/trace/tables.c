#include "trace/tables.h"

#include <string.h>

void ft_tables_release (ft_tables *tables) {
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    ft_intern_release (tables->names + class);
  FT_RELEASE (tables->variables);
  FT_RELEASE (tables->details);
  FT_RELEASE (tables->operands);
  FT_RELEASE (tables->freed);
  ft_altpaths_release (&tables->altpaths);
  ft_origins_release (&tables->origins);
}

void ft_tables_grow (ft_tables *tables) {
  FT_GROW (tables->variables, ft_tables_count (tables, FT_CLASS_VARIABLE),
           ((ft_variable){.addressed = false, .alloc = FT_NO_POS}));
}

ft_id ft_tables_add (ft_tables *tables, enum ft_class class, const char *name,
                     size_t length) {
  ft_id id = ft_intern_add (tables->names + class, name, length);
  if (class == FT_CLASS_VARIABLE)
    ft_tables_grow (tables);
  return id;
}

uint32_t ft_tables_count (const ft_tables *tables, enum ft_class class) {
  uint32_t named = ft_intern_size (tables->names + class);
  return class == FT_CLASS_LOCAL ? named + tables->unnamed : named;
}

const char *ft_tables_name (const ft_tables *tables, enum ft_class class,
                            ft_id id) {
  if (id == FT_NO_ID || class == FT_CLASS_NONE)
    return "?";
  return ft_intern_name (tables->names + class, id);
}

const ft_detail *ft_tables_detail (const ft_tables *tables, const ft_event *e) {
  return e->detail == FT_NO_ID ? NULL : tables->details.begin + e->detail;
}

void ft_tables_swap_details (ft_tables *a, ft_tables *b) {
  ft_tables t = *a;
  a->details = b->details, b->details = t.details;
  a->operands = b->operands, b->operands = t.operands;
  a->freed = b->freed, b->freed = t.freed;
}

// ---- exchanges -------------------------------------------------------------

static bool has_operator (const ft_detail *d) {
  return d && d->operands_known && d->op != FT_OP_NONE &&
         !ft_operator_divides (d->op) &&
         d->operand_count == ft_operator_arity (d->op);
}

bool ft_exchange_depends (const ft_tables *tables, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (tables, e);
  for (uint32_t i = 0; d && i < d->operand_count; i++) {
    ft_id local = tables->operands.begin[d->operands + i].local;
    if (local != FT_NO_ID && local == d->result)
      return true;
  }
  return false;
}

bool ft_exchange_is_opaque (const ft_tables *tables, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (tables, e);
  return e->kind == FT_ATOMIC_RMW &&
         !(e->flags & (FT_ALTPATH | FT_CONDITIONAL)) && d &&
         d->operands_known && d->op == FT_OP_NONE &&
         ft_exchange_depends (tables, e);
}

enum ft_exchange ft_exchange_of (const ft_tables *tables, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (tables, e);
  if (e->kind != FT_ATOMIC_RMW)
    return FT_EXCHANGE_NONE;
  if (ft_exchange_is_opaque (tables, e))
    return FT_EXCHANGE_COMPUTES;
  if (!(e->flags & FT_ALTPATH) && !has_operator (d))
    return FT_EXCHANGE_NONE;
  if (e->flags & FT_CONDITIONAL && has_operator (d) && d->op == FT_OP_EQ)
    return FT_EXCHANGE_SWAPS;
  if (e->flags & FT_CONDITIONAL)
    return e->flags & FT_ALTPATH ? FT_EXCHANGE_UNRECORDED : FT_EXCHANGE_NONE;
  if (!(e->flags & FT_ALTPATH))
    return FT_EXCHANGE_COMPUTES;
  if (!d || !d->operands_known)
    return FT_EXCHANGE_UNRECORDED;
  if (d->op != FT_OP_NONE)
    return has_operator (d) ? FT_EXCHANGE_COMPUTES : FT_EXCHANGE_UNRECORDED;
  return d->operand_count ? FT_EXCHANGE_UNRECORDED : FT_EXCHANGE_UNKNOWN;
}
