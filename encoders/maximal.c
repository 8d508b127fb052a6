// The maximal causal model over undecided orders.
//
// Definition: correct reordering (docs/guide/verdicts.md); Huang, Meredith,
// Rosu (PLDI 2014).  Nodes are the events that may be included.  A threshold
// per thread says which of them are.  A Boolean per pair of events that the
// graph leaves unordered says that one comes before the other; the solver keeps
// these orders acyclic.  Constraints, each under the inclusion of the events it
// names:
// - of two sections on a lock, not both shared, one is closed and comes first;
// - a bound read comes after a writer of its value, and every other write to
//   its bytes comes before that writer or after the read; a compare-and-swap
//   that must succeed reads in the same way after all included events;
// - accesses to freed memory come before the FREE, second frees excepted;
// - a wake and a failed try choose what allows them ('maximal_enablers.c'), a
//   wait of a semaphore a post and a leave of a barrier its round
//   ('maximal_objects.c'; only when relaxed, since the recorded order implies
//   all of it);
// - a TRY_FAILED comes before the end of the section that made it fail
//   (this recorded order is not necessary: left out when relaxed);
// - what the checker has refused as a new block at a freed address is written before
//   the FREE, or not read afterwards;
// - under c11 the first access does not happen before the target
//   ('maximal_c11.c').
// Cost: a clause per pair of a read and a write, and per pair of sections,
// that the graph leaves open.  Compared with 'maximal_idl.c', which shares
// none of this, and with enumeration in tests/unit/test_certify.c.

#include "encoders/linearise.h"
#include "encoders/maximal_parts.h"

// Rough bytes that a clause takes in Z3, for the memory limit.
#define CLAUSE_BYTES 400

ft_term ft_maximal_happens (ft_maximal *e, ft_id event) {
  ft_term in =
      ft_literals_included (&e->literals, ft_graph_node (e->graph, event));
  return e->happens ? e->happens (e, event, in) : in;
}

bool ft_maximal_is_too_large (const ft_maximal *e) {
  return e->literals.limit &&
         e->literals.clauses * CLAUSE_BYTES > e->literals.limit;
}

// ---- sections ------------------------------------------------------------

// The release of a section on its last path, if it may be included, or
// FT_NO_ID.
static ft_id included_release (const ft_maximal *e, ft_id acquire) {
  ft_id release = ft_facts_last_release (e->facts, acquire);
  return release != FT_NO_ID && may_include (e, release) ? release : FT_NO_ID;
}

typedef FT_STACK (ft_term) terms;

// For each path, adds a literal for "the section at 'a' is closed on this path
// before the acquire 'b'".  A clause over them requires one.
static void add_closings (ft_maximal *e, ft_id a, ft_id b, terms *all) {
  for (ft_id r = ft_facts_release (e->facts, a); r != FT_NO_ID;
       r = ft_facts_next_release (e->facts, r)) {
    if (!may_include (e, r))
      continue;
    ft_term closes = ft_smt_bool (e->literals.smt, false);
    ft_term not = ft_literals_not (&e->literals, closes);
    CLAUSE (not, included (e, r));
    CLAUSE (not, before (e, r, b));
    FT_PUSH (*all, closes);
  }
}

// Requires that the section at 'a' is closed before the acquire 'b'.
static void require_closed (ft_maximal *e, ft_id a, ft_id b) {
  terms clause = {0};
  FT_PUSH (clause, excluded (e, b));
  add_closings (e, a, b, &clause);
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  FT_RELEASE (clause);
}

// Excludes two sections at least one of which has several releases, each on
// another path: one of the releases closes it.
static void exclude_by_choice (ft_maximal *e, ft_id a, ft_id b) {
  terms clause = {0};
  FT_PUSH (clause, excluded (e, a));
  FT_PUSH (clause, excluded (e, b));
  add_closings (e, a, b, &clause);
  add_closings (e, b, a, &clause);
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  FT_RELEASE (clause);
}

static void exclude_simply (ft_maximal *e, ft_id a, ft_id b) {
  ft_id close_a = included_release (e, a), close_b = included_release (e, b);
  ft_term no = e->literals.no;
  ft_term a_first = close_a == FT_NO_ID ? no : before (e, close_a, b);
  ft_term b_first = close_b == FT_NO_ID ? no : before (e, close_b, a);
  ft_term not_a = excluded (e, a), not_b = excluded (e, b);
  CLAUSE (not_a, not_b, a_first, b_first);
  if (close_a != FT_NO_ID)
    CLAUSE (not_a, not_b, ft_literals_not (&e->literals, a_first),
            included (e, close_a));
  if (close_b != FT_NO_ID)
    CLAUSE (not_a, not_b, ft_literals_not (&e->literals, b_first),
            included (e, close_b));
}

