// Partners of racy events: the second pass of a filter, which turns racy
// events into pairs of locations without holding the trace.  See 'partner.c'.

#ifndef FT_ORDER_PARTNER_H
#define FT_ORDER_PARTNER_H

#include "base/bits.h"
#include "order/filter.h"
#include "order/location_pair.h"

// What the first pass leaves for the second: a bit for each event, and how
// many racy events touch each variable.
typedef struct ft_racy_events {
  ft_bits positions;
  uint64_t count;
  FT_STACK (ft_id) slots;   // by variable; FT_NO_ID: no racy event touches it
  FT_STACK (uint64_t) left; // by slot
} ft_racy_events;

void ft_racy_events_release (ft_racy_events *); // {0} is empty
void ft_racy_events_add (ft_racy_events *, const ft_tables *, const ft_event *,
                         ft_pos);

// What bounds the memory and time of the second pass.
typedef struct ft_partner_limits {
  uint32_t instances; // kept for each pair of locations
  uint32_t runs;      // into which older accesses of a group are counted
  uint32_t series;    // of a variable looked at for one racy event
} ft_partner_limits;

#define FT_PARTNER_LIMITS ((ft_partner_limits){3, 64, 1024})

typedef struct ft_partners ft_partners;

// The racy events are those that the filter of this kind found in the same
// trace; borrowed, and what is 'left' of them is used up.  Places are borrowed.
ft_partners *ft_partners_new (enum ft_filter_kind, const ft_tables *,
                              ft_racy_events *, ft_location_ids *,
                              ft_partner_limits);
void ft_partners_free (ft_partners *);

// Processes the next event of the trace.
void ft_partners_step (ft_partners *, const ft_event *);

// What was found so far; the caller may sort it when the pass is over.
ft_location_pairs *ft_partners_pairs (ft_partners *);

// Racy events so far, and those among them that have no partner: none, unless
// the filter is lockset or the trace is not the one of the first pass.
uint64_t ft_partners_racy_events (const ft_partners *);
uint64_t ft_partners_unpaired (const ft_partners *);

// Whether the limit on groups was reached: pairs may be missing, or instances
// not counted.
bool ft_partners_truncated (const ft_partners *);

#endif
