// The explanation of a contradiction of a saturated cone: a cycle of orders, as
// short as can be found, with every forced order derived from earlier ones.
//
// A forced order follows from a rule and from a path of edges that were there
// when it was forced: must-order edges and earlier forced ones.  So a pass
// through the forced orders from the last to the first collects all steps that
// a contradiction follows from.  Cost: a search through the graph for each.
// Every step is checked against its definition in tests/model/proof.c.

#include <string.h>

#include "certify/closure.h"

// Number of the latest forced orders, at least, that are tried as a start.
#define STARTS 32
#define MANY_STARTS 1024 // when the complete reason is wanted

// A path that an order was derived from.
struct path {
  ft_id *edges; // owned
  size_t size;
};

// 0-1 breadth-first search: steps along a thread are free.
struct search {
  const ft_closure *closure;
  const ft_facts *facts;
  const ft_graph *graph;
  ft_id given;              // number of edges before the forced ones
  ft_id *begin, *edges;     // out-edges by node
  ft_id *distance, *parent; // parent edge, or FT_NO_ID for program order
  FT_STACK (ft_id) level, next_level;

  bool *used;         // edges that the reason follows from
  struct path *paths; // for each forced order, from its premise
  ft_id *steps;       // for each edge used
};

static void list_edges (struct search *s) {
  const ft_graph *g = s->graph;
  s->begin = FT_ARRAY (ft_id, (size_t)g->size + 2);
  s->edges = FT_ARRAY (ft_id, g->edges.size);
  for (size_t i = 0; i < g->edges.size; i++)
    s->begin[g->edges.begin[i].from + 2]++;
  for (ft_id i = 0; i < g->size; i++)
    s->begin[i + 2] += s->begin[i + 1];
  for (size_t i = 0; i < g->edges.size; i++)
    s->edges[s->begin[g->edges.begin[i].from + 1]++] = (ft_id)i;
}

static void init_search (struct search *s, const ft_closure *c) {
  const ft_graph *g = c->graph;
  *s = (struct search){.closure = c, .facts = c->cone->facts, .graph = g};
  s->given = (ft_id)(g->edges.size - c->forced.size);
  s->distance = FT_ARRAY (ft_id, g->size);
  s->parent = FT_ARRAY (ft_id, g->size);
  s->used = FT_ARRAY (bool, g->edges.size);
  s->steps = FT_ARRAY (ft_id, g->edges.size);
  s->paths = FT_ARRAY (struct path, c->forced.size);
  list_edges (s);
}

static void release_search (struct search *s) {
  for (size_t i = 0; i < s->closure->forced.size; i++)
    free (s->paths[i].edges);
  free (s->paths);
  free (s->steps);
  free (s->used);
  free (s->parent);
  free (s->distance);
  free (s->begin);
  free (s->edges);
  FT_RELEASE (s->level);
  FT_RELEASE (s->next_level);
}

// ---- paths ---------------------------------------------------------------

static void leave_node (struct search *s, ft_id n, ft_id d, ft_id limit) {
  const ft_graph *g = s->graph;
  for (ft_id e = s->begin[n]; e < s->begin[n + 1]; e++) {
    ft_id to = g->edges.begin[s->edges[e]].to;
    if (s->edges[e] < limit && s->distance[to] == FT_NO_ID) {
      s->distance[to] = d + 1;
      s->parent[to] = s->edges[e];
      FT_PUSH (s->next_level, to);
    }
  }
  ft_id next = n + 1;
  if (next < g->first[ft_graph_thread (g, n) + 1] && s->distance[next] > d) {
    s->distance[next] = d;
    s->parent[next] = FT_NO_ID;
    FT_PUSH (s->level, next);
  }
}

// Distances from 'start' in steps between threads, along edges before 'limit'.
static void measure_distances (struct search *s, ft_id start, ft_id limit) {
  memset (s->distance, 0xff, s->graph->size * sizeof *s->distance);
  s->distance[start] = 0;
  s->parent[start] = FT_NO_ID;
  FT_CLEAR (s->level);
  FT_PUSH (s->level, start);
  for (ft_id d = 0; s->level.size; d++) {
    FT_CLEAR (s->next_level);
    for (size_t i = 0; i < s->level.size; i++)
      leave_node (s, s->level.begin[i], d, limit);
    FT_CLEAR (s->level);
    for (size_t i = 0; i < s->next_level.size; i++)
      if (s->distance[s->next_level.begin[i]] == d + 1)
        FT_PUSH (s->level, s->next_level.begin[i]);
  }
}

