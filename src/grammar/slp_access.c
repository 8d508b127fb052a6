#include "grammar/slp_access.h"

#include <assert.h>

#include "grammar/slp_uses.h"
#include "order/variable_access.h"

static void add_accesses_of (ft_slp_accesses *accesses, const ft_event *e,
                             uint32_t terminal, const ft_tables *tables,
                             ft_location_ids *location_ids) {
  uint32_t n = ft_event_is_void (e) ? 0 : ft_variable_access_count (tables, e);
  for (uint32_t i = 0; i < n; i++) {
    ft_variable_access t = ft_variable_access_at (tables, e, i);
    ft_race_check none = {0};
    FT_PUSH (accesses->list,
             ((ft_slp_access){ft_access_of (&none, &t, e->thread), t.variable,
                              ft_location_id_of (location_ids, e, t.variable),
                              terminal}));
    if (t.variable >= accesses->variables)
      accesses->variables = t.variable + 1;
  }
}

void ft_slp_accesses_init (ft_slp_accesses *accesses, const ft_slp *slp,
                           const ft_tables *tables,
                           ft_location_ids *location_ids) {
  *accesses = (ft_slp_accesses){0};
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    FT_PUSH (accesses->begin, (uint32_t)accesses->list.size);
    add_accesses_of (accesses, e, (uint32_t)t, tables, location_ids);
    if (e->thread >= accesses->threads)
      accesses->threads = e->thread + 1;
  }
  FT_PUSH (accesses->begin, (uint32_t)accesses->list.size);
}

void ft_slp_accesses_release (ft_slp_accesses *accesses) {
  FT_RELEASE (accesses->list);
  FT_RELEASE (accesses->begin);
}

// ---- races -----------------------------------------------------------------

void ft_slp_races_init (ft_slp_races *races, const ft_slp *slp,
                        const ft_slp_accesses *accesses) {
  *races = (ft_slp_races){.slp = slp, .accesses = accesses, .pairs.limit = 1};
  size_t n = slp->rules.size;
  uint64_t *first = FT_ARRAY (uint64_t, 2 * n + 1), *times = first + n;
  ft_slp_first_uses (slp, first);
  ft_slp_count_uses (slp, times);
  for (size_t r = 0; r < n; r++)
    FT_PUSH (races->uses, ((struct ft_slp_use){first[r], times[r]}));
  free (first);
}

void ft_slp_races_release (ft_slp_races *races) {
  ft_location_pairs_release (&races->pairs);
  FT_RELEASE (races->uses);
  FT_RELEASE (races->earliest);
}

static ft_race_event race_event_of (const ft_slp_races *races,
                                    const ft_slp_access *access,
                                    uint64_t position) {
  const ft_event *e = races->slp->terminals.begin + access->terminal;
  return (ft_race_event){position, e->thread, e->location, e->kind};
}

// The index of the pair of the locations of two accesses.  A loop asks for the
// same ones again and again.
static uint32_t pair_of (ft_slp_races *races, uint32_t a, uint32_t b) {
  struct ft_slp_recent *r =
      races->recent + (a * 0x9E3779B1u + b) % FT_SLP_RECENT;
  if (r->pair && r->a == a && r->b == b)
    return r->pair - 1;
  const ft_slp_access *list = races->accesses->list.begin;
  const ft_location_pair *pair = ft_location_pairs_at (
      &races->pairs, list[a].location_id, list[b].location_id);
  uint32_t at = (uint32_t)(pair - races->pairs.list.begin);
  FT_GROW (races->earliest, (size_t)at + 1, UINT64_MAX);
  *r = (struct ft_slp_recent){a, b, at + 1};
  return at;
}

static void keep_closest (ft_slp_races *races, ft_location_pair *pair,
                          uint32_t a, uint64_t first, uint32_t b,
                          uint64_t second) {
  const ft_slp_access *s = races->accesses->list.begin + a;
  const ft_slp_access *t = races->accesses->list.begin + b;
  ft_race_instance m = {race_event_of (races, s, first),
                        race_event_of (races, t, second), t->variable};
  ft_location_pair_keep (pair, races->pairs.limit, &m);
}

void ft_slp_races_add (ft_slp_races *races, uint32_t rule, uint32_t a,
                       uint64_t first, uint32_t b, uint64_t second) {
  assert (first <= second);
  const struct ft_slp_use *use = races->uses.begin + rule;
  uint32_t at = pair_of (races, a, b);
  ft_location_pair *pair = races->pairs.list.begin + at;
  if (use->times > INT64_MAX - pair->instances)
    pair->instances = INT64_MAX;
  else
    pair->instances += use->times;
  pair->exact = false;
  if (second - first <= pair->farthest)
    keep_closest (races, pair, a, use->first + first, b, use->first + second);
  if (races->earliest.begin[at] > use->first + second)
    races->earliest.begin[at] = use->first + second;
}
