#include "explore/interleaving_outlook.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "trace/operator.h"

// A value in comparison with the trace's.
typedef struct word {
  enum { RECORDED, OTHER, UNKNOWN } state;
  bool known; // of a recorded one: the trace has it
  uint64_t value;
} word;

typedef struct outlook {
  const ft_index *index;
  const ft_tables *tables;
  const ft_event *events;
  const bool *decides;
  ft_id *writer; // by variable: the last write
  word *memory;  // by variable: what it wrote
  ft_id *from;   // by event: the write that a read returned in the trace
  bool *done;    // by event: it is in the schedule
  bool *lost;    // by thread: it went elsewhere
  ft_map local;  // by thread and local: its word
  FT_STACK (word) locals;
  enum ft_outlook best;
} outlook;

static const word unknown = {.state = UNKNOWN};

static void promise (outlook *o, enum ft_outlook what) {
  if (what < o->best)
    o->best = what;
}

static bool reads (const ft_event *e) {
  return e->kind == FT_READ || e->kind == FT_ATOMIC_READ ||
         e->kind == FT_ATOMIC_RMW;
}

static bool writes (const ft_event *e) {
  return ft_kind_accesses (e->kind) && ft_kind_writes (e->kind);
}

static const ft_detail *detail_of (const outlook *o, const ft_event *e) {
  static const ft_detail none = {.result = FT_NO_ID};
  return e->detail == FT_NO_ID ? &none : o->tables->details.begin + e->detail;
}

// The value that the event wrote or computed in the trace.
static word recorded (const outlook *o, const ft_event *e) {
  const ft_detail *d = detail_of (o, e);
  if (e->kind == FT_ATOMIC_RMW)
    return (word){RECORDED, d->written_known, d->written};
  return (word){RECORDED, e->flags & FT_HAS_VALUE, e->value};
}

// A computed value, which may be the recorded one after all.
static word compare (word computed, word was) {
  return was.known && computed.value == was.value ? was : computed;
}

// ---- locals ----------------------------------------------------------------

static uint64_t key_of (ft_tid thread, ft_id local) {
  return (uint64_t)thread << 32 | local;
}

static void set_local (outlook *o, const ft_event *e, word w) {
  ft_id local = detail_of (o, e)->result;
  if (local == FT_NO_ID)
    return;
  uint32_t *at = ft_map_at (&o->local, key_of (e->thread, local));
  if (*at == FT_NO_ID) {
    *at = (uint32_t)o->locals.size;
    FT_PUSH (o->locals, w);
  } else
    o->locals.begin[*at] = w;
}

static word operand (const outlook *o, ft_tid thread, const ft_operand *x) {
  if (x->local == FT_NO_ID)
    return (word){RECORDED, true, x->constant};
  uint32_t at = ft_map_get (&o->local, key_of (thread, x->local));
  return at == FT_NO_ID ? (word){RECORDED, false, 0} : o->locals.begin[at];
}

// What the event computes of its operands.
static word compute (const outlook *o, const ft_event *e) {
  const ft_detail *d = detail_of (o, e);
  const ft_operand *list = o->tables->operands.begin + d->operands;
  uint64_t values[2] = {0};
  bool changed = false, known = true;
  for (uint32_t i = 0; i < d->operand_count; i++) {
    word w = operand (o, e->thread, list + i);
    changed |= w.state != RECORDED;
    known &= w.state == OTHER || (w.state == RECORDED && w.known);
    if (i < 2)
      values[i] = w.value;
  }
  if (!changed)
    return recorded (o, e);
  word result = {.state = OTHER, .known = true};
  if (!known || ft_operator_arity (d->op) != d->operand_count ||
      ft_operator_apply (d->op, (unsigned)__builtin_popcount (e->mask), values,
                         &result.value) != FT_DEFINED)
    return unknown;
  return compare (result, recorded (o, e));
}

// ---- memory ----------------------------------------------------------------

// The value before the trace that the read finds: the trace has it with the
// first access.
static word initial (const outlook *o, const ft_event *read) {
  const struct ft_index_list *all = &o->index->accesses;
  const ft_event *first = o->events + all->events[all->begin[read->target]];
  const ft_detail *d = detail_of (o, first);
  return d->initial_known && first->mask == read->mask
             ? (word){OTHER, true, d->initial}
             : unknown;
}

static word load (const outlook *o, ft_id i) {
  const ft_event *e = o->events + i;
  word was = {RECORDED, e->flags & FT_HAS_VALUE, e->value};
  ft_id now = o->writer[e->target];
  if (now == FT_NO_ID)
    return o->from[i] == now ? was : compare (initial (o, e), was);
  word w = o->memory[e->target];
  if (now == o->from[i] && w.state == RECORDED)
    return was;
  bool fits = o->events[now].mask == e->mask && w.state != UNKNOWN && w.known;
  return fits ? compare ((word){OTHER, true, w.value}, was) : unknown;
}

static void store (outlook *o, ft_id i, word w) {
  o->writer[o->events[i].target] = i;
  o->memory[o->events[i].target] = o->lost[o->events[i].thread] ? unknown : w;
}

