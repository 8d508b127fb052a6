#include "explore/concolic_step.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/deadline.h"
#include "base/utf8.h"
#include "explore/flip_query.h"
#include "explore/distance.h"
#include "explore/branch_coverage.h"
#include "explore/executed_locations.h"
#include "explore/path_keys.h"

enum { MOST_VALUES = 32 }; // of one pin
#define JOB_SECONDS 10.0 // of asking for branches, until others have their turn

typedef struct walk {
  const ft_search_state *knowledge;
  unsigned run;
  ft_intern executed; // locations, for FT_FLIP_PARTNER
  const ft_trace *trace;
  ft_path_keys ways;
} walk;

static walk begin (const ft_search_state *k, unsigned run, const ft_trace *trace) {
  walk w = {.knowledge = k, .run = run, .trace = trace};
  ft_path_keys_init (&w.ways, trace);
  return w;
}

static bool is_known (const walk *w, uint64_t way) {
  return ft_map_get (&w->knowledge->ways, way) != FT_NO_ID;
}

static void add_way (const walk *w, uint64_t way, ft_path_key_list *keys) {
  if (!is_known (w, way))
    FT_PUSH (*keys, way);
}

void ft_concolic_step_path_keys (const ft_search_state *k, const ft_trace *trace,
                    ft_path_key_list *keys) {
  if (!trace->tables.origins.writes.size)
    return;
  walk w = begin (k, 0, trace);
  for (size_t i = 0; i < w.ways.branches; i++)
    add_way (&w, ft_path_keys_branch (&w.ways, i, false), keys);
  for (size_t i = 0; i < w.ways.pins; i++) {
    uint64_t value = ft_concolic_concretized (w.ways.concolic, i).value;
    add_way (&w, ft_path_keys_concretized (&w.ways, i, value), keys);
  }
  ft_path_keys_release (&w.ways);
}

// ---- turns -----------------------------------------------------------------

static bool is_covered (const walk *w, size_t i) {
  ft_input_branch b = ft_concolic_branch (w->ways.concolic, i);
  ft_strbuf side = {0};
  ft_branch_coverage_name (w->trace, b.event, b.outcome == 0, &side);
  bool covered = ft_intern_find (&w->knowledge->covered, ft_strbuf_text (&side),
                                 side.size) != FT_NO_ID;
  ft_strbuf_release (&side);
  return covered;
}

// Whether the other side of the branch has an event of a candidate that the run
// leaves open: the branch leads away from it.
static bool leads_away (const walk *w, size_t i) {
  ft_id event = ft_concolic_branch (w->ways.concolic, i).event;
  for (size_t p = 0; p < w->knowledge->pairs.size; p++) {
    const ft_search_candidate *pair = w->knowledge->pairs.begin + p;
    if (pair->state != FT_CANDIDATE_CONFIRMED && pair->latest == w->run &&
        (pair->events[0] == event || pair->events[1] == event))
      return true;
  }
  return false;
}

// ---- order -----------------------------------------------------------------

static bool is_new (const void *walked, const char *location) {
  const walk *w = walked;
  char *clean = ft_utf8_clean (location);
  bool seen = ft_intern_find (&w->knowledge->covered, clean, strlen (clean)) !=
              FT_NO_ID;
  free (clean);
  return !seen;
}

static void add_executed (void *executed, const char *location) {
  ft_intern_add (executed, location, strlen (location));
}

static bool is_executed (const void *walked, const char *location) {
  const walk *w = walked;
  return ft_intern_find (&w->executed, location, strlen (location)) != FT_NO_ID;
}

// Whether there is anything of the level.
static bool measure (walk *w, ft_distances *d, const char *path,
                     enum ft_flip_level level) {
  ft_error ignored;
  if (level != FT_FLIP_PARTNER)
    return ft_distances_to (d, false, is_new, w);
  return ft_executed_locations (path, add_executed, &w->executed, &ignored) &&
         ft_distances_to_partners (d, is_executed, w);
}

typedef struct turning {
  uint32_t steps; // from the other side to what the level is about; 0 for an
                  // event of a candidate
  size_t branch;
} turning;

