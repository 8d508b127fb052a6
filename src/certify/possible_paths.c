#include "certify/possible_inside.h"

#include "base/debug_log.h"

#include <string.h>

// Sweeps after which sets that still grow hold any value, and after which nothing is known.
enum { SWEEPS_EXACT = 24, SWEEPS_MOST = 200 };

struct ft_possible_paths {
  bool *possible; // by event of the unfolded trace
  bool *passed;   // by event: no possible path leaves it out
  ft_id count;    // of those that are possible on alternative paths
};

// ---- steps of threads ------------------------------------------------------------

static void reach (ft_possible *p, ft_tid t, ft_id k) {
  if (k >= ft_index_length (p->index, t))
    return;
  ft_id event = ft_index_event (p->index, t, k);
  p->changed |= !p->reached[event];
  p->reached[event] = true;
}

// The thread of the event may go on at its local position 'to' (FT_NO_ID: nowhere).
// '*counted': whether this step is known.
static void step (ft_possible *p, ft_id event, ft_id to, bool *counted) {
  ft_tid t = p->trace->events[event].thread;
  ft_id begin = p->index->thread_begin[t], from = p->index->local[event] + 1;
  if (*counted || to == FT_NO_ID)
    return;
  *counted = p->changed = true;
  p->steps_over[begin + from]++;
  p->steps_over[begin + to]--;
  reach (p, t, to);
}

static void go_on (ft_possible *p, ft_id event) {
  step (p, event, p->paths->next[event], p->goes_on + event);
}

static void add_up_steps (ft_possible *p) {
  int64_t over = 0;
  for (ft_id i = 0; i < p->trace->size; i++) {
    over += p->steps_over[i];
    p->skipped[i] = over > 0;
  }
}

// ---- one event ---------------------------------------------------------------------

static bool is_recorded (const ft_possible *p, ft_id event) {
  return !(p->trace->events[event].flags & FT_ALTPATH);
}

static void follow_branch (ft_possible *p, ft_id branch) {
  const ft_value_set *outcomes = p->result + branch;
  const ft_expected_value *x = p->expected.events + branch;
  for (ft_id i = p->paths->first_successor[branch]; i != FT_NO_ID;
       i = p->paths->successors.begin[i].next) {
    const ft_branch_successor *s = p->paths->successors.begin + i;
    if (ft_value_set_has (&p->pool, outcomes, s->outcome))
      step (p, branch, s->to, p->branches + i);
  }
  if (is_recorded (p, branch) ||
      (x->known && ft_value_set_has (&p->pool, outcomes, x->value)))
    go_on (p, branch);
}

// Whether the thread can execute the event, as far as its value is concerned.
static bool may_pass (const ft_possible *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  const ft_detail *d = ft_expected_detail (p->trace, e);
  const ft_value_set *left = p->left + event;
  if (is_recorded (p, event) || !ft_kind_writes ((enum ft_kind)e->kind))
    return true;
  switch (ft_exchange_of (&p->trace->tables, e)) {
  case FT_EXCHANGE_UNRECORDED:
    return false;
  case FT_EXCHANGE_UNKNOWN:
    return true;
  case FT_EXCHANGE_NONE:
  case FT_EXCHANGE_SWAPS:
  case FT_EXCHANGE_COMPUTES:
    break;
  }
  return left->right || left->any || left->count ||
         ft_event_writes_unknown (e, d);
}

static void follow_event (ft_possible *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  bool accesses = ft_kind_accesses ((enum ft_kind)e->kind) || e->kind == FT_FREE;
  if (ft_event_is_void (e)) {
    p->possible[event] = true;
    go_on (p, event);
    return;
  }
  if (accesses && !p->possible[event] && !ft_possible_address (p, event))
    return;
  p->changed |= !p->possible[event];
  p->possible[event] = true;
  ft_possible_evaluate (p, event);
  if (e->kind == FT_BRANCH)
    follow_branch (p, event);
  else if (may_pass (p, event))
    go_on (p, event);
}

// ---- all events ----------------------------------------------------------------------

static ft_id *no_events (size_t n) {
  ft_id *a = FT_ARRAY (ft_id, n);
  memset (a, 0xff, n * sizeof *a);
  return a;
}

static ft_id slot_of (const ft_possible *p, ft_id event, ft_id local) {
  return ft_recorded_local (&p->recorded, p->trace->events[event].thread, local);
}

// Notes for operands, which are 'count' from number 'at' on, what defines them.
static void note_definitions (ft_possible *p, ft_id event, const ft_id *last,
                              const ft_operand *operands, uint32_t count,
                              uint32_t at) {
  for (uint32_t i = 0; i < count; i++) {
    ft_id slot = operands[i].local == FT_NO_ID
                     ? FT_NO_ID
                     : slot_of (p, event, operands[i].local);
    p->last_def[at + i] = slot == FT_NO_ID ? FT_NO_ID : last[slot];
  }
}

