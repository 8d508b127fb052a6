#include "report/racy.h"

#include <assert.h>

enum { SHOWN = 20 };

void ft_racy_report_init (ft_racy_report *r, size_t findings) {
  assert (findings <= FT_RACY_MOST);
  *r = (ft_racy_report){.findings = FT_ARRAY (ft_racy_finding, findings),
                        .count = findings};
}

void ft_racy_report_release (ft_racy_report *r) {
  for (size_t i = 0; i < r->count; i++) {
    ft_racy_events_release (&r->findings[i].events);
    ft_location_pairs_release (&r->findings[i].pairs);
    FT_RELEASE (r->findings[i].all);
  }
  free (r->findings);
  FT_RELEASE (r->shown);
  *r = (ft_racy_report){0};
}

bool ft_racy_shows (const ft_racy_report *r) {
  return r->shown.size < SHOWN;
}

void ft_racy_add (ft_racy_report *r, unsigned set, const ft_tables *tables,
                  const ft_event *e, ft_pos position) {
  assert (!(set >> r->count));
  for (size_t i = 0; i < r->count; i++)
    if (set >> i & 1)
      ft_racy_events_add (&r->findings[i].events, tables, e, position);
  if (ft_racy_shows (r))
    FT_PUSH (r->shown, ((struct ft_racy_shown){position, *e, set}));
}
