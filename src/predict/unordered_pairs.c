#include "predict/unordered_pairs.h"

static void find_racy (enum ft_filter_kind kind, const ft_tables *tables,
                       const ft_event *events, size_t count,
                       ft_racy_events *racy) {
  ft_filter *filter = ft_filter_new (kind, tables, false);
  for (size_t e = 0; e < count; e++)
    if (ft_filter_step (filter, events + e))
      ft_racy_events_add (racy, tables, events + e, e);
  ft_filter_free (filter);
}

void ft_unordered_pairs_find (ft_unordered_pairs *u, enum ft_filter_kind kind,
                              const ft_tables *tables, const ft_event *events,
                              size_t count, ft_location_ids *ids) {
  *u = (ft_unordered_pairs){0};
  find_racy (kind, tables, events, count, &u->racy);
  u->partners = ft_partners_new (kind, tables, &u->racy, ids, FT_PARTNER_LIMITS);
  for (size_t e = 0; u->racy.count && e < count; e++)
    ft_partners_step (u->partners, events + e);
  u->pairs = ft_partners_pairs (u->partners);
  u->truncated = ft_partners_truncated (u->partners);
}

bool ft_unordered_pairs_lack (const ft_unordered_pairs *u, ft_location_ids *ids,
                              const ft_event *a, const ft_event *b,
                              ft_id variable) {
  return !u->truncated &&
         !ft_location_pairs_have (
             u->pairs, ft_location_pair_key_of (ids, a, b, variable));
}

void ft_unordered_pairs_release (ft_unordered_pairs *u) {
  ft_partners_free (u->partners);
  ft_racy_events_release (&u->racy);
}
