// The second pass of several filters, by several threads of this process: each
// filter is one stage of a pipeline over the batches of the trace.

#ifndef FT_ORDER_PARALLEL_PARTNERS_H
#define FT_ORDER_PARALLEL_PARTNERS_H

#include "order/partner.h"
#include "order/shared_batch.h"

typedef struct ft_partner_pass {
  ft_tables tables;      // the tables that 'partners' borrows; empty at first
  ft_partners *partners; // borrowed
} ft_partner_pass;

// Steps all of them over the stream, by at most 'threads' threads, the calling
// one among them.
void ft_parallel_partners_run (ft_partner_pass *, size_t count,
                               unsigned threads, const ft_batch_stream *);

#endif
