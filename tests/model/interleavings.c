#include "tests/model/interleavings.h"

#include <assert.h>
#include <string.h>

#include "base/deadline.h"

enum { OVER = 0, FIRST_STEP = 1, EXIT_DEADLOCK = 71 };
enum edge { UNKNOWN, SEEN, TRIED };

typedef struct state {
  size_t run, steps; // the first 'steps' of the run lead here
  size_t threads;    // index of the first one in 'threads'
} state;

typedef struct thread {
  uint64_t history; // of what it did
  bool exists;
  uint8_t edge; // enum edge: whether it was run from here
} thread;

// What a thread does next: deeds of one record.
typedef struct step {
  ft_place place;
  size_t run, first, count; // deeds of the run
} step;

typedef FT_STACK (step) steps;

typedef struct explorer {
  const ft_tested *program;
  ft_interleavings *found;
  FT_STACK (ft_execution) runs;
  FT_STACK (steps) ways; // by run
  ft_map users;          // granule: the one thread that uses it, or SHARED
  ft_map written;        // the set of granules that are written
  bool grown;            // more is shared than the graph knows
  ft_map state_of;       // from its hash
  FT_STACK (state) states;
  FT_STACK (thread) threads; // 'width' per state
  size_t width;
  ft_map next_of; // hash of thread and history: OVER, or FIRST_STEP + step
  steps next;
  size_t open; // the state that had an edge last
} explorer;

enum { SHARED = FT_NO_ID - 1 };

