#include "run/barrier_rounds.h"

#include <stdlib.h>

#include "base/stack.h"

// 512 MB; a run that needs more is looked at without its barriers.
#define MOST_KNOWN ((size_t)1 << 26)

void ft_barrier_rounds_release (ft_barrier_rounds *r) {
  for (size_t i = 0; i < r->list.size; i++) {
    FT_RELEASE (r->list.begin[i].parties);
    FT_RELEASE (r->list.begin[i].clock);
  }
  FT_RELEASE (r->list);
  FT_RELEASE (r->barriers);
  FT_RELEASE (r->arrived);
  ft_map_release (&r->at);
}

static struct ft_barrier_in_run *barrier_at (ft_barrier_rounds *r,
                                             uint64_t address, uint64_t life) {
  const struct ft_barrier_in_run unused = {life, 0, FT_NO_ID, FT_NO_ID, false};
  uint32_t *slot = ft_map_at (&r->at, address);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)r->barriers.size;
    FT_PUSH (r->barriers, unused);
  }
  struct ft_barrier_in_run *b = r->barriers.begin + *slot;
  if (b->over || b->life != life)
    *b = unused;
  return b;
}

ft_id ft_barrier_rounds_add (ft_barrier_rounds *r) {
  FT_PUSH (r->list, ((struct ft_barrier_round){0}));
  return (ft_id)r->list.size - 1;
}

void ft_barrier_rounds_renew (ft_barrier_rounds *r, uint64_t address) {
  uint32_t slot = ft_map_get (&r->at, address);
  if (slot != FT_NO_ID)
    r->barriers.begin[slot].over = true;
}

// ---- arrivals --------------------------------------------------------------

static int by_number (const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static bool is_party (const ft_barrier_rounds *r, ft_id round,
                      uint32_t thread) {
  const struct ft_barrier_round *x = r->list.begin + round;
  return bsearch (&thread, x->parties.begin, x->parties.size, sizeof thread,
                  by_number);
}

ft_id ft_barrier_rounds_arrive (ft_barrier_rounds *r, uint64_t address,
                                uint64_t life, uint32_t thread,
                                uint64_t before) {
  struct ft_barrier_in_run *b = barrier_at (r, address, life);
  FT_GROW (r->arrived, (size_t)thread + 1, FT_NO_ID);
  r->changed |= before != b->count++ || r->arrived.begin[thread] != FT_NO_ID ||
                (b->first != FT_NO_ID && b->first != b->gathering &&
                 !is_party (r, b->first, thread));
  if (b->gathering == FT_NO_ID)
    b->gathering = ft_barrier_rounds_add (r);
  b->first = b->first == FT_NO_ID ? b->gathering : b->first;
  FT_PUSH (r->list.begin[b->gathering].parties, thread);
  return r->arrived.begin[thread] = b->gathering;
}

// The first leave: all parties have arrived.
static void end_gathering (ft_barrier_rounds *r, struct ft_barrier_in_run *b) {
  struct ft_barrier_round *round = r->list.begin + b->gathering;
  qsort (round->parties.begin, round->parties.size,
         sizeof *round->parties.begin, by_number);
  r->changed |= round->parties.size != r->list.begin[b->first].parties.size;
  b->gathering = FT_NO_ID;
}

ft_id ft_barrier_rounds_leave (ft_barrier_rounds *r, uint64_t address,
                               uint32_t thread) {
  ft_id round = thread < r->arrived.size ? r->arrived.begin[thread] : FT_NO_ID;
  uint32_t slot = ft_map_get (&r->at, address);
  if (round == FT_NO_ID || slot == FT_NO_ID)
    return FT_NO_ID;
  struct ft_barrier_in_run *b = r->barriers.begin + slot;
  if (b->gathering == round)
    end_gathering (r, b);
  r->arrived.begin[thread] = FT_NO_ID;
  r->leaves++;
  return round;
}

// ---- clocks ----------------------------------------------------------------

// The place of a thread in a clock, or of the next one after it.
static size_t find (const struct ft_barrier_round *x, uint32_t thread) {
  size_t low = 0, high = x->clock.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (x->clock.begin[middle].thread < thread)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool has (const struct ft_barrier_round *x, size_t at, uint32_t thread) {
  return at < x->clock.size && x->clock.begin[at].thread == thread;
}

void ft_barrier_rounds_learn (ft_barrier_rounds *r, ft_id round, uint32_t thread,
                              uint32_t segment) {
  struct ft_barrier_round *x = r->list.begin + round;
  size_t at = find (x, thread);
  if (has (x, at, thread)) {
    if (x->clock.begin[at].segment < segment)
      x->clock.begin[at].segment = segment;
    return;
  }
  r->known++;
  r->changed |= r->known > MOST_KNOWN;
  FT_PUSH (x->clock, ((struct ft_barrier_known){thread, segment}));
  for (size_t i = x->clock.size - 1; i > at; i--)
    x->clock.begin[i] = x->clock.begin[i - 1];
  x->clock.begin[at] = (struct ft_barrier_known){thread, segment};
}

void ft_barrier_rounds_learn_all (ft_barrier_rounds *r, ft_id round,
                                  ft_id earlier) {
  for (size_t i = 0; i < r->list.begin[earlier].clock.size; i++) {
    struct ft_barrier_known k = r->list.begin[earlier].clock.begin[i];
    ft_barrier_rounds_learn (r, round, k.thread, k.segment);
  }
}

bool ft_barrier_rounds_know (const ft_barrier_rounds *r, ft_id round,
                             uint32_t thread, uint32_t segment) {
  const struct ft_barrier_round *x = r->list.begin + round;
  size_t at = find (x, thread);
  return has (x, at, thread) && x->clock.begin[at].segment >= segment;
}
