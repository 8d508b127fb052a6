// The path model (RECIPE, Section IV): also sides of branches that were not
// taken, on an unfolded trace (see 'trace/altpath_unfold.h' and 'recipe.h').
//
// A thread is followed along its row.  For each event a Boolean says whether
// the thread's path has it; an event happens if it is included and on the path,
// and every constraint is one on events that happen.  A branch sends the path
// on to the next event of its row or to the side for another outcome.  Where
// paths meet, the path has the event if one of them arrives, and the locals are
// what they are on that one (the phi nodes); what was recorded of them is what
// the row itself has.  The order of events along the row holds whatever the
// path is. Cost: as the value model, with a term per event and one per local
// and meeting.

#include "encoders/recipe.h"

// A path that goes on at a later event of the row.
typedef struct arrival {
  ft_id to;
  bool own;     // from the event before it in the same row, or the first of it
  ft_term when; // the path goes this way
  ft_locals locals;
} arrival;

typedef struct paths {
  ft_recipe recipe;
  const ft_unfolding *unfolding;
  ft_term *on_path;            // per event of the cone
  ft_term *ends;               // per thread: its path reaches the end
  FT_STACK (arrival) arrivals; // of the thread at hand,
  ft_id next;                  // the first of them
  bool running;                // a path is at hand, in 'recipe'
} paths;

static paths *of_order (ft_maximal *order) {
  return order->values; // the recipe is its first member
}

// ---- sending and meeting -------------------------------------------------

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
    return v->thread.list.begin[i];
  ft_term right = ft_sym_store_all_right (&v->thread);
  return (ft_sym_value){.fine = right, .right = right};
}

// A phi node: 'a' when another path arrives, 'b' on that of the row.
static ft_sym_value meet (ft_recipe *v, ft_term when, ft_sym_value a, ft_sym_value b) {
  ft_sym_value s = b;
  ft_term same = v->no;
  a.fine = a.word ? a.fine : v->no;
  s.fine = choose (v, when, a.fine, b.word ? b.fine : v->no);
  if (a.word && b.word && a.word != b.word)
    s.word = ft_smt_ite (v->smt, when, a.word, b.word);
  else if (!b.word)
    s.word = a.word;
  if (b.known && a.word)
    same = ft_recipe_and (
        v, a.fine,
        ft_smt_equal (v->smt, a.word, ft_smt_word_of (v->smt, b.recorded)));
  s.right = choose (v, when, same, b.right);
  return s;
}

static void meet_locals (ft_recipe *v, const arrival *a) {
  FT_GROW (v->thread.locals.symbol, a->locals.symbol.size, FT_NO_ID);
  for (size_t i = 0; i < v->thread.locals.symbol.size; i++) {
    ft_id here = v->thread.locals.symbol.begin[i];
    ft_id there =
        i < a->locals.symbol.size ? a->locals.symbol.begin[i] : FT_NO_ID;
    if (here == there)
      continue;
    ft_sym_value s = meet (v, a->when, symbol_of (v, there), symbol_of (v, here));
    v->thread.locals.symbol.begin[i] = (ft_id)v->thread.list.size;
    FT_PUSH (v->thread.list, s);
  }
}

static void take_over (ft_recipe *v, const arrival *a) {
  FT_CLEAR (v->thread.locals.symbol);
  for (size_t i = 0; i < a->locals.symbol.size; i++)
    FT_PUSH (v->thread.locals.symbol, a->locals.symbol.begin[i]);
  v->here = a->when;
}

// Where the next path arrives.
static void find_next (paths *p) {
  p->next = FT_NO_ID;
  for (size_t i = 0; i < p->arrivals.size; i++)
    if (p->arrivals.begin[i].to < p->next)
      p->next = p->arrivals.begin[i].to;
}

// Takes the arrivals at 'k' in, those of the row or the others.
static void take_in (paths *p, ft_id k, bool own) {
  ft_recipe *v = &p->recipe;
  for (size_t i = 0; i < p->arrivals.size; i++) {
    const arrival *a = p->arrivals.begin + i;
    if (a->to != k || a->own != own)
      continue;
    if (p->running) {
      meet_locals (v, a);
      v->here = ft_recipe_or (v, v->here, a->when);
    } else
      take_over (v, a);
    p->running = true;
  }
}

// The paths that go on at local position 'k' meet there; the one along the row,
// which may be at hand, comes first.
static void arrive (paths *p, ft_id k) {
  size_t left = 0;
  if (k != p->next)
    return;
  take_in (p, k, true);
  take_in (p, k, false);
  for (size_t i = 0; i < p->arrivals.size; i++)
    if (p->arrivals.begin[i].to == k)
      FT_RELEASE (p->arrivals.begin[i].locals.symbol);
    else
      p->arrivals.begin[left++] = p->arrivals.begin[i];
  p->arrivals.size = left;
  find_next (p);
}

// ---- one thread ----------------------------------------------------------

static ft_term comes_out (paths *p, const ft_sym_value *s, uint64_t outcome) {
  ft_recipe *v = &p->recipe;
  if (!s->word)
    return v->no;
  if (s->fine == v->yes && s->right == v->yes && s->known)
    return s->recorded == outcome ? v->yes : v->no;
  return ft_recipe_and (
      v, s->fine,
      ft_smt_equal (v->smt, s->word, ft_smt_word_of (v->smt, outcome)));
}

