#include "explore/branch_coverage.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/utf8.h"

enum {
  MOST_APART = 64,  // branches in a row that get different names
  MOST_BACK = 4096, // events before the branch that are examined
};

// The number of branches of the thread at this location since its last event at
// another location.
static unsigned count_before (const ft_trace *trace, ft_id branch) {
  const ft_event *e = trace->events + branch;
  unsigned n = 0;
  for (ft_id i = branch; i-- && branch - i < MOST_BACK && n < MOST_APART;) {
    const ft_event *b = trace->events + i;
    if (b->thread != e->thread || b->location == FT_NO_ID)
      continue;
    if (b->location != e->location)
      break;
    n += b->kind == FT_BRANCH;
  }
  return n;
}

void ft_branch_coverage_name (const ft_trace *trace, ft_id branch,
                              uint64_t outcome, ft_strbuf *text) {
  ft_id location = trace->events[branch].location;
  char *label =
      ft_utf8_clean (ft_trace_name (trace, FT_CLASS_LOCATION, location));
  unsigned n = count_before (trace, branch);
  ft_strbuf_add (text, "%s %" PRIu64, label, outcome);
  if (n)
    ft_strbuf_add (text, " #%u", n);
  free (label);
}