// The edges from the start of the last measure_distances to 'end', in order.
static struct path path_to (const struct search *s, ft_id start, ft_id end) {
  FT_STACK (ft_id) back = {0};
  for (ft_id n = end; n != start;) {
    ft_id edge = s->parent[n];
    if (edge == FT_NO_ID) {
      n--; // along the thread
      continue;
    }
    FT_PUSH (back, edge);
    n = s->graph->edges.begin[edge].from;
  }
  struct path path = {FT_ARRAY (ft_id, back.size), back.size};
  for (size_t i = 0; i < back.size; i++)
    path.edges[i] = back.begin[back.size - 1 - i];
  FT_RELEASE (back);
  return path;
}

// Finds a path between events along edges before 'limit'; false if there is
// none. Events before the window are not in the graph: a section that is open
// when the window begins comes before all of it anyway.
static bool find_path (struct search *s, ft_id from, ft_id to, ft_id limit,
                       struct path *path) {
  if (!ft_cone_may_include (s->closure->cone, from) ||
      !ft_cone_may_include (s->closure->cone, to))
    return false;
  ft_id a = ft_graph_node (s->graph, from), b = ft_graph_node (s->graph, to);
  measure_distances (s, a, limit);
  if (s->distance[b] == FT_NO_ID)
    return false;
  *path = path_to (s, a, b);
  return true;
}

// The shortest cycle that is found; empty if there is none.
static struct path find_cycle (struct search *s, size_t starts) {
  const ft_edge *edges = s->graph->edges.begin;
  ft_id all = (ft_id)s->graph->edges.size, best = FT_NO_ID, shortest = FT_NO_ID;
  for (ft_id i = all;
       i-- > s->given && (all - i <= starts || best == FT_NO_ID);) {
    measure_distances (s, edges[i].to, all);
    if (s->distance[edges[i].from] < shortest) {
      shortest = s->distance[edges[i].from];
      best = i;
    }
  }
  if (best == FT_NO_ID)
    return (struct path){0};
  measure_distances (s, edges[best].to, all);
  struct path rest = path_to (s, edges[best].to, edges[best].from);
  struct path cycle = {FT_ARRAY (ft_id, rest.size + 1), rest.size + 1};
  cycle.edges[0] = best;
  if (rest.size)
    memcpy (cycle.edges + 1, rest.edges, rest.size * sizeof *rest.edges);
  free (rest.edges);
  return cycle;
}

// ---- derivations ---------------------------------------------------------

static ft_id closing_event (const struct search *s, ft_id acquire) {
  ft_id release = s->facts->index->match[acquire];
  return release != FT_NO_ID && ft_cone_may_include (s->closure->cone, release)
             ? release
             : acquire;
}

// The writer that the read of 'f' returns and that comes before 'to' along
// edges before 'limit', with the path; FT_NO_ID for the initial value.
static ft_id find_overwritten (struct search *s, const ft_forced *f,
                               ft_id limit, struct path *path) {
  const ft_reads *r = s->facts->reads;
  uint8_t mask = s->facts->trace->events[f->to].mask;
  for (ft_id i = r->source_begin[f->read]; i < r->source_begin[f->read + 1];
       i++) {
    ft_read_source source = r->sources.begin[i];
    if (!(source.mask & mask))
      continue;
    if (source.writer == FT_NO_ID ||
        !ft_cone_may_include (s->closure->cone, source.writer))
      return FT_NO_ID;
    if (find_path (s, source.writer, f->to, limit, path))
      return source.writer;
  }
  return FT_NO_ID;
}

static void append_path (struct path *all, struct path *more) {
  if (more->size) {
    all->edges =
        ft_realloc (all->edges, all->size + more->size, sizeof *all->edges);
    memcpy (all->edges + all->size, more->edges,
            more->size * sizeof *more->edges);
    all->size += more->size;
  }
  free (more->edges);
  *more = (struct path){0};
}

// Whether the candidate ends before 'since', with the path appended.
static bool is_over (struct search *s, ft_id candidate, ft_id since,
                     ft_id limit, struct path *all) {
  ft_id end = ft_enablers_end (s->facts->enablers, candidate);
  struct path path = {0};
  if (end == FT_NO_ID || !find_path (s, end, since, limit, &path))
    return false;
  append_path (all, &path);
  return true;
}

