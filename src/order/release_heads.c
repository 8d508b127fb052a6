#include "order/release_heads.h"

typedef ft_release_head head;
typedef struct ft_release_heads_of heads;

void ft_release_heads_release (ft_release_heads *all) {
  for (size_t v = 0; v < all->variables.size; v++) {
    heads *h = all->variables.begin + v;
    for (size_t i = 0; i < h->list.size; i++)
      ft_clock_release (&h->list.begin[i].clock);
    FT_RELEASE (h->list);
  }
  FT_RELEASE (all->variables);
}

static heads *heads_at (ft_release_heads *all, ft_id variable) {
  FT_GROW (all->variables, (size_t)variable + 1, ((heads){{0}}));
  return all->variables.begin + variable;
}

static void remove_head (heads *h, size_t i) {
  ft_clock_release (&h->list.begin[i].clock);
  h->list.begin[i] = h->list.begin[--h->list.size];
}

static void remove_bytes (heads *h, uint8_t mask) {
  for (size_t i = h->list.size; i--;)
    if (!(h->list.begin[i].mask &= (uint8_t)~mask))
      remove_head (h, i);
}

// Joins the clock to that of the head of the thread on just these bytes.
static void add_head (heads *h, uint8_t mask, ft_tid t, const ft_clock *clock) {
  if (!clock->root && !clock->time)
    return;
  for (size_t i = 0; i < h->list.size; i++)
    if (h->list.begin[i].thread == t && h->list.begin[i].mask == mask) {
      ft_clock_join (&h->list.begin[i].clock, clock);
      return;
    }
  head new = {.thread = t, .mask = mask};
  ft_clock_copy (&new.clock, clock);
  FT_PUSH (h->list, new);
}

void ft_release_heads_own (const ft_release_heads *all, ft_id variable,
                           uint8_t mask, ft_tid t, ft_clocks *clocks) {
  if (variable >= all->variables.size)
    return;
  const heads *h = all->variables.begin + variable;
  for (size_t i = 0; i < h->list.size; i++)
    if (h->list.begin[i].thread == t && h->list.begin[i].mask & mask)
      ft_clock_join (clocks->of + FT_CLOCK_ORDER, &h->list.begin[i].clock);
}

void ft_release_heads_begin (ft_release_heads *all, ft_id variable,
                             uint8_t mask, ft_tid t, const ft_clocks *clocks) {
  if (!clocks && variable >= all->variables.size)
    return;
  heads *h = heads_at (all, variable);
  if (clocks && h->list.size == 1 && h->list.begin->thread == t &&
      h->list.begin->mask == mask) {
    ft_clock_join (&h->list.begin->clock, clocks->of + FT_CLOCK_ORDER);
    return;
  }
  remove_bytes (h, mask);
  if (clocks)
    add_head (h, mask, t, clocks->of + FT_CLOCK_ORDER);
}

// Heads of some of the bytes, or of more, get a copy for just these bytes.
static void spread (heads *h, uint8_t mask) {
  size_t n = h->list.size;
  for (size_t i = 0; i < n; i++) {
    uint8_t bytes = h->list.begin[i].mask;
    if (bytes == mask || !(bytes & mask))
      continue;
    head old = h->list.begin[i];
    ft_clock clock = {0};
    ft_clock_copy (&clock, &old.clock);
    add_head (h, mask, old.thread, &clock);
    ft_clock_release (&clock);
    h->list.begin[i].mask = bytes & (uint8_t)~mask;
  }
  for (size_t i = h->list.size; i--;)
    if (!h->list.begin[i].mask)
      remove_head (h, i);
}

void ft_release_heads_extend (ft_release_heads *all, ft_id variable,
                              uint8_t mask, ft_tid t, const ft_clocks *own) {
  heads *h = heads_at (all, variable);
  spread (h, mask);
  add_head (h, mask, t, own->of + FT_CLOCK_ORDER);
}
