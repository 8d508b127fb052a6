// The axiom SC of RC11: psc is acyclic, with
//
//   scb      = po ∪ po≠loc;hb;po≠loc ∪ hb|loc ∪ mo ∪ rb
//   psc_base = ([E_sc] ∪ [F_sc];hb?) ; scb ; ([E_sc] ∪ hb?;[F_sc])
//   psc_F    = [F_sc] ; (hb ∪ hb;eco;hb) ; [F_sc]
//
// Quadratic as relations.  Here each event has a node for each state that a
// path of psc may be in there, so that psc has a cycle if, and only if, this
// graph, which is linear in the events and the edges of happens-before, has
// one: apart from steps that leave an event of psc, all edges go forward along
// happens-before or modification order.

#include "witness/rc11.h"

#include <assert.h>

enum state {
  AT,      // a seq_cst event of psc
  BEHIND,  // happens-before led here from a seq_cst fence
  SOURCE,  // a step of scb may begin here
  PO,      // scb took po: this event or a later one of the thread
  INNER,   // scb is inside of the hb of po≠loc;hb;po≠loc
  CELL,    // scb takes hb|loc from here or a later access of the thread there
  MODIFIED, // scb took mo or rb: this write, or a later one of the cell
  TARGET,  // a step of scb has ended here
  ECO,     // as MODIFIED, from a seq_cst fence: eco, which may go on with rf
  TOWARDS, // happens-before leads from here to a seq_cst fence
  STATES
};

typedef struct psc {
  const ft_rc11_execution *graph;
  // Cells count as states beyond STATES: MODIFIED, ECO and CELL have one node
  // for each of eight cells.
  FT_STACK (ft_rc11_edge) edges;
} psc;

enum { NODES = STATES + 3 * 7 };

static ft_id node (ft_id event, enum state s, int cell) {
  ft_id first = event * NODES;
  switch (s) {
  case CELL:
    return cell ? first + STATES + (ft_id)cell - 1 : first + CELL;
  case MODIFIED:
    return cell ? first + STATES + 6 + (ft_id)cell : first + MODIFIED;
  case ECO:
    return cell ? first + STATES + 13 + (ft_id)cell : first + ECO;
  case AT:
  case BEHIND:
  case SOURCE:
  case PO:
  case INNER:
  case TARGET:
  case TOWARDS:
  case STATES:
    break;
  }
  return first + s;
}

static void join (psc *p, ft_id i, enum state s, ft_id j, enum state t) {
  if (i != FT_NO_ID && j != FT_NO_ID)
    FT_PUSH (p->edges,
             ((ft_rc11_edge){node (i, s, 0), node (j, t, 0)}));
}

static void join_cells (psc *p, ft_id from, ft_id j, enum state t, int cell) {
  if (j != FT_NO_ID)
    FT_PUSH (p->edges, ((ft_rc11_edge){from, node (j, t, cell)}));
}

static bool has_location (const ft_event *e) {
  return ft_kind_accesses (e->kind) && !ft_event_is_void (e);
}

static bool same_location (const ft_event *a, const ft_event *b) {
  return has_location (a) && has_location (b) && a->target == b->target &&
         a->mask == b->mask;
}

// By event: the next one of the thread at another location, or FT_NO_ID.
static ft_id *find_others (const ft_rc11_execution *g) {
  ft_id *other = FT_ARRAY (ft_id, g->size);
  for (ft_id k = g->size; k--;) {
    ft_id next = g->next[k];
    other[k] = next != FT_NO_ID && same_location (g->events[k], g->events[next])
                   ? other[next]
                   : next;
  }
  return other;
}

// The write of the cell behind what the access writes or returns.
static ft_id write_behind (const ft_rc11_execution *g, ft_id k, int cell) {
  const ft_event *e = g->events[k];
  ft_id at = ft_kind_writes (e->kind) ? k : g->source[8 * k + cell];
  return at == FT_NO_ID ? g->first_write[8 * (size_t)e->target + cell]
                        : g->next_write[8 * at + cell];
}

static void add_cell (psc *p, ft_id k, int cell) {
  const ft_rc11_execution *g = p->graph;
  const ft_event *e = g->events[k];
  ft_id behind = write_behind (g, k, cell), source = g->source[8 * k + cell];
  join_cells (p, node (k, SOURCE, 0), behind, MODIFIED, cell);
  join_cells (p, node (k, BEHIND, 0), behind, ECO, cell);
  join_cells (p, node (k, SOURCE, 0), k, CELL, cell);
  if (ft_kind_reads (e->kind) && source != FT_NO_ID) { // eco with rf
    join (p, source, BEHIND, k, TOWARDS);
    FT_PUSH (p->edges,
             ((ft_rc11_edge){node (source, ECO, cell), node (k, TOWARDS, 0)}));
  }
  if (!ft_kind_writes (e->kind))
    return;
  ft_id next = g->next_write[8 * k + cell];
  join_cells (p, node (k, MODIFIED, cell), k, TARGET, 0);
  join_cells (p, node (k, MODIFIED, cell), next, MODIFIED, cell);
  join_cells (p, node (k, ECO, cell), k, TOWARDS, 0);
  join_cells (p, node (k, ECO, cell), next, ECO, cell);
}

