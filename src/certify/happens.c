#include "certify/happens.h"

#include "trace/assumed.h"

// Read-modify-writes of a release sequence that are looked through.
enum { MOST_LINKS = 64 };

// The first event certainly happens before the second one.
typedef struct link {
  ft_id from, to;
} link;

typedef struct search {
  ft_happens *found;
  const ft_graph *graph;
  const ft_cone *cone;
  const ft_facts *facts;
  FT_STACK (link) links;
  FT_STACK (ft_id) acquires; // of the graph
  bool grew;
} search;

// ---- orders of atomics -----------------------------------------------------

bool ft_event_acquires (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_RELEASE;
}

bool ft_event_releases (const ft_event *e) {
  return e->order == FT_ORDER_RELEASE || e->order == FT_ORDER_ACQ_REL ||
         e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN;
}

static bool is_fence (const ft_event *e) {
  return e->kind == FT_FENCE && !ft_event_is_void (e);
}

ft_id ft_releasing_event (const ft_index *x, ft_id write) {
  const ft_event *events = x->trace->events;
  ft_tid t = events[write].thread;
  if (ft_event_releases (events + write))
    return write;
  for (ft_id k = x->local[write]; k--;) {
    ft_id e = ft_index_event (x, t, k);
    if (is_fence (events + e) && ft_event_releases (events + e))
      return e;
  }
  return FT_NO_ID;
}

ft_id ft_acquiring_event (const ft_index *x, ft_id read) {
  const ft_event *events = x->trace->events;
  ft_tid t = events[read].thread;
  if (ft_event_acquires (events + read))
    return read;
  for (ft_id k = x->local[read] + 1; k < ft_index_length (x, t); k++) {
    ft_id e = ft_index_event (x, t, k);
    if (is_fence (events + e) && ft_event_acquires (events + e))
      return e;
  }
  return FT_NO_ID;
}

// ---- links -----------------------------------------------------------------

static void add_link (search *s, ft_id from, ft_id to) {
  if (from != FT_NO_ID && to != FT_NO_ID &&
      ft_cone_may_include (s->cone, from) && ft_cone_may_include (s->cone, to))
    FT_PUSH (s->links, ((link){from, to}));
}

// The write that the read must read all of its bytes from, or FT_NO_ID.
static ft_id only_source (const search *s, ft_id read) {
  ft_id at, writer;
  return ft_cone_binding (s->cone, read, &at) == FT_BOUND &&
                 ft_cone_is_forced (s->cone, read) &&
                 ft_reads_single (s->facts->reads, read, &writer)
             ? writer
             : FT_NO_ID;
}

// What the read synchronizes with: its writer, and the writers of the
// read-modify-writes in between.
static void link_read (search *s, ft_id read) {
  const ft_index *x = s->facts->index;
  const ft_event *events = x->trace->events;
  if (!ft_kind_is_atomic (events[read].kind) ||
      ft_variable_is_outside (&x->trace->tables, events[read].target))
    return;
  ft_id w = only_source (s, read);
  ft_id to = w == FT_NO_ID ? FT_NO_ID : ft_acquiring_event (x, read);
  for (int n = 0; to != FT_NO_ID && w != FT_NO_ID && n < MOST_LINKS; n++) {
    if (!ft_kind_is_atomic (events[w].kind) ||
        !ft_cone_may_include (s->cone, w))
      return;
    add_link (s, ft_releasing_event (x, w), to);
    w = events[w].kind == FT_ATOMIC_RMW ? only_source (s, w) : FT_NO_ID;
  }
}

static void link_event (search *s, ft_id e) {
  const ft_facts *f = s->facts;
  const ft_event *event = f->trace->events + e;
  if (!f->index->local[e])
    add_link (s, f->index->fork_of[event->thread], e);
  if (ft_event_is_void (event))
    return;
  if (ft_kind_reads (event->kind))
    link_read (s, e);
  else if (ft_kind_acquires (event->kind))
    FT_PUSH (s->acquires, e);
  add_link (s, f->index->joined[e], e);
  for (ft_id i = f->orders ? f->orders->begin[e] : 0;
       f->orders && i < f->orders->begin[e + 1]; i++)
    if (ft_object_orders_rule (f->orders, f->orders->before[i], e) ==
        FT_OBJECT_ROUNDS)
      add_link (s, f->orders->before[i], e);
}

