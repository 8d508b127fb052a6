// The maximal causal model in plain integer difference logic.
//
// Definition: correct reordering (docs/guide/verdicts.md); Huang, Meredith,
// Rosu (PLDI 2014).  Every event that may be included has an integer time, and
// so has the moment R of the race: an event is included if its time is less
// than R.  Times grow along each thread, so that the included events are a
// prefix of it.  The rules are those of 'maximal.c', derived from the
// definition once more without graph, clocks, thresholds or propagator.  This
// encoder is the slow twin of 'maximal.c': it exists to disagree with it. Cost:
// a term per pair of a read and a write of a variable, and per pair of
// sections.  Compared with 'maximal.c' in tests/unit/test_certify.c.

#include "encoders/maximal_idl_parts.h"

// Requires that x comes before y.  An x before the window has happened; an x
// beyond the cone cannot happen, nor can y then.
static void require_before (ft_idl *e, ft_id x, ft_id y) {
  if (x == FT_NO_ID || is_before_window (e, x))
    return;
  ft_smt_assert (e->smt,
                 may_include (e, x) ? time_before (e, x, y) : excluded (e, y));
}

static void require_alloc_before (ft_idl *e, ft_id variable, ft_id y) {
  ft_pos alloc = e->facts->trace->tables.variables.begin[variable].alloc;
  if (alloc != FT_NO_POS)
    require_before (e, (ft_id)alloc, y);
}

// ---- reads ---------------------------------------------------------------

// The term "'read' gets the bytes of 'mask' from 'writer'"; 'writer' is
// FT_NO_ID for the value before the window.
static ft_term reads_from (ft_idl *e, ft_id read, ft_id writer, uint8_t mask) {
  FT_STACK (ft_term) all = {0};
  const struct ft_index_list *list = &e->facts->index->accesses;
  ft_id variable = event_at (e, read)->target;
  if (writer != FT_NO_ID)
    FT_PUSH (all, time_before (e, writer, read));
  for (ft_id i = list->begin[variable]; i < list->begin[variable + 1]; i++) {
    ft_id other = list->events[i];
    if (!ft_kind_writes (event_at (e, other)->kind) || other == writer ||
        other == read || !(event_at (e, other)->mask & mask) ||
        !may_include (e, other))
      continue;
    ft_term either[2] = {time_before (e, read, other)};
    if (writer != FT_NO_ID)
      either[1] = time_before (e, other, writer);
    FT_PUSH (all, ft_smt_or (e->smt, writer == FT_NO_ID ? 1 : 2, either));
  }
  ft_term term = ft_smt_and (e->smt, all.size, all.begin);
  FT_RELEASE (all);
  return term;
}

static ft_term reads_recorded (ft_idl *e, ft_id read) {
  const ft_reads *r = e->facts->reads;
  FT_STACK (ft_term) all = {0};
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1]; i++) {
    ft_read_source source = r->sources.begin[i];
    bool old = source.writer == FT_NO_ID || is_before_window (e, source.writer);
    if (!old && !may_include (e, source.writer))
      FT_PUSH (all, ft_smt_false (e->smt));
    else
      FT_PUSH (all, reads_from (e, read, old ? FT_NO_ID : source.writer,
                                source.mask));
  }
  ft_term term = ft_smt_and (e->smt, all.size, all.begin);
  FT_RELEASE (all);
  return term;
}

static ft_term reads_some_writer (ft_idl *e, ft_id read) {
  FT_STACK (ft_term) any = {0};
  const ft_event *event = event_at (e, read);
  const struct ft_index_list *list = &e->facts->index->accesses;
  bool old = ft_cone_admits (e->cone, read, FT_NO_ID);
  for (ft_id i = list->begin[event->target]; i < list->begin[event->target + 1];
       i++) {
    ft_id w = list->events[i];
    if (!ft_kind_writes (event_at (e, w)->kind) ||
        !ft_cone_admits (e->cone, read, w))
      continue;
    if (is_before_window (e, w))
      old = true;
    else if (may_include (e, w))
      FT_PUSH (any, reads_from (e, read, w, event->mask));
  }
  if (old)
    FT_PUSH (any, reads_from (e, read, FT_NO_ID, event->mask));
  ft_term term = ft_smt_or (e->smt, any.size, any.begin);
  FT_RELEASE (any);
  return term;
}