static void add_event (psc *p, ft_id k, ft_id other) {
  const ft_event *e = p->graph->events[k];
  ft_id next = p->graph->next[k];
  bool seq_cst = ft_rc11_is_seq_cst (e);
  join (p, k, BEHIND, next, BEHIND);
  join (p, k, BEHIND, k, SOURCE);
  join (p, k, SOURCE, next, PO);
  join (p, k, PO, next, PO);
  join (p, k, PO, k, TARGET);
  join (p, k, SOURCE, other, INNER);
  join (p, k, INNER, next, INNER);
  join (p, k, INNER, other, PO);
  join (p, k, TARGET, k, TOWARDS);
  join (p, k, TOWARDS, next, TOWARDS);
  for (int b = 0; has_location (e) && b < 8; b++)
    if (ft_rc11_cells (p->graph, k) >> b & 1)
      add_cell (p, k, b);
  if (!seq_cst)
    return;
  join (p, k, AT, k, SOURCE);
  join (p, k, TARGET, k, AT);
  if (e->kind != FT_FENCE)
    return;
  join (p, k, AT, next, BEHIND);
  join (p, k, BEHIND, k, AT);
  join (p, k, TOWARDS, k, AT);
}

static void add_synchronised (psc *p) {
  const ft_rc11_execution *g = p->graph;
  for (size_t i = 0; i < g->synchronised.size; i++) {
    ft_rc11_edge e = g->synchronised.begin[i];
    const ft_event *from = g->events[e.from];
    join (p, e.from, BEHIND, e.to, BEHIND);
    join (p, e.from, INNER, e.to, INNER);
    join (p, e.from, TOWARDS, e.to, TOWARDS);
    if (ft_rc11_is_seq_cst (from) && from->kind == FT_FENCE)
      join (p, e.from, AT, e.to, BEHIND);
  }
}

// Accesses of a thread in a cell lead on to its later ones, and the last one
// that happens before an access of another thread leads there.
static void add_same_cell (psc *p) {
  const ft_rc11_execution *g = p->graph;
  ft_map last = {0}; // by (variable * 8 + cell) * threads + thread
  for (ft_id k = 0; k < g->size; k++) {
    const ft_event *e = g->events[k];
    for (int b = 0; has_location (e) && b < 8; b++) {
      if (!(ft_rc11_cells (g, k) >> b & 1))
        continue;
      uint64_t cell = 8 * (uint64_t)e->target + (unsigned)b;
      ft_id *before = ft_map_at (&last, cell * g->threads + e->thread);
      if (*before != FT_NO_ID)
        join_cells (p, node (*before, CELL, b), k, CELL, b);
      *before = k;
    }
  }
  ft_map_release (&last);
  for (size_t i = 0; i < g->same_cell.size; i++) {
    ft_rc11_edge e = g->same_cell.begin[i];
    for (int b = 0; b < 8; b++)
      if (ft_rc11_cells (g, e.from) & ft_rc11_cells (g, e.to) & (1 << b))
        join_cells (p, node (e.from, CELL, b), e.to, TARGET, 0);
  }
}

// Takes away nodes without predecessors until none is left.
static bool is_acyclic (const psc *p) {
  size_t nodes = (size_t)p->graph->size * NODES, taken = 0;
  ft_id *in = FT_ARRAY (ft_id, nodes), *begin = FT_ARRAY (ft_id, nodes + 1),
        *to = FT_ARRAY (ft_id, p->edges.size), *ready = FT_ARRAY (ft_id, nodes);
  size_t end = 0;
  for (size_t i = 0; i < p->edges.size; i++)
    begin[p->edges.begin[i].from + 1]++, in[p->edges.begin[i].to]++;
  for (size_t n = 0; n < nodes; n++)
    begin[n + 1] += begin[n];
  for (size_t i = p->edges.size; i--;)
    to[--begin[p->edges.begin[i].from + 1]] = p->edges.begin[i].to;
  for (size_t n = 0; n < nodes; n++)
    if (!in[n])
      ready[end++] = (ft_id)n;
  for (; taken < end; taken++) {
    ft_id n = ready[taken];
    size_t last = n + 2 <= nodes ? begin[n + 2] : p->edges.size;
    for (size_t i = begin[n + 1]; i < last; i++)
      if (!--in[to[i]])
        ready[end++] = to[i];
  }
  free (in);
  free (begin);
  free (to);
  free (ready);
  return taken == nodes;
}

// As long as reads return the last write of the schedule and modification order
// is its order, all of psc goes forward in it.
static bool goes_forward (const ft_rc11_execution *g) {
  return FT_EMPTY (g->witness->reads) && FT_EMPTY (g->witness->orders);
}

bool ft_rc11_is_sc (const ft_rc11_execution *g) {
  psc p = {.graph = g};
  bool any = false;
  for (ft_id k = 0; k < g->size; k++)
    any |= ft_rc11_is_seq_cst (g->events[k]);
  if (!any || goes_forward (g))
    return true;
  if ((uint64_t)g->size * NODES >= UINT32_MAX)
    return ft_refuse (g->checker, "the schedule is too long for rc11");
  ft_id *other = find_others (g);
  for (ft_id k = 0; k < g->size; k++)
    add_event (&p, k, other[k]);
  add_synchronised (&p);
  add_same_cell (&p);
  bool fine = is_acyclic (&p);
  free (other);
  FT_RELEASE (p.edges);
  return fine || ft_refuse (g->checker, "no order of the seq_cst operations "
                                        "explains what is read");
}
