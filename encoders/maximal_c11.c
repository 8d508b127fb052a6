// The constraints of 'maximal.c' on a question under c11: the first access is
// executed and does not happen before the target, which is executed last.
//
// For each event that may be so there is a term h, "if the event happens, the
// first access happens before it".  h is true of the first access and of what
// follows in its thread, false of what comes before it and of the thread of the
// last access.  The rules of happens-before are clauses, each an implication
// between such terms (docs/internals/memory-model.md):
// - fork before the first event of the thread, its last event before the join;
// - a release of a lock before a later acquire, unless both are shared;
// - a release write before a read that acquires, or a fence that does so for it,
//   unless the read comes first or a write in between ends the sequence;
// - an arrival before the leaves of its round, where rounds are fixed, a signal
//   before the wake that takes it, a post before the wait that takes it.
// They are necessary, so that without a solution there is no answer.  A question
// that is not relaxed has more, as the checker has: a wake comes after each signal
// since its wait began, a wait after each post so far, and what stands for
// uninstrumented code after each other.
//
// Cost: for each read that acquires the square of the writes to its variable, and
// a clause for each pair of sections that the graph leaves open.  Compared with
// 'maximal_idl_c11.c' and with enumeration in tests/unit/test_c11_pairs.c.

#include "encoders/maximal_parts.h"
#include "trace/assumed.h"

static const ft_event *event_at (const ft_maximal *e, ft_id event) {
  return e->facts->trace->events + event;
}

static bool is_target (const ft_maximal *e, ft_id event) {
  return event == e->cone->question.targets[0];
}

// ---- the terms -------------------------------------------------------------

ft_term ft_maximal_after (const ft_maximal *e, ft_id event) {
  return is_target (e, event) ? e->literals.no : e->after[node (e, event)];
}

// Whether happens-before may come to the thread of the event there.
static bool is_entry (const ft_maximal *e, ft_id event) {
  const ft_event *p = event_at (e, event);
  if (!e->facts->index->local[event])
    return true;
  if (ft_event_is_void (p))
    return false;
  return ft_kind_acquires (p->kind) || p->kind == FT_JOIN ||
         p->kind == FT_FENCE || p->kind == FT_WAKE || p->kind == FT_SEM_WAIT ||
         p->kind == FT_BARRIER_LEAVE || ft_kind_is_atomic (p->kind) ||
         (ft_kind_accesses (p->kind) &&
          ft_variable_is_outside (&e->facts->trace->tables, p->target));
}

static ft_term term_of (ft_maximal *e, ft_id event, ft_term previous) {
  const ft_question *q = &e->cone->question;
  const ft_id *local = e->facts->index->local;
  ft_tid t = event_at (e, event)->thread;
  if (t == event_at (e, q->targets[0])->thread)
    return e->literals.no;
  if (t == event_at (e, q->first)->thread)
    return local[event] < local[q->first] ? e->literals.no : e->literals.yes;
  if (ordered (e, event, q->first))
    return e->literals.no;
  if (previous == e->literals.yes || !is_entry (e, event))
    return previous;
  ft_term term = ft_smt_bool (e->literals.smt, false);
  CLAUSE (ft_literals_not (&e->literals, previous), term);
  return term;
}

static void make_terms (ft_maximal *e) {
  const ft_graph *g = e->graph;
  e->after = ft_realloc (NULL, g->size ? g->size : 1, sizeof *e->after);
  for (ft_id lane = 0; lane < g->thread_count; lane++)
    for (ft_id i = g->first[lane]; i < g->first[lane + 1]; i++)
      e->after[i] = term_of (e, g->events[i],
                             i == g->first[lane] ? e->literals.no
                                                 : e->after[i - 1]);
}

// ---- the rules -------------------------------------------------------------

