// Slots hold the batches that are under way, one item of the pipeline each.
// Stages that check write into bytes of their own: one array for each filter,
// in which parts of the variables write at different events, except at a FREE.
//
// Slow twin: 'filter.c', compared in 'tests/unit/test_parallel_filters.c'.

#include "order/parallel_filters.h"

#include <string.h>

#include "order/access_check.h"
#include "order/stage_pipeline.h"

// SLOTS: for several threads; one has each batch in the processor's cache from
// its first stage to its last.
enum { SLOTS = 6, KINDS = FT_FILTER_C11 + 1 };

// The most parts of checks after an order, which takes longer than a few of
// them; and of a filter that tracks locks in each part.
enum { MOST_CHECKS = 4, MOST_PARTS = 64 };

typedef struct slot {
  ft_shared_batch batch;
  struct answers {
    uint8_t *racy;        // owned: by event; NULL: no such filter
    ft_order_batch order; // if the order is a stage of its own
  } by_kind[KINDS];
} slot;

typedef struct engine {
  const ft_batch_stream *stream; // borrowed
  ft_take_racy *take;
  unsigned kinds;
  slot slots[SLOTS]; // batches under way, in the first 'slot_count'
  unsigned slot_count;
  uint8_t *racy; // owned: sets of filters, by event of the batch taken
  FT_STACK (struct worker *) workers;
  FT_STACK (ft_pipeline_stage) stages;
} engine;

// The context of a stage.
typedef struct worker {
  engine *engine;
  enum ft_filter_kind kind;
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
  if (!g->stream->read (g->stream->context, &s->batch))
    return false;
  for (int k = 0; k < KINDS; k++)
    if (s->by_kind[k].racy)
      memset (s->by_kind[k].racy, 0, s->batch.count);
  return true;
}

static bool step_order (void *context, uint64_t item) {
  worker *w = context;
  slot *s = slot_of (w->engine, item);
  struct answers *a = s->by_kind + w->kind;
  ft_shared_batch_show (&s->batch, &w->tables);
  ft_stepped_order_run (&w->order, s->batch.events, s->batch.count, &a->order);
  return true;
}

static bool check_accesses (void *context, uint64_t item) {
  worker *w = context;
  slot *s = slot_of (w->engine, item);
  struct answers *a = s->by_kind + w->kind;
  ft_shared_batch_show (&s->batch, &w->tables);
  ft_access_check_run (&w->check, s->batch.events, &a->order, a->racy);
  return true;
}

static bool run_filter (void *context, uint64_t item) {
  worker *w = context;
  slot *s = slot_of (w->engine, item);
  ft_shared_batch_show (&s->batch, &w->tables);
  ft_filter_run (w->filter, s->batch.events, s->batch.count,
                 s->by_kind[w->kind].racy, 1);
  return true;
}

static void add_answers (uint8_t *restrict sets, const uint8_t *restrict racy,
                         uint32_t count, int kind) {
  for (uint32_t i = 0; i < count; i++)
    sets[i] |= (uint8_t)(racy[i] << kind);
}

static bool take_answers (void *context, uint64_t item) {
  engine *g = context;
  slot *s = slot_of (g, item);
  memset (g->racy, 0, s->batch.count);
  for (int k = 0; k < KINDS; k++)
    if (s->by_kind[k].racy)
      add_answers (g->racy, s->by_kind[k].racy, s->batch.count, k);
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

// The order and the checks of accesses after it.
static void add_checks (engine *g, enum ft_filter_kind kind, uint32_t parts) {
  worker *order = add_worker (g, kind, step_order, 0, "order");
  size_t stage = g->stages.size - 1;
  ft_stepped_order_init (&order->order, kind, &order->tables, parts);
  for (unsigned i = 0; i < g->slot_count; i++)
    ft_order_batch_init (&g->slots[i].by_kind[kind].order, FT_READER_BATCH,
                         parts);
  for (uint32_t i = 0; i < parts; i++) {
    worker *w = add_worker (g, kind, check_accesses, stage, "checks");
    ft_access_check_init (&w->check, (ft_variable_part){i, parts}, &w->tables);
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

static void add_kind (engine *g, enum ft_filter_kind kind, unsigned threads) {
  for (unsigned i = 0; i < g->slot_count; i++)
    g->slots[i].by_kind[kind].racy = FT_ARRAY (uint8_t, FT_READER_BATCH);
  if (ft_filter_has_order_step (kind))
    add_checks (g, kind, at_most (threads > 1 ? threads - 1 : 1, MOST_CHECKS));
  else if (threads == 1 || kind == FT_FILTER_SHB)
    add_filters (g, kind, 1);
  else
    add_filters (g, kind, at_most (threads, MOST_PARTS));
}

static void begin (engine *g, unsigned threads) {
  for (unsigned i = 0; i < g->slot_count; i++)
    ft_shared_batch_init (&g->slots[i].batch);
  FT_PUSH (g->stages,
           ((ft_pipeline_stage){read_batch, g, 0, "all", "reading"}));
  for (int k = 0; k < KINDS; k++)
    if (g->kinds >> k & 1)
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
    for (int k = 0; k < KINDS; k++) {
      free (g->slots[i].by_kind[k].racy);
      ft_order_batch_release (&g->slots[i].by_kind[k].order);
    }
  }
  FT_RELEASE (g->workers);
  FT_RELEASE (g->stages);
  free (g->racy);
}

void ft_parallel_filters_run (unsigned kinds, unsigned threads,
                              const ft_batch_stream *stream,
                              ft_take_racy *take) {
  engine g = {.stream = stream,
              .take = take,
              .kinds = kinds,
              .slot_count = threads > 1 ? SLOTS : 1,
              .racy = FT_ARRAY (uint8_t, FT_READER_BATCH)};
  begin (&g, threads);
  ft_pipeline_run (g.stages.begin, g.stages.size, g.slot_count, threads);
  end (&g);
}
