// The variables that an event accesses: one for an access.  A FREE writes all bytes
// of each variable that was accessed in its range.  No variable is freed twice: the
// second free of a block is a WRITE.

#ifndef FT_ORDER_VARIABLE_ACCESS_H
#define FT_ORDER_VARIABLE_ACCESS_H

#include "trace/tables.h"

typedef struct ft_variable_access {
  ft_id variable;
  uint8_t mask;
  bool write, atomic;
} ft_variable_access;

static inline uint32_t ft_variable_access_count (const ft_tables *tables,
                                                 const ft_event *e) {
  if (e->kind == FT_FREE) {
    const ft_detail *detail = ft_tables_detail (tables, e);
    return detail ? detail->freed_count : 0;
  }
  return ft_kind_accesses (e->kind);
}

static inline ft_variable_access
ft_variable_access_at (const ft_tables *tables, const ft_event *e, uint32_t i) {
  if (e->kind == FT_FREE)
    return (ft_variable_access){
        tables->freed.begin[ft_tables_detail (tables, e)->freed + i], 0xff,
        true, false};
  return (ft_variable_access){e->target, e->mask, ft_kind_writes (e->kind),
                              ft_kind_is_atomic (e->kind)};
}

#endif