// Asserts: one of 'unless' holds, or "h of 'from'" implies "h of 'to'".
static void hand_on (ft_maximal *e, ft_id from, ft_id to, size_t n,
                     const ft_term *unless) {
  FT_STACK (ft_term) clause = {0};
  FT_PUSH (clause,
           ft_literals_not (&e->literals, ft_maximal_after (e, from)));
  FT_PUSH (clause, ft_maximal_after (e, to));
  FT_PUSH (clause, excluded (e, from));
  FT_PUSH (clause, excluded (e, to));
  for (size_t i = 0; i < n; i++)
    FT_PUSH (clause, unless[i]);
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  FT_RELEASE (clause);
}

void ft_maximal_hand_on (ft_maximal *e, ft_id from, ft_id to, ft_term unless) {
  if (e->cone->question.c11)
    hand_on (e, from, to, 1, &unless);
}

static void hand_on_surely (ft_maximal *e, ft_id from, ft_id to) {
  if (from != FT_NO_ID && may_include (e, from))
    hand_on (e, from, to, 0, NULL);
}

// ---- locks -----------------------------------------------------------------

static ft_id included_release (const ft_maximal *e, ft_id acquire) {
  ft_id release = e->facts->index->match[acquire];
  return release != FT_NO_ID && may_include (e, release) ? release : FT_NO_ID;
}

static bool is_shared (const ft_maximal *e, ft_id acquire) {
  return event_at (e, acquire)->kind == FT_ACQUIRE_SHARED;
}

// From the sections of a lane to one of another: of those that the graph has
// before it, the last one that excludes it is enough.
static void encode_lane (ft_maximal *e, const ft_access_list *one, ft_id b) {
  const ft_access_lists *l = e->facts->acquires;
  ft_id release_b = included_release (e, b);
  ft_id i = ft_access_list_from (l, one, e->cone->top[one->thread]);
  while (i-- > one->begin) {
    ft_id a = l->events[i], release = included_release (e, a);
    if (release == FT_NO_ID || (is_shared (e, a) && is_shared (e, b)))
      continue;
    hand_on (e, release, b, 1,
             (ft_term[]){release_b == FT_NO_ID ? e->literals.no
                                               : before (e, release_b, a)});
    if (ordered (e, release, b))
      return;
  }
}

static void encode_acquire (ft_maximal *e, ft_id acquire) {
  const ft_access_lists *l = e->facts->acquires;
  const ft_event *p = event_at (e, acquire);
  for (ft_id i = l->list_begin[p->target]; i < l->list_begin[p->target + 1];
       i++)
    if (l->lists.begin[i].thread != p->thread)
      encode_lane (e, l->lists.begin + i, acquire);
}

// ---- atomics ---------------------------------------------------------------

// Whether the write ends release sequences of 'head' on the bytes of the mask.
static bool ends (const ft_maximal *e, ft_id head, ft_id write, uint8_t mask) {
  const ft_event *a = event_at (e, head), *b = event_at (e, write);
  bool own = b->kind == FT_ATOMIC_WRITE && b->thread == a->thread;
  return write != head && (b->mask & mask) && b->kind != FT_ATOMIC_RMW &&
         (!own || e->cone->question.cxx20);
}

// A literal: 'write' comes between 'head' and 'read'.
static ft_term between (ft_maximal *e, ft_id head, ft_id write, ft_id read) {
  ft_term all[3] = {included (e, write), before (e, head, write),
                    before (e, write, read)};
  ft_term yes = e->literals.yes, no = e->literals.no;
  if (all[0] == yes && all[1] == yes && all[2] == yes)
    return yes;
  for (int i = 0; i < 3; i++)
    if (all[i] == no)
      return no;
  ft_term term = ft_smt_bool (e->literals.smt, false);
  for (int i = 0; i < 3; i++)
    CLAUSE (ft_literals_not (&e->literals, term), all[i]);
  return term;
}

typedef FT_STACK (ft_term) terms;

