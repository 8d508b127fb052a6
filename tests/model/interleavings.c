#include "tests/model/interleavings.h"

#include <stdio.h>
#include <string.h>

#include "base/deadline.h"
#include "tests/model/state_graph.h"

enum { EXIT_DEADLOCK = 71 };

typedef struct explorer {
  const ft_tested *program;
  ft_interleavings *found;
  ft_state_graph graph;
  size_t open; // the state that had an edge last
} explorer;

// ---- edges -----------------------------------------------------------------

static bool has_edge (ft_state_graph *g, size_t state, size_t *thread) {
  for (size_t t = 0; t < g->width; t++) {
    const ft_state_step *next = ft_state_next (g, state, t);
    if (next && ft_state_thread_at (g, state, t)->edge == FT_EDGE_UNKNOWN &&
        ft_state_can_go (g, state, next)) {
      *thread = t;
      return true;
    }
  }
  return false;
}

// Round and round, since later runs tell what comes next in earlier states.
static bool find_edge (explorer *x, size_t *state, size_t *thread) {
  size_t count = x->graph.states.size;
  for (size_t i = 0; i < count; i++) {
    *state = (x->open + i) % count;
    if (has_edge (&x->graph, *state, thread)) {
      x->open = *state;
      return true;
    }
  }
  return false;
}

// ---- plans -----------------------------------------------------------------

// Of the run that had most threads.
static const ft_replay_schedule *widest (const ft_state_graph *g) {
  const ft_replay_schedule *plan = &g->runs.begin[0].plan;
  for (size_t i = 1; i < g->runs.size; i++)
    if (g->runs.begin[i].plan.threads.size > plan->threads.size)
      plan = &g->runs.begin[i].plan;
  return plan;
}

// A thread that is joined has to have ended, which is no event of its own.
static void add_step (const ft_state_graph *g, ft_replay_schedule *plan,
                      const ft_state_step *step) {
  const ft_replay_schedule *run = &g->runs.begin[step->run].plan;
  const ft_deed *d = ft_state_deed (g, step, 0);
  ft_tick to = step->place;
  to.word++;
  if (d->kind == FT_JOIN && d->address < run->threads.size) {
    ft_tick end = {(uint32_t)d->address, run->threads.begin[d->address].words};
    FT_PUSH (plan->slices, ((ft_replay_slice){.to = end}));
  }
  FT_PUSH (plan->slices, ((ft_replay_slice){.to = to, .at_or_after = true}));
}

static ft_replay_schedule plan_to (const ft_state_graph *g, size_t state) {
  const ft_replay_schedule *threads = widest (g);
  const ft_state *s = g->states.begin + state;
  ft_replay_schedule plan = {0};
  for (size_t i = 0; i < threads->threads.size; i++)
    FT_PUSH (plan.threads, threads->threads.begin[i]);
  for (size_t i = 0; i < s->steps; i++)
    add_step (g, &plan, g->ways.begin[s->run].begin + i);
  return plan;
}

static bool run (explorer *x, const ft_replay_schedule *plan, ft_execution *execution,
                 ft_error *error) {
  return ft_execute (x->program, plan, x->found->runs++, execution, error);
}

static void add (explorer *x, ft_execution execution) {
  x->found->deadlocks |= execution.ended.status == EXIT_DEADLOCK;
  ft_state_graph_add (&x->graph, execution);
}

static bool run_edge (explorer *x, size_t state, size_t thread,
                      ft_error *error) {
  ft_replay_schedule plan = plan_to (&x->graph, state);
  add_step (&x->graph, &plan, ft_state_next (&x->graph, state, thread));
  ft_state_thread_at (&x->graph, state, thread)->edge = FT_EDGE_TRIED;
  ft_execution execution;
  bool fine = run (x, &plan, &execution, error);
  ft_replay_schedule_release (&plan);
  if (!fine)
    return false;
  x->found->strayed += execution.arrival != FT_REPLAY_OUTCOME_REACHED;
  add (x, execution);
  return true;
}

// ---- races -----------------------------------------------------------------

