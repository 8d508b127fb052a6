#include "encoders/recipe.h"

void ft_recipe_require (ft_recipe *v, ft_id event, ft_term what) {
  ft_literals *l = &v->order->literals;
  if (what == v->yes)
    return;
  ft_term in = ft_maximal_happens (v->order, event);
  ft_smt_group (v->smt, event, FT_NO_ID);
  ft_literals_clause (l, 2, (ft_term[]){ft_literals_not (l, in), what});
  ft_smt_ungroup (v->smt);
}

// ---- one event -----------------------------------------------------------

static void keep_read (ft_recipe *v, ft_id event, ft_sym_value s) {
  *ft_map_at (&v->read_at, event) = (uint32_t)v->reads.size;
  FT_PUSH (v->reads, s);
  FT_PUSH (
      v->thread.reads_as_recorded,
      ft_recipe_or (v, ft_recipe_not (v, v->path_condition), s.as_recorded));
}

// In the path model, and in an exchange, a read may return an unknown value, on
// which nothing depends then.
static ft_sym_value value_read (ft_recipe *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  bool has = e->flags & FT_HAS_VALUE, is_altpath = e->flags & FT_ALTPATH;
  ft_sym_value s = ft_sym_value_concrete (&v->thread, has, e->value);
  if (included && ft_cone_is_free (v->order->cone, event)) {
    ft_term recorded = s.word;
    s.word = ft_smt_word (v->smt, ft_sym_store_width (e));
    s.valid = v->path_model || e->kind == FT_ATOMIC_RMW
                  ? ft_smt_bool (v->smt, true)
                  : v->yes;
    s.as_recorded =
        has ? ft_recipe_and (v, s.valid,
                             ft_smt_equal (v->smt, s.word, recorded))
            : v->no;
    keep_read (v, event, s);
  } else if (included && v->path_model) {
    s.valid = s.as_recorded = is_altpath ? v->no : ft_smt_bool (v->smt, true);
    keep_read (v, event, s);
  }
  return s;
}

static void follow_read (ft_recipe *v, ft_id event, bool included) {
  ft_sym_store_define (&v->thread, v->trace->events + event,
                       value_read (v, event, included));
}

static void keep_write (ft_recipe *v, ft_id event, ft_sym_value s) {
  *ft_map_at (&v->write_at, event) = (uint32_t)v->writes.size;
  FT_PUSH (v->writes, s);
}

// An exchange is a read and a write without another access in between.  It may
// compute with what it reads; a compare-and-swap has its operands from before.
static void follow_exchange (ft_recipe *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  enum ft_exchange exchange = ft_exchange_of (&v->trace->tables, e);
  ft_sym_value left = {.valid = v->no, .as_recorded = v->no};
  ft_term needed = exchange == FT_EXCHANGE_UNRECORDED ? v->no : v->yes;
  ft_sym_value read = value_read (v, event, included);
  if (exchange == FT_EXCHANGE_SWAPS)
    left = ft_sym_store_swapped (&v->thread, e, &read, &needed);
  ft_sym_store_define (&v->thread, e, read);
  if (exchange == FT_EXCHANGE_COMPUTES)
    left = ft_sym_store_exchanged (&v->thread, e, &needed);
  if (included)
    ft_recipe_require (v, event, needed);
  keep_write (v, event, left);
}

static void follow_rmw (ft_recipe *v, ft_id event, bool included) {
  const ft_event *e = v->trace->events + event;
  if (ft_exchange_of (&v->trace->tables, e) != FT_EXCHANGE_NONE) {
    follow_exchange (v, event, included);
    return;
  }
  ft_sym_result c = ft_sym_store_compute (&v->thread, e);
  ft_sym_value left = ft_sym_store_updated (&v->thread, e);
  if (included)
    ft_recipe_require (v, event, c.as_recorded);
  ft_sym_store_define (
      &v->thread, e,
      ft_sym_value_concrete (&v->thread, e->flags & FT_HAS_VALUE, e->value));
  keep_write (v, event, left);
}

// Encodes a write, a branch or a local operation.
static ft_sym_value follow_computing (ft_recipe *v, ft_id event, bool included,
                                      bool has_altpaths) {
  const ft_event *e = v->trace->events + event;
  ft_sym_result c = ft_sym_store_compute (&v->thread, e);
  bool local = e->kind == FT_LOCAL;
  ft_term needed = c.modelled ? c.defined : c.as_recorded;
  if (c.modelled && e->kind == FT_BRANCH && !has_altpaths)
    needed = c.symbol.as_recorded;
  bool may_trap =
      ft_operator_divides (ft_sym_store_detail (&v->thread, e)->op) ||
      (!c.modelled && !ft_sym_store_result_recorded (e));
  bool any = ft_event_writes_unknown (e, ft_sym_store_detail (&v->thread, e));
  any |= v->order->cone->question.relaxed && ft_event_is_unknown_use (e);
  if (included && !any && (!local || may_trap))
    ft_recipe_require (v, event, needed);
  if (local)
    ft_sym_store_define (&v->thread, e, c.symbol);
  else if (ft_kind_writes (e->kind))
    keep_write (v, event, c.symbol);
  return c.symbol;
}

