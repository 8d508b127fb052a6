// The accesses of a batch of events, dealt to parts of the variables.  A part
// reads a quarter of the bytes of its own events, and no others.

#ifndef FT_ORDER_DEALT_ACCESSES_H
#define FT_ORDER_DEALT_ACCESSES_H

#include "base/ids.h"

typedef struct ft_dealt_access {
  ft_id variable; // of a plain access
  uint16_t event; // in the batch
  uint8_t mask;
  bool write : 1;
  bool plain : 1; // else an atomic access or a FREE, which the event describes
} ft_dealt_access;

typedef struct ft_dealt_accesses {
  ft_dealt_access *list; // owned, with room for one for each event
  uint32_t count;
} ft_dealt_accesses;

#endif
