// The explanation of a need, as a chain from the targets: each step is one rule
// of 'need_to_run' in 'cone.c'.  Linear in the needs per step.

#include "certify/cone.h"
#include "base/debug_log.h"

#include <assert.h>
#include "certify/ideal.h"

// The need that brought an event into 'base', or NULL.
static const ft_need *need_of (const ft_cone *c, ft_id e) {
  ft_tid t = c->facts->trace->events[e].thread;
  ft_id k = c->facts->index->local[e];
  for (size_t i = 0; i < c->needs.size; i++) {
    const ft_need *n = c->needs.begin + i;
    if (n->thread == t && n->from <= k && k < n->to)
      return n;
  }
  return NULL;
}

static bool is_target (const ft_cone *c, ft_id e) {
  return ft_cone_is_target (c, c->facts->trace->events[e].thread,
                            c->facts->index->local[e]);
}

static bool is_source (const ft_facts *f, ft_id read, ft_id writer) {
  const ft_reads *r = f->reads;
  for (ft_id i = r->source_begin[read]; i < r->source_begin[read + 1]; i++)
    if (r->sources.begin[i].writer == writer)
      return true;
  return false;
}

// The read by which 'event' depends on this writer, preferably one that has no
// other writer; or FT_NO_ID.  The value that a target returns is free, unless
// the target must succeed.
static ft_id find_reading (const ft_cone *c, ft_id writer, ft_id event) {
  const ft_facts *f = c->facts;
  const ft_reads *r = f->reads;
  ft_id found = FT_NO_ID;
  if (!ft_kind_writes (f->trace->events[writer].kind))
    return FT_NO_ID;
  if ((f->reads->matters[event] == f->index->local[event] ||
       ft_cone_keeps (c, event)) &&
      is_source (f, event, writer) &&
      (event == c->must_succeed || !is_target (c, event)))
    found = event;
  for (ft_id i = r->late_begin[event]; i < r->late_begin[event + 1]; i++)
    if (is_source (f, r->late[i], writer) &&
        ft_cone_use (c, r->late[i]).at == f->index->local[event] &&
        !ft_cone_ignores (c, r->late[i]) &&
        (found == FT_NO_ID || (r->alone[r->late[i]] && !r->alone[found])))
      found = r->late[i];
  return found;
}

void ft_cone_prove_must_succeed (const ft_cone *c, ft_reason *r) {
  assert (c->must_succeed != FT_NO_ID && c->question.count == 2);
  const ft_id *targets = c->question.targets;
  ft_id other = targets[targets[0] == c->must_succeed];
  ft_reason_add (r, FT_PROOF_STEP_MUST_SUCCEED, c->must_succeed, other,
                 FT_NO_ID);
}

// Whether the event is a candidate that can allow 'cause'.
static bool enables (const ft_facts *f, ft_id e, ft_id cause) {
  const ft_event *a = f->trace->events + e, *b = f->trace->events + cause;
  return ft_enablers_has (f->enablers, cause) && a->target == b->target &&
         (b->kind == FT_WAKE ? a->kind == FT_SIGNAL || a->kind == FT_BROADCAST
                             : ft_kind_acquires (a->kind));
}

// Appends the rule by which 'cause' needs 'e'.
static void add_need (const ft_cone *c, ft_id e, ft_id cause, ft_reason *r) {
  const ft_facts *f = c->facts;
  const ft_event *event = f->trace->events + e, *by = f->trace->events + cause;
  ft_id read = find_reading (c, e, cause);
  enum ft_object_rule rule = ft_object_orders_rule (f->orders, e, cause);
  if (read != FT_NO_ID && cause == c->must_succeed)
    ft_cone_prove_must_succeed (c, r);
  if (read != FT_NO_ID)
    ft_reason_add (r,
                   f->reads->alone[read] ? FT_PROOF_STEP_NEED_WRITE
                                         : FT_PROOF_STEP_NEED_ONLY,
                   e, cause, read);
  else if (event->kind == FT_FORK && event->target == by->thread)
    ft_reason_add (r, FT_PROOF_STEP_NEED_FORK, e, cause, FT_NO_ID);
  else if (f->index->joined[cause] == e)
    ft_reason_add (r, FT_PROOF_STEP_NEED_JOIN, e, cause, FT_NO_ID);
  else if (event->kind == FT_ALLOC)
    ft_reason_add (r, FT_PROOF_STEP_NEED_ALLOC, e, cause, FT_NO_ID);
  else if (enables (f, e, cause))
    ft_reason_add (r, FT_PROOF_STEP_NEED_ENABLER, e, cause, FT_NO_ID);
  else if (rule == FT_OBJECT_ROUNDS)
    ft_reason_add (r, FT_PROOF_STEP_NEED_ROUND, e, cause, FT_NO_ID);
  else if (rule == FT_OBJECT_UNITS || rule == FT_OBJECT_POSTS)
    ft_reason_add (r, FT_PROOF_STEP_NEED_POST, e, cause, FT_NO_ID);
  else
    ft_reason_add (r, FT_PROOF_STEP_NEED_RECORDED, e, cause, FT_NO_ID);
}