static int by_steps (const void *a, const void *b) {
  const turning *p = a, *q = b;
  if (p->steps != q->steps)
    return p->steps < q->steps ? -1 : 1;
  return (p->branch < q->branch) - (p->branch > q->branch);
}

static uint32_t later (uint32_t steps) {
  return steps == UINT32_MAX ? steps : steps + 1;
}

// All branches, those first that lead there; the caller frees.
static turning *in_order (walk *w, const char *path,
                          enum ft_flip_level level) {
  ft_error ignored; // without distances it is the order of the trace
  ft_distances *d = ft_distances_new (path, &ignored);
  bool any = d && measure (w, d, path, level);
  turning *all = FT_ARRAY (turning, w->ways.branches + 1);
  for (size_t i = 0; i < w->ways.branches; i++) {
    ft_input_branch b = ft_concolic_branch (w->ways.concolic, i);
    ft_id location = w->trace->events[b.event].location;
    const char *name = ft_trace_name (w->trace, FT_CLASS_LOCATION, location);
    all[i] = (turning){UINT32_MAX, i};
    if (leads_away (w, i))
      all[i].steps = 0;
    else if (any) // a step more, since it may be covered
      all[i].steps = later (ft_distances_from (d, name, !b.outcome));
  }
  qsort (all, w->ways.branches, sizeof *all, by_steps);
  ft_distances_free (d);
  return all;
}

// Whether a branch is for a level; what leads nowhere new is for later ones.
static bool is_for (const walk *w, enum ft_flip_level level,
                    const turning *t) {
  return level > FT_FLIP_UNCOVERED || !t->steps || !is_covered (w, t->branch);
}

// What leads to something new, and cannot be had, is worth a step towards it.
static bool turn_some (walk *w, const char *path, enum ft_flip_level level,
                       ft_input_set *inputs, ft_path_key_list *asked, bool *cut) {
  ft_deadline deadline = ft_deadline_in (JOB_SECONDS, NULL);
  ft_flip_query ask = {w->knowledge, w->trace, &w->ways, 0, FT_NO_ID, inputs, asked};
  turning *all = in_order (w, path, level);
  bool towards = level == FT_FLIP_NEAR || level == FT_FLIP_PARTNER;
  bool found = false;
  for (size_t n = 0; !found && n < w->ways.branches; n++) {
    size_t i = all[n].branch;
    if (towards && all[n].steps == UINT32_MAX)
      break;
    if (ft_flip_query_is_new (&ask, i) && is_for (w, level, all + n))
      found = ft_flip_query_solve (&ask, i) || (towards && ft_flip_query_solve_blocking (&ask, i));
    *cut = !found && asked->size && ft_deadline_over (&deadline);
    if (*cut)
      break;
  }
  free (all);
  return found;
}

// A value of the pin that no run had on this way.
static bool repin (const walk *w, size_t i, ft_input_set *inputs,
                   ft_path_key_list *asked) {
  ft_flip_result turned = {0};
  uint64_t others[MOST_VALUES], way = 0;
  size_t count = 0;
  bool known = true;
  while (known && count < MOST_VALUES) {
    ft_concolic_reconcretize (w->ways.concolic, i, others, count, &turned);
    if (turned.answer != FT_SAT)
      break;
    way = ft_path_keys_concretized (&w->ways, i, turned.value);
    known = is_known (w, way);
    others[count++] = turned.value;
  }
  bool fine = !known && ft_flip_result_apply (w->trace, &turned, inputs);
  if (fine)
    FT_PUSH (*asked, way);
  ft_flip_result_release (&turned);
  return fine;
}

bool ft_concolic_step (const ft_search_state *k, unsigned run, const char *path,
               const ft_trace *trace, enum ft_flip_level level,
               ft_input_set *inputs, ft_path_key_list *asked, bool *cut) {
  walk w = begin (k, run, trace);
  *cut = false;
  bool found =
      level < FT_FLIP_CONCRETIZED && turn_some (&w, path, level, inputs, asked, cut);
  for (size_t i = 0; !found && level == FT_FLIP_CONCRETIZED && i < w.ways.pins; i++)
    found = repin (&w, i, inputs, asked);
  ft_intern_release (&w.executed);
  ft_path_keys_release (&w.ways);
  return found;
}
