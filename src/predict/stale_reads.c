// One pass in the recorded order, which is also modification order.  A load may
// return no store before the latest one that it must know of: one that happens
// before it, or that a read which happens before it returned.  If the load is
// seq_cst, or a seq_cst fence happens before it, it may neither return one
// before the last seq_cst store, nor before what some seq_cst fence so far knows
// of.  Then all edges of psc go forward in the recorded order; graphs in which
// some go back, although psc has no cycle, are not found.
//
// Read-modify-writes read the last store.  Values come from the trace, so that
// all reads return what they returned.

#include "predict/stale_reads.h"

#include "order/relations.h"
#include "trace/assumed.h"
#include "witness/recorded.h"

// Stores that one load looks back.
enum { MOST_STORES = 64 };

typedef struct moment { // an event, for the order
  ft_tid thread;
  ft_time time;
} moment;

typedef struct store {
  ft_id event; // FT_NO_ID: the initial value
  bool seq_cst;
  moment at;
  ft_clocks message; // what an acquire load of it joins
  FT_STACK (moment) readers; // the first of each thread
} store;

typedef struct stores {
  FT_STACK (store) list;
  FT_STACK (ft_clocks) heads; // by thread: what its stores here hand on
} stores;

typedef struct finder {
  const ft_trace *trace;
  ft_recorded facts;
  ft_order *order;
  ft_map slots; // by variable << 8 | mask
  FT_STACK (stores) cells;
  uint8_t (*alike)[8]; // by variable and byte: the bytes that no access has
                       // without it
  bool *mixed;         // variables of which accesses overlap in part
  bool *fences;        // threads with acquire fences
  ft_clocks fenced;    // what the seq_cst fences so far know
  FT_STACK (moment) seq_cst_fences; // the first of each thread
  ft_stale_reads *found;
} finder;

static bool is_access (const finder *f, const ft_event *e) {
  return ft_kind_accesses (e->kind) && !ft_event_is_void (e) &&
         !ft_variable_is_outside (&f->trace->tables, e->target);
}

static bool is_seq_cst (const ft_event *e) {
  return e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN;
}

// ---- the cells -----------------------------------------------------------------

static void look_ahead (finder *f) {
  ft_id variables = ft_tables_count (&f->trace->tables, FT_CLASS_VARIABLE);
  f->alike = (uint8_t (*)[8])FT_ARRAY (uint8_t, 8 * (size_t)variables);
  f->mixed = FT_ARRAY (bool, variables);
  f->fences =
      FT_ARRAY (bool, ft_tables_count (&f->trace->tables, FT_CLASS_THREAD));
  for (size_t i = 0; i < 8 * (size_t)variables; i++)
    f->alike[i / 8][i % 8] = 0xff;
  for (ft_id i = 0; i < f->trace->size; i++) {
    const ft_event *e = f->trace->events + i;
    if (e->kind == FT_FENCE && !ft_event_is_void (e))
      f->fences[e->thread] |= ft_atomic_acquires (e->order);
    for (int b = 0; is_access (f, e) && b < 8; b++)
      f->alike[e->target][b] &= e->mask >> b & 1 ? e->mask : (uint8_t)~e->mask;
  }
  for (ft_id i = 0; i < f->trace->size; i++) {
    const ft_event *e = f->trace->events + i;
    if (is_access (f, e) &&
        f->alike[e->target][__builtin_ctz (e->mask)] != e->mask)
      f->mixed[e->target] = true;
  }
}

static stores *stores_of (finder *f, const ft_event *e) {
  ft_id *slot = ft_map_at (&f->slots, (uint64_t)e->target << 8 | e->mask);
  if (*slot == FT_NO_ID) {
    *slot = (ft_id)f->cells.size;
    FT_PUSH (f->cells, (stores){0});
    FT_PUSH (FT_TOP (f->cells).list, (store){.event = FT_NO_ID});
  }
  return f->cells.begin + *slot;
}

// ---- what a load must know -------------------------------------------------------

static bool knows (const finder *f, ft_tid t, moment m) {
  return ft_order_before (f->order, m.thread, m.time, t);
}

static bool is_fenced (const finder *f, moment m) {
  return m.time <= ft_clock_at (f->fenced.of + FT_CLOCK_ORDER, m.thread);
}