static bool is_target_thread (const ft_cone *c, ft_id e) {
  const ft_event *events = c->facts->trace->events;
  for (uint32_t i = 0; i < c->question.count; i++)
    if (events[c->question.targets[i]].thread == events[e].thread)
      return true;
  return false;
}

// Whether the section can never be closed in this question.
static bool stays_open (const ft_cone *c, ft_id acquire) {
  const ft_index *x = c->facts->index;
  ft_id release = x->match[acquire];
  ft_tid t = x->trace->events[acquire].thread;
  return release == FT_NO_ID || x->local[release] >= c->limit[t];
}

// Appends a step for the need, after those for its cause.
static void prove_need (const ft_cone *c, ft_need n, ft_reason *r,
                        ft_map *proved) {
  ft_id e = ft_index_event (c->facts->index, n.thread, n.to - 1);
  if (n.cause == FT_NO_ID || ft_map_get (proved, e) != FT_NO_ID)
    return;
  *ft_map_at (proved, e) = 0;
  ft_cone_prove_need (c, n.cause, r, proved);
  const ft_event *events = c->facts->trace->events;
  if (n.read != FT_NO_ID)
    ft_reason_add (r, FT_PROOF_STEP_NEED_WRITERS, e, n.cause, n.read);
  else if (ft_kind_acquires (events[n.cause].kind) &&
      ft_kind_releases (events[e].kind))
    ft_reason_add (r,
                   stays_open (c, n.cause) ? FT_PROOF_STEP_NEED_LAST
                                           : FT_PROOF_STEP_NEED_RELEASE,
                   e, n.cause, c->facts->index->match[e]);
  else
    add_need (c, e, n.cause, r);
}

void ft_cone_prove_need (const ft_cone *c, ft_id e, ft_reason *r,
                         ft_map *proved) {
  const ft_need *n = is_target_thread (c, e) ? NULL : need_of (c, e);
  if (n)
    prove_need (c, *n, r, proved);
}

void ft_cone_prove (const ft_cone *c, ft_reason *r) {
  const ft_index *x = c->facts->index;
  ft_map proved = {0};
  prove_need (c, c->failed, r, &proved);
  ft_map_release (&proved);
  ft_id bound = c->limit[c->failed.thread];
  r->kind = FT_REASON_NEEDS;
  r->event = ft_index_event (x, c->failed.thread, c->failed.to - 1);
  r->bound = FT_NO_ID;
  if (bound < ft_index_length (x, c->failed.thread)) {
    ft_id event = ft_index_event (x, c->failed.thread, bound);
    if (event < c->question.end)
      r->bound = event;
  }
}

void ft_cone_explain (const ft_cone *c, ft_strbuf *buf) {
  ft_reason r = {0};
  ft_cone_prove (c, &r);
  ft_reason_brief (&r, c->facts, buf);
  ft_reason_release (&r);
}

// ---- infeasible ------------------------------------------------------------

// Questions that the clocks of needs answer: a target needs another one, or the
// event that frees its memory.  Cost: threads, and logarithms of the trace for
// each step of the chain, where ft_cone_ask walks through all needed events.

// A thread that a target needs to run beyond its limit; FT_NO_ID if there is
// none.
static ft_tid find_bound (const ft_cone *c, const ft_ideals *needed,
                          ft_id target) {
  const ft_event *events = c->facts->trace->events;
  const ft_index *x = c->facts->index;
  for (ft_tid t = 0; t < x->threads; t++)
    if (c->limit[t] < ft_index_length (x, t) && events[target].thread != t &&
        ft_ideals_size_in (needed, target, t) > c->limit[t])
      return t;
  return FT_NO_ID;
}

bool ft_cone_infeasible (ft_cone *c, ft_question question,
                         const ft_ideals *needed) {
  ft_cone_begin (c, question);
  for (uint32_t i = 0; i < question.count; i++) {
    ft_tid t = find_bound (c, needed, question.targets[i]);
    if (t == FT_NO_ID)
      continue;
    c->failed = ft_ideals_chain (needed, question.targets[i], t, c->limit[t],
                                 &c->needs);
    FT_DEBUG (CERTIFY, 1, "events %u and %u: clocks show that event %u needs "
                          "thread %u farther than it may go",
              question.targets[0], question.targets[1], question.targets[i], t);
    return true;
  }
  return false;
}
