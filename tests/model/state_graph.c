#include "tests/model/state_graph.h"

enum { OVER = 0, FIRST_STEP = 1, SHARED = FT_NO_ID - 1 };

static uint64_t mix (uint64_t a, uint64_t b) {
  uint64_t z = (a ^ b) * UINT64_C (0x9e3779b97f4a7c15) + b;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

// ---- what is an event ------------------------------------------------------

static void use (ft_state_graph *g, uint64_t granule, const ft_deed *d) {
  uint32_t *user = ft_map_at (&g->users, granule);
  bool writes = d->kind == FT_FREE || ft_kind_writes (d->kind);
  bool first = writes && ft_map_get (&g->written, granule) == FT_NO_ID;
  bool second = *user != SHARED && *user != d->place.thread;
  bool shared = *user != FT_NO_ID && (second || *user == SHARED);
  *user = shared ? SHARED : d->place.thread;
  if (first)
    *ft_map_at (&g->written, granule) = 1;
  g->grown |= shared && (first || second);
}

// Before there is a second thread nothing is an event.
static size_t first_fork (const ft_execution *run) {
  size_t i = 0;
  while (i < run->deeds.size && run->deeds.begin[i].kind != FT_FORK)
    i++;
  return i;
}

static void use_all (ft_state_graph *g, const ft_execution *run) {
  for (size_t i = first_fork (run); i < run->deeds.size; i++) {
    const ft_deed *d = run->deeds.begin + i;
    if (!ft_kind_accesses (d->kind) && d->kind != FT_FREE)
      continue;
    uint64_t last = d->address + (d->bytes ? d->bytes - 1 : 0);
    for (uint64_t at = d->address >> 3; at <= last >> 3; at++)
      use (g, at, d);
  }
}

static bool is_event (const ft_state_graph *g, const ft_deed *d) {
  uint64_t granule = d->address >> 3;
  return !ft_kind_accesses (d->kind) ||
         (ft_map_get (&g->users, granule) == SHARED &&
          ft_map_get (&g->written, granule) != FT_NO_ID);
}

// ---- a run as steps --------------------------------------------------------

static ft_state_steps steps_of (const ft_state_graph *g, size_t run) {
  const ft_execution *r = g->runs.begin + run;
  ft_state_steps way = {0};
  for (size_t i = first_fork (r); i < r->deeds.size; i++) {
    const ft_deed *d = r->deeds.begin + i;
    if (!is_event (g, d))
      continue;
    ft_state_step *last = FT_EMPTY (way) ? NULL : &FT_TOP (way);
    if (last && last->place.thread == d->place.thread &&
        last->place.word == d->place.word)
      last->count = i + 1 - last->first;
    else
      FT_PUSH (way, ((ft_state_step){d->place, run, i, 1}));
  }
  return way;
}

// ---- states ----------------------------------------------------------------

// Where a run is.
typedef struct walk {
  FT_STACK (ft_state_thread) threads;
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

static uint64_t lock_bit (ft_state_graph *g, uint64_t address) {
  size_t i = 0;
  while (i < g->locks.size && g->locks.begin[i] != address)
    i++;
  if (i == g->locks.size)
    FT_PUSH (g->locks, address);
  return i < 64 ? UINT64_C (1) << i : 0;
}

static void do_deed (ft_state_graph *g, walk *w, const ft_deed *d) {
  if (d->kind == FT_FORK) {
    FT_GROW (w->threads, d->address + 1, (ft_state_thread){0});
    w->threads.begin[d->address].exists = true;
  }
  ft_state_thread *t = w->threads.begin + d->place.thread;
  uint64_t h = mix (mix (t->history, d->place.word), d->address);
  h = mix (h, d->kind);
  if (ft_kind_reads (d->kind))
    h = mix (h, d->valued ? d->value : read_bytes (w, d));
  t->history = h;
  if (d->kind == FT_ACQUIRE)
    t->held |= lock_bit (g, d->address);
  else if (d->kind == FT_RELEASE)
    t->held &= ~lock_bit (g, d->address);
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

static size_t enter_state (ft_state_graph *g, const walk *w, size_t run,
                           size_t count) {
  uint32_t *at = ft_map_at (&g->state_of, hash_of (w));
  if (*at != FT_NO_ID)
    return *at;
  *at = (uint32_t)g->states.size;
  FT_PUSH (g->states, ((ft_state){run, count, g->threads.size}));
  for (size_t i = 0; i < g->width; i++)
    FT_PUSH (g->threads,
             i < w->threads.size ? w->threads.begin[i] : (ft_state_thread){0});
  return *at;
}

static uint32_t *next_after (ft_state_graph *g, size_t number,
                             uint64_t history) {
  return ft_map_at (&g->next_of, mix (history, number + 1));
}

// A process that ends may end a thread that has more to do in another run.
static void end_thread (ft_state_graph *g, size_t number, uint64_t history) {
  uint32_t *next = next_after (g, number, history);
  if (*next == FT_NO_ID)
    *next = OVER;
}

static void walk_run (ft_state_graph *g, size_t run) {
  const ft_execution *r = g->runs.begin + run;
  ft_state_steps way = g->ways.begin[run];
  walk w = {0};
  FT_PUSH (w.threads, ((ft_state_thread){.exists = true}));
  for (size_t i = 0; i < way.size; i++) {
    const ft_state_step *s = way.begin + i;
    uint32_t number = s->place.thread;
    size_t at = enter_state (g, &w, run, i);
    FT_GROW (w.threads, (size_t)number + 1, (ft_state_thread){0});
    ft_state_thread *t = w.threads.begin + number;
    uint32_t *next = next_after (g, number, t->history);
    if (*next == FT_NO_ID || *next == OVER) {
      *next = FIRST_STEP + (uint32_t)g->next.size;
      FT_PUSH (g->next, *s);
    }
    ft_state_thread *from = ft_state_thread_at (g, at, number);
    from->edge = FT_EDGE_SEEN;
    from->run = run;
    from->step = i;
    for (size_t k = 0; k < s->count; k++)
      if (is_event (g, r->deeds.begin + s->first + k))
        do_deed (g, &w, r->deeds.begin + s->first + k);
  }
  enter_state (g, &w, run, way.size);
  for (size_t i = 0; i < w.threads.size && i < r->over.size; i++)
    if (r->over.begin[i])
      end_thread (g, i, w.threads.begin[i].history);
  release_walk (&w);
}

// ---- the graph -------------------------------------------------------------

static void forget_states (ft_state_graph *g) {
  for (size_t i = 0; i < g->ways.size; i++)
    FT_RELEASE (g->ways.begin[i]);
  FT_RELEASE (g->ways);
  FT_RELEASE (g->states);
  FT_RELEASE (g->threads);
  FT_RELEASE (g->next);
  ft_map_release (&g->state_of);
  ft_map_release (&g->next_of);
}

void ft_state_graph_release (ft_state_graph *g) {
  forget_states (g);
  for (size_t i = 0; i < g->runs.size; i++)
    ft_execution_release (g->runs.begin + i);
  FT_RELEASE (g->runs);
  ft_map_release (&g->users);
  ft_map_release (&g->written);
  FT_RELEASE (g->locks);
}

void ft_state_graph_add (ft_state_graph *g, ft_execution run) {
  size_t width = g->width;
  if (run.plan.threads.size > g->width)
    g->width = run.plan.threads.size;
  FT_PUSH (g->runs, run);
  use_all (g, &FT_TOP (g->runs));
  if (g->grown || g->width > width)
    forget_states (g);
  g->grown = false;
  for (size_t i = g->ways.size; i < g->runs.size; i++) {
    FT_PUSH (g->ways, steps_of (g, i));
    walk_run (g, i);
  }
}

// ---- questions -------------------------------------------------------------

ft_state_thread *ft_state_thread_at (ft_state_graph *g, size_t state,
                                     size_t thread) {
  return g->threads.begin + g->states.begin[state].threads + thread;
}

const ft_state_step *ft_state_next (ft_state_graph *g, size_t state,
                                    size_t thread) {
  const ft_state_thread *t = ft_state_thread_at (g, state, thread);
  uint32_t next = t->exists ? *next_after (g, thread, t->history) : OVER;
  return next == OVER || next == FT_NO_ID ? NULL
                                          : g->next.begin + next - FIRST_STEP;
}

const ft_state_step *ft_state_here (ft_state_graph *g, size_t state,
                                    size_t thread) {
  const ft_state_thread *t = ft_state_thread_at (g, state, thread);
  return t->edge == FT_EDGE_SEEN ? g->ways.begin[t->run].begin + t->step
                                 : ft_state_next (g, state, thread);
}

const ft_deed *ft_state_deed (const ft_state_graph *g, const ft_state_step *s,
                              size_t i) {
  return g->runs.begin[s->run].deeds.begin + s->first + i;
}

static bool is_free (ft_state_graph *g, size_t state, const ft_deed *acquire) {
  uint64_t lock = lock_bit (g, acquire->address);
  for (size_t t = 0; t < g->width; t++)
    if (t != acquire->place.thread &&
        ft_state_thread_at (g, state, t)->held & lock)
      return false;
  return true;
}

bool ft_state_can_go (ft_state_graph *g, size_t state,
                      const ft_state_step *next) {
  const ft_deed *d = ft_state_deed (g, next, 0);
  if (d->kind == FT_ACQUIRE && !d->tried)
    return is_free (g, state, d);
  if (d->kind != FT_JOIN || d->address >= g->width)
    return true;
  const ft_state_thread *t = ft_state_thread_at (g, state, d->address);
  return *next_after (g, d->address, t->history) == OVER;
}
