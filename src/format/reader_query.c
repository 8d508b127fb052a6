// What readers are for beside checks of witnesses: feeds, and queries of passes over
// traces.
// foretrace-verify does not link this file.

#include "format/reader_inside.h"

#include <assert.h>

#include "format/ftz.h"

ft_reader *ft_reader_open_feed (const char *path, const ft_event_feed *feed,
                                void *state, ft_read_options options) {
  ft_reader *r = ft_reader_new (options);
  r->path = ft_strdup (path);
  r->feed = feed;
  r->feed_state = state;
  return r;
}

void *ft_reader_feed (const ft_reader *r, const ft_event_feed *feed) {
  return r->feed == feed ? r->feed_state : NULL;
}

void ft_reader_exchange (ft_reader *r, ft_event **events) {
  assert (r->given == r->count);
  ft_event *batch = r->events;
  r->events = *events;
  *events = batch;
}

int ft_reader_next (ft_reader *r, ft_event *e, ft_error *error) {
  ft_batch b;
  int got = ft_reader_batch (r, &b, error);
  if (got <= 0)
    return got;
  *e = b.events[0];
  r->given -= b.count - 1;
  return 1;
}

ft_id ft_reader_location (ft_reader *r, ft_pos position) {
  ft_pos first = r->position - r->count;
  assert (position >= first && position < r->position);
  if (r->packed && r->events[position - first].location == FT_NO_ID)
    return ft_packed_location (r->packed, &r->tables, position);
  return r->events[position - first].location;
}

void ft_reader_add_locations (ft_reader *r) {
  ft_pos first = r->position - r->count;
  for (uint32_t i = 0; i < r->count; i++)
    r->events[i].location = ft_reader_location (r, first + i);
}

const ft_notes *ft_reader_notes (const ft_reader *r) {
  return &r->notes;
}

ft_block_stats ft_reader_block_stats (const ft_reader *r) {
  if (r->ftz)
    return (ft_block_stats){ft_ftz_bytes (r->ftz), ft_ftz_blocks (r->ftz)};
  if (!r->packed)
    return (ft_block_stats){0};
  ft_packed_status s = ft_packed_progress (r->packed);
  return (ft_block_stats){s.bytes, s.blocks};
}

void ft_reader_drop_origins (ft_reader *r) {
  r->drops_origins = true;
}
