#include "certify/cone.h"
#include "base/debug_log.h"

#include <assert.h>

ft_cone *ft_cone_new (const ft_facts *facts) {
  ft_cone *c = FT_NEW (ft_cone);
  c->facts = facts;
  c->start = FT_ARRAY (ft_id, facts->index->threads);
  c->limit = FT_ARRAY (ft_id, facts->index->threads);
  c->base = FT_ARRAY (ft_id, facts->index->threads);
  c->top = FT_ARRAY (ft_id, facts->index->threads);
  return c;
}

void ft_cone_free (ft_cone *c) {
  if (!c)
    return;
  free (c->start);
  free (c->limit);
  free (c->base);
  free (c->top);
  FT_RELEASE (c->needs);
  FT_RELEASE (c->forced);
  FT_RELEASE (c->work);
  FT_RELEASE (c->undo);
  free (c);
}

// ---- what reads may read -------------------------------------------------

static bool is_on_altpath (const ft_facts *f, ft_id event) {
  return f->trace->events[event].flags & FT_ALTPATH;
}

static bool is_free (const ft_facts *f, ft_id read, enum ft_model model) {
  return model != FT_MODEL_MCM &&
         (is_on_altpath (f, read) || ft_reads_relaxable (f->reads, read));
}

static bool forces (const ft_facts *f, ft_id read, enum ft_model model,
                    bool free) {
  return f->reads->alone[read] && !free &&
         (model != FT_MODEL_PATH ||
          f->trace->events[read].kind == FT_ATOMIC_RMW);
}

bool ft_facts_forces (const ft_facts *f, ft_id read, enum ft_model model) {
  return forces (f, read, model, is_free (f, read, model));
}

// Whether the read is free in this question.  One of mixed sizes that ran keeps its value
// in a window, where it is not looked into what each byte was before, and if it must
// succeed.
static bool may_be_free (const ft_cone *c, ft_id read) {
  bool keeps = c->facts->reads->mixed[read] && !is_on_altpath (c->facts, read) &&
               (c->question.begin || read == c->must_succeed);
  return !keeps && is_free (c->facts, read, c->question.model);
}

bool ft_cone_is_free (const ft_cone *c, ft_id read) {
  return read != c->must_succeed && may_be_free (c, read);
}

bool ft_cone_is_mixed (const ft_cone *c, ft_id read) {
  const ft_question *q = &c->question;
  return c->facts->reads->mixed[read] && !q->begin &&
         (q->model == FT_MODEL_MCM
              ? q->relaxed
              : !q->relaxed && ft_cone_is_free (c, read));
}

bool ft_cone_is_forced (const ft_cone *c, ft_id read) {
  return forces (c->facts, read, c->question.model, may_be_free (c, read)) &&
         !ft_cone_is_mixed (c, read);
}

ft_read_use ft_cone_use (const ft_cone *c, ft_id read) {
  const ft_question *q = &c->question;
  return ft_reads_use (c->facts->reads, read, q->relaxed && !q->frozen);
}

// Under relaxed models a read may return something else at a use that is known.
static bool ignores_frozen (const ft_cone *c, ft_id read) {
  const ft_reads *reads = c->facts->reads;
  return !c->question.frozen && (c->question.model == FT_MODEL_MCM
                                     ? ft_reads_uncertain (reads, read)
                                     : reads->frozen[read]);
}

// Whether the read is of what calls without records or the system do, which has no
// order in the question.
static bool ignores_assumed (const ft_cone *c, ft_id read) {
  return c->question.relaxed && !c->question.keeps_assumed &&
         c->facts->reads->assumed[read];
}

bool ft_cone_ignores (const ft_cone *c, ft_id read) {
  const ft_reads *reads = c->facts->reads;
  return ignores_assumed (c, read) ||
         (c->question.relaxed &&
          (ignores_frozen (c, read) ||
           (reads->mixed[read] && !ft_cone_is_mixed (c, read))));
}