// Whether the event and the one at local position 'k' are in the same row.
static bool same_row (const paths *p, ft_id event, ft_id k) {
  const ft_index *x = p->recipe.order->facts->index;
  ft_tid t = x->trace->events[event].thread;
  ft_id side = FT_NO_ID;
  if (k < ft_index_length (x, t))
    side = p->unfolding->side[ft_index_event (x, t, k)];
  return p->unfolding->side[event] == side;
}

static void send_on (paths *p, ft_id event, ft_term when) {
  ft_id to = p->unfolding->then[event];
  if (to != FT_NO_ID)
    send (p, to, same_row (p, event, to), when);
}

// Sends the path to each side of a branch; it comes out as one of them.
static void turn (paths *p, ft_id event, const ft_sym_value *outcome) {
  ft_recipe *v = &p->recipe;
  ft_term any = outcome->right, here = v->here;
  for (ft_id i = p->unfolding->jump_of[event]; i != FT_NO_ID;
       i = p->unfolding->jumps.begin[i].next) {
    const ft_branch_successor *j = p->unfolding->jumps.begin + i;
    ft_term goes = comes_out (p, outcome, j->outcome);
    any = ft_recipe_or (v, any, goes);
    if (j->to != FT_NO_ID)
      send (p, j->to, false, ft_recipe_and (v, here, goes));
  }
  ft_recipe_require (v, event, any);
  send_on (p, event, ft_recipe_and (v, here, outcome->right));
}

static void follow (paths *p, ft_id event, ft_id k) {
  ft_recipe *v = &p->recipe;
  bool turns = p->unfolding->jump_of[event] != FT_NO_ID;
  ft_sym_value outcome;
  p->on_path[event] = v->here;
  ft_recipe_follow (v, event, true, turns, &outcome);
  if (!turns && p->unfolding->then[event] == k + 1 &&
      same_row (p, event, k + 1))
    return;
  if (turns)
    turn (p, event, &outcome);
  else
    send_on (p, event, v->here);
  p->running = false;
}

// The target is next on the path, or the thread is over.
static void finish_row (paths *p, ft_tid t) {
  ft_recipe *v = &p->recipe;
  const ft_cone *cone = v->order->cone;
  const ft_index *x = v->order->facts->index;
  ft_id top = cone->top[t];
  ft_term here = p->running ? v->here : v->no;
  if (top == ft_index_length (x, t))
    p->ends[t] = here;
  else if (ft_cone_is_target (cone, t, top)) {
    ft_literals_clause (&v->order->literals, 1, &here);
    ft_recipe_target (v, ft_index_event (x, t, top));
  }
  for (size_t i = 0; i < p->arrivals.size; i++)
    FT_RELEASE (p->arrivals.begin[i].locals.symbol);
  FT_CLEAR (p->arrivals);
}

// Before the window the path is the recorded one.
static void follow_row (paths *p, ft_tid t) {
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
    arrive (p, k);
    if (p->running)
      follow (p, ft_index_event (x, t, k), k);
  }
  arrive (p, cone->top[t]);
  finish_row (p, t);
}

// ---- what must have happened ---------------------------------------------

// Whether 'event' happens, if that is in question.
static ft_term happened (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  if (event == FT_NO_ID || !ft_cone_may_include (v->order->cone, event))
    return v->yes;
  return ft_maximal_happens (v->order, event);
}

static ft_term alloc_happened (paths *p, ft_id variable) {
  ft_pos alloc = p->recipe.trace->tables.variables.begin[variable].alloc;
  return happened (p, alloc == FT_NO_POS ? FT_NO_ID : (ft_id)alloc);
}

static ft_term touched_exist (paths *p, ft_id event) {
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

// The fork of its thread, and the allocation of what it touches.
static ft_term may_begin (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  const ft_index *x = v->order->facts->index;
  ft_term fork = v->yes;
  if (!x->local[event])
    fork = happened (p, x->fork_of[x->trace->events[event].thread]);
  return ft_recipe_and (v, fork, touched_exist (p, event));
}

static void connect (paths *p, ft_id event) {
  ft_recipe *v = &p->recipe;
  const ft_facts *f = v->order->facts;
  const ft_event *e = v->trace->events + event;
  if (ft_event_is_void (e))
    return;
  ft_recipe_require (v, event, may_begin (p, event));
  if (f->recorded_before)
    ft_recipe_require (v, event, happened (p, f->recorded_before[event]));
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
}

// ---- the encoder ---------------------------------------------------------

static ft_term happens (ft_maximal *order, ft_id event, ft_term included) {
  paths *p = of_order (order);
  ft_term on_path = p->on_path[event];
  return on_path ? ft_recipe_and (&p->recipe, included, on_path) : p->recipe.no;
}

static ft_term escapes (ft_maximal *order, ft_id read) {
  ft_recipe *v = order->values;
  ft_id i = ft_map_get (&v->read_at, read);
  return i == FT_NO_ID ? v->no : ft_recipe_not (v, v->reads.begin[i].fine);
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
  p->recipe.on_paths = true;
  p->unfolding = f->row;
  p->on_path = FT_ARRAY (ft_term, f->trace->size);
  p->ends = FT_ARRAY (ft_term, f->index->threads);
  order->happens = happens;
  order->escapes = escapes;
  for (ft_tid t = 0; t < f->index->threads; t++)
    follow_row (p, t);
  connect_all (p);
  if (ft_maximal_assert (order))
    return p;
  release_encoding (p);
  return NULL;
}

// Events that the paths leave out are left out.
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