static bool is_known (const ft_interleavings *found, const ft_met *met) {
  for (size_t i = 0; i < found->met.size; i++)
    if (!memcmp (found->met.begin[i].lines, met->lines, sizeof met->lines))
      return true;
  return false;
}

static void meet (explorer *x, size_t at, const ft_deed *a, const ft_deed *b) {
  bool swap = a->line > b->line;
  ft_met met = {.lines = {swap ? b->line : a->line, swap ? a->line : b->line},
                .places = {a->place, b->place},
                .state = at};
  if (ft_deeds_conflict (a, b) && !is_known (x->found, &met))
    FT_PUSH (x->found->met, met);
}

static void compare (explorer *x, size_t at, const ft_state_step *a,
                     const ft_state_step *b) {
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      meet (x, at, ft_state_deed (&x->graph, a, i),
            ft_state_deed (&x->graph, b, k));
}

static void find_met (explorer *x) {
  ft_state_graph *g = &x->graph;
  for (size_t i = 0; i < g->states.size; i++)
    for (size_t t = 0; t < g->width; t++)
      for (size_t u = t + 1; u < g->width; u++) {
        const ft_state_step *a = ft_state_here (g, i, t);
        const ft_state_step *b = ft_state_here (g, i, u);
        if (a && b)
          compare (x, i, a, b);
      }
}

// The judge: both threads are parked right before their accesses, or before
// the library function that makes them.
static bool park (explorer *x, ft_met *met, ft_error *error) {
  ft_replay_schedule plan = plan_to (&x->graph, met->state);
  for (int i = 0; i < 2; i++) {
    FT_PUSH (plan.slices, ((ft_replay_slice){.to = met->places[i]}));
    FT_PUSH (plan.holds, ((ft_replay_hold){.thread = met->places[i].thread,
                                           .tick = met->places[i].word}));
  }
  ft_execution end;
  bool fine = true, again = true;
  while (again && (fine = run (x, &plan, &end, error))) {
    met->parked = end.arrival == FT_REPLAY_OUTCOME_REACHED;
    snprintf (met->why, sizeof met->why, "thread %u at %llu: %.150s",
              end.at.thread, (unsigned long long)end.at.word, end.why);
    again = end.before && ft_replay_schedule_hold_earlier (&plan, end.at, end.before);
    ft_execution_release (&end);
  }
  ft_replay_schedule_release (&plan);
  return fine;
}

static int by_lines (const void *a, const void *b) {
  const ft_met *x = a, *y = b;
  int c = (x->lines[0] > y->lines[0]) - (x->lines[0] < y->lines[0]);
  return c ? c : (x->lines[1] > y->lines[1]) - (x->lines[1] < y->lines[1]);
}

static bool judge (explorer *x, ft_error *error) {
  ft_interleavings *found = x->found;
  find_met (x);
  if (found->met.size)
    qsort (found->met.begin, found->met.size, sizeof *found->met.begin,
           by_lines);
  for (size_t i = 0; i < found->met.size; i++)
    if (!park (x, found->met.begin + i, error))
      return false;
  return true;
}

// ---- all -------------------------------------------------------------------

bool ft_interleavings_find (ft_interleavings *found, const ft_tested *program,
                            ft_interleavings_limits limits, ft_error *error) {
  explorer x = {.program = program, .found = found};
  ft_deadline deadline = ft_deadline_in (limits.seconds, NULL);
  ft_execution first;
  size_t state, thread;
  *found = (ft_interleavings){0};
  bool fine = run (&x, NULL, &first, error);
  if (fine)
    add (&x, first);
  while (fine && !(found->whole = !find_edge (&x, &state, &thread)) &&
         found->runs < limits.runs && !ft_deadline_over (&deadline))
    fine = run_edge (&x, state, thread, error);
  fine = fine && judge (&x, error);
  found->states = x.graph.states.size;
  ft_state_graph_release (&x.graph);
  return fine;
}

void ft_interleavings_release (ft_interleavings *found) {
  FT_RELEASE (found->met);
}