static bool has_several_ends (const ft_maximal *e, ft_id acquire) {
  return ft_facts_last_release (e->facts, acquire) !=
         ft_facts_release (e->facts, acquire);
}

static void exclude_sections (ft_maximal *e, ft_id a, ft_id b) {
  ft_smt_group (e->literals.smt, a, b);
  if (has_several_ends (e, a) || has_several_ends (e, b))
    exclude_by_choice (e, a, b);
  else
    exclude_simply (e, a, b);
  ft_smt_ungroup (e->literals.smt);
}

static bool is_shared (const ft_maximal *e, ft_id acquire) {
  return e->facts->trace->events[acquire].kind == FT_ACQUIRE_SHARED;
}

// Excludes all sections of one lane with all sections of another.
static void encode_lanes (ft_maximal *e, const ft_access_list *one,
                          const ft_access_list *two) {
  const ft_access_lists *l = e->facts->acquires;
  ft_id end = ft_access_list_from (l, one, e->cone->top[one->thread]);
  ft_id other_end = ft_access_list_from (l, two, e->cone->top[two->thread]);
  for (ft_id i = ft_access_list_from (l, one, e->cone->start[one->thread]);
       i < end; i++)
    for (ft_id j = ft_access_list_from (l, two, e->cone->start[two->thread]);
         j < other_end; j++) {
      ft_id a = l->events[i], b = l->events[j];
      ft_id close_a = included_release (e, a),
            close_b = included_release (e, b);
      if (close_a != FT_NO_ID && ordered (e, close_a, b))
        break; // the later sections of the thread are ordered too
      if ((close_b != FT_NO_ID && ordered (e, close_b, a)) ||
          (is_shared (e, a) && is_shared (e, b)))
        continue;
      exclude_sections (e, a, b);
    }
}

// A section of 'holder' that is open at the start of the window is closed
// before the sections of 'other'.
static void encode_held (ft_maximal *e, const ft_access_list *holder,
                         const ft_access_list *other) {
  const ft_access_lists *l = e->facts->acquires;
  ft_id i = ft_access_list_from (l, holder, e->cone->start[holder->thread]);
  if (i == holder->begin)
    return;
  ft_id a = l->events[i - 1], release = ft_facts_last_release (e->facts, a);
  if (release != FT_NO_ID && release < e->cone->question.begin)
    return;
  ft_id end = ft_access_list_from (l, other, e->cone->top[other->thread]);
  for (ft_id j = ft_access_list_from (l, other, e->cone->start[other->thread]);
       j < end; j++)
    if (!(is_shared (e, a) && is_shared (e, l->events[j])))
      require_closed (e, a, l->events[j]);
}

static void encode_lock (ft_maximal *e, ft_id lock) {
  const ft_access_lists *l = e->facts->acquires;
  ft_id end = l->list_begin[lock + 1];
  for (ft_id i = l->list_begin[lock]; i < end; i++)
    for (ft_id j = l->list_begin[lock]; j < end; j++) {
      if (i == j)
        continue;
      encode_held (e, l->lists.begin + i, l->lists.begin + j);
      if (i < j)
        encode_lanes (e, l->lists.begin + i, l->lists.begin + j);
    }
}

// ---- freed memory and single events ---------------------------------------

// Every access to the variable comes before the FREE, unless it stands for a second
// free, which a program may survive.
static void encode_free (ft_maximal *e, ft_id freed, ft_id variable) {
  const ft_access_lists *l = e->facts->accesses;
  ft_smt_group (e->literals.smt, freed, FT_NO_ID);
  for (ft_id i = l->list_begin[variable]; i < l->list_begin[variable + 1];
       i++) {
    const ft_access_list *lane = l->lists.begin + i;
    ft_id end = ft_access_list_from (l, lane, e->cone->top[lane->thread]);
    for (ft_id j = ft_access_list_from (l, lane, e->cone->start[lane->thread]);
         j < end; j++)
      if (!ft_event_frees_again (e->facts->trace->events + l->events[j]))
        CLAUSE (excluded (e, freed), excluded (e, l->events[j]),
                before (e, l->events[j], freed));
  }
  ft_smt_ungroup (e->literals.smt);
}

// The variable is allocated before the event, if that happens: the graph has this order
// only where each path has the event.
static void encode_alloc (ft_maximal *e, ft_id event, ft_id variable) {
  ft_pos at = e->facts->trace->tables.variables.begin[variable].alloc;
  ft_id alloc = at == FT_NO_POS ? FT_NO_ID : (ft_id)at;
  if (alloc != FT_NO_ID && ft_cone_may_include (e->cone, alloc) &&
      !ordered (e, alloc, event))
    CLAUSE (excluded (e, event), before (e, alloc, event));
}