// Whether a write before the window, after 'writer', hides the writer from
// reads in the window.
static bool is_hidden (const ft_cone *c, ft_id read, ft_id writer) {
  const ft_access_lists *writes = c->facts->writes;
  const ft_event *event = c->facts->trace->events + read;
  ft_id first = writes->list_begin[event->target];
  ft_id last = writes->list_begin[event->target + 1];
  for (ft_id i = first; i < last; i++) {
    const ft_access_list *list = writes->lists.begin + i;
    for (ft_id j = ft_access_list_from (writes, list, c->start[list->thread]);
         j-- > list->begin;) {
      ft_id other = writes->events[j];
      if (writer != FT_NO_ID && other <= writer)
        break;
      if (c->facts->trace->events[other].mask & event->mask &&
          !is_on_altpath (c->facts, other))
        return true;
    }
  }
  return false;
}

// Whether the writer may give the read a value that it may return.  In the path
// model a write may leave another value than it left in the trace.
static bool may_return (const ft_cone *c, ft_id read, ft_id writer) {
  const ft_reads *reads = c->facts->reads;
  const ft_event *events = c->facts->trace->events;
  if (!ft_cone_is_free (c, read))
    return ft_reads_admits (reads, read, writer);
  return ft_reads_known (reads, read, writer) ||
         (c->question.model == FT_MODEL_PATH && writer != FT_NO_ID &&
          events[writer].mask == events[read].mask);
}

// Whether the writer is one that may come before the read, by position.
static bool is_in_reach (const ft_cone *c, ft_id read, ft_id writer) {
  const ft_event *event = c->facts->trace->events + writer;
  const ft_id *local = c->facts->index->local;
  return local[writer] < c->limit[event->thread] &&
         (event->thread != c->facts->trace->events[read].thread ||
          local[writer] < local[read]);
}

static bool may_return_byte (const ft_cone *c, ft_id read, ft_id writer,
                             int byte) {
  const ft_reads *reads = c->facts->reads;
  if (!ft_cone_is_free (c, read))
    return ft_reads_admits_byte (reads, read, writer, byte);
  return ft_reads_known_byte (reads, read, writer, byte) ||
         (c->question.model == FT_MODEL_PATH && writer != FT_NO_ID);
}

bool ft_cone_admits_byte (const ft_cone *c, ft_id read, ft_id writer,
                          int byte) {
  return may_return_byte (c, read, writer, byte) &&
         (writer == FT_NO_ID || is_in_reach (c, read, writer));
}

bool ft_cone_admits (const ft_cone *c, ft_id read, ft_id writer) {
  if (!may_return (c, read, writer) ||
      (writer != FT_NO_ID && writer < c->question.begin &&
       is_on_altpath (c->facts, writer)))
    return false;
  if (writer == FT_NO_ID || writer < c->question.begin)
    return !is_hidden (c, read, writer);
  return is_in_reach (c, read, writer);
}

bool ft_cone_keeps (const ft_cone *c, ft_id read) {
  return c->facts->reads->kept[read] && !c->question.relaxed;
}

// A successful compare-and-swap must succeed again if only it writes.
static bool first_must_succeed (const ft_cone *c) {
  const ft_event *events = c->facts->trace->events;
  return ft_event_must_write (events + c->question.first,
                              events + c->question.targets[0]);
}

bool ft_cone_is_free_first (const ft_cone *c, ft_id e) {
  return c->question.c11 && e == c->question.first &&
         c->facts->trace->events[e].kind != FT_ATOMIC_RMW &&
         c->facts->reads->matters[e] == c->facts->index->local[e];
}

bool ft_cone_is_idle (const ft_cone *c, ft_id read) {
  const ft_index *x = c->facts->index;
  ft_read_use use = ft_cone_use (c, read);
  bool must_succeed =
      c->must_succeed != FT_NO_ID && x->local[c->must_succeed] == use.at &&
      x->trace->events[c->must_succeed].thread == x->trace->events[read].thread;
  return use.by_value && !must_succeed;
}

