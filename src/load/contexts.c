#include "load/contexts.h"

#include <assert.h>

void ft_contexts_release (ft_contexts *c) {
  FT_RELEASE (c->list);
  ft_map_release (c->callees);
  ft_map_release (c->callees + 1);
}

// Frames whose site is unknown are identified by their function.
static ft_id add (ft_contexts *c, const ft_run_code *code, ft_id caller,
                  const ft_run_function *f, ft_id site) {
  bool known = site != FT_NO_ID;
  uint64_t key = known ? site : (uint64_t)(f - code->functions.begin);
  uint32_t *slot = ft_map_at (c->callees + known, (uint64_t)caller << 32 | key);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)c->list.size;
    FT_PUSH (c->list, ((ft_context){caller, f, site}));
  }
  return *slot;
}

ft_id ft_contexts_add (ft_contexts *c, const ft_run_code *code,
                       const ft_run_thread *t, ft_id site) {
  ft_id context = FT_NO_ID;
  for (size_t i = 0; i < t->frames.size; i++) {
    const ft_run_frame *f = t->frames.begin + i;
    bool innermost = i + 1 == t->frames.size && site != FT_NO_ID;
    context = add (c, code, context, f->function, innermost ? site : f->call);
  }
  return context;
}

ft_run_frame *ft_contexts_frames (const ft_contexts *c, ft_id context,
                                  size_t *depth, ft_id *site) {
  *depth = 0;
  *site = context == FT_NO_ID ? FT_NO_ID : c->list.begin[context].site;
  for (ft_id i = context; i != FT_NO_ID; i = c->list.begin[i].caller)
    ++*depth;
  ft_run_frame *frames = FT_ARRAY (ft_run_frame, *depth ? *depth : 1);
  size_t at = *depth;
  for (ft_id i = context; i != FT_NO_ID; i = c->list.begin[i].caller)
    frames[--at] =
        (ft_run_frame){c->list.begin[i].function, 0, c->list.begin[i].site};
  assert (!at);
  return frames;
}