// Each byte has a writer of its own.
static ft_term reads_each_byte (ft_idl *e, ft_id read) {
  FT_STACK (ft_term) all = {0};
  const ft_event *event = event_at (e, read);
  const struct ft_index_list *list = &e->facts->index->accesses;
  for (int b = 0; b < 8; b++) {
    FT_STACK (ft_term) any = {0};
    if (!(event->mask >> b & 1))
      continue;
    for (ft_id i = list->begin[event->target];
         i < list->begin[event->target + 1]; i++) {
      ft_id w = list->events[i];
      if (ft_kind_writes (event_at (e, w)->kind) &&
          event_at (e, w)->mask >> b & 1 && may_include (e, w) &&
          ft_cone_admits_byte (e->cone, read, w, b))
        FT_PUSH (any, reads_from (e, read, w, (uint8_t)(1u << b)));
    }
    if (ft_cone_admits_byte (e->cone, read, FT_NO_ID, b))
      FT_PUSH (any, reads_from (e, read, FT_NO_ID, (uint8_t)(1u << b)));
    FT_PUSH (all, ft_smt_or (e->smt, any.size, any.begin));
    FT_RELEASE (any);
  }
  ft_term term = ft_smt_and (e->smt, all.size, all.begin);
  FT_RELEASE (all);
  return term;
}

// Requires that the read returns an admissible value if the event by which it
// matters is included or is one of the racing accesses.
static void bind_read (ft_idl *e, ft_id read, ft_id k) {
  ft_tid t = event_at (e, read)->thread;
  ft_term returns_admissible =
      ft_cone_is_mixed (e->cone, read)    ? reads_each_byte (e, read)
      : ft_cone_is_forced (e->cone, read) ? reads_recorded (e, read)
                                          : reads_some_writer (e, read);
  if (ft_cone_is_target (e->cone, t, k)) {
    if (!ft_cone_is_idle (e->cone, read))
      ft_smt_assert (e->smt, returns_admissible);
    return;
  }
  ft_id binder = ft_index_event (e->facts->index, t, k);
  if (may_include (e, binder))
    ft_smt_assert (e->smt, ft_smt_or (e->smt, 2,
                                      (ft_term[]){excluded (e, binder),
                                                  returns_admissible}));
}

// Under c11 the first access may have to succeed, or is free until its thread goes
// on.
static void bind_read_c11 (ft_idl *e, ft_id read, ft_id k) {
  const ft_question *q = &e->cone->question;
  const ft_event *last = event_at (e, q->targets[0]);
  bool first = read == q->first;
  if (first && ft_event_must_write (event_at (e, read), last))
    k = e->facts->index->local[read];
  else if (k != FT_NO_ID && ft_cone_is_free_first (e->cone, read))
    k++;
  ft_tid t = event_at (e, read)->thread;
  if (k != FT_NO_ID && k < ft_index_length (e->facts->index, t) &&
      !ft_cone_ignores (e->cone, read))
    bind_read (e, read, k);
}

static void encode_read (ft_idl *e, ft_id read) {
  ft_id k = ft_cone_use (e->cone, read).at, own = e->facts->index->local[read];
  bool keeps = ft_cone_keeps (e->cone, read), c11 = e->cone->question.c11;
  if (keeps &&
      ft_cone_is_target (e->cone, event_at (e, read)->thread, own))
    return;
  k = keeps ? own : k;
  if (!c11 && (k == FT_NO_ID || ft_cone_ignores (e->cone, read)))
    return;
  ft_smt_group (e->smt, read, FT_NO_ID);
  if (c11)
    bind_read_c11 (e, read, k);
  else
    bind_read (e, read, k);
  ft_smt_ungroup (e->smt);
}

// ---- sections ------------------------------------------------------------

static void exclude_sections (ft_idl *e, ft_id a, ft_id b) {
  ft_id close_a = e->facts->index->match[a];
  ft_id close_b = e->facts->index->match[b];
  ft_term any[4];
  size_t n = 0;
  if (!is_before_window (e, a))
    any[n++] = excluded (e, a);
  if (!is_before_window (e, b))
    any[n++] = excluded (e, b);
  if (close_a != FT_NO_ID && may_include (e, close_a) &&
      !is_before_window (e, b))
    any[n++] = time_before (e, close_a, b);
  if (close_b != FT_NO_ID && may_include (e, close_b) &&
      !is_before_window (e, a))
    any[n++] = time_before (e, close_b, a);
  ft_smt_assert (e->smt, ft_smt_or (e->smt, n, any));
}