// ---- propagation -----------------------------------------------------------

static void carry (search *s, ft_id from, ft_id to) {
  const ft_index *x = s->facts->index;
  ft_happens *h = s->found;
  ft_tid t = x->trace->events[from].thread, u = x->trace->events[to].thread;
  ft_id i = x->local[from], k = x->local[to];
  if (i >= h->after[t] && k < h->after[u]) {
    h->after[u] = k;
    s->grew = true;
  }
  if (k < h->before[u] && i >= h->before[t]) {
    h->before[t] = i + 1;
    s->grew = true;
  }
}

static bool is_shared (const search *s, ft_id acquire) {
  return s->facts->trace->events[acquire].kind == FT_ACQUIRE_SHARED;
}

// The last section of the list that is closed before 'acquire'.
static void carry_list (search *s, const ft_access_list *list, ft_id acquire) {
  const ft_access_lists *l = s->facts->acquires;
  const ft_index *x = s->facts->index;
  ft_id thread = s->graph->thread_index[list->thread];
  if (thread == FT_NO_ID)
    return;
  ft_id known =
      ft_graph_clock (s->graph, ft_graph_node (s->graph, acquire), thread);
  for (ft_id i = ft_access_list_from (l, list, known); i-- > list->begin;) {
    ft_id release = x->match[l->events[i]];
    if (release == FT_NO_ID || x->local[release] >= known ||
        (is_shared (s, acquire) && is_shared (s, l->events[i])))
      continue;
    if (ft_cone_may_include (s->cone, release))
      carry (s, release, acquire);
    return;
  }
}

static void carry_lock (search *s, ft_id acquire) {
  const ft_access_lists *l = s->facts->acquires;
  const ft_event *event = s->facts->trace->events + acquire;
  for (ft_id i = l->list_begin[event->target];
       i < l->list_begin[event->target + 1]; i++)
    if (l->lists.begin[i].thread != event->thread)
      carry_list (s, l->lists.begin + i, acquire);
}

static void propagate (search *s) {
  do {
    s->grew = false;
    for (size_t i = 0; i < s->links.size; i++)
      carry (s, s->links.begin[i].from, s->links.begin[i].to);
    for (size_t i = 0; i < s->acquires.size; i++)
      carry_lock (s, s->acquires.begin[i]);
  } while (s->grew);
}

static bool some_is_both (const ft_happens *h, const ft_index *x) {
  for (ft_tid t = 0; t < x->threads; t++)
    if (h->after[t] < h->before[t])
      return true;
  return false;
}

void ft_happens_init (ft_happens *h, const ft_graph *g) {
  const ft_facts *f = g->cone->facts;
  const ft_index *x = f->index;
  const ft_event *events = f->trace->events;
  search s = {.found = h, .graph = g, .cone = g->cone, .facts = f};
  ft_id first = g->cone->question.first, last = g->cone->question.targets[0];
  *h = (ft_happens){FT_ARRAY (ft_id, x->threads), FT_ARRAY (ft_id, x->threads),
                    false};
  for (ft_tid t = 0; t < x->threads; t++)
    h->after[t] = FT_NO_ID;
  h->after[events[first].thread] = x->local[first];
  h->before[events[last].thread] = x->local[last];
  for (ft_id i = 0; i < g->size; i++)
    link_event (&s, g->events[i]);
  propagate (&s);
  h->both = some_is_both (h, x);
  FT_RELEASE (s.links);
  FT_RELEASE (s.acquires);
}

void ft_happens_release (ft_happens *h) {
  free (h->after);
  free (h->before);
  *h = (ft_happens){0};
}
