#include "order/section.h"

void ft_section_pool_release (ft_section_pool *pool) {
  for (size_t i = 0; i < pool->sections.size; i++)
    ft_clock_release (&pool->sections.begin[i].clock);
  FT_RELEASE (pool->sections);
  FT_RELEASE (pool->unused);
}

ft_id ft_section_new (ft_section_pool *pool) {
  ft_id id = pool->sections.size;
  if (FT_EMPTY (pool->unused))
    FT_PUSH (pool->sections, ((ft_section){0}));
  else
    id = FT_POP (pool->unused);
  *ft_section_at (pool, id) = (ft_section){.references = 1};
  return id;
}

ft_id ft_section_share (ft_section_pool *pool, ft_id id) {
  ft_section_at (pool, id)->references++;
  return id;
}

void ft_section_drop (ft_section_pool *pool, ft_id id) {
  ft_section *section = ft_section_at (pool, id);
  if (--section->references)
    return;
  ft_clock_release (&section->clock);
  FT_PUSH (pool->unused, id);
}

void ft_opens_release (ft_opens *opens) {
  for (size_t i = 0; i < opens->size; i++)
    FT_RELEASE (opens->begin[i].touched);
  FT_RELEASE (*opens);
}
