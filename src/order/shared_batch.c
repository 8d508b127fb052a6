#include "order/shared_batch.h"

#include <string.h>

void ft_shared_batch_init (ft_shared_batch *b) {
  ft_event *events = ft_realloc (NULL, FT_READER_BATCH, sizeof *events);
  *b = (ft_shared_batch){.events = events};
}

void ft_shared_batch_release (ft_shared_batch *b) {
  free (b->events);
  ft_tables_release (&b->tables);
}

// Copies the detail of a FREE, which then has another number.
static void take_detail (ft_shared_batch *to, const ft_tables *from,
                         ft_event *e) {
  const ft_detail *d = ft_tables_detail (from, e);
  e->detail = FT_NO_ID;
  if (!d)
    return;
  ft_detail copy = *d;
  copy.freed = (uint32_t)to->tables.freed.size;
  for (uint32_t i = 0; i < d->freed_count; i++)
    FT_PUSH (to->tables.freed, from->freed.begin[d->freed + i]);
  e->detail = (ft_id)to->tables.details.size;
  FT_PUSH (to->tables.details, copy);
}

static void take_details (ft_shared_batch *to, const ft_tables *from,
                          const ft_batch *current) {
  to->count = current->count;
  to->first = current->first;
  FT_CLEAR (to->tables.details);
  FT_CLEAR (to->tables.freed);
  for (uint32_t i = 0; from->details.size && i < to->count; i++)
    if (to->events[i].kind == FT_FREE)
      take_detail (to, from, to->events + i);
}

void ft_shared_batch_take (ft_shared_batch *to, ft_reader *reader,
                           const ft_batch *current) {
  ft_reader_exchange (reader, &to->events);
  take_details (to, ft_reader_tables (reader), current);
}

void ft_shared_batch_copy (ft_shared_batch *to, const ft_tables *from,
                           const ft_batch *current) {
  memcpy (to->events, current->events, current->count * sizeof *to->events);
  take_details (to, from, current);
}

void ft_shared_batch_show (const ft_shared_batch *b, ft_tables *tables) {
  tables->details.begin = b->tables.details.begin;
  tables->details.size = b->tables.details.size;
  tables->freed.begin = b->tables.freed.begin;
  tables->freed.size = b->tables.freed.size;
}
