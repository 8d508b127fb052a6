// A twin of WCP and DC for long traces, where 'relations.h' is too slow: rules
// (a) and (b) with clocks, but keeping all sections for ever and looking at
// all of them each time.  The edges of locks and of 'src/order/sync_edges.h'
// are those of the relations themselves, which have their own tests.

#ifndef FT_MODEL_PLAIN_ORDER_H
#define FT_MODEL_PLAIN_ORDER_H

#include "order/order.h"

typedef struct ft_plain_order ft_plain_order;

// For FT_REL_WCP and FT_REL_DC.
ft_plain_order *ft_plain_order_new (enum ft_relation, const ft_tables *);
void ft_plain_order_free (ft_plain_order *);

void ft_plain_order_step (ft_plain_order *, const ft_event *);

// As 'ft_order_time', and the last local time of another thread that is
// ordered before the last event of 't'.
ft_time ft_plain_order_time (const ft_plain_order *, ft_tid t);
ft_time ft_plain_order_known (const ft_plain_order *, ft_tid other, ft_tid t);

#endif
