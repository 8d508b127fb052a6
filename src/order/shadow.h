// Shadow memory: per variable, the earlier accesses that a later one may race
// with.  See 'shadow.c' for why these few are enough.

#ifndef FT_ORDER_SHADOW_H
#define FT_ORDER_SHADOW_H

#include "order/judge.h"

struct ft_shadow_cell {
  ft_access *accesses; // owned; first the 'writes' ones that write
  uint32_t count, writes;
  uint32_t capacity;
  uint32_t turn; // where pruning goes on when not all are looked at
  // The last access, if one that repeats it need not be looked at.
  uint32_t stamp;
  ft_tid thread; // FT_NO_ID: there is none
  ft_id held;
  uint8_t mask;
  bool write;
  bool racy;
};

typedef struct ft_shadow {
  FT_STACK (struct ft_shadow_cell) cells; // by variable
} ft_shadow;

void ft_shadow_release (ft_shadow *); // (ft_shadow){0} is empty

// An access, already stepped over; returns whether it races with an earlier
// one.
bool ft_shadow_access (ft_shadow *, const ft_judge *, ft_id variable,
                       const ft_access *);

// Whether a plain access repeats the last one of its variable, with nothing
// learnt, told, taken or given back in between.  '*racy' is then its answer.
bool ft_shadow_repeats (const ft_shadow *, ft_id variable, const ft_access *,
                        uint32_t stamp, bool *racy);

// Makes the access just done one that may be repeated.
void ft_shadow_remember (ft_shadow *, ft_id variable, const ft_access *,
                         uint32_t stamp, bool racy);

#endif
