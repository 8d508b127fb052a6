#include "grammar/forecast.h"

#include "grammar/slp_cycles.h"
#include "grammar/slp_hb.h"

// PER_EVENT: nanoseconds, roughly, that an expanded event takes. ALWAYS: work
// that is always worth a try.
enum { PER_EVENT = 16, ALWAYS = 1 << 22 };

uint64_t ft_forecast_work (const ft_slp *slp) {
  uint64_t work = ft_slp_times (ft_slp_length (slp), PER_EVENT);
  return work > ALWAYS ? work : ALWAYS;
}

static void take_pairs (ft_forecast *o, ft_slp_hb *hb) {
  const ft_location_pairs *pairs = ft_slp_hb_pairs (hb);
  for (size_t i = 0; i < pairs->list.size; i++) {
    const ft_location_pair *p = pairs->list.begin + i;
    const ft_race_instance *m = p->closest;
    FT_PUSH (o->pairs, ((struct ft_forecast_pair){
                           p->low, p->high, ft_slp_hb_earliest (hb, i) + 1,
                           m->second.position - m->first.position}));
  }
}

bool ft_forecast_init (ft_forecast *o, const ft_slp *slp,
                       const ft_tables *tables, const char **why) {
  *o = (ft_forecast){.events = ft_slp_length (slp)};
  *why = NULL;
  ft_slp_hb *hb = ft_slp_hb_new (FT_FILTER_HYBRID, slp, tables,
                                 &o->location_ids, ft_forecast_work (slp), why);
  if (!hb)
    return false;
  while (ft_slp_hb_step (hb))
    ;
  *why = ft_slp_hb_given_up (hb);
  if (!*why) {
    take_pairs (o, hb);
    o->cycles = ft_slp_may_deadlock (ft_slp_hb_held_locks (hb));
  }
  ft_slp_hb_free (hb);
  return !*why;
}

void ft_forecast_release (ft_forecast *o) {
  ft_intern_release (&o->names);
  ft_location_ids_release (&o->location_ids);
  FT_RELEASE (o->pairs);
}
