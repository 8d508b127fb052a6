// Schedules with alternative paths: the checker runs on an unfolded trace (see
// 'trace/altpath_unfold.h'), in which a thread continues at the next event of
// its path.  'value_model.c' evaluates the outcomes of branches.  An event that
// is not on the path of its thread cannot be scheduled; an event that the path
// skips has no effect.

#include <assert.h>

#include "witness/checker_state.h"

static ft_id find_successor (const ft_checker *c, ft_id branch,
                             uint64_t outcome, bool *found) {
  *found = false;
  for (ft_id i = c->paths->first_successor[branch]; i != FT_NO_ID;
       i = c->paths->successors.begin[i].next)
    if (c->paths->successors.begin[i].outcome == outcome) {
      *found = true;
      return c->paths->successors.begin[i].to;
    }
  return FT_NO_ID;
}

bool ft_paths_flip (ft_checker *c, ft_id branch, uint64_t outcome) {
  bool found;
  ft_id to = find_successor (c, branch, outcome, &found);
  ft_checker_thread *t =
      ft_checker_thread_now (c, c->trace->events[branch].thread);
  t->flips = found;
  t->successor = to;
  if (found)
    FT_PUSH (c->flipped, ((ft_flipped_branch){branch, outcome}));
  return found;
}

void ft_paths_step (ft_checker *c, ft_id event) {
  ft_checker_thread *t =
      ft_checker_thread_now (c, c->trace->events[event].thread);
  assert (c->paths && t->done == c->facts.local[event]);
  t->done = t->flips ? t->successor : c->paths->next[event];
  t->flips = false;
  c->ran[event] = c->run;
}

// ---- numbers of events ----

static bool unfold_event (ft_checker *c, ft_id number, ft_id *to) {
  const ft_trace *trace = c->trace;
  bool known = number < trace->size + trace->altpath_events;
  *to = known ? c->unfolding->unfolded[number] : FT_NO_ID;
  return *to != FT_NO_ID ||
         ft_refuse (c, "there is no event %u in the trace", number);
}

// What a witness under rc11 has beside its schedule.
static bool unfold_graph (ft_checker *c, const ft_witness *from,
                          ft_witness *to) {
  for (size_t i = 0; i < from->reads.size; i++) {
    ft_read_from r = from->reads.begin[i];
    if (!unfold_event (c, r.read, &r.read) ||
        (r.write != FT_NO_ID && !unfold_event (c, r.write, &r.write)))
      return false;
    FT_PUSH (to->reads, r);
  }
  for (size_t i = 0; i < from->orders.size; i++) {
    ft_id event = from->orders.begin[i];
    if (event != FT_NO_ID && !unfold_event (c, event, &event))
      return false;
    FT_PUSH (to->orders, event);
  }
  return true;
}

static bool unfold_witness (ft_checker *c, const ft_witness *from,
                            ft_witness *to) {
  bool failure = from->failure != FT_FAILURE_NONE;
  for (int i = 0; i < 2 && !failure; i++)
    if (!unfold_event (c, from->pair[i], to->pair + i))
      return false;
  to->failure = from->failure;
  to->freed = FT_NO_ID;
  if (failure && (!unfold_event (c, from->fails, &to->fails) ||
                  (from->freed != FT_NO_ID &&
                   !unfold_event (c, from->freed, &to->freed))))
    return false;
  for (size_t i = 0; i < from->schedule.size; i++) {
    ft_id event;
    if (!unfold_event (c, from->schedule.begin[i], &event))
      return false;
    FT_PUSH (to->schedule, event);
  }
  return unfold_graph (c, from, to);
}

ft_checker *ft_checker_on_paths (ft_checker *of) {
  if (!of->unfolding)
    of->unfolding = ft_unfolding_new (of->trace);
  if (!of->on_paths && of->unfolding) {
    const ft_trace *unfolded = of->unfolding->trace;
    of->on_paths = ft_checker_new (unfolded);
    of->on_paths->paths = of->unfolding;
    of->on_paths->ran = FT_ARRAY (uint64_t, unfolded->size);
  }
  return of->on_paths;
}

// Checks under the value model, which is the path model of a trace without
// alternative paths.
static bool accept_values (ft_checker *c, const ft_witness *witness,
                           ft_strbuf *why) {
  ft_witness w = *witness;
  w.model = FT_MODEL_VALUE;
  return ft_checker_accepts (c, &w, why);
}

bool ft_paths_accept (ft_checker *c, const ft_witness *witness,
                      ft_strbuf *why) {
  assert (!c->paths);
  if (!FT_EMPTY (witness->blocked) || !ft_checker_on_paths (c))
    return accept_values (c, witness, why);
  ft_witness w = {.model = FT_MODEL_PATH, .memory = witness->memory};
  c->why = why;
  bool accepted = unfold_witness (c, witness, &w) &&
                  ft_checker_accepts (c->on_paths, &w, why);
  ft_witness_release (&w);
  return accepted;
}

void ft_paths_free (ft_checker *c) {
  ft_checker_free (c->on_paths);
  ft_unfolding_free (c->unfolding);
  FT_RELEASE (c->flipped);
  free (c->ran);
}