// Whether no load of the thread may return an older store; 'strict': nor one
// that the seq_cst events before it forbid.
static bool hides (const finder *f, const store *s, ft_tid t, bool strict) {
  if (s->event == FT_NO_ID || knows (f, t, s->at) ||
      (strict && (s->seq_cst || is_fenced (f, s->at))))
    return true;
  for (size_t i = 0; i < s->readers.size; i++)
    if (knows (f, t, s->readers.begin[i]) ||
        (strict && is_fenced (f, s->readers.begin[i])))
      return true;
  return false;
}

static bool is_strict (const finder *f, const ft_event *load) {
  bool strict = is_seq_cst (load);
  for (size_t i = 0; !strict && i < f->seq_cst_fences.size; i++)
    strict = knows (f, load->thread, f->seq_cst_fences.begin[i]);
  return strict;
}

// ---- values ----------------------------------------------------------------------

static bool has_value (const finder *f, const store *s, const ft_event *load) {
  uint64_t value;
  if (s->event == FT_NO_ID)
    return ft_recorded_initial (&f->facts, load, &value) &&
           value == load->value;
  const ft_event *e = f->trace->events + s->event;
  const ft_detail *d = ft_tables_detail (&f->trace->tables, e);
  if (e->kind == FT_ATOMIC_RMW)
    return d && d->written_known && d->written == load->value;
  return e->flags & FT_HAS_VALUE && e->value == load->value;
}

// Whether the load returned something else than the store has left, as a replay
// can make it do.
static bool differs (const finder *f, const store *s, const ft_event *load) {
  const ft_event *e = f->trace->events + s->event;
  const ft_detail *d =
      s->event == FT_NO_ID ? NULL : ft_tables_detail (&f->trace->tables, e);
  uint64_t value;
  bool known = s->event == FT_NO_ID
                   ? ft_recorded_initial (&f->facts, load, &value)
               : e->kind == FT_ATOMIC_RMW ? d && d->written_known
                                          : e->flags & FT_HAS_VALUE;
  return known && !has_value (f, s, load);
}

static bool orders_more (const finder *f, const store *s,
                         const ft_event *load) {
  const ft_order_thread *t = f->order->threads.list.begin + load->thread;
  return (ft_atomic_acquires (load->order) || f->fences[load->thread]) &&
         !ft_clock_leq (s->message.of + FT_CLOCK_ORDER,
                        t->clocks.of + FT_CLOCK_ORDER);
}

// The oldest store that the load may return with its value; the last one if
// it has the value and orders nothing that the load does not come behind anyway.
static size_t choose (const finder *f, const stores *s, const ft_event *load) {
  size_t last = s->list.size - 1, best = last;
  bool strict = is_strict (f, load);
  if (f->mixed[load->target] || !(load->flags & FT_HAS_VALUE) ||
      load->kind != FT_ATOMIC_READ ||
      (!orders_more (f, &FT_TOP (s->list), load) &&
       !differs (f, &FT_TOP (s->list), load)))
    return last;
  for (size_t i = last; last - i < MOST_STORES; i--) {
    if (has_value (f, s->list.begin + i, load))
      best = i;
    if (hides (f, s->list.begin + i, load->thread, strict))
      break;
  }
  return best;
}

// ---- steps -----------------------------------------------------------------------

static moment now (const finder *f, ft_tid t) {
  return (moment){t, ft_order_time (f->order, t)};
}

static struct ft_fences *fences_of (finder *f, ft_tid t) {
  ft_atomics *atomics = &f->order->sync.atomics;
  FT_GROW (atomics->fences, (size_t)t + 1, ((struct ft_fences){0}));
  return atomics->fences.begin + t;
}

static void note_reader (finder *f, store *s, ft_tid t) {
  for (size_t i = 0; i < s->readers.size; i++)
    if (s->readers.begin[i].thread == t)
      return;
  FT_PUSH (s->readers, now (f, t));
}

// The store that the load reads from orders the load, or, if the load does not
// acquire, the events after the next acquire fence.
static void take_message (finder *f, ft_order_thread *thread,
                          const ft_event *e, const store *from) {
  if (ft_atomic_acquires (e->order))
    ft_order_thread_join (thread, &from->message, FT_ALL_CLOCKS);
  else
    ft_clocks_join (&fences_of (f, e->thread)->pending, &from->message,
                    FT_ALL_CLOCKS);
}

