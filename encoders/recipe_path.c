// The path model (RECIPE, Section IV): threads may also take the alternative
// paths of branches, on an unfolded trace (see 'trace/altpath_unfold.h' and
// 'recipe.h').
//
// Definition: 'witness/paths.c' and 'witness/value_model.c'.  The events of a
// thread, alternative paths included, are encoded in the order of the unfolded
// trace.  The path condition of an event, a Boolean, says that the thread's
// path has the event.  An event happens if it is included and its path
// condition holds; every constraint is about events that happen.  A branch
// sends the path to the successor for its outcome: the next event of the same
// path, or the start of an alternative one.  At a merge point the path
// condition is the disjunction of those of the arriving paths, and each local
// has its value from the path that arrives (phi nodes); its recorded value is
// the one of the path that the merge point lies on.  Program order holds along
// the unfolded trace, whatever path is taken.
// Cost: as the value model, with a term per event and one per local and merge
// point.

#include "encoders/recipe.h"

#include <stddef.h>

// A path that continues at a later event of the thread.
typedef struct arrival {
  ft_id to;     // local position of that event
  bool own;     // from the same path of the unfolding
  ft_term when; // its path condition
  ft_locals locals;
} arrival;

typedef struct paths {
  ft_recipe recipe; // the first member: 'values' of the order points to it
  const ft_unfolding *unfolding;
  ft_term *on_path;            // per event of the cone: its path condition
  ft_term *ends;               // per thread: its path reaches the end
  FT_STACK (arrival) arrivals; // of the thread that is being encoded
  ft_id next;                  // the least 'to' of them
  bool running;                // 'recipe' holds a path that continues here
} paths;

static paths *of_order (ft_maximal *order) {
  _Static_assert(!offsetof (paths, recipe), "'values' points to both");
  return order->values;
}

// ---- merge points ---------------------------------------------------------

static void send (paths *p, ft_id to, bool own, ft_term when) {
  const ft_locals *from = &p->recipe.thread.locals;
  arrival a = {.to = to, .own = own, .when = when};
  for (size_t i = 0; i < from->symbol.size; i++)
    FT_PUSH (a.locals.symbol, from->symbol.begin[i]);
  FT_PUSH (p->arrivals, a);
  if (to < p->next)
    p->next = to;
}

static ft_term choose (ft_recipe *v, ft_term when, ft_term a, ft_term b) {
  return ft_recipe_or (v, ft_recipe_and (v, when, a),
                       ft_recipe_and (v, ft_recipe_not (v, when), b));
}

static ft_sym_value symbol_of (ft_recipe *v, ft_id i) {
  if (i != FT_NO_ID)
    return v->thread.symbols.begin[i];
  ft_term as_recorded = ft_sym_store_reads_as_recorded (&v->thread);
  return (ft_sym_value){.valid = as_recorded, .as_recorded = as_recorded};
}

// A phi node: 'a' when another path arrives, 'b' on the path that the merge
// point lies on.
static ft_sym_value merge_values (ft_recipe *v, ft_term when, ft_sym_value a,
                                  ft_sym_value b) {
  ft_sym_value s = b;
  ft_term same = v->no;
  a.valid = a.word ? a.valid : v->no;
  s.valid = choose (v, when, a.valid, b.word ? b.valid : v->no);
  if (a.word && b.word && a.word != b.word)
    s.word = ft_smt_ite (v->smt, when, a.word, b.word);
  else if (!b.word)
    s.word = a.word;
  if (b.known && a.word)
    same = ft_recipe_and (
        v, a.valid,
        ft_smt_equal (v->smt, a.word, ft_smt_word_of (v->smt, b.recorded)));
  s.as_recorded = choose (v, when, same, b.as_recorded);
  return s;
}

static void merge_locals (ft_recipe *v, const arrival *a) {
  FT_GROW (v->thread.locals.symbol, a->locals.symbol.size, FT_NO_ID);
  for (size_t i = 0; i < v->thread.locals.symbol.size; i++) {
    ft_id here = v->thread.locals.symbol.begin[i];
    ft_id there =
        i < a->locals.symbol.size ? a->locals.symbol.begin[i] : FT_NO_ID;
    if (here == there)
      continue;
    ft_sym_value s =
        merge_values (v, a->when, symbol_of (v, there), symbol_of (v, here));
    v->thread.locals.symbol.begin[i] = (ft_id)v->thread.symbols.size;
    FT_PUSH (v->thread.symbols, s);
  }
}

static void start_path (ft_recipe *v, const arrival *a) {
  FT_CLEAR (v->thread.locals.symbol);
  for (size_t i = 0; i < a->locals.symbol.size; i++)
    FT_PUSH (v->thread.locals.symbol, a->locals.symbol.begin[i]);
  v->path_condition = a->when;
}

// Sets 'next' to the first event at which a path arrives.
static void find_next (paths *p) {
  p->next = FT_NO_ID;
  for (size_t i = 0; i < p->arrivals.size; i++)
    if (p->arrivals.begin[i].to < p->next)
      p->next = p->arrivals.begin[i].to;
}

