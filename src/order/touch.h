// The variables that an event touches: one for an access, those that were
// accessed in its range for a FREE, which counts as a write to each.

#ifndef FT_ORDER_TOUCH_H
#define FT_ORDER_TOUCH_H

#include "trace/tables.h"

typedef struct ft_touch {
  ft_id variable;
  uint8_t mask;
  bool write, atomic, free;
} ft_touch;

static inline uint32_t ft_touch_count (const ft_tables *tables,
                                       const ft_event *e) {
  if (e->kind == FT_FREE) {
    const ft_detail *detail = ft_tables_detail (tables, e);
    return detail ? detail->freed_count : 0;
  }
  return ft_kind_accesses (e->kind);
}

static inline ft_touch ft_touch_at (const ft_tables *tables, const ft_event *e,
                                    uint32_t i) {
  if (e->kind == FT_FREE)
    return (ft_touch){
        tables->freed.begin[ft_tables_detail (tables, e)->freed + i], 0xff,
        true, false, true};
  return (ft_touch){e->target, e->mask, ft_kind_writes (e->kind),
                    ft_kind_is_atomic (e->kind), false};
}

#endif