static uint64_t mix (uint64_t a, uint64_t b) {
  uint64_t z = (a ^ b) * UINT64_C (0x9e3779b97f4a7c15) + b;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

// ---- what is an event ------------------------------------------------------

static void use (explorer *x, uint64_t granule, const ft_deed *d) {
  uint32_t *user = ft_map_at (&x->users, granule);
  bool writes = d->kind == FT_FREE || ft_kind_writes (d->kind);
  bool first = writes && ft_map_get (&x->written, granule) == FT_NO_ID;
  bool second = *user != SHARED && *user != d->place.thread;
  bool shared = *user != FT_NO_ID && (second || *user == SHARED);
  *user = shared ? SHARED : d->place.thread;
  if (first)
    *ft_map_at (&x->written, granule) = 1;
  x->grown |= shared && (first || second);
}

// Before there is a second thread nothing is an event.
static size_t first_fork (const ft_execution *run) {
  size_t i = 0;
  while (i < run->deeds.size && run->deeds.begin[i].kind != FT_FORK)
    i++;
  return i;
}

static void use_all (explorer *x, const ft_execution *run) {
  for (size_t i = first_fork (run); i < run->deeds.size; i++) {
    const ft_deed *d = run->deeds.begin + i;
    if (!ft_kind_accesses (d->kind) && d->kind != FT_FREE)
      continue;
    uint64_t last = d->address + (d->bytes ? d->bytes - 1 : 0);
    for (uint64_t g = d->address >> 3; g <= last >> 3; g++)
      use (x, g, d);
  }
}

static bool is_event (const explorer *x, const ft_deed *d) {
  uint64_t granule = d->address >> 3;
  return !ft_kind_accesses (d->kind) ||
         (ft_map_get (&x->users, granule) == SHARED &&
          ft_map_get (&x->written, granule) != FT_NO_ID);
}

// ---- a run as steps --------------------------------------------------------

static steps steps_of (const explorer *x, size_t run) {
  const ft_execution *r = x->runs.begin + run;
  steps way = {0};
  for (size_t i = first_fork (r); i < r->deeds.size; i++) {
    const ft_deed *d = r->deeds.begin + i;
    if (!is_event (x, d))
      continue;
    step *last = FT_EMPTY (way) ? NULL : &FT_TOP (way);
    if (last && last->place.thread == d->place.thread &&
        last->place.word == d->place.word)
      last->count = i + 1 - last->first;
    else
      FT_PUSH (way, ((step){d->place, run, i, 1}));
  }
  return way;
}

// ---- states ----------------------------------------------------------------

// Where a run is.
typedef struct walk {
  FT_STACK (thread) threads;
  ft_map bytes;            // of memory
  uint64_t memory, orders; // hashes of it, and of what objects were used for
} walk;

static void release_walk (walk *w) {
  FT_RELEASE (w->threads);
  ft_map_release (&w->bytes);
}

static uint64_t read_bytes (const walk *w, const ft_deed *d) {
  uint64_t hash = 0;
  for (uint64_t i = 0; i < d->bytes; i++)
    hash = mix (hash, ft_map_get (&w->bytes, d->address + i));
  return hash;
}

static void write_bytes (walk *w, const ft_deed *d, uint64_t history) {
  for (uint64_t i = 0; i < d->bytes; i++) {
    uint64_t address = d->address + i;
    uint32_t *byte = ft_map_at (&w->bytes, address);
    uint32_t now = d->valued && i < 8 ? (uint32_t)(d->written >> 8 * i & 0xff)
                                      : (uint32_t)(mix (history, i) | 0x100);
    w->memory ^= mix (address, *byte) ^ mix (address, now);
    *byte = now == FT_NO_ID ? 0 : now;
  }
}

// What objects do beside excluding each other depends on the order.
static bool keeps_order (const ft_deed *d) {
  return !ft_kind_accesses (d->kind) && !ft_kind_acquires (d->kind) &&
         !ft_kind_releases (d->kind) && d->kind != FT_FORK &&
         d->kind != FT_JOIN && d->kind != FT_FENCE;
}

static void do_deed (walk *w, const ft_deed *d) {
  if (d->kind == FT_FORK) {
    FT_GROW (w->threads, d->address + 1, (thread){0});
    w->threads.begin[d->address].exists = true;
  }
  thread *t = w->threads.begin + d->place.thread;
  uint64_t h = mix (mix (t->history, d->place.word), d->address);
  h = mix (h, d->kind);
  if (ft_kind_reads (d->kind))
    h = mix (h, d->valued ? d->value : read_bytes (w, d));
  t->history = h;
  if (ft_kind_writes (d->kind))
    write_bytes (w, d, h);
  if (keeps_order (d))
    w->orders = mix (w->orders, h);
}

static uint64_t hash_of (const walk *w) {
  uint64_t hash = mix (w->memory, w->orders);
  for (size_t i = 0; i < w->threads.size; i++)
    if (w->threads.begin[i].exists)
      hash = mix (hash, mix (w->threads.begin[i].history, i));
  return hash;
}

static size_t enter_state (explorer *x, const walk *w, size_t run,
                           size_t count) {
  uint32_t *at = ft_map_at (&x->state_of, hash_of (w));
  if (*at != FT_NO_ID)
    return *at;
  *at = (uint32_t)x->states.size;
  FT_PUSH (x->states, ((state){run, count, x->threads.size}));
  for (size_t i = 0; i < x->width; i++)
    FT_PUSH (x->threads,
             i < w->threads.size ? w->threads.begin[i] : (thread){0});
  return *at;
}

static uint32_t *next_after (explorer *x, size_t number, uint64_t history) {
  return ft_map_at (&x->next_of, mix (history, number + 1));
}

// A process that ends may end a thread that has more to do in another run.
static void end_thread (explorer *x, size_t number, uint64_t history) {
  uint32_t *next = next_after (x, number, history);
  if (*next == FT_NO_ID)
    *next = OVER;
}

static void walk_run (explorer *x, size_t run) {
  const ft_execution *r = x->runs.begin + run;
  steps way = x->ways.begin[run];
  walk w = {0};
  FT_PUSH (w.threads, ((thread){.exists = true}));
  for (size_t i = 0; i < way.size; i++) {
    const step *s = way.begin + i;
    uint32_t number = s->place.thread;
    size_t at = enter_state (x, &w, run, i);
    FT_GROW (w.threads, (size_t)number + 1, (thread){0});
    thread *t = w.threads.begin + number;
    uint32_t *next = next_after (x, number, t->history);
    if (*next == FT_NO_ID || *next == OVER) {
      *next = FIRST_STEP + (uint32_t)x->next.size;
      FT_PUSH (x->next, *s);
    }
    x->threads.begin[x->states.begin[at].threads + number].edge = SEEN;
    for (size_t k = 0; k < s->count; k++)
      if (is_event (x, r->deeds.begin + s->first + k))
        do_deed (&w, r->deeds.begin + s->first + k);
  }
  enter_state (x, &w, run, way.size);
  for (size_t i = 0; i < w.threads.size && i < r->over.size; i++)
    if (r->over.begin[i])
      end_thread (x, i, w.threads.begin[i].history);
  release_walk (&w);
}

// ---- the graph -------------------------------------------------------------

static void forget_graph (explorer *x) {
  for (size_t i = 0; i < x->ways.size; i++)
    FT_RELEASE (x->ways.begin[i]);
  FT_RELEASE (x->ways);
  FT_RELEASE (x->states);
  FT_RELEASE (x->threads);
  FT_RELEASE (x->next);
  ft_map_release (&x->state_of);
  ft_map_release (&x->next_of);
  x->open = 0;
}

static void build_graph (explorer *x) {
  forget_graph (x);
  x->grown = false;
  for (size_t i = 0; i < x->runs.size; i++) {
    FT_PUSH (x->ways, steps_of (x, i));
    walk_run (x, i);
  }
}

static void add_run (explorer *x, ft_execution run) {
  size_t width = x->width;
  if (run.plan.threads.size > x->width)
    x->width = run.plan.threads.size;
  x->found->deadlocks |= run.ended.status == EXIT_DEADLOCK;
  FT_PUSH (x->runs, run);
  use_all (x, &FT_TOP (x->runs));
  if (x->grown || x->width > width) {
    build_graph (x);
    return;
  }
  FT_PUSH (x->ways, steps_of (x, x->runs.size - 1));
  walk_run (x, x->runs.size - 1);
}

// NULL: unknown, or there is none.
static const step *next_step (explorer *x, const state *s, size_t number) {
  const thread *t = x->threads.begin + s->threads + number;
  uint32_t next = t->exists ? *next_after (x, number, t->history) : OVER;
  return next == OVER || next == FT_NO_ID ? NULL
                                          : x->next.begin + next - FIRST_STEP;
}

static const ft_deed *deed_at (const explorer *x, const step *s, size_t i) {
  return x->runs.begin[s->run].deeds.begin + s->first + i;
}

// A join waits; whether a lock is free the run will tell.
static bool can_go (explorer *x, const state *s, const step *next) {
  const ft_deed *d = deed_at (x, next, 0);
  if (d->kind != FT_JOIN || d->address >= x->width)
    return true;
  const thread *t = x->threads.begin + s->threads + d->address;
  return *next_after (x, d->address, t->history) == OVER;
}

static bool has_edge (explorer *x, size_t at, size_t *number) {
  const state *s = x->states.begin + at;
  for (size_t t = 0; t < x->width; t++) {
    const step *next = next_step (x, s, t);
    if (!next || x->threads.begin[s->threads + t].edge != UNKNOWN ||
        !can_go (x, s, next))
      continue;
    *number = t;
    return true;
  }
  return false;
}

// Round and round, since later runs tell what comes next in earlier states.
static bool find_edge (explorer *x, size_t *at, size_t *number) {
  for (size_t i = 0; i < x->states.size; i++) {
    *at = (x->open + i) % x->states.size;
    if (has_edge (x, *at, number)) {
      x->open = *at;
      return true;
    }
  }
  return false;
}

// ---- plans -----------------------------------------------------------------

static const ft_plan *widest (const explorer *x) {
  const ft_plan *plan = &x->runs.begin[0].plan;
  for (size_t i = 1; i < x->runs.size; i++)
    if (x->runs.begin[i].plan.threads.size > plan->threads.size)
      plan = &x->runs.begin[i].plan;
  return plan;
}

static ft_plan plan_to (const explorer *x, const state *s) {
  const ft_plan *threads = widest (x);
  const steps *way = x->ways.begin + s->run;
  ft_plan plan = {0};
  for (size_t i = 0; i < threads->threads.size; i++)
    FT_PUSH (plan.threads, threads->threads.begin[i]);
  for (size_t i = 0; i < s->steps; i++) {
    ft_place to = way->begin[i].place;
    to.word++;
    FT_PUSH (plan.runs, ((ft_plan_run){.to = to, .past = true}));
  }
  return plan;
}

static bool run_plan (explorer *x, const ft_plan *plan, ft_execution *run,
                      ft_error *error) {
  return ft_execute (x->program, plan, ++x->found->runs, run, error);
}

static bool run_edge (explorer *x, size_t at, size_t number, ft_error *error) {
  const state *s = x->states.begin + at;
  ft_plan plan = plan_to (x, s);
  ft_place to = next_step (x, s, number)->place;
  to.word++;
  FT_PUSH (plan.runs, ((ft_plan_run){.to = to, .past = true}));
  x->threads.begin[s->threads + number].edge = TRIED;
  ft_execution run;
  bool fine = run_plan (x, &plan, &run, error);
  ft_plan_release (&plan);
  if (!fine)
    return false;
  x->found->strayed += run.arrival != FT_ARRIVAL_REACHED;
  add_run (x, run);
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

static void compare (explorer *x, size_t at, const step *a, const step *b) {
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count; k++)
      meet (x, at, deed_at (x, a, i), deed_at (x, b, k));
}

static void find_met (explorer *x) {
  for (size_t i = 0; i < x->states.size; i++)
    for (size_t t = 0; t < x->width; t++)
      for (size_t u = t + 1; u < x->width; u++) {
        const step *a = next_step (x, x->states.begin + i, t);
        const step *b = next_step (x, x->states.begin + i, u);
        if (a && b)
          compare (x, i, a, b);
      }
}

// The judge: both threads are parked right before their accesses, or before
// the library function that makes them.
static bool park (explorer *x, ft_met *met, ft_error *error) {
  ft_plan plan = plan_to (x, x->states.begin + met->state);
  for (int i = 0; i < 2; i++) {
    FT_PUSH (plan.runs, ((ft_plan_run){.to = met->places[i]}));
    FT_PUSH (plan.stops, met->places[i]);
  }
  ft_execution run;
  bool fine = true, again = true;
  while (again && (fine = run_plan (x, &plan, &run, error))) {
    met->parked = run.arrival == FT_ARRIVAL_REACHED;
    again = run.before && ft_plan_park_earlier (&plan, run.at, run.before);
    ft_execution_release (&run);
  }
  ft_plan_release (&plan);
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

static void release (explorer *x) {
  forget_graph (x);
  for (size_t i = 0; i < x->runs.size; i++)
    ft_execution_release (x->runs.begin + i);
  FT_RELEASE (x->runs);
  ft_map_release (&x->users);
  ft_map_release (&x->written);
}

bool ft_interleavings_find (ft_interleavings *found, const ft_tested *program,
                            ft_interleavings_limits limits, ft_error *error) {
  explorer x = {.program = program, .found = found};
  ft_deadline deadline = ft_deadline_in (limits.seconds, NULL);
  ft_execution run;
  size_t at, number;
  *found = (ft_interleavings){.runs = 1};
  bool fine = ft_execute (program, NULL, 1, &run, error);
  if (fine)
    add_run (&x, run);
  while (fine && !(found->whole = !find_edge (&x, &at, &number)) &&
         found->runs < limits.runs && !ft_deadline_over (&deadline))
    fine = run_edge (&x, at, number, error);
  fine = fine && judge (&x, error);
  found->states = x.states.size;
  release (&x);
  return fine;
}

void ft_interleavings_release (ft_interleavings *found) {
  FT_RELEASE (found->met);
}