// Merges the arrivals at 'k' that come from the same path of the unfolding, or
// those from other ones.
static void merge_arrivals (paths *p, ft_id k, bool own) {
  ft_recipe *v = &p->recipe;
  for (size_t i = 0; i < p->arrivals.size; i++) {
    const arrival *a = p->arrivals.begin + i;
    if (a->to != k || a->own != own)
      continue;
    if (p->running) {
      merge_locals (v, a);
      v->path_condition = ft_recipe_or (v, v->path_condition, a->when);
    } else
      start_path (v, a);
    p->running = true;
  }
}

// Merges the paths that continue at local position 'k'.  The path that 'k' lies
// on comes first: recorded values are the ones of this path.
static void merge_at (paths *p, ft_id k) {
  size_t left = 0;
  if (k != p->next)
    return;
  merge_arrivals (p, k, true);
  merge_arrivals (p, k, false);
  for (size_t i = 0; i < p->arrivals.size; i++)
    if (p->arrivals.begin[i].to == k)
      FT_RELEASE (p->arrivals.begin[i].locals.symbol);
    else
      p->arrivals.begin[left++] = p->arrivals.begin[i];
  p->arrivals.size = left;
  find_next (p);
}

// ---- one thread ----------------------------------------------------------

static ft_term has_outcome (paths *p, const ft_sym_value *s, uint64_t outcome) {
  ft_recipe *v = &p->recipe;
  if (!s->word)
    return v->no;
  if (s->valid == v->yes && s->as_recorded == v->yes && s->known)
    return s->recorded == outcome ? v->yes : v->no;
  return ft_recipe_and (
      v, s->valid,
      ft_smt_equal (v->smt, s->word, ft_smt_word_of (v->smt, outcome)));
}

// Whether the event and the one at local position 'k' are of the same path of
// the unfolding.
static bool same_path (const paths *p, ft_id event, ft_id k) {
  const ft_index *x = p->recipe.order->facts->index;
  ft_tid t = x->trace->events[event].thread;
  ft_id altpath = FT_NO_ID;
  if (k < ft_index_length (x, t))
    altpath = p->unfolding->altpath[ft_index_event (x, t, k)];
  return p->unfolding->altpath[event] == altpath;
}

static void send_on (paths *p, ft_id event, ft_term when) {
  ft_id to = p->unfolding->next[event];
  if (to != FT_NO_ID)
    send (p, to, same_path (p, event, to), when);
}

// Sends the path to each successor of a branch, and requires that the branch
// has one of their outcomes.
static void follow_branch (paths *p, ft_id event, const ft_sym_value *outcome) {
  ft_recipe *v = &p->recipe;
  ft_term any = outcome->as_recorded, reached = v->path_condition;
  for (ft_id i = p->unfolding->first_successor[event]; i != FT_NO_ID;
       i = p->unfolding->successors.begin[i].next) {
    const ft_branch_successor *j = p->unfolding->successors.begin + i;
    ft_term goes = has_outcome (p, outcome, j->outcome);
    any = ft_recipe_or (v, any, goes);
    if (j->to != FT_NO_ID)
      send (p, j->to, false, ft_recipe_and (v, reached, goes));
  }
  ft_recipe_require (v, event, any);
  send_on (p, event, ft_recipe_and (v, reached, outcome->as_recorded));
}

static void follow_event (paths *p, ft_id event, ft_id k) {
  ft_recipe *v = &p->recipe;
  bool has_altpaths = p->unfolding->first_successor[event] != FT_NO_ID;
  ft_sym_value outcome;
  p->on_path[event] = v->path_condition;
  ft_recipe_follow (v, event, true, has_altpaths, &outcome);
  if (!has_altpaths && p->unfolding->next[event] == k + 1 &&
      same_path (p, event, k + 1))
    return;
  if (has_altpaths)
    follow_branch (p, event, &outcome);
  else
    send_on (p, event, v->path_condition);
  p->running = false;
}

// At the end of the thread's events in the cone: the path reaches the target,
// which is next, or the end of the thread.
static void finish_thread (paths *p, ft_tid t) {
  ft_recipe *v = &p->recipe;
  const ft_cone *cone = v->order->cone;
  const ft_index *x = v->order->facts->index;
  ft_id top = cone->top[t];
  ft_term reached = p->running ? v->path_condition : v->no;
  if (top == ft_index_length (x, t))
    p->ends[t] = reached;
  else if (ft_cone_is_target (cone, t, top)) {
    ft_literals_clause (&v->order->literals, 1, &reached);
    ft_recipe_target (v, ft_index_event (x, t, top));
  }
  for (size_t i = 0; i < p->arrivals.size; i++)
    FT_RELEASE (p->arrivals.begin[i].locals.symbol);
  FT_CLEAR (p->arrivals);
}