// Appends the path by which the candidate comes after the event.
static void add_late (struct search *s, ft_id event, ft_id candidate,
                      ft_id limit, struct path *all) {
  const ft_cone *c = s->closure->cone;
  const ft_index *x = s->facts->index;
  ft_tid t = x->trace->events[candidate].thread;
  struct path path = {0};
  ft_id k = x->local[candidate];
  if (k >= c->top[t] && c->top[t] > c->start[t])
    candidate = ft_index_event (x, t, c->top[t] - 1);
  if (find_path (s, event, candidate, limit, &path))
    append_path (all, &path);
}

// Appends the paths that leave out the candidates of a list before 'first' and
// after 'last'; FT_NO_ID: all of them.
static void leave_out (struct search *s, ft_id event, ft_id limit,
                       const ft_access_list *list, ft_id first, ft_id last,
                       struct path *all) {
  const ft_enablers *x = s->facts->enablers;
  const ft_access_lists *l = ft_enablers_lists (x, event);
  const ft_cone *c = s->closure->cone;
  ft_id low = ft_access_list_from (l, list, c->start[list->thread]);
  ft_id high = ft_access_list_from (l, list, c->limit[list->thread]);
  ft_id end =
      first == FT_NO_ID
          ? high
          : ft_access_list_from (l, list, s->facts->index->local[first]);
  ft_id begin = low;
  while (begin < end) { // to the first candidate that does not end too early
    ft_id middle = begin + (end - begin) / 2;
    struct path unused = {0};
    if (is_over (s, l->events[middle], x->since[event], limit, &unused))
      begin = middle + 1;
    else
      end = middle;
    free (unused.edges);
  }
  if (begin > low)
    is_over (s, l->events[begin - 1], x->since[event], limit, all);
  if (last != FT_NO_ID)
    begin = ft_access_list_from (l, list, s->facts->index->local[last] + 1);
  else if (first != FT_NO_ID)
    return;
  if (begin < high)
    add_late (s, event, l->events[begin], limit, all);
}

// The paths that leave out all candidates for the event but those of the thread
// of 'first' or 'last' from 'first' on or up to 'last'.
static void leave_out_others (struct search *s, ft_id event, ft_id first,
                              ft_id last, ft_id limit, struct path *all) {
  const ft_event *events = s->facts->trace->events;
  const ft_access_lists *l = ft_enablers_lists (s->facts->enablers, event);
  ft_id target = events[event].target;
  for (ft_id i = l->list_begin[target]; i < l->list_begin[target + 1]; i++) {
    const ft_access_list *list = l->lists.begin + i;
    if (list->thread == events[event].thread)
      continue;
    bool from = first != FT_NO_ID && events[first].thread == list->thread;
    bool to = last != FT_NO_ID && events[last].thread == list->thread;
    leave_out (s, event, limit, list, from ? first : FT_NO_ID,
               to ? last : FT_NO_ID, all);
  }
}

static ft_proof_step derive_enabler (struct search *s, const ft_forced *f,
                                     ft_id limit, struct path *path) {
  const ft_event *events = s->facts->trace->events;
  ft_proof_step step = {
      FT_PROOF_STEP_FIRST_ENABLER, f->from, f->to, f->read, 0, 0};
  if (f->to == f->read) {
    leave_out_others (s, f->read, f->from, FT_NO_ID, limit, path);
    return step;
  }
  ft_id last = ft_kind_releases (events[f->to].kind)
                   ? s->facts->index->match[f->to]
                   : f->to;
  step.kind = FT_PROOF_STEP_LAST_ENABLER;
  leave_out_others (s, f->read, FT_NO_ID, last, limit, path);
  return step;
}

// The step of a forced order, with its premises in '*path'.
static ft_proof_step derive (struct search *s, ft_id i, struct path *path) {
  const ft_forced *f = s->closure->forced.begin + i;
  ft_id limit = s->given + i;
  ft_proof_step step = {
      FT_PROOF_STEP_EARLIER_WRITE, f->from, f->to, f->read, 0, 0};
  switch (f->rule) {
  case FT_FORCED_EARLIER_WRITE:
    find_path (s, f->from, f->read, limit, path);
    break;
  case FT_FORCED_LATER_WRITE:
    step.kind = FT_PROOF_STEP_LATER_WRITE;
    step.about = find_overwritten (s, f, limit, path);
    break;
  case FT_FORCED_UNORDERED: // not explained ('vindicate.c')
  case FT_FORCED_SECTION:
    step.kind = FT_PROOF_STEP_SECTION;
    step.about = s->facts->index->match[f->from];
    if (!find_path (s, step.about, closing_event (s, f->to), limit, path)) {
      step.kind = FT_PROOF_STEP_LAST_SECTION;
      step.about = FT_NO_ID;
    }
    break;
  case FT_FORCED_ENABLER:
    return derive_enabler (s, f, limit, path);
  }
  return step;
}

