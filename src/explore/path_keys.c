#include "explore/path_keys.h"

#include <string.h>

#include "base/checksum.h"

enum { MOST_BRANCHES = 2000, MOST_CONCRETIZED = 100 };

#define SOLVER_SECONDS 1.0
#define SOLVER_MEMORY ((uint64_t)1 << 30)

static uint64_t mix (uint64_t before, uint64_t label, uint64_t write) {
  uint64_t words[] = {before, label, write};
  return ft_checksum (words, sizeof words);
}

// The label of an event by the names of its thread and location, which are the
// same in other runs.
static uint64_t label_of (const ft_trace *trace, const ft_event *e) {
  const char *thread = ft_trace_name (trace, FT_CLASS_THREAD, e->thread);
  const char *location = ft_trace_name (trace, FT_CLASS_LOCATION, e->location);
  return mix (ft_checksum (thread, strlen (thread)),
              ft_checksum (location, strlen (location)), 0);
}

// The last write to a variable.
typedef struct written {
  ft_id event;    // FT_NO_ID: none yet
  uint32_t count; // of the writes so far
} written;

// The reads of other threads' writes, as digests.
typedef struct reading {
  const ft_trace *trace;
  FT_STACK (written) last;  // by variable
  FT_STACK (uint64_t) seen; // by thread
} reading;

static void follow_access (reading *r, ft_id event) {
  const ft_event *e = r->trace->events + event;
  if (!ft_kind_accesses (e->kind))
    return;
  FT_GROW (r->last, (size_t)e->target + 1, ((written){FT_NO_ID, 0}));
  FT_GROW (r->seen, (size_t)e->thread + 1, 0);
  written *last = r->last.begin + e->target;
  uint64_t *seen = r->seen.begin + e->thread;
  const ft_event *by =
      last->event == FT_NO_ID ? NULL : r->trace->events + last->event;
  if (ft_kind_reads (e->kind) && by && by->thread != e->thread)
    *seen = mix (*seen, label_of (r->trace, e),
                 label_of (r->trace, by) + last->count);
  if (ft_kind_writes (e->kind))
    *last = (written){event, last->count + 1};
}

static void follow_accesses (ft_path_keys *w, const ft_trace *trace) {
  reading r = {.trace = trace};
  ft_id next = 0;
  for (size_t i = 0; i < w->branches; i++) {
    ft_id branch = ft_concolic_branch (w->concolic, i).event;
    while (next < branch)
      follow_access (&r, next++);
    ft_tid thread = trace->events[branch].thread;
    FT_PUSH (w->seen, thread < r.seen.size ? r.seen.begin[thread] : 0);
  }
  FT_RELEASE (r.last);
  FT_RELEASE (r.seen);
}

void ft_path_keys_init (ft_path_keys *w, const ft_trace *trace) {
  ft_concolic_limits limits = {SOLVER_SECONDS, SOLVER_MEMORY};
  *w = (ft_path_keys){.concolic = ft_concolic_new (trace, limits)};
  size_t branches = ft_concolic_size (w->concolic);
  size_t concretized = ft_concolic_concretized_count (w->concolic);
  w->branches = branches < MOST_BRANCHES ? branches : MOST_BRANCHES;
  w->concretized =
      concretized < MOST_CONCRETIZED ? concretized : MOST_CONCRETIZED;
  follow_accesses (w, trace);
}

void ft_path_keys_release (ft_path_keys *w) {
  ft_concolic_free (w->concolic);
  FT_RELEASE (w->seen);
}

uint64_t ft_path_keys_branch (const ft_path_keys *w, size_t i, bool flipped) {
  return mix (ft_concolic_key (w->concolic, i, flipped), w->seen.begin[i], 0);
}

uint64_t ft_path_keys_concretized (const ft_path_keys *w, size_t i,
                                   uint64_t value) {
  return ft_concolic_concretized_key (w->concolic, i, value);
}