enum ft_binding ft_cone_binding (const ft_cone *c, ft_id read, ft_id *at) {
  const ft_facts *f = c->facts;
  ft_id k = *at = ft_cone_use (c, read).at;
  ft_tid t = f->trace->events[read].thread;
  // What another path does with the value is not looked at.
  if (c->question.model == FT_MODEL_PATH)
    return ignores_assumed (c, read) ? FT_NEVER_BOUND : FT_BOUND;
  if (ft_cone_keeps (c, read) || (c->question.c11 && read == c->question.first &&
                                  first_must_succeed (c)))
    return FT_BOUND;
  if (k == FT_NO_ID || ft_cone_ignores (c, read))
    return FT_NEVER_BOUND;
  if (ft_cone_is_free_first (c, read))
    k = ++*at;
  if (k == f->index->local[read] || k < c->base[t])
    return FT_BOUND;
  if (ft_cone_is_target (c, t, k))
    return ft_cone_is_idle (c, read) ? FT_NEVER_BOUND : FT_BOUND;
  return k < c->top[t] ? FT_BOUND_LATE : FT_NEVER_BOUND;
}

// ---- needs ---------------------------------------------------------------

static void add_need (ft_cone *c, ft_id event, ft_id cause) {
  ft_tid t = c->facts->trace->events[event].thread;
  ft_id k = c->facts->index->local[event];
  FT_PUSH (c->work, ((ft_need){t, 0, k + 1, cause, FT_NO_ID}));
}

static void need_sources (ft_cone *c, ft_id read, ft_id cause) {
  const ft_reads *reads = c->facts->reads;
  if (ft_cone_ignores (c, read))
    return;
  if (!c->recorded && !ft_cone_is_forced (c, read))
    return;
  for (ft_id i = reads->source_begin[read]; i < reads->source_begin[read + 1];
       i++)
    if (reads->sources.begin[i].writer != FT_NO_ID)
      add_need (c, reads->sources.begin[i].writer, cause);
  if (ft_reads_unclear (reads, read) || reads->frozen[read] ||
      reads->kept[read])
    c->uses_unnecessary = true;
}

static void need_alloc (ft_cone *c, ft_id event, ft_id variable) {
  ft_pos alloc = c->facts->trace->tables.variables.begin[variable].alloc;
  if (alloc != FT_NO_POS)
    add_need (c, (ft_id)alloc, event);
}

static void need_allocs (ft_cone *c, ft_id e) {
  const ft_event *event = c->facts->trace->events + e;
  uint32_t count;
  if (ft_kind_accesses (event->kind))
    need_alloc (c, e, event->target);
  else if (event->kind == FT_FREE) {
    const ft_id *allocs = ft_free_allocs_of (c->facts->free_allocs, e, &count);
    for (uint32_t i = 0; i < count; i++)
      add_need (c, allocs[i], e);
  }
}

// Adds the needs of 'e' that come before its thread can be about to execute it
// ('free_value': its own value is free) or to execute it.
static void need_to_reach (ft_cone *c, ft_id e, bool free_value) {
  const ft_facts *f = c->facts;
  ft_tid t = f->trace->events[e].thread;
  if (!f->index->local[e] && f->index->fork_of[t] != FT_NO_ID)
    add_need (c, f->index->fork_of[t], e);
  for (ft_id i = f->reads->late_begin[e]; i < f->reads->late_begin[e + 1];
       i++) {
    ft_read_use use = ft_cone_use (c, f->reads->late[i]);
    if (use.at == f->index->local[e] && !(free_value && use.by_value))
      need_sources (c, f->reads->late[i], e);
  }
  need_allocs (c, e);
}

// The thread goes on behind the first access, which thus needs its value.
static void need_free_first (ft_cone *c, ft_id first, ft_id next) {
  if (ft_cone_is_free_first (c, first))
    need_sources (c, first, next);
}