static void encode_event (ft_maximal *e, ft_id event) {
  const ft_event *p = e->facts->trace->events + event;
  if (ft_event_is_void (p))
    return;
  if (ft_kind_accesses (p->kind))
    encode_alloc (e, event, p->target);
  if (ft_kind_reads (p->kind))
    ft_maximal_read (e, event);
  const ft_detail *d = ft_tables_detail (&e->facts->trace->tables, p);
  if (p->kind == FT_FREE && d)
    for (uint32_t i = 0; i < d->freed_count; i++) {
      ft_id variable = e->facts->trace->tables.freed.begin[d->freed + i];
      encode_alloc (e, event, variable);
      encode_free (e, event, variable);
    }
  if (e->cone->question.relaxed && ft_enablers_has (e->facts->enablers, event))
    ft_maximal_enable (e, event);
  else if (e->cone->question.relaxed)
    ft_maximal_object (e, event);
  if (p->kind == FT_TRY_FAILED && e->facts->recorded_before &&
      !e->cone->question.relaxed) {
    ft_id holder = e->facts->recorded_before[event];
    ft_id release =
        holder == FT_NO_ID ? FT_NO_ID : included_release (e, holder);
    if (release != FT_NO_ID)
      CLAUSE (excluded (e, event), excluded (e, release),
              before (e, event, release));
  }
}

void ft_maximal_free (ft_maximal *e) {
  ft_literals_release (&e->literals);
  ft_graph_free (e->graph);
  FT_RELEASE (e->takes);
  free (e->after);
  free (e);
}

ft_maximal *ft_maximal_new (const ft_cone *cone, ft_smt *smt, uint64_t memory) {
  ft_graph *graph = ft_graph_new (cone, memory / 2);
  if (!graph)
    return NULL;
  ft_maximal *e = FT_NEW (ft_maximal);
  e->cone = cone;
  e->facts = cone->facts;
  e->graph = graph;
  ft_literals_init (&e->literals, graph, smt, memory / 2);
  return e;
}

bool ft_maximal_assert (ft_maximal *e) {
  ft_maximal_c11_begin (e);
  for (ft_id i = 0; i < e->graph->size && !ft_maximal_is_too_large (e); i++)
    encode_event (e, e->graph->events[i]);
  if (e->cone->must_succeed != FT_NO_ID)
    ft_maximal_read (e, e->cone->must_succeed);
  uint32_t locks = ft_tables_count (&e->facts->trace->tables, FT_CLASS_LOCK);
  for (ft_id lock = 0; lock < locks && !ft_maximal_is_too_large (e); lock++)
    encode_lock (e, lock);
  ft_maximal_c11 (e);
  ft_maximal_renew (e);
  if (ft_maximal_is_too_large (e))
    return false;
  ft_maximal_share (e);
  ft_literals_close (&e->literals);
  ft_literals_connect (&e->literals);
  return true;
}

// ---- models --------------------------------------------------------------

bool ft_maximal_schedule (ft_maximal *e, ft_smt *smt, ft_reordering *out) {
  const ft_graph *g = e->graph;
  ft_id *cut = FT_ARRAY (ft_id, g->thread_count);
  for (ft_id lane = 0; lane < g->thread_count; lane++)
    cut[lane] = e->cone->base[g->threads[lane]];
  for (size_t i = 0; i < e->literals.thresholds.size; i++) {
    const ft_threshold *t = e->literals.thresholds.begin + i;
    if (t->k > cut[t->lane] && ft_smt_value (smt, t->term))
      cut[t->lane] = t->k;
  }
  FT_STACK (ft_edge) edges = {0};
  for (size_t i = 0; i < e->literals.orders.size; i++) {
    const ft_order_literal *o = e->literals.orders.begin + i;
    if (ft_smt_value (smt, o->term))
      FT_PUSH (edges, ((ft_edge){o->from, o->to}));
  }
  bool ok = ft_linearise (g, cut, edges.begin, edges.size, out);
  FT_RELEASE (edges);
  free (cut);
  return ok;
}

// ---- the encoder ---------------------------------------------------------

static void release_encoding (void *encoding) {
  ft_maximal_free (encoding);
}

static void *encode (const ft_cone *cone, ft_smt *smt, uint64_t memory) {
  ft_maximal *e = ft_maximal_new (cone, smt, memory);
  if (e && !ft_maximal_assert (e)) {
    ft_maximal_free (e);
    return NULL;
  }
  return e;
}

static bool schedule (void *encoding, ft_smt *smt, ft_reordering *out) {
  return ft_maximal_schedule (encoding, smt, out);
}

const ft_encoder ft_maximal_order = {"order", encode, schedule,
                                     release_encoding};
