// Slots hold the batches that are under way, one item of the pipeline each.
// Stages that check write into bytes of their own: one array for each filter,
// and one for all orders, in which parts of the variables write at different
// events, except at a FREE.
//
// Slow twin: 'filter.c', compared in 'tests/unit/test_parallel_filters.c'.

#include "order/parallel_filters.h"

#include <assert.h>
#include <string.h>

#include "base/deadline.h"
#include "order/access_check.h"
#include "order/racy_log.h"
#include "order/shadow_file.h"
#include "order/stage_pipeline.h"

// SLOTS: for several threads; one has each batch in the processor's cache from
// its first stage to its last.
enum { SLOTS = 6, KINDS = FT_FILTER_C11 + 1 };
enum { ORDERS = FT_CHECKED_MOST + 1 };

// The most parts of checks after an order, which takes longer than a few of
// them; and of a filter that tracks locks in each part.
enum { MOST_CHECKS = 4, MOST_PARTS = 64 };

// EVERY: events between two checkpoints, by default; they may take one part in
// SHARE of the time.
enum { EVERY = 1 << 25, SHARE = 20 };

typedef struct slot {
  ft_shared_batch batch;
  ft_order_batch orders[ORDERS]; // the last one is that of hybrid
  uint8_t *ordered; // owned: by event, the set of orders in which it is racy
  uint8_t *racy[KINDS]; // owned: by event; NULL: no such filter, or an order
} slot;

typedef struct engine {
  const ft_batch_stream *stream; // borrowed
  ft_take_racy *take;
  unsigned kinds, ordered; // filters; of these, in the order of their bits,
                           // those whose order is a stage of its own
  slot slots[SLOTS];       // batches under way, in the first 'slot_count'
  unsigned slot_count;
  uint8_t *racy; // owned: sets of filters, by event of the batch taken
  FT_STACK (struct worker *) workers;
  FT_STACK (ft_pipeline_stage) stages;
  // To be resumed: the pipeline runs in legs, with a checkpoint behind each.
  const ft_filter_resume *resume; // borrowed; NULL: one leg
  ft_checkpoint_key key;
  ft_checkpoint_reader reader; // of shadow memory, while 'skipping'
  bool skipping;               // an earlier pass has checked this leg
  bool leg_over;               // else the stream is
  ft_pos events, leg_end, every;
  ft_racy_log log;
} engine;

// The context of a stage.
typedef struct worker {
  engine *engine;
  enum ft_filter_kind kind;
  uint32_t index;   // of an order
  ft_tables tables; // the details of the batch at hand, borrowed
  ft_stepped_order order;
  ft_access_check check;
  ft_filter *filter; // owned; NULL: one of the two above
} worker;

// ---- stages ----------------------------------------------------------------

static slot *slot_of (engine *g, uint64_t item) {
  return g->slots + item % g->slot_count;
}

static bool read_batch (void *context, uint64_t item) {
  engine *g = context;
  slot *s = slot_of (g, item);
  g->leg_over = g->resume && g->events >= g->leg_end;
  if (g->leg_over || !g->stream->read (g->stream->context, &s->batch))
    return false;
  g->events = s->batch.first + s->batch.count;
  memset (s->ordered, 0, s->batch.count);
  for (int k = 0; k < KINDS; k++)
    if (s->racy[k])
      memset (s->racy[k], 0, s->batch.count);
  return true;
}

static bool step_order (void *context, uint64_t item) {
  worker *w = context;
  slot *s = slot_of (w->engine, item);
  ft_order_batch *order = s->orders + w->index;
  ft_shared_batch_show (&s->batch, &w->tables);
  if (w->engine->skipping)
    ft_stepped_order_skip (&w->order, s->batch.events, s->batch.count, order);
  else
    ft_stepped_order_run (&w->order, s->batch.events, s->batch.count, order);
  return true;
}

static bool check_accesses (void *context, uint64_t item) {
  worker *w = context;
  slot *s = slot_of (w->engine, item);
  const ft_order_batch *orders[FT_CHECKED_MOST];
  for (uint32_t k = 0; k < w->check.count; k++)
    orders[k] = s->orders + w->index + k;
  ft_shared_batch_show (&s->batch, &w->tables);
  if (w->engine->skipping)
    ft_access_check_skip (&w->check, orders[0]);
  else
    ft_access_check_run (&w->check, s->batch.events, orders,
                         w->kind == FT_FILTER_HYBRID ? s->racy[w->kind]
                                                     : s->ordered);
  return true;
}

static bool run_filter (void *context, uint64_t item) {
  worker *w = context;
  slot *s = slot_of (w->engine, item);
  ft_shared_batch_show (&s->batch, &w->tables);
  if (w->engine->skipping)
    ft_filter_skip (w->filter, s->batch.events, s->batch.count);
  else
    ft_filter_run (w->filter, s->batch.events, s->batch.count, s->racy[w->kind],
                   1);
  return true;
}

