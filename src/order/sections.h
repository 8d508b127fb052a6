// Rules (a) and (b) together: what WCP and DC share.

#ifndef FT_ORDER_SECTIONS_H
#define FT_ORDER_SECTIONS_H

#include "order/cell.h"
#include "order/lane.h"

typedef struct ft_sections {
  ft_section_pool pool;
  ft_cells cells;
  ft_lanes lanes;
  FT_STACK (ft_opens) open;    // by thread
  FT_STACK (ft_touched) spare; // empty ones, for sections to come
  uint32_t serial;
  unsigned known; // clock of what a thread comes after
  unsigned given; // clock that a release hands on by rules (a) and (b)
  unsigned hard;  // clock of order that is not in 'known', for rule (b)
} ft_sections;

// 'total': see 'cell.h'; only then is 'hard' looked at.
void ft_sections_init (ft_sections *, unsigned known, unsigned given,
                       unsigned hard, bool total);
void ft_sections_release (ft_sections *);

void ft_sections_step (ft_sections *, ft_lines *, const ft_tables *,
                       const ft_event *);

// Whether a thread is in a section.
static inline bool ft_sections_inside (const ft_sections *all, ft_tid t) {
  return t < all->open.size && !FT_EMPTY (all->open.begin[t]);
}

#endif