// Links the definitions of each local, and each use to the last one before it: walking
// there from the last one of all would take as long as a loop has turns, at each of them.
static void find_definitions (ft_possible *p) {
  ft_id *last = no_events (p->recorded.local_count);
  const ft_operand *all = p->trace->tables.operands.begin;
  p->last_def = no_events (p->expected.operands.size);
  for (ft_id e = 0; e < p->trace->size; e++) {
    const ft_detail *d = ft_expected_detail (p->trace, p->trace->events + e);
    uint32_t at = p->expected.operands_of[e];
    if (ft_event_is_void (p->trace->events + e))
      continue;
    note_definitions (p, e, last, all + d->operands, d->operand_count, at);
    note_definitions (p, e, last, all + d->pointers, d->pointer_count,
                      at + d->operand_count);
    if (d->result == FT_NO_ID)
      continue;
    ft_id slot = slot_of (p, e, d->result);
    p->next_def[e] = last[slot];
    last[slot] = e;
  }
  free (last);
}

static void begin_run (ft_possible *p) {
  for (ft_id e = 0; e < p->trace->size; e++) {
    if (!is_recorded (p, e))
      continue;
    p->reached[e] = p->possible[e] = true;
    p->result[e].right = p->left[e].right = true;
    go_on (p, e);
  }
}

static void init (ft_possible *p, const ft_unfolding *u,
                  const ft_access_lists *writes) {
  size_t n = u->trace->size;
  *p = (ft_possible){.paths = u,
                     .trace = u->trace,
                     .index = writes->index,
                     .writes = writes,
                     .result = FT_ARRAY (ft_value_set, n),
                     .left = FT_ARRAY (ft_value_set, n),
                     .reached = FT_ARRAY (bool, n),
                     .possible = FT_ARRAY (bool, n),
                     .next_def = no_events (n),
                     .steps_over = FT_ARRAY (int32_t, n + 1),
                     .skipped = FT_ARRAY (bool, n),
                     .goes_on = FT_ARRAY (bool, n),
                     .branches = FT_ARRAY (bool, u->successors.size),
                     .join_of = no_events (writes->index->threads)};
  ft_recorded_init (&p->recorded, u->trace);
  ft_expected_init (&p->expected, &p->recorded, u);
  find_definitions (p);
  ft_possible_find_joins (p);
  begin_run (p);
}

// All but 'possible'.
static void release (ft_possible *p) {
  ft_recorded_release (&p->recorded);
  ft_expected_release (&p->expected);
  FT_RELEASE (p->pool.words);
  free (p->result);
  free (p->left);
  free (p->reached);
  free (p->last_def);
  free (p->next_def);
  free (p->steps_over);
  free (p->skipped);
  free (p->goes_on);
  free (p->branches);
  free (p->join_of);
}

// One look at all events; false if there was no time for that.
static bool sweep (ft_possible *p, const ft_deadline *deadline) {
  enum { STRIDE = 1 << 16 }; // events between two looks at the clock
  for (ft_id e = 0; e < p->trace->size; e++) {
    if (e % STRIDE == 0 && ft_deadline_over (deadline))
      return false;
    if (p->reached[e])
      follow_event (p, e);
  }
  return true;
}

// Sweeps until nothing changes; false if there was no time for that.
static bool find_possible (ft_possible *p, const ft_deadline *deadline) {
  p->changed = true;
  for (int i = 0; p->changed; i++) {
    p->pool.widens = i >= SWEEPS_EXACT;
    p->changed = false;
    add_up_steps (p);
    if (i == SWEEPS_MOST || !sweep (p, deadline))
      return false;
  }
  return true;
}

ft_possible_paths *ft_possible_paths_new (const ft_unfolding *u,
                                          const ft_access_lists *writes,
                                          const ft_deadline *deadline) {
  ft_possible p;
  ft_possible_paths *to = NULL;
  init (&p, u, writes);
  if (find_possible (&p, deadline)) {
    to = FT_NEW (ft_possible_paths);
    to->possible = p.possible;
    to->passed = FT_ARRAY (bool, p.trace->size);
    for (ft_id e = 0; e < p.trace->size; e++) {
      to->count += p.possible[e] && !is_recorded (&p, e);
      to->passed[e] = ft_possible_is_passed (&p, e);
    }
    FT_DEBUG (CERTIFY, 1, "%u events on alternative paths are possible by value",
              to->count);
  } else {
    FT_DEBUG (CERTIFY, 1, "values on alternative paths: given up");
    free (p.possible);
  }
  release (&p);
  return to;
}

void ft_possible_paths_free (ft_possible_paths *p) {
  if (!p)
    return;
  free (p->possible);
  free (p->passed);
  free (p);
}

bool ft_possible_paths_has (const ft_possible_paths *p, ft_id event) {
  return !p || p->possible[event];
}

bool ft_possible_paths_passes (const ft_possible_paths *p, ft_id event) {
  return p && p->passed[event];
}

ft_id ft_possible_paths_count (const ft_possible_paths *p) {
  return p->count;
}