// Lists what ends the sequences of 'head' on bytes of the mask before the read.
static void list_ends (ft_maximal *e, ft_id head, ft_id read, uint8_t mask,
                       terms *unless) {
  const ft_access_lists *writes = e->facts->writes;
  ft_id variable = event_at (e, read)->target;
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++) {
    const ft_access_list *lane = writes->lists.begin + i;
    ft_id end = ft_access_list_from (writes, lane, e->cone->top[lane->thread]);
    for (ft_id j = lane->begin; j < end; j++) {
      ft_id w = writes->events[j];
      if (w != read && ends (e, head, w, mask))
        FT_PUSH (*unless, between (e, head, w, read));
    }
  }
}

// The write that the read must read from; false if it is not known.
static bool reads_only (const ft_maximal *e, ft_id read, ft_id *writer) {
  ft_id at;
  return !is_target (e, read) &&
         ft_cone_binding (e->cone, read, &at) == FT_BOUND &&
         ft_cone_is_forced (e->cone, read) &&
         ft_reads_single (e->facts->reads, read, writer);
}

// Whether the read may read from a sequence of the head, as far as its writer is
// known.
static bool may_meet (const ft_maximal *e, ft_id head, ft_id read) {
  ft_id writer;
  if (!reads_only (e, read, &writer) || writer == head)
    return true;
  return writer != FT_NO_ID &&
         (e->facts->reads->mixed[read] ||
          !ends (e, head, writer, event_at (e, head)->mask));
}

static void encode_meeting (ft_maximal *e, ft_id write, ft_id read, ft_id to) {
  const ft_event *w = event_at (e, write), *r = event_at (e, read);
  if (!ft_kind_is_atomic (w->kind) || !(w->mask & r->mask) ||
      w->thread == r->thread || !may_meet (e, write, read))
    return;
  ft_id from = ft_releasing_event (e->facts->index, write);
  if (from == FT_NO_ID || ft_maximal_after (e, from) == e->literals.no ||
      ordered (e, read, write))
    return;
  uint8_t left = w->mask & r->mask;
  while (left) { // on any of the bytes that are written together
    uint8_t group = ft_maximal_first_group (e, r->target, left);
    terms unless = {0};
    FT_PUSH (unless, excluded (e, write));
    FT_PUSH (unless, before (e, read, write));
    list_ends (e, write, read, group, &unless);
    hand_on (e, from, to, unless.size, unless.begin);
    FT_RELEASE (unless);
    left &= (uint8_t)~group;
  }
}

static void encode_read (ft_maximal *e, ft_id read) {
  const ft_access_lists *writes = e->facts->writes;
  ft_id variable = event_at (e, read)->target;
  if (ft_variable_is_outside (&e->facts->trace->tables, variable))
    return;
  ft_id to = is_target (e, read)
                 ? ft_event_acquires (event_at (e, read)) ? read : FT_NO_ID
                 : ft_acquiring_event (e->facts->index, read);
  if (to == FT_NO_ID || (!is_target (e, to) && !may_include (e, to)) ||
      ft_maximal_after (e, to) == e->literals.yes)
    return;
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++) {
    const ft_access_list *lane = writes->lists.begin + i;
    ft_id end = ft_access_list_from (writes, lane, e->cone->top[lane->thread]);
    for (ft_id j = lane->begin; j < end; j++)
      encode_meeting (e, writes->events[j], read, to);
  }
}

// ---- objects, uninstrumented code ------------------------------------------

static void encode_leave (ft_maximal *e, ft_id leave) {
  const ft_object_orders *o = e->facts->orders;
  bool relaxed = e->cone->question.relaxed;
  if (!o)
    return;
  for (ft_id i = o->begin[leave]; i < o->begin[leave + 1]; i++) {
    enum ft_object_rule rule = ft_object_orders_rule (o, o->before[i], leave);
    if (rule == FT_OBJECT_ROUNDS || (rule == FT_OBJECT_KEPT && !relaxed))
      hand_on_surely (e, o->before[i], leave);
  }
}