// ---- events ----------------------------------------------------------------

// Whether the access has its recorded address.
static bool is_there (outlook *o, const ft_event *e) {
  enum { PAGE = 4096 };
  const ft_detail *d = detail_of (o, e);
  for (uint32_t i = 0; i < d->pointer_count; i++) {
    word w =
        operand (o, e->thread, o->tables->operands.begin + d->pointers + i);
    if (w.state == OTHER && w.value < PAGE)
      promise (o, FT_OUTLOOK_FAILURE);
    if (w.state != RECORDED)
      return false;
  }
  return true;
}

static void go_elsewhere (outlook *o, ft_tid t) {
  o->lost[t] = true;
  promise (o, FT_OUTLOOK_ELSEWHERE);
}

static void access (outlook *o, ft_id i) {
  const ft_event *e = o->events + i;
  word w = {RECORDED, false, 0};
  if (!o->lost[e->thread] && !is_there (o, e))
    go_elsewhere (o, e->thread);
  if (reads (e)) {
    w = load (o, i);
    set_local (o, e, w);
    if (w.state != RECORDED)
      promise (o, FT_OUTLOOK_VALUE);
  }
  if (e->kind == FT_ATOMIC_RMW && e->flags & FT_CONDITIONAL &&
      w.state != RECORDED)
    go_elsewhere (o, e->thread); // the compare-and-swap fails
  else if (writes (e))
    store (o, i,
           e->kind == FT_ATOMIC_RMW && w.state == RECORDED ? recorded (o, e)
                                                           : compute (o, e));
}

static void branch (outlook *o, ft_id i) {
  const ft_event *e = o->events + i;
  word w = compute (o, e);
  if (w.state == RECORDED || o->lost[e->thread])
    return;
  if (o->decides && o->decides[i])
    promise (o, w.state == OTHER ? FT_OUTLOOK_FAILURE : FT_OUTLOOK_DOUBTFUL);
  go_elsewhere (o, e->thread);
}

static void happen (outlook *o, ft_id i) {
  const ft_event *e = o->events + i;
  if (ft_kind_accesses (e->kind))
    access (o, i);
  else if (e->kind == FT_LOCAL)
    set_local (o, e, compute (o, e));
  else if (e->kind == FT_BRANCH)
    branch (o, i);
}

static void happen_once (outlook *o, ft_id i) {
  if (!o->done[i])
    happen (o, i);
  o->done[i] = true;
}

// The threads that do not wait for the end of 'last', or of one that does.
static void happen_others (outlook *o, ft_tid last) {
  bool *waits = FT_ARRAY (bool, o->index->threads + 1);
  if (last < o->index->threads)
    waits[last] = true;
  for (ft_id i = 0; i < o->index->trace->size; i++) {
    const ft_event *e = o->events + i;
    waits[e->thread] |= e->kind == FT_JOIN && !o->done[i] && waits[e->target];
    if (!waits[e->thread])
      happen_once (o, i);
  }
  free (waits);
}

static void happen_all (outlook *o, const ft_event_list *schedule,
                        ft_tid last) {
  for (size_t i = 0; i < schedule->size; i++)
    happen_once (o, schedule->begin[i]);
  happen_others (o, last);
  for (ft_id i = 0; i < o->index->trace->size; i++)
    if (o->events[i].thread == last)
      happen_once (o, i);
  for (ft_id i = 0; i < o->index->trace->size; i++)
    happen_once (o, i);
}

// ---- all -------------------------------------------------------------------

static void read_sources (outlook *o, size_t variables) {
  memset (o->writer, 0xff, variables * sizeof *o->writer);
  for (ft_id i = 0; i < o->index->trace->size; i++) {
    const ft_event *e = o->events + i;
    if (reads (e))
      o->from[i] = o->writer[e->target];
    if (writes (e))
      o->writer[e->target] = i;
  }
  memset (o->writer, 0xff, variables * sizeof *o->writer);
}

enum ft_outlook ft_interleaving_outlook (const ft_index *index,
                                         const ft_event_list *schedule,
                                         ft_tid last, const bool *decides) {
  const ft_trace *t = index->trace;
  size_t variables = ft_tables_count (&t->tables, FT_CLASS_VARIABLE) + 1;
  outlook o = {.index = index,
               .tables = &t->tables,
               .events = t->events,
               .decides = decides,
               .writer = FT_ARRAY (ft_id, variables),
               .memory = FT_ARRAY (word, variables),
               .from = FT_ARRAY (ft_id, t->size + 1),
               .done = FT_ARRAY (bool, t->size + 1),
               .lost = FT_ARRAY (bool, index->threads + 1),
               .best = FT_OUTLOOK_SAME};
  read_sources (&o, variables);
  happen_all (&o, schedule, last);
  free (o.writer);
  free (o.memory);
  free (o.from);
  free (o.done);
  free (o.lost);
  ft_map_release (&o.local);
  FT_RELEASE (o.locals);
  return o.best;
}