static void add_answers (uint8_t *restrict sets, const uint8_t *restrict racy,
                         uint32_t count, int kind) {
  for (uint32_t i = 0; i < count; i++)
    sets[i] |= (uint8_t)((racy[i] > 0) << kind);
}

static bool take_answers (void *context, uint64_t item) {
  engine *g = context;
  slot *s = slot_of (g, item);
  memcpy (g->racy, s->ordered, s->batch.count);
  for (int k = 0; k < KINDS; k++)
    if (s->racy[k])
      add_answers (g->racy, s->racy[k], s->batch.count, k);
  if (g->skipping)
    ft_racy_log_replay (&g->log, s->batch.first, g->racy, s->batch.count);
  else if (g->resume)
    ft_racy_log_add (&g->log, s->batch.first, g->racy, s->batch.count);
  g->take (g->stream->context, &s->batch, g->racy);
  return true;
}

// ---- beginning and end -----------------------------------------------------

static worker *add_worker (engine *g, enum ft_filter_kind kind,
                           bool (*step) (void *, uint64_t), size_t after,
                           const char *name) {
  worker *w = FT_NEW (worker);
  w->engine = g;
  w->kind = kind;
  FT_PUSH (g->workers, w);
  FT_PUSH (g->stages,
           ((ft_pipeline_stage){step, w, after, ft_filter_name (kind), name}));
  return w;
}

// The first of the orders that are checked together deals the accesses out.
static void add_order (engine *g, enum ft_filter_kind kind, uint32_t index,
                       uint32_t parts) {
  worker *w = add_worker (g, kind, step_order, 0, "order");
  w->index = index;
  ft_stepped_order_init (&w->order, kind, &w->tables);
  for (unsigned i = 0; i < g->slot_count; i++)
    ft_order_batch_init (g->slots[i].orders + index, FT_READER_BATCH,
                         index % FT_CHECKED_MOST ? 0 : parts);
}

// Orders from 'index' on, and the checks of accesses after all of them.
static void add_orders (engine *g, unsigned kinds, uint32_t index,
                        uint32_t parts) {
  uint32_t count = 0;
  enum ft_filter_kind kind = FT_FILTER_HB;
  for (int k = 0; k < KINDS; k++)
    if (kinds >> k & 1)
      add_order (g, kind = (enum ft_filter_kind)k, index + count++, parts);
  size_t last = g->stages.size - 1;
  for (uint32_t i = 0; count && i < parts; i++) {
    worker *w = add_worker (g, kind, check_accesses, last, "checks");
    w->index = index;
    FT_TOP (g->stages).also = count - 1;
    if (count > 1)
      FT_TOP (g->stages).of = "all orders";
    ft_access_check_init (&w->check, kinds, (ft_variable_part){i, parts},
                          &w->tables);
  }
}

static void add_filters (engine *g, enum ft_filter_kind kind, uint32_t parts) {
  for (uint32_t i = 0; i < parts; i++) {
    worker *w = add_worker (g, kind, run_filter, 0, "filter");
    w->filter =
        ft_filter_new_part (kind, &w->tables, (ft_variable_part){i, parts});
  }
}

static uint32_t at_most (uint32_t n, uint32_t most) {
  return n < most ? n : most;
}

// In hybrid one thread tracks locks while it checks, which is a tenth faster.
static void add_kind (engine *g, enum ft_filter_kind kind, unsigned threads) {
  uint32_t parts = at_most (threads, MOST_PARTS);
  for (unsigned i = 0; i < g->slot_count; i++)
    g->slots[i].racy[kind] = FT_ARRAY (uint8_t, FT_READER_BATCH);
  if (kind == FT_FILTER_HYBRID && threads > 1)
    add_orders (g, 1u << kind, FT_CHECKED_MOST, parts);
  else
    add_filters (g, kind, kind == FT_FILTER_SHB ? 1 : parts);
}

static void begin (engine *g, unsigned threads) {
  for (unsigned i = 0; i < g->slot_count; i++) {
    ft_shared_batch_init (&g->slots[i].batch);
    g->slots[i].ordered = FT_ARRAY (uint8_t, FT_READER_BATCH);
  }
  FT_PUSH (g->stages,
           ((ft_pipeline_stage){read_batch, g, 0, "all", "reading"}));
  for (int k = 0; k < KINDS; k++)
    if (ft_filter_has_order_step ((enum ft_filter_kind)k) &&
        k != FT_FILTER_HYBRID)
      g->ordered |= g->kinds & 1u << k;
  add_orders (g, g->ordered, 0,
              at_most (threads > 1 ? threads - 1 : 1, MOST_CHECKS));
  for (int k = 0; k < KINDS; k++)
    if ((g->kinds & ~g->ordered) >> k & 1)
      add_kind (g, (enum ft_filter_kind)k, threads);
  FT_PUSH (g->stages, ((ft_pipeline_stage){take_answers, g, FT_PIPELINE_ALL,
                                           "all", "results"}));
}

static void free_worker (worker *w) {
  ft_filter_free (w->filter);
  ft_access_check_release (&w->check);
  ft_stepped_order_release (&w->order);
  free (w);
}