void ft_recipe_follow (ft_recipe *v, ft_id event, bool included,
                       bool has_altpaths, ft_sym_value *outcome) {
  const ft_event *e = v->trace->events + event;
  if (ft_event_is_void (e))
    return;
  if (included && (ft_kind_accesses (e->kind) || e->kind == FT_FREE))
    ft_recipe_require (v, event,
                       ft_sym_store_pointers_as_recorded (&v->thread, e));
  if (e->kind == FT_ATOMIC_RMW)
    follow_rmw (v, event, included);
  else if (ft_kind_reads (e->kind))
    follow_read (v, event, included);
  else if (ft_kind_writes (e->kind) || ft_kind_computes (e->kind)) {
    ft_sym_value s = follow_computing (v, event, included, has_altpaths);
    if (outcome)
      *outcome = s;
  }
}

void ft_recipe_target (ft_recipe *v, ft_id event) {
  const ft_event *e = v->trace->events + event;
  bool accesses = ft_kind_accesses (e->kind) || e->kind == FT_FREE;
  if (ft_event_is_void (e) || !accesses) // a failure mark has no address
    return;
  ft_term as_recorded = ft_sym_store_pointers_as_recorded (&v->thread, e);
  if (event == v->order->cone->must_succeed)
    as_recorded = ft_recipe_and (
        v, as_recorded, ft_sym_store_compute (&v->thread, e).as_recorded);
  ft_literals_clause (&v->order->literals, 1, &as_recorded);
}

// ---- reads from writes ---------------------------------------------------

static ft_sym_value left_by (ft_recipe *v, ft_id read, ft_id writer) {
  uint64_t value;
  ft_id i = writer == FT_NO_ID ? FT_NO_ID : ft_map_get (&v->write_at, writer);
  if (i != FT_NO_ID)
    return v->writes.begin[i];
  bool known = ft_reads_initial (v->order->facts->reads, read, &value);
  return ft_sym_value_concrete (&v->thread, known, known ? value : 0);
}

// Whether the bytes of the mask are the writer's in the trace.
static bool is_source (const ft_recipe *v, ft_id read, ft_id writer,
                       uint8_t mask) {
  bool is = true;
  for (int b = 0; b < 8 && is; b++)
    is = !(mask >> b & 1) ||
         ft_reads_has_byte (v->order->facts->reads, read, writer, b);
  return is;
}

// A byte of the granule, within the word of an access to it.
static ft_term byte_of (ft_recipe *v, const ft_event *e, ft_term word, int b) {
  int below = __builtin_popcount (e->mask & ((1u << b) - 1));
  return ft_smt_extract_byte (v->smt, word, (unsigned)below);
}

// The term "the two accesses have the same in each byte of the mask".
static ft_term equal_bytes (ft_recipe *v, const ft_event *e, ft_term a,
                            const ft_event *f, ft_term b, uint8_t mask) {
  ft_term equal = v->yes;
  if (e->mask == mask && f->mask == mask)
    return ft_smt_equal (v->smt, a, b);
  for (int i = 0; i < 8; i++)
    if (mask >> i & 1)
      equal = ft_recipe_and (
          v, equal,
          ft_smt_equal (v->smt, byte_of (v, e, a, i), byte_of (v, f, b, i)));
  return equal;
}

// A free read gets the word of its writer, or each group of bytes from a writer of
// its own; any other read requires that the writer leaves its recorded value.  A
// writer without a word leaves its recorded value whenever it happens, so that the
// read which read from it in the trace gets its recorded value again.
void ft_recipe_reads_from (ft_maximal *order, ft_term unless, ft_id read,
                           ft_id writer, uint8_t mask) {
  ft_recipe *v = order->values;
  const ft_event *e = v->trace->events + read, *from = e;
  ft_sym_value left = left_by (v, read, writer);
  ft_id i = ft_map_get (&v->read_at, read);
  ft_term what = left.as_recorded;
  if (i != FT_NO_ID && v->reads.begin[i].word &&
      ft_cone_is_free (order->cone, read)) {
    ft_sym_value r = v->reads.begin[i];
    ft_term word = left.word;
    if (!word && is_source (v, read, writer, mask))
      word = ft_smt_word_of (v->smt, e->value);
    else if (writer != FT_NO_ID)
      from = v->trace->events + writer;
    what = v->no;
    if (word)
      what = ft_recipe_and (v, left.valid,
                            equal_bytes (v, e, r.word, from, word, mask));
    what = ft_recipe_or (v, ft_recipe_not (v, r.valid), what);
  }
  if (what != v->yes)
    ft_literals_clause (&order->literals, 2, (ft_term[]){unless, what});
}

// ---- construction ---------------------------------------------------------

static ft_term unknown_value (ft_maximal *order, ft_id read) {
  ft_recipe *v = order->values;
  ft_id i = ft_map_get (&v->read_at, read);
  return i == FT_NO_ID ? v->no : ft_recipe_not (v, v->reads.begin[i].valid);
}

void ft_recipe_init (ft_recipe *v, ft_maximal *order, ft_smt *smt) {
  *v = (ft_recipe){.order = order, .smt = smt, .trace = order->facts->trace};
  v->yes = order->literals.yes;
  v->no = order->literals.no;
  v->path_condition = v->yes;
  ft_sym_store_init (&v->thread, v->trace, smt, v->yes, v->no);
  order->on_reads_from = ft_recipe_reads_from;
  order->unknown_value = unknown_value;
  order->values = v;
}

void ft_recipe_release (ft_recipe *v) {
  ft_sym_store_release (&v->thread);
  ft_map_release (&v->write_at);
  ft_map_release (&v->read_at);
  FT_RELEASE (v->writes);
  FT_RELEASE (v->reads);
}

void ft_recipe_enter (ft_recipe *v) {
  ft_sym_store_clear (&v->thread);
  v->thread.loose = v->order->cone->question.relaxed;
  v->path_condition = v->yes;
}
