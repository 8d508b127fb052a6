#include "explore/concolic_step.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/deadline.h"
#include "base/utf8.h"
#include "explore/branch_coverage.h"
#include "explore/callees.h"
#include "explore/collisions.h"
#include "explore/distance.h"
#include "explore/executed_locations.h"
#include "explore/flip_query.h"
#include "explore/loop_turns.h"
#include "explore/path_keys.h"

enum { MOST_VALUES = 32 }; // tried for one concretized value
#define JOB_SECONDS 10.0   // for flip queries of one job

typedef struct walk {
  const ft_search_state *state;
  unsigned run;
  ft_intern executed; // locations, for FT_FLIP_PARTNER
  const ft_trace *trace;
  ft_path_keys keys;
} walk;

static walk begin (const ft_search_state *k, unsigned run,
                   const ft_trace *trace) {
  walk w = {.state = k, .run = run, .trace = trace};
  ft_path_keys_init (&w.keys, trace);
  return w;
}

static bool is_known (const walk *w, uint64_t key) {
  return ft_map_get (&w->state->path_keys, key) != FT_NO_ID;
}

static void add_key (const walk *w, uint64_t key, ft_path_key_list *keys) {
  if (!is_known (w, key))
    FT_PUSH (*keys, key);
}

void ft_concolic_step_path_keys (const ft_search_state *k,
                                 const ft_trace *trace,
                                 ft_path_key_list *keys) {
  if (!trace->tables.origins.writes.size)
    return;
  walk w = begin (k, 0, trace);
  for (size_t i = 0; i < w.keys.branches; i++)
    add_key (&w, ft_path_keys_branch (&w.keys, i, false), keys);
  for (size_t i = 0; i < w.keys.concretized; i++) {
    uint64_t value = ft_concolic_concretized (w.keys.concolic, i).value;
    add_key (&w, ft_path_keys_concretized (&w.keys, i, value), keys);
  }
  ft_callees_called (k, trace, &w.keys, keys);
  ft_path_keys_release (&w.keys);
}

// ---- directions of branches ------------------------------------------------

static bool is_covered (const walk *w, size_t i) {
  ft_input_branch b = ft_concolic_branch (w->keys.concolic, i);
  ft_strbuf name = {0};
  ft_branch_coverage_name (w->trace, b.event, b.outcome == 0, &name);
  bool covered = ft_intern_find (&w->state->covered, ft_strbuf_text (&name),
                                 name.size) != FT_NO_ID;
  ft_strbuf_release (&name);
  return covered;
}