// Whether the acquire is in the cone or the section is open at the start of the
// window.
static bool takes_part (const ft_idl *e, ft_id acquire) {
  ft_id release = e->facts->index->match[acquire];
  return may_include (e, acquire) ||
         (is_before_window (e, acquire) &&
          (release == FT_NO_ID || !is_before_window (e, release)));
}

static void encode_lock (ft_idl *e, ft_id lock) {
  const struct ft_index_list *list = &e->facts->index->acquires;
  for (ft_id i = list->begin[lock]; i < list->begin[lock + 1]; i++) {
    ft_id a = list->events[i];
    if (!takes_part (e, a))
      continue;
    for (ft_id j = i + 1; j < list->begin[lock + 1]; j++) {
      ft_id b = list->events[j];
      const ft_event *p = event_at (e, a), *q = event_at (e, b);
      if (takes_part (e, b) && p->thread != q->thread &&
          !(is_before_window (e, a) && is_before_window (e, b)) &&
          !(p->kind == FT_ACQUIRE_SHARED && q->kind == FT_ACQUIRE_SHARED)) {
        ft_smt_group (e->smt, a, b);
        exclude_sections (e, a, b);
        ft_smt_ungroup (e->smt);
      }
    }
  }
}

// ---- single events and targets ---------------------------------------------

static void encode_free (ft_idl *e, ft_id freed, const ft_detail *detail) {
  const ft_trace *trace = e->facts->trace;
  const struct ft_index_list *list = &e->facts->index->accesses;
  for (uint32_t i = 0; i < detail->freed_count; i++) {
    ft_id variable = trace->tables.freed.begin[detail->freed + i];
    require_alloc_before (e, variable, freed);
    for (ft_id j = list->begin[variable]; j < list->begin[variable + 1]; j++) {
      ft_id access = list->events[j];
      if (access != freed && may_include (e, access) &&
          !ft_event_frees_again (trace->events + access))
        ft_smt_assert (
            e->smt,
            ft_smt_or (e->smt, 3,
                       (ft_term[]){excluded (e, freed), excluded (e, access),
                                   time_before (e, access, freed)}));
    }
  }
}

static void encode_orders (ft_idl *e, ft_id event) {
  const ft_object_orders *o = e->facts->orders;
  if (!o || o->begin[event] == o->begin[event + 1])
    return;
  ft_smt_group (e->smt, event, FT_NO_ID);
  for (ft_id i = o->begin[event]; i < o->begin[event + 1]; i++)
    require_before (e, o->before[i], event);
  ft_smt_ungroup (e->smt);
}

static void encode_recorded (ft_idl *e, ft_id event) {
  if (e->cone->question.relaxed || !e->facts->recorded_before)
    return;
  ft_id first = e->facts->recorded_before[event];
  require_before (e, first, event);
  if (event_at (e, event)->kind != FT_TRY_FAILED || first == FT_NO_ID)
    return;
  ft_id release = e->facts->index->match[first];
  if (release != FT_NO_ID && may_include (e, release))
    ft_smt_assert (
        e->smt,
        ft_smt_or (e->smt, 3,
                   (ft_term[]){excluded (e, event), excluded (e, release),
                               time_before (e, event, release)}));
}

static void encode_event (ft_idl *e, ft_id event) {
  const ft_index *x = e->facts->index;
  const ft_event *p = event_at (e, event);
  if (!x->local[event])
    require_before (e, x->fork_of[p->thread], event);
  else if (!is_before_window (
               e, ft_index_event (x, p->thread, x->local[event] - 1)))
    require_before (e, ft_index_event (x, p->thread, x->local[event] - 1),
                    event);
  if (ft_event_is_void (p))
    return;
  if (ft_kind_accesses (p->kind))
    require_alloc_before (e, p->target, event);
  if (ft_kind_reads (p->kind))
    encode_read (e, event);
  require_before (e, x->joined[event], event);
  const ft_detail *d = ft_tables_detail (&e->facts->trace->tables, p);
  if (p->kind == FT_FREE && d) {
    ft_smt_group (e->smt, event, FT_NO_ID);
    encode_free (e, event, d);
    ft_smt_ungroup (e->smt);
  }
  encode_orders (e, event);
  if (e->cone->question.relaxed)
    ft_idl_choose (e, event);
  encode_recorded (e, event);
}

