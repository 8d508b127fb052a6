// What a trace does not say of the paths that its threads may take.
#include "predict/known_paths.h"

static bool depends_on_reads (const ft_trace *t, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  return d && d->operand_count;
}

// Whether the trace says how the value of the event depends on reads.
static bool is_followed (const ft_trace *t, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  bool computes = e->kind == FT_LOCAL || e->kind == FT_BRANCH ||
                  ft_kind_writes ((enum ft_kind)e->kind);
  return !computes || !depends_on_reads (t, e) || d->op != FT_OP_NONE;
}

// Whether the path goes on in what the run did, or fails; otherwise what comes
// after it is not known.
static bool is_whole (const ft_trace *t, const ft_altpath *path) {
  const ft_event *last = path->count ? t->tables.altpaths.events.begin +
                                           path->first + path->count - 1
                                     : NULL;
  return path->replaces != FT_NEVER_MERGES || (last && ft_event_fails (last));
}

// Whether both directions of a branch are known, of which the other ones begin
// with a path.  A switch may have directions without a path.
static bool has_directions (const ft_trace *t, const ft_event *e,
                            uint32_t first) {
  return e->kind != FT_BRANCH || !depends_on_reads (t, e) ||
         (first != FT_NO_ID && e->mask == 1);
}

bool ft_knows_all_paths (const ft_trace *t) {
  const ft_altpaths *a = &t->tables.altpaths;
  for (ft_id i = 0; i < t->size; i++)
    if (!is_followed (t, t->events + i) ||
        !has_directions (t, t->events + i, ft_altpaths_at (a, i)))
      return false;
  for (size_t i = 0; i < a->events.size; i++)
    if (!is_followed (t, a->events.begin + i) ||
        !has_directions (t, a->events.begin + i, a->of_event.begin[i]))
      return false;
  for (size_t i = 0; i < a->list.size; i++)
    if (!is_whole (t, a->list.begin + i))
      return false;
  return true;
}
