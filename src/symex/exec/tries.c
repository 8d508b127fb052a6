#include "symex/exec/tries.h"

#include "symex/exec/call.h"

enum { GOT = 1, WENT_WITHOUT = 2, BOTH = GOT | WENT_WITHOUT };

// How the record says that its call ended; 0: it could not end otherwise.
static uint32_t way_of (const ft_run_record *r) {
  switch (r->code) {
  case FT_WIRE_TRIED:
  case FT_WIRE_TRIED_SHARED:
    return GOT;
  case FT_WIRE_TRY_FAILED:
    return WENT_WITHOUT;
  case FT_WIRE_WAKE:
    return !r->limited ? 0 : r->word[0] ? WENT_WITHOUT : GOT;
  case FT_WIRE_SEM_WAIT:
  case FT_WIRE_JOIN:
    return r->limited ? GOT : 0;
  case FT_WIRE_SEM_VALUE: // of sem_getvalue, too, which has no other way
    return BOTH;
  }
  return 0;
}

void ft_tries_note (ft_machine *m, const ft_exec_frame *f) {
  uint32_t way = way_of (m->out->record);
  if (!way || !f->call || !f->call->site)
    return;
  uint32_t *ways = ft_map_at (&m->tries, f->function->site + f->call->site - 1);
  *ways = *ways == FT_NO_ID ? way : *ways | way;
}

void ft_tries_count (ft_machine *m) {
  for (size_t i = 0; i < m->tries.capacity; i++)
    if (m->tries.slots[i].used && m->tries.slots[i].value != BOTH)
      ft_call_count_unfollowed (m, (uint32_t)m->tries.slots[i].key);
  ft_map_release (&m->tries);
}