static void mark_used (struct search *s, const struct path *path) {
  for (size_t i = 0; i < path->size; i++)
    s->used[path->edges[i]] = true;
}

static bool is_source (const ft_reads *r, ft_id read, ft_id writer) {
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1]; i++)
    if (r->sources.begin[i].writer == writer)
      return r->alone[read];
  return false;
}

// The read that has no other writer than 'writer' and because of which 'event'
// comes after the writer.
static ft_id find_reading (const struct search *s, ft_id writer, ft_id event) {
  const ft_reads *r = s->facts->reads;
  ft_id at;
  if (ft_kind_reads (s->facts->trace->events[event].kind) &&
      ft_cone_binding (s->closure->cone, event, &at) == FT_BOUND &&
      is_source (r, event, writer))
    return event;
  for (ft_id i = r->late_begin[event]; i < r->late_begin[event + 1]; i++)
    if (is_source (r, r->late[i], writer) &&
        ft_cone_use (s->closure->cone, r->late[i]).at ==
            s->facts->index->local[event])
      return r->late[i];
  return FT_NO_ID;
}

// The step of an edge of the must-order.
static ft_proof_step describe_edge (const struct search *s, ft_id edge) {
  ft_edge e = s->graph->edges.begin[edge];
  ft_id from = s->graph->events[e.from], to = s->graph->events[e.to];
  const ft_event *a = s->facts->trace->events + from;
  ft_proof_step step = {FT_PROOF_STEP_RECORDED, from, to, FT_NO_ID, 0, 0};
  ft_id read = ft_kind_writes (a->kind) ? find_reading (s, from, to) : FT_NO_ID;
  enum ft_object_rule rule =
      ft_object_orders_rule (s->facts->orders, from, to);
  if (s->facts->index->fork_of[s->facts->trace->events[to].thread] == from)
    step.kind = FT_PROOF_STEP_FORK;
  else if (s->facts->index->joined[to] == from)
    step.kind = FT_PROOF_STEP_JOIN;
  else if (a->kind == FT_ALLOC)
    step.kind = FT_PROOF_STEP_ALLOC;
  else if (read != FT_NO_ID) {
    step.kind = FT_PROOF_STEP_READ;
    step.about = read;
  } else if (rule == FT_OBJECT_ROUNDS)
    step.kind = FT_PROOF_STEP_ROUND;
  else if (rule == FT_OBJECT_UNITS || rule == FT_OBJECT_POSTS)
    step.kind = FT_PROOF_STEP_POST;
  return step;
}

// ---- the reason ----------------------------------------------------------

static void add_premises (const struct search *s, ft_reason *r,
                          const struct path *path) {
  for (size_t i = 0; i < path->size; i++)
    FT_PUSH (r->premises, s->steps[path->edges[i]]);
}

static void prove_step_needs (const struct search *s, ft_reason *r,
                              ft_proof_step step, ft_map *proved) {
  ft_cone_prove_need (s->closure->cone, step.first, r, proved);
  ft_cone_prove_need (s->closure->cone, step.second, r, proved);
}

static void prove_edge (struct search *s, ft_reason *r, ft_id edge,
                        ft_proof_step step) {
  step.premises = (uint32_t)r->premises.size;
  if (edge >= s->given)
    add_premises (s, r, s->paths + (edge - s->given));
  step.end = (uint32_t)r->premises.size;
  s->steps[edge] = (ft_id)r->steps.size;
  FT_PUSH (r->steps, step);
}

// Writes all steps that 'path' follows from, and then the path as the
// conclusion.
static void prove_path (struct search *s, struct path *path, ft_reason *r) {
  ft_id edges = (ft_id)s->graph->edges.size;
  ft_proof_step *steps = FT_ARRAY (ft_proof_step, edges);
  ft_map proved = {0};
  mark_used (s, path);
  for (ft_id i = edges; i-- > 0;)
    if (s->used[i] && i >= s->given) {
      steps[i] = derive (s, i - s->given, s->paths + (i - s->given));
      mark_used (s, s->paths + (i - s->given));
    } else if (s->used[i])
      steps[i] = describe_edge (s, i);
  for (ft_id i = 0; i < edges; i++)
    if (s->used[i])
      prove_step_needs (s, r, steps[i], &proved);
  for (ft_id i = 0; i < edges; i++)
    if (s->used[i])
      prove_edge (s, r, i, steps[i]);
  for (size_t i = 0; i < path->size; i++)
    FT_PUSH (r->conclusion, s->steps[path->edges[i]]);
  ft_map_release (&proved);
  free (steps);
  free (path->edges);
  *path = (struct path){0};
}

