#include "order/location_pair.h"

void ft_location_pairs_release (ft_location_pairs *pairs) {
  for (size_t i = 0; i < pairs->list.size; i++)
    free (pairs->list.begin[i].closest);
  FT_RELEASE (pairs->list);
  ft_map_release (&pairs->by_ids);
}

void ft_location_ids_release (ft_location_ids *location_ids) {
  ft_map_release (&location_ids->by_key);
}

static uint64_t key_of (const ft_event *e, ft_id variable) {
  if (e->location != FT_NO_ID)
    return e->location;
  return UINT64_C (1) << 63 | (uint64_t)e->kind << 32 | variable;
}

ft_id ft_location_id_of (ft_location_ids *location_ids, const ft_event *e,
                         ft_id variable) {
  ft_id next = (ft_id)location_ids->by_key.size;
  ft_id *location_id = ft_map_at (&location_ids->by_key, key_of (e, variable));
  if (*location_id == FT_NO_ID)
    *location_id = next;
  return *location_id;
}

ft_location_pair *ft_location_pairs_at (ft_location_pairs *pairs, ft_id a,
                                        ft_id b) {
  ft_id low = a < b ? a : b, high = a < b ? b : a;
  ft_id *index = ft_map_at (&pairs->by_ids, ft_location_pair_key (a, b));
  if (*index == FT_NO_ID) {
    *index = (ft_id)pairs->list.size;
    ft_location_pair pair = {
        .low = low, .high = high, .exact = true, .farthest = UINT64_MAX};
    FT_PUSH (pairs->list, pair);
  }
  return pairs->list.begin + *index;
}

bool ft_location_pairs_have (const ft_location_pairs *pairs, uint64_t key) {
  return ft_map_get (&pairs->by_ids, key) != FT_NO_ID;
}

static ft_pos distance (const ft_race_instance *m) {
  return m->second.position - m->first.position;
}

int ft_race_instance_compare (const ft_race_instance *a,
                              const ft_race_instance *b) {
  ft_pos d = distance (a), e = distance (b);
  if (d != e)
    return d < e ? -1 : 1;
  return (a->first.position > b->first.position) -
         (a->first.position < b->first.position);
}

bool ft_location_pair_keep (ft_location_pair *pair, uint32_t limit,
                            const ft_race_instance *m) {
  uint32_t n = pair->kept;
  if (n == limit && ft_race_instance_compare (m, pair->closest + n - 1) >= 0)
    return false;
  if (n < limit) {
    if (!(n & (n - 1))) // the array grows at 0, 1, 2, 4, 8, ...
      pair->closest = ft_realloc (pair->closest, n ? 2 * n : 1, sizeof *m);
    pair->kept = ++n;
  }
  uint32_t i = n - 1;
  for (; i && ft_race_instance_compare (m, pair->closest + i - 1) < 0; i--)
    pair->closest[i] = pair->closest[i - 1];
  pair->closest[i] = *m;
  if (n == limit)
    pair->farthest = distance (pair->closest + n - 1);
  return true;
}

static int compare_pairs (const void *a, const void *b) {
  const ft_location_pair *p = a, *q = b;
  return ft_race_instance_compare (p->closest, q->closest);
}

void ft_location_pairs_sort (ft_location_pairs *pairs) {
  if (pairs->list.size)
    qsort (pairs->list.begin, pairs->list.size, sizeof *pairs->list.begin,
           compare_pairs);
}
