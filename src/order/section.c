#include "order/section.h"

#include <assert.h>
#include <string.h>

#include "order/table_memory.h"

// AHEAD: sections whose clocks are on their way while one is swept.
enum { ROOM = 64, AHEAD = 16 };

void ft_section_pool_release (ft_section_pool *pool) {
  for (size_t i = 0; i < pool->sections.size; i++)
    ft_clock_release (&pool->sections.begin[i].clock);
  FT_RELEASE (pool->sections);
  FT_RELEASE (pool->unused);
  FT_RELEASE (pool->marks);
}

__attribute__ ((always_inline)) static inline void
prefetch_section (const ft_section_pool *pool, ft_id id) {
  const ft_section *s = ft_section_at (pool, id);
  __builtin_prefetch (s, 1);
  __builtin_prefetch ((const char *)(s + 1) - 1, 1);
}

ft_id ft_section_new (ft_section_pool *pool) {
  pool->made++;
  // The next one is in no cache, so it is fetched now.
  if (pool->unused.size > 1)
    prefetch_section (pool, pool->unused.begin[pool->unused.size - 2]);
  if (!FT_EMPTY (pool->unused))
    return FT_POP (pool->unused);
  FT_TABLE_PUSH (pool->sections, ((ft_section){0}));
  return pool->sections.size - 1;
}

void ft_section_clear_marks (ft_section_pool *pool) {
  FT_GROW (pool->marks, pool->sections.size / 64 + 1, 0);
  memset (pool->marks.begin, 0, pool->marks.size * sizeof (uint64_t));
}

// The next collection is due when as many sections were made as this one has
// looked at, so that it costs a constant for each of them.
void ft_section_sweep (ft_section_pool *pool, size_t names) {
  FT_CLEAR (pool->unused);
  for (ft_id id = pool->sections.size; id--;) {
    if (id >= AHEAD)
      __builtin_prefetch (ft_section_at (pool, id - AHEAD)->clock.root, 1);
    if (ft_section_is_marked (pool, id))
      continue;
    ft_clock_release (&ft_section_at (pool, id)->clock);
    FT_PUSH (pool->unused, id);
  }
  assert (pool->unused.size <= pool->sections.size);
  size_t kept = pool->sections.size - pool->unused.size;
  pool->room = ROOM + kept + names / 2;
  pool->made = 0;
}

void ft_open_sections_release (ft_open_sections *opens) {
  for (size_t i = 0; i < opens->size; i++)
    FT_RELEASE (opens->begin[i].accesses);
  FT_RELEASE (*opens);
}
