// Filters: they find the events of a stream that race with an earlier one, in
// time linear in the number of events.  An event is racy for hb, c11, shb, wcp
// and dc if it conflicts with an earlier event that the order leaves unordered;
// for hybrid, if fork and join leave the two unordered and they hold no common
// lock; for lockset, if the variable's lockset is empty at it (Eraser, with
// dummy locks; see 'eraser.c').  A racy event is no verdict: certification
// decides it.

#ifndef FT_ORDER_FILTER_H
#define FT_ORDER_FILTER_H

#include "order/order.h"
#include "order/variable_part.h"
#include "format/reader.h"

#define FT_FILTERS(F)                                                          \
  F (HB, "hb")                                                                 \
  F (SHB, "shb")                                                               \
  F (WCP, "wcp")                                                               \
  F (DC, "dc")                                                                 \
  F (LOCKSET, "lockset")                                                       \
  F (HYBRID, "hybrid")                                                         \
  F (C11, "c11")

enum ft_filter_kind {
#define F(NAME, text) FT_FILTER_##NAME,
  FT_FILTERS (F)
#undef F
};

typedef struct ft_filter ft_filter;

// With 'pairs', every pair of events in a race is kept for ft_filter_partners
// (the cost is then that of the output, not linear).
ft_filter *ft_filter_new (enum ft_filter_kind, const ft_tables *tables,
                          bool pairs);
void ft_filter_free (ft_filter *);

// The filter for a part of the variables alone (lockset): its answers at
// accesses of other variables are false.
ft_filter *ft_filter_new_part (enum ft_filter_kind, const ft_tables *,
                               ft_variable_part);

// Processes the next 'count' events, of which a processor's cache should have
// room for; adds 'mark' to 'racy[i]' if event i is racy, and leaves it
// otherwise. Of a FREE, whose variables may be in several parts, it is added by
// an atomic operation.  The answers are those of ft_filter_step, without
// partners.
void ft_filter_run (ft_filter *, const ft_event *, size_t count, uint8_t *racy,
                    uint8_t mark);

// Steps over the next 'count' events without looking at variables: the filter
// goes on behind them as if it had processed them, once it has the shadow
// memory that it would have.  For hybrid.
void ft_filter_skip (ft_filter *, const ft_event *, size_t count);
struct ft_shadow *ft_filter_shadow (ft_filter *);

// Processes the event at the next position; returns whether it is racy.
bool ft_filter_step (ft_filter *, const ft_event *);

// The earlier partners of the event just processed (with 'pairs'), ascending;
// borrowed until the next step.
const ft_pos *ft_filter_partners (const ft_filter *, size_t *count);

// The parts of a filter's race check: a new order, NULL for program order
// alone, and whether locks held count.
ft_order *ft_filter_order (enum ft_filter_kind, const ft_tables *);
bool ft_filter_uses_locks (enum ft_filter_kind);

// FT_FILTER_* for a name, or -1.
int ft_filter_kind_of (const char *name);
const char *ft_filter_name (enum ft_filter_kind);

#endif
