// Two passes of the hybrid filter over a file.  Compared with the forecast that a grammar
// gives of the same trace, and with checks of the whole, in tests/unit/test_beginning.c.

#include "candidate/stream_forecast.h"

#include "candidate/lock_order.h"
#include "order/locks_held.h"
#include "order/parallel_filters.h"
#include "order/parallel_partners.h"

enum { BEGINNING = 1 << 20 }; // events that are read for an estimate

typedef struct pass {
  const ft_stream_forecast *of;
  ft_reader *reader;
  double share; // of the passes that are over
  ft_pos events;
  bool failed; // with 'error'
  bool cut;    // there was no time left
  ft_error *error;
  ft_racy_events racy;
  ft_lock_order order;
  ft_locks_held locks;
} pass;

static ft_reader *open_reader (const ft_stream_forecast *f, unsigned without,
                               ft_error *error) {
  ft_read_options read = f->read;
  read.without = without;
  read.stream = true;
  return ft_reader_open_file (f->path, read, error);
}

bool ft_stream_forecast_length (const ft_stream_forecast *f, uint64_t *events,
                                ft_error *error) {
  ft_reader *reader = open_reader (
      f, FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS, error);
  ft_batch b;
  int got = -1;
  *events = 0;
  while (reader && *events < BEGINNING &&
         (got = ft_reader_batch (reader, &b, error)) > 0)
    *events = b.first + b.count;
  double share = got > 0 ? ft_reader_progress (reader) : 1;
  if (share > 0)
    *events = (uint64_t)((double)*events / share);
  ft_reader_free (reader);
  return got >= 0;
}

static bool read_batch (void *context, ft_shared_batch *to) {
  pass *p = context;
  const ft_stream_forecast *f = p->of;
  ft_batch b;
  p->cut = ft_deadline_over (f->deadline);
  if (p->cut)
    return false;
  int got = ft_reader_batch (p->reader, &b, p->error);
  p->failed = got < 0;
  if (got <= 0)
    return false;
  ft_shared_batch_take (to, p->reader, &b);
  p->events = b.first + b.count;
  if (f->shown.show)
    f->shown.show (f->shown.context,
                   p->share + ft_reader_progress (p->reader) / 2);
  return true;
}

// ---- the first pass ---------------------------------------------------------

static void follow_locks (pass *p, const ft_event *e) {
  if (ft_kind_acquires (e->kind))
    ft_lock_order_ask (&p->order, &p->locks.sets,
                       ft_locks_held_by (&p->locks, e->thread), e->target);
  ft_locks_held_step (&p->locks, e);
}

static void take_racy (void *context, const ft_shared_batch *b,
                       const uint8_t *racy) {
  pass *p = context;
  for (uint32_t i = 0; i < b->count; i++) {
    if (racy[i])
      ft_racy_events_add (&p->racy, &b->tables, b->events + i, b->first + i);
    if (!ft_kind_accesses (b->events[i].kind))
      follow_locks (p, b->events + i);
  }
}

static bool find_racy (pass *p, ft_forecast *forecast) {
  ft_batch_stream stream = {read_batch, p};
  p->reader = open_reader (
      p->of, FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS,
      p->error);
  if (!p->reader)
    return false;
  ft_locks_held_init (&p->locks);
  ft_error error = FT_NO_ERROR;
  if (!ft_parallel_filters_run (1u << FT_FILTER_HYBRID, p->of->threads, &stream,
                                take_racy, p->of->resume, &error) &&
      !p->failed && !p->cut) {
    p->failed = true;
    *p->error = error;
  }
  uint32_t locks =
      ft_tables_count (ft_reader_tables (p->reader), FT_CLASS_LOCK);
  forecast->cycles = !ft_lock_order_is_acyclic (&p->order, locks);
  forecast->partial = forecast->about = p->cut;
  if (!p->cut)
    forecast->events = p->events;
  ft_reader_free (p->reader);
  ft_locks_held_release (&p->locks);
  ft_lock_order_release (&p->order);
  return !p->failed;
}

// ---- the second pass --------------------------------------------------------

// Of the instances kept, the first one that a prefix has.
static void add_pair (ft_forecast *forecast, const ft_location_pair *pair) {
  const ft_race_instance *closest = pair->closest;
  ft_pos last = closest->second.position;
  for (uint32_t i = 1; i < pair->kept; i++)
    if (closest[i].second.position < last)
      last = closest[i].second.position;
  FT_PUSH (forecast->pairs,
           ((struct ft_forecast_pair){
               pair->low, pair->high, last + 1,
               closest->second.position - closest->first.position}));
}

static void list_pairs (ft_partners *partners, ft_forecast *forecast) {
  ft_location_pairs *pairs = ft_partners_pairs (partners);
  ft_location_pairs_sort (pairs);
  for (size_t i = 0; i < pairs->list.size; i++)
    add_pair (forecast, pairs->list.begin + i);
}

static bool find_partners (pass *p, ft_forecast *forecast) {
  ft_batch_stream stream = {read_batch, p};
  uint64_t racy = p->racy.count;
  p->reader = open_reader (p->of, FT_COLUMN_VALUES | FT_COLUMN_DETAILS,
                           p->error);
  if (!p->reader)
    return false;
  p->share = 1. / 2;
  ft_partner_pass partners = {0};
  partners.partners =
      ft_partners_new (FT_FILTER_HYBRID, &partners.tables, &p->racy,
                       &forecast->location_ids, FT_PARTNER_LIMITS);
  ft_parallel_partners_run (&partners, 1, p->of->threads, &stream);
  list_pairs (partners.partners, forecast);
  forecast->partial =
      p->cut || ft_partners_truncated (partners.partners) ||
      ft_partners_racy_events (partners.partners) != racy;
  ft_partners_free (partners.partners);
  ft_reader_free (p->reader);
  return !p->failed;
}

bool ft_stream_forecast_init (const ft_stream_forecast *f, uint64_t events,
                              ft_forecast *forecast, ft_error *error) {
  pass p = {.of = f, .error = error};
  *forecast = (ft_forecast){.events = events};
  bool fine = find_racy (&p, forecast);
  if (fine && !p.cut && p.racy.count)
    fine = find_partners (&p, forecast);
  ft_racy_events_release (&p.racy);
  return fine;
}
