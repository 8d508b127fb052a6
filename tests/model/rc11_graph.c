#include "tests/model/rc11_graph.h"

#include <stdio.h>
#include <string.h>

#include "tests/model/random_trace.h"

enum { N = FT_RC11_GRAPH_EVENTS };

typedef struct relation {
  bool at[N][N];
} relation;

bool ft_rc11_graph_writes (const ft_rc11_graph *g, int i) {
  return ft_kind_writes (g->events[i].kind);
}

bool ft_rc11_graph_reads (const ft_rc11_graph *g, int i) {
  return ft_kind_reads (g->events[i].kind);
}

// ---- relations ---------------------------------------------------------------

static relation unite (const relation *a, const relation *b) {
  relation r;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      r.at[i][j] = a->at[i][j] || b->at[i][j];
  return r;
}

static relation compose (const relation *a, const relation *b) {
  relation r = {0};
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; a->at[i][k] && j < N; j++)
        r.at[i][j] |= b->at[k][j];
  return r;
}

static relation reflexive (const relation *a) {
  relation r = *a;
  for (int i = 0; i < N; i++)
    r.at[i][i] = true;
  return r;
}

static relation closed (const relation *a) {
  relation r = *a;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; r.at[i][k] && j < N; j++)
        r.at[i][j] |= r.at[k][j];
  return r;
}

static bool is_irreflexive (const relation *a) {
  for (int i = 0; i < N; i++)
    if (a->at[i][i])
      return false;
  return true;
}

// ---- what a graph has --------------------------------------------------------

static bool is_atomic (const ft_rc11_graph_event *e) {
  return ft_kind_is_atomic (e->kind);
}

static bool acquires (const ft_rc11_graph_event *e) {
  return (is_atomic (e) || e->kind == FT_FENCE) &&
         (e->order == FT_ORDER_ACQUIRE || e->order == FT_ORDER_CONSUME ||
          e->order == FT_ORDER_ACQ_REL || e->order == FT_ORDER_SEQ_CST);
}

static bool releases (const ft_rc11_graph_event *e) {
  return (is_atomic (e) || e->kind == FT_FENCE) &&
         (e->order == FT_ORDER_RELEASE || e->order == FT_ORDER_ACQ_REL ||
          e->order == FT_ORDER_SEQ_CST);
}

static bool same_location (const ft_rc11_graph *g, int i, int j) {
  const ft_rc11_graph_event *a = g->events + i, *b = g->events + j;
  return a->kind != FT_FENCE && b->kind != FT_FENCE &&
         a->variable == b->variable;
}

static relation program_order (const ft_rc11_graph *g) {
  relation r = {0};
  for (int i = 0; i < g->size; i++)
    for (int j = i + 1; j < g->size; j++)
      r.at[i][j] = g->events[i].thread == g->events[j].thread;
  return r;
}

static relation at_location (const ft_rc11_graph *g, const relation *a, bool same) {
  relation r = *a;
  for (int i = 0; i < g->size; i++)
    for (int j = 0; j < g->size; j++)
      r.at[i][j] &= same_location (g, i, j) == same;
  return r;
}

static relation reads_from (const ft_rc11_graph *g) {
  relation r = {0};
  for (int j = 0; j < g->size; j++)
    if (ft_rc11_graph_reads (g, j) && g->source[j] >= 0)
      r.at[g->source[j]][j] = true;
  return r;
}

static relation modification_order (const ft_rc11_graph *g) {
  relation r = {0};
  for (int i = 0; i < g->size; i++)
    for (int j = 0; j < g->size; j++)
      r.at[i][j] = ft_rc11_graph_writes (g, i) && ft_rc11_graph_writes (g, j) &&
                   same_location (g, i, j) && g->rank[i] < g->rank[j];
  return r;
}

// A read comes before what overwrites what it returns; itself is left out.
static relation reads_before (const ft_rc11_graph *g) {
  relation r = {0};
  for (int i = 0; i < g->size; i++)
    for (int j = 0; j < g->size; j++)
      r.at[i][j] = i != j && ft_rc11_graph_reads (g, i) && ft_rc11_graph_writes (g, j) &&
                   same_location (g, i, j) &&
                   (g->source[i] < 0 || g->rank[g->source[i]] < g->rank[j]);
  return r;
}

// [events of a kind], as a relation.
static relation only (const ft_rc11_graph *g, bool (*is) (const ft_rc11_graph_event *)) {
  relation r = {0};
  for (int i = 0; i < g->size; i++)
    r.at[i][i] = is (g->events + i);
  return r;
}

static bool is_fence (const ft_rc11_graph_event *e) {
  return e->kind == FT_FENCE;
}

static bool is_atomic_write (const ft_rc11_graph_event *e) {
  return is_atomic (e) && ft_kind_writes (e->kind);
}

static bool is_atomic_read (const ft_rc11_graph_event *e) {
  return is_atomic (e) && ft_kind_reads (e->kind);
}

static bool is_write (const ft_rc11_graph_event *e) {
  return ft_kind_writes (e->kind);
}

static bool is_update (const ft_rc11_graph_event *e) {
  return e->kind == FT_ATOMIC_RMW;
}

static bool is_seq_cst (const ft_rc11_graph_event *e) {
  return (is_atomic (e) || is_fence (e)) && e->order == FT_ORDER_SEQ_CST;
}

static bool is_seq_cst_fence (const ft_rc11_graph_event *e) {
  return is_fence (e) && is_seq_cst (e);
}

static relation chain (const relation *const *parts, int n) {
  relation r = *parts[0];
  for (int i = 1; i < n; i++)
    r = compose (&r, parts[i]);
  return r;
}