// Whether the other direction of the branch has an event of a candidate that
// the run leaves open: the branch leads away from it.
static bool leads_away (const walk *w, size_t i) {
  ft_id event = ft_concolic_branch (w->keys.concolic, i).event;
  for (size_t p = 0; p < w->state->pairs.size; p++) {
    const ft_search_candidate *pair = w->state->pairs.begin + p;
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
  bool seen =
      ft_intern_find (&w->state->covered, clean, strlen (clean)) != FT_NO_ID;
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

// Measures the distances to the accesses of a level; false if there are none.
static bool measure (walk *w, ft_distances *d, const char *path,
                     enum ft_flip_level level) {
  ft_error ignored;
  if (level != FT_FLIP_PARTNER)
    return ft_distances_to (d, false, is_new, w);
  return ft_executed_locations (path, add_executed, &w->executed, &ignored) &&
         ft_distances_to_partners (d, is_executed, w);
}

typedef struct ranked_branch {
  uint32_t steps; // distance from the other direction to an access of the
                  // level; 0 if it has an event of a candidate
  size_t branch;
} ranked_branch;

static int by_steps (const void *a, const void *b) {
  const ranked_branch *p = a, *q = b;
  if (p->steps != q->steps)
    return p->steps < q->steps ? -1 : 1;
  return (p->branch < q->branch) - (p->branch > q->branch);
}

static uint32_t later (uint32_t steps) {
  return steps == UINT32_MAX ? steps : steps + 1;
}

// All branches, the nearest ones first; the caller frees the array.
static ranked_branch *in_order (walk *w, const char *path,
                                enum ft_flip_level level) {
  ft_error ignored; // without distances the order is that of the trace
  ft_distances *d = ft_distances_new (path, &ignored);
  bool any = d && measure (w, d, path, level);
  ranked_branch *all = FT_ARRAY (ranked_branch, w->keys.branches + 1);
  for (size_t i = 0; i < w->keys.branches; i++) {
    ft_input_branch b = ft_concolic_branch (w->keys.concolic, i);
    ft_id location = w->trace->events[b.event].location;
    const char *name = ft_trace_name (w->trace, FT_CLASS_LOCATION, location);
    all[i] = (ranked_branch){UINT32_MAX, i};
    if (leads_away (w, i))
      all[i].steps = 0;
    else if (any) // a step more, since it may be covered
      all[i].steps = later (ft_distances_from (d, name, !b.outcome));
  }
  qsort (all, w->keys.branches, sizeof *all, by_steps);
  ft_distances_free (d);
  return all;
}

// Whether a branch belongs to a level; one whose other direction is covered
// belongs to later levels.
static bool belongs_to (const walk *w, enum ft_flip_level level,
                        const ranked_branch *t) {
  return level > FT_FLIP_UNCOVERED || !t->steps || !is_covered (w, t->branch);
}

// Flips one branch of the level.  If a branch that leads to a new access cannot
// be flipped, its blocking branch is flipped instead.
static bool flip_some (walk *w, const char *path, enum ft_flip_level level,
                       const ft_deadline *deadline, ft_input_set *inputs,
                       ft_path_key_list *asked, bool *cut) {
  ft_flip_query ask = {w->state, w->trace, &w->keys, 0,
                       FT_NO_ID, inputs,   asked};
  ranked_branch *all = in_order (w, path, level);
  bool towards = level == FT_FLIP_NEAR || level == FT_FLIP_PARTNER;
  bool found = false;
  for (size_t n = 0; !found && n < w->keys.branches; n++) {
    size_t i = all[n].branch;
    if (towards && all[n].steps == UINT32_MAX)
      break;
    if (ft_flip_query_is_new (&ask, i) && belongs_to (w, level, all + n))
      found = ft_flip_query_solve (&ask, i) ||
              (towards && ft_flip_query_solve_blocking (&ask, i));
    *cut = !found && asked->size && ft_deadline_over (deadline);
    if (*cut)
      break;
  }
  free (all);
  return found;
}

// Finds a value of a concretized value that no run had on this path.
static bool reconcretize (const walk *w, size_t i, ft_input_set *inputs,
                          ft_path_key_list *asked) {
  ft_flip_result flipped = {0};
  uint64_t others[MOST_VALUES], key = 0;
  size_t count = 0;
  bool known = true;
  while (known && count < MOST_VALUES) {
    ft_concolic_reconcretize (w->keys.concolic, i, others, count, &flipped);
    if (flipped.answer != FT_SAT)
      break;
    key = ft_path_keys_concretized (&w->keys, i, flipped.value);
    known = is_known (w, key);
    others[count++] = flipped.value;
  }
  bool fine = !known && ft_flip_result_apply (w->trace, &flipped, inputs);
  if (fine)
    FT_PUSH (*asked, key);
  ft_flip_result_release (&flipped);
  return fine;
}

bool ft_concolic_step (const ft_search_state *k, unsigned run, const char *path,
                       const ft_trace *trace, enum ft_flip_level level,
                       ft_input_set *inputs, ft_path_key_list *asked,
                       bool *cut) {
  walk w = begin (k, run, trace);
  ft_deadline deadline = ft_deadline_in (JOB_SECONDS, NULL);
  *cut = false;
  bool found = false;
  if (level == FT_FLIP_COLLISION)
    found = ft_collisions_find (k, trace, &w.keys, inputs, asked);
  else if (level == FT_FLIP_CALLEE)
    found = ft_callees_find (k, trace, &w.keys, inputs, asked);
  else if (level == FT_FLIP_TURNS)
    found = ft_loop_turns_find (k, path, trace, &w.keys, inputs, asked);
  else if (level < FT_FLIP_CONCRETIZED)
    found = flip_some (&w, path, level, &deadline, inputs, asked, cut);
  for (size_t i = 0;
       !found && level == FT_FLIP_CONCRETIZED && i < w.keys.concretized; i++)
    found = reconcretize (&w, i, inputs, asked);
  ft_intern_release (&w.executed);
  ft_path_keys_release (&w.keys);
  return found;
}
