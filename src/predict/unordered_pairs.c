#include "predict/unordered_pairs.h"

static void find_racy (const ft_trace *t, const ft_event *events,
                       ft_racy_events *racy) {
  ft_filter *filter = ft_filter_new (FT_FILTER_C11, &t->tables, false);
  for (ft_id e = 0; e < t->size; e++)
    if (ft_filter_step (filter, events + e))
      ft_racy_events_add (racy, &t->tables, events + e, e);
  ft_filter_free (filter);
}

void ft_unordered_pairs_find (ft_unordered_pairs *u, const ft_trace *t,
                              const ft_event *events, ft_location_ids *ids) {
  *u = (ft_unordered_pairs){0};
  find_racy (t, events, &u->racy);
  u->partners = ft_partners_new (FT_FILTER_C11, &t->tables, &u->racy, ids,
                                 FT_PARTNER_LIMITS);
  for (ft_id e = 0; u->racy.count && e < t->size; e++)
    ft_partners_step (u->partners, events + e);
  u->pairs = ft_partners_pairs (u->partners);
  u->truncated = ft_partners_truncated (u->partners);
}

void ft_unordered_pairs_release (ft_unordered_pairs *u) {
  ft_partners_free (u->partners);
  ft_racy_events_release (&u->racy);
}