// What a store hands on: itself or a release fence before it, what earlier stores
// of its thread there did, and, as a read-modify-write, what it has read.  Of the
// paper; the order alone has the smaller release sequences of C11.
static void make_message (finder *f, const ft_event *e, stores *all,
                          ft_clocks *message) {
  ft_order_thread *thread = f->order->threads.list.begin + e->thread;
  bool releases = ft_atomic_releases (e->order);
  FT_GROW (all->heads, (size_t)e->thread + 1, (ft_clocks){0});
  ft_clocks *own = all->heads.begin + e->thread;
  ft_clocks_join (own, releases ? &thread->clocks
                                : &fences_of (f, e->thread)->released,
                  FT_ALL_CLOCKS);
  if (releases)
    ft_clock_raise (own->of + FT_CLOCK_ORDER, e->thread, thread->time);
  ft_clocks_join (message, own, FT_ALL_CLOCKS);
  if (ft_kind_reads (e->kind))
    ft_clocks_join (message, &FT_TOP (all->list).message, FT_ALL_CLOCKS);
}

static void step_load (finder *f, ft_id event, const ft_event *e) {
  ft_order_thread *thread =
      ft_order_threads_begin (&f->order->threads, e->thread);
  stores *s = stores_of (f, e);
  size_t chosen = choose (f, s, e);
  store *from = s->list.begin + chosen;
  if (chosen + 1 == s->list.size)
    ft_order_step (f->order, e);
  else
    FT_PUSH (*f->found, ((ft_read_from){event, from->event}));
  if (ft_kind_is_atomic (e->kind))
    take_message (f, thread, e, from);
  note_reader (f, from, e->thread);
}

static void step_store (finder *f, ft_id event, const ft_event *e) {
  stores *all = stores_of (f, e);
  ft_order_step (f->order, e);
  if (e->kind == FT_ATOMIC_RMW)
    take_message (f, f->order->threads.list.begin + e->thread, e,
                  &FT_TOP (all->list));
  store s = {.event = event, .at = now (f, e->thread)};
  s.seq_cst = ft_kind_is_atomic (e->kind) && is_seq_cst (e);
  if (ft_kind_is_atomic (e->kind))
    make_message (f, e, all, &s.message);
  if (ft_kind_reads (e->kind))
    note_reader (f, &FT_TOP (all->list), e->thread);
  FT_PUSH (all->list, s);
}

static void step_fence (finder *f, const ft_event *e) {
  ft_order_step (f->order, e);
  if (!is_seq_cst (e))
    return;
  ft_clocks_join (&f->fenced, &f->order->threads.list.begin[e->thread].clocks,
                  FT_ALL_CLOCKS);
  ft_clock_raise (f->fenced.of + FT_CLOCK_ORDER, e->thread,
                  ft_order_time (f->order, e->thread));
  for (size_t i = 0; i < f->seq_cst_fences.size; i++)
    if (f->seq_cst_fences.begin[i].thread == e->thread)
      return;
  FT_PUSH (f->seq_cst_fences, now (f, e->thread));
}

static void step (finder *f, ft_id event) {
  const ft_event *e = f->trace->events + event;
  if (is_access (f, e) && ft_kind_writes (e->kind))
    step_store (f, event, e);
  else if (is_access (f, e))
    step_load (f, event, e);
  else if (e->kind == FT_FENCE && !ft_event_is_void (e))
    step_fence (f, e);
  else
    ft_order_step (f->order, e);
}

static void release (finder *f) {
  for (size_t c = 0; c < f->cells.size; c++) {
    stores *s = f->cells.begin + c;
    for (size_t i = 0; i < s->list.size; i++) {
      ft_clocks_release (&s->list.begin[i].message);
      FT_RELEASE (s->list.begin[i].readers);
    }
    for (size_t t = 0; t < s->heads.size; t++)
      ft_clocks_release (s->heads.begin + t);
    FT_RELEASE (s->heads);
    FT_RELEASE (s->list);
  }
  FT_RELEASE (f->cells);
  FT_RELEASE (f->seq_cst_fences);
  ft_clocks_release (&f->fenced);
  ft_map_release (&f->slots);
  ft_order_free (f->order);
  ft_recorded_release (&f->facts);
  free (f->alike);
  free (f->mixed);
  free (f->fences);
}

void ft_stale_reads_find (const ft_trace *t, ft_stale_reads *found) {
  finder f = {.trace = t, .found = found};
  f.order = ft_order_new (FT_REL_C11, &t->tables);
  ft_recorded_init (&f.facts, t);
  look_ahead (&f);
  for (ft_id event = 0; event < t->size; event++)
    step (&f, event);
  release (&f);
}
