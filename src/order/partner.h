// Partners of racy events: the second pass of a filter, which turns racy events
// into pairs of locations without holding the trace.  The head of 'partner.c'
// explains it.

#ifndef FT_ORDER_PARTNER_H
#define FT_ORDER_PARTNER_H

#include "base/bits.h"
#include "order/filter.h"
#include "order/location_pair.h"

// The result of the first pass: a bit for each event, and the number of racy
// events of each variable.
typedef struct ft_racy_events {
  ft_bits positions;
  uint64_t count;
  FT_STACK (ft_id) slots;   // by variable; FT_NO_ID: it has no racy event
  FT_STACK (uint64_t) left; // by slot, racy events that are still to come
} ft_racy_events;

void ft_racy_events_release (ft_racy_events *); // {0} is empty
void ft_racy_events_add (ft_racy_events *, const ft_tables *, const ft_event *,
                         ft_pos);

// Bounds on the memory and time of the second pass.
typedef struct ft_partner_limits {
  uint32_t instances; // kept for each pair of locations
  uint32_t runs;      // into which the older accesses of a series are counted
  uint32_t series;    // of a variable that are looked at for one racy event
} ft_partner_limits;

#define FT_PARTNER_LIMITS ((ft_partner_limits){3, 64, 1024})

typedef struct ft_partners ft_partners;

// The racy events are those that the filter of this kind found in the same
// trace. They are borrowed, and 'left' is counted down to zero.  The location
// ids are borrowed.
ft_partners *ft_partners_new (enum ft_filter_kind, const ft_tables *,
                              ft_racy_events *, ft_location_ids *,
                              ft_partner_limits);
void ft_partners_free (ft_partners *);

// Processes the next event of the trace.
void ft_partners_step (ft_partners *, const ft_event *);

// The pairs found so far; the caller may sort them when the pass is over.
ft_location_pairs *ft_partners_pairs (ft_partners *);

// The number of racy events so far, and of those among them that have no
// partner: zero, unless the filter is lockset or the trace is not the one of
// the first pass.
uint64_t ft_partners_racy_events (const ft_partners *);
uint64_t ft_partners_unpaired (const ft_partners *);

// Whether the limit on series was reached: pairs may be missing, or instances
// not counted.
bool ft_partners_truncated (const ft_partners *);

#endif