static void prove_cycle (struct search *s, ft_reason *r) {
  struct path cycle = find_cycle (s, MANY_STARTS);
  r->kind = FT_REASON_CYCLE;
  prove_path (s, &cycle, r);
}

static void prove_initial (struct search *s, ft_reason *r) {
  const ft_closure *c = s->closure;
  struct path path = {0};
  find_path (s, c->early_write, c->initial_read, (ft_id)s->graph->edges.size,
             &path);
  prove_path (s, &path, r);
  r->kind = FT_REASON_INITIAL;
  r->event = c->initial_read;
  r->bound = c->early_write;
}

// The section would have to be closed: writes why, and why it cannot be.
static void prove_open (struct search *s, ft_reason *r) {
  const ft_closure *c = s->closure;
  ft_map proved = {0};
  struct path path = {0};
  find_path (s, c->cannot_close, closing_event (s, c->closed_for),
             (ft_id)s->graph->edges.size, &path);
  prove_path (s, &path, r);
  ft_cone_prove_need (c->cone, c->cannot_close, r, &proved);
  ft_cone_prove_need (c->cone, c->closed_for, r, &proved);
  ft_map_release (&proved);
  if (s->facts->index->match[c->cannot_close] == FT_NO_ID) {
    r->kind = FT_REASON_OPEN;
    r->event = c->cannot_close;
    r->bound = c->closed_for;
  } else
    ft_cone_prove (c->cone, r);
}

static void prove_starved (struct search *s, ft_reason *r) {
  const ft_closure *c = s->closure;
  struct path path = {0};
  ft_map proved = {0};
  leave_out_others (s, c->starved, FT_NO_ID, FT_NO_ID,
                    (ft_id)s->graph->edges.size, &path);
  ft_cone_prove_need (c->cone, c->starved, r, &proved);
  prove_path (s, &path, r);
  ft_map_release (&proved);
  r->kind = FT_REASON_STARVED;
  r->event = c->starved;
}

// The contradictions that are no cycle; false if it is one.
static bool prove_special (struct search *s, ft_reason *r) {
  const ft_closure *c = s->closure;
  if (c->enabler != FT_NO_ID)
    ft_cone_prove (c->cone, r);
  else if (c->starved != FT_NO_ID)
    prove_starved (s, r);
  else if (c->cannot_close != FT_NO_ID)
    prove_open (s, r);
  else if (c->early_write != FT_NO_ID)
    prove_initial (s, r);
  else
    return false;
  return true;
}

void ft_closure_prove (const ft_closure *c, ft_reason *r) {
  struct search s;
  init_search (&s, c);
  if (!prove_special (&s, r))
    prove_cycle (&s, r);
  release_search (&s);
}

// Writes only the cycle: its steps without their premises.
static void list_cycle (struct search *s, ft_reason *r) {
  struct path cycle = find_cycle (s, STARTS);
  r->kind = FT_REASON_CYCLE;
  for (size_t i = 0; i < cycle.size; i++) {
    ft_id edge = cycle.edges[i];
    struct path path = {0};
    ft_proof_step step = edge < s->given ? describe_edge (s, edge)
                                         : derive (s, edge - s->given, &path);
    free (path.edges);
    FT_PUSH (r->conclusion, (uint32_t)r->steps.size);
    FT_PUSH (r->steps, step);
  }
  free (cycle.edges);
}

void ft_closure_explain (const ft_closure *c, ft_strbuf *buf) {
  ft_reason r = {0};
  struct search s;
  if (c->again) {
    ft_strbuf_add (buf,
                   "no order of the %u events that the pair needs leaves each "
                   "read a write that could give it its value",
                   c->graph->size);
    return;
  }
  init_search (&s, c);
  if (!prove_special (&s, &r))
    list_cycle (&s, &r);
  ft_reason_brief (&r, s.facts, buf);
  release_search (&s);
  ft_reason_release (&r);
}
