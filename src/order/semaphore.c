#include "order/semaphore.h"

#include <assert.h>
#include <string.h>

typedef struct ft_semaphore semaphore;

static void forget_posts (semaphore *s) {
  for (size_t i = s->taken; i < s->posts.size; i++)
    ft_clocks_release (s->posts.begin + i);
  FT_CLEAR (s->posts);
  s->taken = 0;
}

void ft_semaphores_release (ft_semaphores *all) {
  for (size_t i = 0; i < all->semaphores.size; i++) {
    forget_posts (all->semaphores.begin + i);
    FT_RELEASE (all->semaphores.begin[i].posts);
  }
  FT_RELEASE (all->semaphores);
}

static semaphore *semaphore_at (ft_semaphores *all, ft_id id) {
  FT_GROW (all->semaphores, (size_t)id + 1, ((semaphore){.initial = 0}));
  return all->semaphores.begin + id;
}

void ft_semaphore_set (ft_semaphores *all, ft_id id, uint64_t count) {
  semaphore *s = semaphore_at (all, id);
  forget_posts (s);
  s->initial = count;
}

void ft_semaphore_post (ft_semaphores *all, ft_id id, const ft_clocks *clocks) {
  semaphore *s = semaphore_at (all, id);
  ft_clocks copy = {0};
  ft_clocks_copy (&copy, clocks);
  FT_PUSH (s->posts, copy);
}

// Closes the gap at the front when it is at least half of the array.
static void compact (semaphore *s) {
  if (2 * s->taken < s->posts.size)
    return;
  s->posts.size -= s->taken;
  memmove (s->posts.begin, s->posts.begin + s->taken,
           s->posts.size * sizeof *s->posts.begin);
  s->taken = 0;
}

void ft_semaphore_wait (ft_semaphores *all, ft_id id, ft_clocks *clocks) {
  semaphore *s = semaphore_at (all, id);
  if (s->initial) {
    s->initial--;
    return;
  }
  if (s->taken == s->posts.size)
    return;
  assert (s->taken < s->posts.size);
  ft_clocks *post = s->posts.begin + s->taken++;
  ft_clocks_join (clocks, post, FT_ALL_CLOCKS);
  ft_clocks_release (post);
  compact (s);
}

void ft_semaphores_visit (const ft_semaphores *all, ft_clocks_visitor *visit,
                          void *context) {
  for (size_t i = 0; i < all->semaphores.size; i++) {
    const semaphore *s = all->semaphores.begin + i;
    for (size_t k = s->taken; k < s->posts.size; k++)
      visit (context, s->posts.begin + k);
  }
}
