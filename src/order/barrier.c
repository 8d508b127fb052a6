#include "order/barrier.h"

#include <assert.h>

typedef struct ft_round round_of;

void ft_barriers_release (ft_barriers *all) {
  for (size_t i = 0; i < all->rounds.size; i++)
    ft_clocks_release (&all->rounds.begin[i].clocks);
  FT_RELEASE (all->rounds);
  FT_RELEASE (all->gathering);
  FT_RELEASE (all->arrived);
  all->unused = 0;
}

static ft_id new_round (ft_barriers *all) {
  if (!all->unused) {
    FT_PUSH (all->rounds, ((round_of){0}));
    return all->rounds.size - 1;
  }
  ft_id id = all->unused - 1;
  all->unused = all->rounds.begin[id].next;
  return id;
}

static void leave_round (ft_barriers *all, ft_tid t) {
  ft_id id = all->arrived.begin[t];
  round_of *round = all->rounds.begin + id;
  all->arrived.begin[t] = FT_NO_ID;
  assert (round->inside);
  if (--round->inside)
    return;
  ft_clocks_release (&round->clocks);
  round->next = all->unused;
  all->unused = id + 1;
}

void ft_barrier_arrive (ft_barriers *all, ft_id barrier, ft_tid t,
                        const ft_clocks *clocks) {
  FT_GROW (all->gathering, (size_t)barrier + 1, FT_NO_ID);
  FT_GROW (all->arrived, (size_t)t + 1, FT_NO_ID);
  ft_id *gathering = all->gathering.begin + barrier;
  if (*gathering == FT_NO_ID)
    *gathering = new_round (all);
  round_of *round = all->rounds.begin + *gathering;
  round->inside++;
  ft_clocks_join (&round->clocks, clocks, FT_ALL_CLOCKS);
  if (all->arrived.begin[t] != FT_NO_ID)
    leave_round (all, t);
  all->arrived.begin[t] = *gathering;
}

void ft_barrier_leave (ft_barriers *all, ft_id barrier, ft_tid t,
                       ft_clocks *clocks) {
  if (t >= all->arrived.size || all->arrived.begin[t] == FT_NO_ID)
    return;
  ft_id id = all->arrived.begin[t];
  if (barrier < all->gathering.size && all->gathering.begin[barrier] == id)
    all->gathering.begin[barrier] = FT_NO_ID;
  ft_clocks_join (clocks, &all->rounds.begin[id].clocks, FT_ALL_CLOCKS);
  leave_round (all, t);
}

void ft_barriers_visit (const ft_barriers *all, ft_clocks_visitor *visit,
                        void *context) {
  for (size_t i = 0; i < all->rounds.size; i++)
    visit (context, &all->rounds.begin[i].clocks);
}