static void end (engine *g) {
  for (size_t i = 0; i < g->workers.size; i++)
    free_worker (g->workers.begin[i]);
  for (unsigned i = 0; i < g->slot_count; i++) {
    ft_shared_batch_release (&g->slots[i].batch);
    free (g->slots[i].ordered);
    for (int k = 0; k < KINDS; k++)
      free (g->slots[i].racy[k]);
    for (int k = 0; k < ORDERS; k++)
      ft_order_batch_release (g->slots[i].orders + k);
  }
  FT_RELEASE (g->workers);
  FT_RELEASE (g->stages);
  free (g->racy);
}

// ---- checkpoints -----------------------------------------------------------

bool ft_filters_resumable (unsigned kinds) {
  return !(kinds & (1u << FT_FILTER_SHB | 1u << FT_FILTER_LOCKSET));
}

// The shadow memories of a stage; '*count' of them.
static ft_shadow *shadows_of (worker *w, uint32_t *count) {
  *count = w->filter ? 1 : w->check.count;
  return w->filter ? ft_filter_shadow (w->filter) : w->check.own;
}

static void write_shadows (worker *w, ft_checkpoint_writer *to) {
  uint32_t count;
  ft_access_check_part (&w->check);
  const ft_shadow *shadows = shadows_of (w, &count);
  for (uint32_t k = 0; k < count; k++)
    ft_shadow_write_to (shadows + k, to);
}

static void read_stage (worker *w, ft_checkpoint_reader *from) {
  uint32_t count;
  ft_shadow *shadows = shadows_of (w, &count);
  for (uint32_t k = 0; k < count; k++)
    ft_shadow_read_from (shadows + k, from);
  ft_access_check_resume (&w->check);
}

static bool write_checkpoint (engine *g, ft_error *error) {
  ft_checkpoint_writer w;
  if (!ft_checkpoint_create (&w, g->resume->path, &g->key, error))
    return false;
  ft_checkpoint_put_number (&w, g->events);
  ft_racy_log_write_to (&g->log, &w);
  for (size_t i = 0; i < g->workers.size; i++)
    write_shadows (g->workers.begin[i], &w);
  return ft_checkpoint_seal (&w, error);
}

static bool not_of_trace (const engine *g, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: not the state of a filter of this trace; without this "
                "file the filter begins anew",
                g->resume->path);
  return false;
}

// Begins with what an earlier pass has left, if there is a file.
static bool open_checkpoint (engine *g, unsigned threads, ft_error *error) {
  *error = FT_NO_ERROR;
  g->key = g->resume->key;
  g->key.kinds = g->kinds;
  g->key.threads = threads;
  g->every = g->resume->every ? g->resume->every : EVERY;
  g->leg_end = g->every;
  g->skipping =
      ft_checkpoint_open (&g->reader, g->resume->path, &g->key, error);
  if (!g->skipping)
    return !error->code;
  g->leg_end = ft_checkpoint_get_number (&g->reader);
  ft_racy_log_read_from (&g->log, g->leg_end, g->kinds, &g->reader);
  return !g->reader.bad || not_of_trace (g, error);
}

// All stages have processed the same events, and none is under way.
static bool read_shadows (engine *g, ft_error *error) {
  bool fits = g->events == g->leg_end;
  for (size_t i = 0; fits && i < g->workers.size; i++)
    read_stage (g->workers.begin[i], &g->reader);
  if (!fits || g->reader.bad || g->reader.left)
    return not_of_trace (g, error);
  g->skipping = false;
  ft_checkpoint_close (&g->reader);
  return true;
}

// Runs the pipeline to the end of the stream.
static bool run_legs (engine *g, unsigned threads, ft_error *error) {
  do {
    double begin = ft_seconds_now ();
    ft_pipeline_run (g->stages.begin, g->stages.size, g->slot_count, threads);
    double end = ft_seconds_now ();
    if (g->skipping ? !read_shadows (g, error)
                    : g->resume && !write_checkpoint (g, error))
      return false;
    if ((ft_seconds_now () - end) * SHARE > end - begin)
      g->every *= 2;
    g->leg_end = g->events + g->every;
  } while (g->leg_over);
  return true;
}

bool ft_parallel_filters_run (unsigned kinds, unsigned threads,
                              const ft_batch_stream *stream, ft_take_racy *take,
                              const ft_filter_resume *resume, ft_error *error) {
  assert (!resume || ft_filters_resumable (kinds));
  engine g = {.stream = stream,
              .take = take,
              .kinds = kinds,
              .slot_count = threads > 1 ? SLOTS : 1,
              .racy = FT_ARRAY (uint8_t, FT_READER_BATCH),
              .resume = resume};
  begin (&g, threads);
  bool fine = (!resume || open_checkpoint (&g, threads, error)) &&
              run_legs (&g, threads, error);
  ft_checkpoint_close (&g.reader);
  ft_racy_log_release (&g.log);
  end (&g);
  return fine;
}