// Each signal since the wait began.
static void encode_wake (ft_maximal *e, ft_id wake) {
  const ft_access_lists *l = e->facts->enablers->notices;
  ft_id object = event_at (e, wake)->target;
  ft_id since = e->facts->enablers->since[wake];
  for (ft_id i = l->list_begin[object]; i < l->list_begin[object + 1]; i++) {
    const ft_access_list *lane = l->lists.begin + i;
    ft_id end = ft_access_list_from (l, lane, e->cone->top[lane->thread]);
    for (ft_id j = lane->begin; j < end; j++) {
      ft_id s = l->events[j];
      if (lane->thread != event_at (e, wake)->thread)
        hand_on (e, s, wake, 2,
                 (ft_term[]){before (e, s, since), before (e, wake, s)});
    }
  }
}

// Each post before the wait.
static void encode_wait (ft_maximal *e, ft_id wait) {
  const ft_object_orders *o = e->facts->orders;
  ft_id object = event_at (e, wait)->target;
  for (ft_id i = o->event_begin[object]; i < o->event_begin[object + 1]; i++) {
    ft_id post = o->events[i];
    if (event_at (e, post)->kind == FT_SEM_POST && may_include (e, post) &&
        event_at (e, post)->thread != event_at (e, wait)->thread)
      hand_on (e, post, wait, 1, (ft_term[]){before (e, wait, post)});
  }
}

// The last operations before this one, as far as the graph has them.
static void encode_outside (ft_maximal *e, ft_id access) {
  const ft_access_lists *l = e->facts->writes;
  ft_id variable = event_at (e, access)->target;
  for (ft_id i = l->list_begin[variable]; i < l->list_begin[variable + 1];
       i++) {
    const ft_access_list *lane = l->lists.begin + i;
    ft_id end = ft_access_list_from (l, lane, e->cone->top[lane->thread]);
    while (end > lane->begin && (l->events[end - 1] == access ||
                                 !ordered (e, l->events[end - 1], access)))
      end--;
    if (end > lane->begin)
      hand_on_surely (e, l->events[end - 1], access);
  }
}

static void encode_event (ft_maximal *e, ft_id event) {
  const ft_index *x = e->facts->index;
  const ft_event *p = event_at (e, event);
  bool relaxed = e->cone->question.relaxed;
  if (!x->local[event])
    hand_on_surely (e, x->fork_of[p->thread], event);
  if (ft_event_is_void (p))
    return;
  hand_on_surely (e, x->joined[event], event);
  if (ft_kind_acquires (p->kind))
    encode_acquire (e, event);
  else if (p->kind == FT_BARRIER_LEAVE)
    encode_leave (e, event);
  else if (p->kind == FT_WAKE && !relaxed &&
           ft_enablers_has (e->facts->enablers, event))
    encode_wake (e, event);
  else if (p->kind == FT_SEM_WAIT && !relaxed && e->facts->orders)
    encode_wait (e, event);
  else if (ft_kind_accesses (p->kind) &&
           ft_variable_is_outside (&e->facts->trace->tables, p->target) &&
           (!relaxed || e->cone->question.keeps_assumed))
    encode_outside (e, event);
  else if (ft_kind_is_atomic (p->kind) && ft_kind_reads (p->kind))
    encode_read (e, event);
}

void ft_maximal_c11_begin (ft_maximal *e) {
  if (e->cone->question.c11)
    make_terms (e);
}

void ft_maximal_c11 (ft_maximal *e) {
  ft_id last = e->cone->question.targets[0];
  if (!e->cone->question.c11)
    return;
  for (ft_id i = 0; i < e->graph->size && !ft_maximal_is_too_large (e); i++)
    encode_event (e, e->graph->events[i]);
  ft_id fork = e->facts->index->fork_of[event_at (e, last)->thread];
  if (!e->facts->index->local[last])
    hand_on_surely (e, fork, last);
  if (ft_kind_is_atomic (event_at (e, last)->kind) &&
      ft_kind_reads (event_at (e, last)->kind))
    encode_read (e, last);
}
