// See 'packed_detail.h'.

#include "format/packed_detail.h"

static ft_id get_id (ft_varints *from, const ft_tables *tables,
                     enum ft_class class) {
  uint64_t id = ft_varint_get (from);
  if (id < ft_tables_count (tables, class))
    return (ft_id)id;
  from->bad = true;
  return FT_NO_ID;
}

static void get_operands (ft_varints *from, ft_tables *tables, uint32_t *begin,
                          uint32_t *count) {
  uint64_t n = ft_varint_get_count (from);
  *begin = (uint32_t)tables->operands.size;
  *count = (uint32_t)n;
  for (; n && !from->bad; n--) {
    uint64_t local = ft_varint_get (from);
    ft_operand o = {(ft_id)(local - 1), 0};
    if (!local)
      o.constant = ft_varint_get (from);
    else if (local > ft_tables_count (tables, FT_CLASS_LOCAL))
      from->bad = true;
    FT_PUSH (tables->operands, o);
  }
}

static void get_detail (ft_varints *from, ft_tables *tables, ft_detail *d,
                        bool *altpaths) {
  uint64_t has = ft_varint_get (from);
  if (has & ~(uint64_t)FT_DETAIL_ALL || (has & FT_DETAIL_ALTPATHS && !altpaths))
    from->bad = true;
  if (altpaths)
    *altpaths = has & FT_DETAIL_ALTPATHS;
  if (has & FT_DETAIL_RESULT)
    d->result = get_id (from, tables, FT_CLASS_LOCAL);
  uint64_t op = has & FT_DETAIL_OPERATOR ? ft_varint_get (from) : 0;
  if (op >= FT_OPERATOR_COUNT)
    from->bad = true;
  d->op = (uint8_t)op;
  d->operands_known = has & FT_DETAIL_OPERANDS;
  if (d->operands_known)
    get_operands (from, tables, &d->operands, &d->operand_count);
  from->bad |= op && !from->bad && d->operands_known &&
               d->operand_count != ft_operator_arity ((enum ft_operator)op);
  d->pointers_known = has & FT_DETAIL_POINTERS;
  if (d->pointers_known)
    get_operands (from, tables, &d->pointers, &d->pointer_count);
  d->written_known = has & FT_DETAIL_WRITTEN;
  if (d->written_known)
    d->written = ft_varint_get (from);
  d->initial_known = has & FT_DETAIL_INITIAL;
  if (d->initial_known)
    d->initial = ft_varint_get (from);
}

static void get_range (ft_varints *from, ft_tables *tables, ft_detail *d,
                       ft_pos position) {
  d->address = ft_varint_get (from);
  d->bytes = ft_varint_get (from);
  uint64_t n = ft_varint_get_count (from);
  d->freed = (uint32_t)tables->freed.size;
  d->freed_count = (uint32_t)n;
  uint64_t id = 0;
  for (; n && !from->bad; n--) {
    id += (uint64_t)ft_varint_get_signed (from);
    if (id >= ft_tables_count (tables, FT_CLASS_VARIABLE)) {
      from->bad = true;
      return;
    }
    ft_pos alloc = tables->variables.begin[id].alloc;
    from->bad |= alloc != FT_NO_POS && alloc >= position;
    FT_PUSH (tables->freed, (ft_id)id);
  }
}

bool ft_packed_detail (ft_varints *ranges, ft_varints *details, bool all,
                       ft_tables *tables, ft_event *e, ft_pos position,
                       bool *altpaths) {
  ft_detail d = FT_DETAIL_NONE;
  if (e->kind == FT_ALLOC || e->kind == FT_FREE)
    get_range (ranges, tables, &d, position);
  if (all)
    get_detail (details, tables, &d, altpaths);
  if (ranges->bad || details->bad || (e->kind != FT_FREE && d.freed_count) ||
      (all && e->kind == FT_LOCAL && d.result == FT_NO_ID))
    return false;
  e->detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, d);
  return true;
}
