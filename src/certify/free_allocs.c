#include "certify/free_allocs.h"

struct ft_free_allocs {
  ft_map at; // event: index in 'begin'
  FT_STACK (ft_id) begin; // in 'allocs', and one behind the last event
  FT_STACK (ft_id) allocs;
};

// 'last' has, per event, the FREE that it was added for last.
static void add_free (ft_free_allocs *x, const ft_trace *trace, ft_id e, ft_map *last) {
  const ft_tables *tables = &trace->tables;
  const ft_detail *d = ft_tables_detail (tables, trace->events + e);
  if (!d)
    return;
  *ft_map_at (&x->at, e) = (uint32_t)x->begin.size;
  FT_PUSH (x->begin, (ft_id)x->allocs.size);
  ft_pos before = FT_NO_POS;
  for (uint32_t i = 0; i < d->freed_count; i++) {
    ft_pos alloc = tables->variables.begin[tables->freed.begin[d->freed + i]].alloc;
    if (alloc == before || alloc == FT_NO_POS)
      continue;
    before = alloc;
    uint32_t *seen = ft_map_at (last, alloc);
    if (*seen != e)
      FT_PUSH (x->allocs, (ft_id)alloc);
    *seen = e;
  }
}

ft_free_allocs *ft_free_allocs_new (const ft_index *index) {
  ft_free_allocs *x = FT_NEW (ft_free_allocs);
  ft_map last = {0};
  for (size_t k = 0; k < index->sync.size; k++) {
    ft_id e = index->sync.begin[k];
    if (index->trace->events[e].kind == FT_FREE)
      add_free (x, index->trace, e, &last);
  }
  FT_PUSH (x->begin, (ft_id)x->allocs.size);
  ft_map_release (&last);
  return x;
}

void ft_free_allocs_release (ft_free_allocs *x) {
  if (!x)
    return;
  ft_map_release (&x->at);
  FT_RELEASE (x->begin);
  FT_RELEASE (x->allocs);
  free (x);
}

const ft_id *ft_free_allocs_of (const ft_free_allocs *x, ft_id event, uint32_t *count) {
  uint32_t i = ft_map_get (&x->at, event);
  *count = 0;
  if (i == FT_NO_ID)
    return NULL;
  *count = x->begin.begin[i + 1] - x->begin.begin[i];
  return x->allocs.begin + x->begin.begin[i];
}