// The events before the target in its thread, its fork and the allocations of
// its variables are included, so that the target is pending.
static void encode_target (ft_idl *e, ft_id target) {
  const ft_index *x = e->facts->index;
  const ft_event *p = event_at (e, target);
  const ft_tables *tables = &e->facts->trace->tables;
  const ft_detail *d = ft_tables_detail (tables, p);
  ft_id k = x->local[target];
  FT_STACK (ft_id) needs = {0};
  FT_PUSH (needs,
           k ? ft_index_event (x, p->thread, k - 1) : x->fork_of[p->thread]);
  if (ft_kind_accesses (p->kind))
    FT_PUSH (needs, (ft_id)tables->variables.begin[p->target].alloc);
  else if (d)
    for (uint32_t i = 0; i < d->freed_count; i++) {
      ft_id variable = tables->freed.begin[d->freed + i];
      FT_PUSH (needs, (ft_id)tables->variables.begin[variable].alloc);
    }
  for (size_t i = 0; i < needs.size; i++) {
    ft_id need = needs.begin[i];
    if (need != FT_NO_ID && !is_before_window (e, need))
      ft_smt_assert (e->smt, may_include (e, need) ? included (e, need)
                                                   : ft_smt_false (e->smt));
  }
  FT_RELEASE (needs);
}

static void release_encoding (void *encoding) {
  ft_idl *e = encoding;
  ft_map_release (&e->number);
  FT_RELEASE (e->signals);
  FT_RELEASE (e->after);
  FT_RELEASE (e->events);
  FT_RELEASE (e->times);
  free (e);
}

static void number_events (ft_idl *e) {
  const ft_index *x = e->facts->index;
  for (ft_tid t = 0; t < x->threads; t++)
    for (ft_id k = e->cone->start[t]; k < e->cone->top[t]; k++) {
      ft_id event = ft_index_event (x, t, k);
      *ft_map_at (&e->number, event) = (ft_id)e->events.size;
      FT_PUSH (e->events, event);
      FT_PUSH (e->times, ft_smt_int (e->smt));
    }
}

static void *encode (const ft_cone *cone, ft_smt *smt, uint64_t memory) {
  ft_idl *e = FT_NEW (ft_idl);
  e->cone = cone;
  e->facts = cone->facts;
  e->smt = smt;
  e->limit = memory;
  e->race = ft_smt_int (smt);
  number_events (e);
  ft_idl_c11_begin (e);
  uint32_t locks = ft_tables_count (&e->facts->trace->tables, FT_CLASS_LOCK);
  size_t steps = e->events.size + locks;
  for (size_t i = 0; i < steps; i++) {
    if (i < e->events.size)
      encode_event (e, e->events.begin[i]);
    else
      encode_lock (e, (ft_id)(i - e->events.size));
    if (e->limit && e->terms * TERM_BYTES > e->limit) {
      release_encoding (e);
      return NULL;
    }
  }
  for (uint32_t i = 0; i < cone->question.count; i++)
    encode_target (e, cone->question.targets[i]);
  if (cone->must_succeed != FT_NO_ID)
    encode_read (e, cone->must_succeed);
  ft_idl_c11 (e);
  return e;
}

// ---- models --------------------------------------------------------------

struct timed {
  int64_t time;
  ft_id event;
};

static int compare_times (const void *a, const void *b) {
  const struct timed *p = a, *q = b;
  if (p->time != q->time)
    return p->time < q->time ? -1 : 1;
  return (p->event > q->event) - (p->event < q->event);
}

static bool schedule (void *encoding, ft_smt *smt, ft_reordering *out) {
  ft_idl *e = encoding;
  int64_t race = ft_smt_number (smt, e->race);
  FT_STACK (struct timed) included_events = {0};
  for (size_t i = 0; i < e->events.size; i++) {
    int64_t time = ft_smt_number (smt, e->times.begin[i]);
    if (time < race)
      FT_PUSH (included_events, ((struct timed){time, e->events.begin[i]}));
  }
  if (included_events.size)
    qsort (included_events.begin, included_events.size,
           sizeof *included_events.begin, compare_times);
  for (size_t i = 0; i < included_events.size; i++)
    FT_PUSH (out->events, included_events.begin[i].event);
  FT_RELEASE (included_events);
  return true;
}

const ft_encoder ft_maximal_idl = {"idl", encode, schedule, release_encoding};