// Adds the needs of 'e' itself.
static void need_to_run (ft_cone *c, ft_id e) {
  const ft_facts *f = c->facts;
  const ft_event *event = f->trace->events + e;
  need_to_reach (c, e, false);
  if (f->index->local[e])
    need_free_first (c, ft_index_event (f->index, event->thread,
                                        f->index->local[e] - 1),
                     e);
  if (ft_event_is_void (event))
    return;
  if ((f->reads->matters[e] == f->index->local[e] &&
       !ft_cone_is_free_first (c, e)) ||
      ft_cone_keeps (c, e) || (c->recorded && ft_kind_reads (event->kind)) ||
      (c->question.c11 && e == c->question.first && first_must_succeed (c)))
    need_sources (c, e, e);
  if (f->index->joined[e] != FT_NO_ID)
    add_need (c, f->index->joined[e], e);
  for (ft_id i = f->orders ? f->orders->begin[e] : 0;
       f->orders && i < f->orders->begin[e + 1]; i++)
    add_need (c, f->orders->before[i], e);
  if (f->recorded_before && f->recorded_before[e] != FT_NO_ID &&
      !c->question.relaxed) {
    c->uses_unnecessary = true;
    add_need (c, f->recorded_before[e], e);
  }
  if (c->recorded)
    for (ft_id r = f->last_release[e]; r != FT_NO_ID; r = f->next_release[r])
      add_need (c, r, e);
}

// Works off the needs; false if one cannot be met.  With 'log', keeps the
// needs; otherwise keeps the old positions, to undo.
static bool satisfy_needs (ft_cone *c, ft_id *cut, bool log) {
  while (!FT_EMPTY (c->work)) {
    ft_need n = FT_POP (c->work);
    n.from = cut[n.thread];
    if (n.to <= n.from)
      continue;
    if (n.to > c->limit[n.thread]) {
      c->failed = n;
      FT_CLEAR (c->work);
      return false;
    }
    if (log)
      FT_PUSH (c->needs, n);
    else
      FT_PUSH (c->undo, ((struct ft_undo){n.thread, n.from}));
    cut[n.thread] = n.to;
    c->steps -= c->steps < n.to - n.from ? c->steps : n.to - n.from;
    for (ft_id k = n.from; k < n.to; k++)
      need_to_run (c, ft_index_event (c->facts->index, n.thread, k));
  }
  return true;
}