#define CHAIN(...)                                                             \
  chain ((const relation *const[]){__VA_ARGS__},                               \
         sizeof ((const relation *const[]){__VA_ARGS__}) / sizeof (void *))

// sw = [rel] ; ([F];po)? ; rs ; rf ; [R atomic] ; (po;[F])? ; [acq]
// rs = [W] ; (po|loc)? ; [W atomic] ; (rf;rmw)*
static relation synchronizes_with (const ft_rc11_graph *g, const relation *po,
                                   const relation *rf) {
  relation fence = only (g, is_fence), write = only (g, is_write);
  relation atomic_write = only (g, is_atomic_write),
           atomic_read = only (g, is_atomic_read);
  relation release = only (g, releases), acquire = only (g, acquires);
  relation update = only (g, is_update);
  relation before = compose (&fence, po), behind = compose (po, &fence);
  before = reflexive (&before), behind = reflexive (&behind);
  relation same = at_location (g, po, true), step = compose (rf, &update);
  same = reflexive (&same), step = closed (&step), step = reflexive (&step);
  relation sequence = CHAIN (&write, &same, &atomic_write, &step);
  return CHAIN (&release, &before, &sequence, rf, &atomic_read, &behind,
                &acquire);
}

static bool is_atomic_update (const ft_rc11_graph *g, int i) {
  int from = g->source[i] < 0 ? -1 : g->rank[g->source[i]];
  for (int j = 0; j < g->size; j++)
    if (ft_rc11_graph_writes (g, j) && same_location (g, i, j) && j != i &&
        g->rank[j] > from && g->rank[j] < g->rank[i])
      return false;
  return from < g->rank[i];
}

static bool is_sc (const ft_rc11_graph *g, const relation *po, const relation *hb,
                   const relation *mo, const relation *rb,
                   const relation *eco) {
  relation other = at_location (g, po, false), same = at_location (g, hb, true);
  relation scb = CHAIN (&other, hb, &other);
  scb = unite (&scb, po), scb = unite (&scb, &same), scb = unite (&scb, mo),
  scb = unite (&scb, rb);
  relation event = only (g, is_seq_cst), fence = only (g, is_seq_cst_fence);
  relation maybe = reflexive (hb);
  relation from = compose (&fence, &maybe), to = compose (&maybe, &fence);
  from = unite (&from, &event), to = unite (&to, &event);
  relation base = CHAIN (&from, &scb, &to);
  relation far = CHAIN (hb, eco, hb);
  far = unite (&far, hb);
  relation fences = CHAIN (&fence, &far, &fence);
  relation psc = unite (&base, &fences);
  psc = closed (&psc);
  return is_irreflexive (&psc);
}

bool ft_rc11_graph_is_consistent (const ft_rc11_graph *g, bool out[N][N]) {
  relation po = program_order (g), rf = reads_from (g),
           mo = modification_order (g), rb = reads_before (g);
  relation sw = synchronizes_with (g, &po, &rf), hb = unite (&po, &sw);
  hb = closed (&hb);
  relation eco = unite (&rf, &mo);
  eco = unite (&eco, &rb), eco = closed (&eco);
  relation maybe = reflexive (&eco), coherence = compose (&hb, &maybe);
  relation air = unite (&po, &rf);
  air = closed (&air);
  if (out)
    memcpy (out, hb.at, sizeof hb.at);
  bool fine = is_irreflexive (&coherence) && is_irreflexive (&air);
  for (int i = 0; i < g->size; i++)
    fine &= g->events[i].kind != FT_ATOMIC_RMW || is_atomic_update (g, i);
  return fine && is_sc (g, &po, &hb, &mo, &rb, &eco);
}

// ---- traces ------------------------------------------------------------------

static ft_event event_of (const ft_rc11_graph_event *e, bool halves) {
  ft_event x = FT_EVENT_NONE;
  x.thread = e->thread, x.kind = (uint8_t)e->kind, x.order = (uint8_t)e->order;
  if (e->kind == FT_FENCE)
    return x;
  x.target = (ft_id)(halves ? e->variable / 2 : e->variable);
  x.mask = !halves ? 0x0f : e->variable % 2 ? 0xf0 : 0x0f;
  x.flags = FT_HAS_VALUE;
  return x;
}

ft_trace *ft_rc11_graph_trace (const ft_rc11_graph *g, bool halves, ft_id *first) {
  ft_trace *t = ft_trace_new ("graph", "test");
  ft_tid own = 0;
  for (int i = 0; i < g->size; i++)
    own = g->events[i].thread >= own ? g->events[i].thread + 1 : own;
  for (int v = 0; v < FT_RC11_GRAPH_VARIABLES; v++) {
    ft_rc11_graph_event e = {own, FT_ATOMIC_READ, FT_ORDER_RELAXED, v, 0, 0};
    ft_model_push (t, event_of (&e, halves));
  }
  *first = t->size;
  for (int i = 0; i < g->size; i++) {
    ft_event e = event_of (g->events + i, halves);
    if (e.kind == FT_ATOMIC_RMW)
      e.detail = ft_model_detail (t, (ft_detail){.written_known = true});
    ft_model_push (t, e);
  }
  return t;
}

bool ft_rc11_graph_order (const ft_rc11_graph *g, int order[N]) {
  bool done[N] = {0};
  int count = 0;
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < g->size && !more; i++) {
      bool ready = !done[i] && (!ft_rc11_graph_reads (g, i) || g->source[i] < 0 ||
                                done[g->source[i]]);
      for (int j = 0; j < i; j++)
        ready &= done[j] || g->events[j].thread != g->events[i].thread;
      if (ready)
        order[count++] = i, done[i] = more = true;
    }
  }
  return count == g->size;
}
