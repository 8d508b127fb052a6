#include "order/parallel_partners.h"

#include "order/stage_pipeline.h"

enum { SLOTS = 8 };

struct partner_stage {
  ft_shared_batch *batches; // borrowed
  ft_partner_pass *pass;    // borrowed
};

typedef struct source {
  ft_shared_batch *batches; // owned, SLOTS of them
  const ft_batch_stream *stream;
} source;

static bool read_batch (void *context, uint64_t item) {
  source *s = context;
  return s->stream->read (s->stream->context, s->batches + item % SLOTS);
}

static bool step_partners (void *context, uint64_t item) {
  struct partner_stage *s = context;
  const ft_shared_batch *b = s->batches + item % SLOTS;
  ft_shared_batch_show (b, &s->pass->tables);
  for (uint32_t i = 0; i < b->count; i++)
    ft_partners_step (s->pass->partners, b->events + i);
  return true;
}

void ft_parallel_partners_run (ft_partner_pass *passes, size_t count,
                               unsigned threads,
                               const ft_batch_stream *stream) {
  source from = {FT_ARRAY (ft_shared_batch, SLOTS), stream};
  struct partner_stage *contexts = FT_ARRAY (struct partner_stage, count);
  ft_pipeline_stage *stages = FT_ARRAY (ft_pipeline_stage, count + 1);
  for (int i = 0; i < SLOTS; i++)
    ft_shared_batch_init (from.batches + i);
  stages[0] = (ft_pipeline_stage){read_batch, &from, 0, "all", "reading"};
  for (size_t i = 0; i < count; i++) {
    contexts[i] = (struct partner_stage){from.batches, passes + i};
    stages[i + 1] = (ft_pipeline_stage){step_partners, contexts + i, 0,
                                        "one relation", "partners"};
  }
  ft_pipeline_run (stages, count + 1, SLOTS, threads);
  for (int i = 0; i < SLOTS; i++)
    ft_shared_batch_release (from.batches + i);
  free (from.batches);
  free (contexts);
  free (stages);
}