// The first local position of 't' at or after trace position 'at'.
static ft_id local_from (const ft_index *x, ft_tid t, ft_id at) {
  ft_id low = 0, high = ft_index_length (x, t);
  if (!at)
    return 0;
  while (low < high) {
    ft_id middle = low + (high - low) / 2;
    if (ft_index_event (x, t, middle) < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void stop_before (ft_cone *c, ft_id e) {
  ft_tid t = c->facts->trace->events[e].thread;
  if (c->limit[t] > c->facts->index->local[e])
    c->limit[t] = c->facts->index->local[e];
}

static void stop_before_free (ft_cone *c, ft_id variable) {
  if (c->facts->freed_by && c->facts->freed_by[variable] != FT_NO_ID)
    stop_before (c, c->facts->freed_by[variable]);
}

// A target stays pending, and the memory that it accesses is not freed, unless the
// question is what happens then.
static void stop_at_target (ft_cone *c, ft_id e) {
  const ft_event *event = c->facts->trace->events + e;
  const ft_tables *tables = &c->facts->trace->tables;
  const ft_detail *detail = ft_tables_detail (tables, event);
  stop_before (c, e);
  if (c->question.after_free)
    return;
  if (ft_kind_accesses (event->kind))
    stop_before_free (c, event->target);
  else if (event->kind == FT_FREE && detail)
    for (uint32_t i = 0; i < detail->freed_count; i++)
      stop_before_free (c, tables->freed.begin[detail->freed + i]);
}

static void set_bounds (ft_cone *c) {
  const ft_index *x = c->facts->index;
  for (ft_tid t = 0; t < x->threads; t++) {
    c->start[t] = c->base[t] = local_from (x, t, c->question.begin);
    c->limit[t] = c->question.end == c->facts->trace->size
                      ? ft_index_length (x, t)
                      : local_from (x, t, c->question.end);
  }
  for (uint32_t i = 0; i < c->question.count; i++)
    stop_at_target (c, c->question.targets[i]);
  if (c->question.bars_first)
    stop_before (c, c->question.first);
}

void ft_cone_begin (ft_cone *c, ft_question question) {
  assert (question.count && question.count <= FT_MOST_TARGETS);
  assert (question.begin <= question.end &&
          question.end <= c->facts->trace->size);
  for (uint32_t i = 0; i < question.count; i++)
    assert (question.targets[i] < c->facts->trace->size);
  c->question = question;
  c->must_succeed = ft_question_must_succeed (&question, c->facts);
  c->recorded = c->uses_unnecessary = false;
  c->put_off = question.c11 ? c->facts->trace->events[question.first].thread
                            : FT_NO_ID; // a FREE has to come in any case
  FT_CLEAR (c->needs);
  FT_CLEAR (c->forced);
  FT_CLEAR (c->work);
  set_bounds (c);
}

ft_id ft_cone_base_size (const ft_cone *c) {
  ft_id size = 0;
  for (ft_tid t = 0; t < c->facts->index->threads; t++)
    size += c->base[t] - c->start[t];
  return size;
}

static void log_cone (const ft_cone *c, bool fine) {
  const ft_index *x = c->facts->index;
  const char *order = c->recorded ? "in recorded order, " : "";
  ft_id size = ft_cone_base_size (c);
  if (fine)
    ft_debug_line (FT_DEBUG_CERTIFY, "%sevents %u and %u need %u events",
                   order, c->question.targets[0], c->question.targets[1],
                   size);
  else
    ft_debug_line (FT_DEBUG_CERTIFY,
                   "%sevents %u and %u need event %u, which comes too late",
                   order, c->question.targets[0], c->question.targets[1],
                   ft_index_event (x, c->failed.thread, c->failed.to - 1));
}

static bool compute_base (ft_cone *c, ft_question question, bool recorded) {
  ft_cone_begin (c, question);
  c->recorded = recorded;
  for (uint32_t i = 0; i < question.count; i++) {
    ft_id e = question.targets[i];
    ft_tid t = c->facts->trace->events[e].thread;
    FT_PUSH (c->work, ((ft_need){t, 0, c->facts->index->local[e], FT_NO_ID,
                                 FT_NO_ID}));
    need_to_reach (c, e, e != c->must_succeed);
  }
  if (ft_question_has_first (&question))
    add_need (c, question.first, FT_NO_ID);
  if (c->must_succeed != FT_NO_ID)
    need_sources (c, c->must_succeed, c->must_succeed);
  bool fine = satisfy_needs (c, c->base, true);
  if (FT_DEBUGS (CERTIFY, 1))
    log_cone (c, fine);
  return fine;
}

bool ft_cone_ask (ft_cone *c, ft_question question) {
  return compute_base (c, question, false);
}

bool ft_cone_ask_recorded (ft_cone *c, ft_question question) {
  return compute_base (c, question, true);
}

bool ft_cone_may_include (const ft_cone *c, ft_id e) {
  return e >= c->question.begin &&
         c->facts->index->local[e] < c->top[c->facts->trace->events[e].thread];
}

bool ft_cone_is_target (const ft_cone *c, ft_tid t, ft_id k) {
  for (uint32_t i = 0; i < c->question.count; i++) {
    ft_id e = c->question.targets[i];
    if (c->facts->trace->events[e].thread == t &&
        c->facts->index->local[e] == k)
      return true;
  }
  return false;
}

// ---- growing -------------------------------------------------------------

bool ft_cone_require (ft_cone *c, ft_tid t, ft_id k, ft_id cause) {
  FT_PUSH (c->work, ((ft_need){t, 0, k, cause, FT_NO_ID}));
  return satisfy_needs (c, c->base, true);
}

bool ft_cone_try (ft_cone *c, ft_tid t, ft_id k) {
  FT_CLEAR (c->undo);
  FT_PUSH (c->work, ((ft_need){t, 0, k, FT_NO_ID, FT_NO_ID}));
  if (satisfy_needs (c, c->top, false))
    return true;
  while (!FT_EMPTY (c->undo)) {
    struct ft_undo u = FT_POP (c->undo);
    c->top[u.thread] = u.old;
  }
  return false;
}