// Encodes the events of a thread.  Before the window its path is the recorded
// one.
static void follow_thread (paths *p, ft_tid t) {
  ft_recipe *v = &p->recipe;
  const ft_cone *cone = v->order->cone;
  const ft_index *x = v->order->facts->index;
  ft_recipe_enter (v);
  p->running = true;
  p->next = FT_NO_ID;
  for (ft_id k = 0; k < cone->start[t]; k++) {
    ft_id event = ft_index_event (x, t, k);
    if (!(v->trace->events[event].flags & FT_ALTPATH))
      ft_recipe_follow (v, event, false, false, NULL);
  }
  for (ft_id k = cone->start[t]; k < cone->top[t]; k++) {
    merge_at (p, k);
    if (p->running)
      follow_event (p, ft_index_event (x, t, k), k);
  }
  merge_at (p, cone->top[t]);
  finish_thread (p, t);
}

// ---- required events ------------------------------------------------------

// The term "'event' happens"; true for events before the window.
static ft_term event_happens (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  if (event == FT_NO_ID || !ft_cone_may_include (v->order->cone, event))
    return v->yes;
  return ft_maximal_happens (v->order, event);
}

static ft_term alloc_happened (paths *p, ft_id variable) {
  ft_pos alloc = p->recipe.trace->tables.variables.begin[variable].alloc;
  return event_happens (p, alloc == FT_NO_POS ? FT_NO_ID : (ft_id)alloc);
}

static ft_term variables_exist (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  const ft_event *e = v->trace->events + event;
  const ft_tables *tables = &v->trace->tables;
  const ft_detail *d = ft_tables_detail (tables, e);
  ft_term exist = v->yes;
  if (ft_kind_accesses (e->kind))
    exist = alloc_happened (p, e->target);
  for (uint32_t i = 0; e->kind == FT_FREE && d && i < d->freed_count; i++)
    exist = ft_recipe_and (
        v, exist, alloc_happened (p, tables->freed.begin[d->freed + i]));
  return exist;
}

// The term "the fork of the event's thread and the allocations of the variables
// that it accesses happen".
static ft_term may_begin (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  const ft_index *x = v->order->facts->index;
  ft_term fork = v->yes;
  if (!x->local[event])
    fork = event_happens (p, x->fork_of[x->trace->events[event].thread]);
  return ft_recipe_and (v, fork, variables_exist (p, event));
}

static void connect (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  const ft_facts *f = v->order->facts;
  const ft_event *e = v->trace->events + event;
  if (ft_event_is_void (e))
    return;
  ft_recipe_require (v, event, may_begin (p, event));
  if (f->recorded_before)
    ft_recipe_require (v, event, event_happens (p, f->recorded_before[event]));
  if (e->kind == FT_JOIN && p->ends[e->target])
    ft_recipe_require (v, event, p->ends[e->target]);
}

static void connect_all (paths *p) {
  const ft_maximal *order = p->recipe.order;
  const ft_question *q = &order->cone->question;
  for (ft_id i = 0; i < order->graph->size; i++)
    connect (p, order->graph->events[i]);
  for (uint32_t i = 0; i < q->count; i++) {
    ft_term may = may_begin (p, q->targets[i]);
    ft_literals_clause (&p->recipe.order->literals, 1, &may);
  }
  ft_term first = ft_question_has_first (q) ? event_happens (p, q->first)
                                            : p->recipe.yes;
  ft_literals_clause (&p->recipe.order->literals, 1, &first);
}

// ---- the encoder ---------------------------------------------------------

static ft_term happens (ft_maximal *order, ft_id event, ft_term included) {
  paths *p = of_order (order);
  ft_term on_path = p->on_path[event];
  return on_path ? ft_recipe_and (&p->recipe, included, on_path) : p->recipe.no;
}

static void release_encoding (void *encoding) {
  paths *p = encoding;
  ft_maximal_free (p->recipe.order);
  ft_recipe_release (&p->recipe);
  FT_RELEASE (p->arrivals);
  free (p->on_path);
  free (p->ends);
  free (p);
}

static void *encode (const ft_cone *cone, ft_smt *smt, uint64_t memory) {
  const ft_facts *f = cone->facts;
  ft_maximal *order = ft_maximal_new (cone, smt, memory);
  if (!order)
    return NULL;
  paths *p = FT_NEW (paths);
  ft_recipe_init (&p->recipe, order, smt);
  p->recipe.path_model = true;
  p->unfolding = f->of_unfolding;
  p->on_path = FT_ARRAY (ft_term, f->trace->size);
  p->ends = FT_ARRAY (ft_term, f->index->threads);
  order->happens = happens;
  for (ft_tid t = 0; t < f->index->threads; t++)
    follow_thread (p, t);
  connect_all (p);
  if (ft_maximal_assert (order))
    return p;
  release_encoding (p);
  return NULL;
}

// The included events whose path condition holds.
static bool schedule (void *encoding, ft_smt *smt, ft_reordering *out) {
  paths *p = encoding;
  ft_reordering all = {0};
  bool ok = ft_maximal_schedule (p->recipe.order, smt, &all);
  for (size_t i = 0; ok && i < all.events.size; i++) {
    ft_id event = all.events.begin[i];
    if (p->on_path[event] && ft_smt_value (smt, p->on_path[event]))
      FT_PUSH (out->events, event);
  }
  FT_RELEASE (all.events);
  return ok;
}

const ft_encoder ft_recipe_path = {"path", encode, schedule, release_encoding};
