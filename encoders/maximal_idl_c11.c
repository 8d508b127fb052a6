// Questions under c11 for 'maximal_idl.c': the definition of happens-before once
// more, over all pairs of events, without thresholds, lanes and pruning.
//
// Each event has a Boolean, "the first access happens before it", if it happens.
//
// Cost: for each read the square of the writes to its variable, and a term per
// pair of sections.

#include "certify/happens.h"
#include "encoders/maximal_idl_parts.h"

static ft_id target_of (const ft_idl *e) {
  return e->cone->question.targets[0];
}

static bool takes_part (const ft_idl *e, ft_id event) {
  return event == target_of (e) || may_include (e, event);
}

static ft_term after (const ft_idl *e, ft_id event) {
  return event == target_of (e) ? ft_smt_false (e->smt)
                                : e->after.begin[ft_map_get (&e->number, event)];
}

typedef FT_STACK (ft_term) terms;

// Asserts that 'from' hands happens-before on to 'to', unless one of the terms
// holds, which are consumed.
static void hand_on (ft_idl *e, ft_id from, ft_id to, terms *unless) {
  FT_PUSH (*unless, excluded (e, from));
  if (to != target_of (e))
    FT_PUSH (*unless, excluded (e, to));
  FT_PUSH (*unless, ft_smt_not (e->smt, after (e, from)));
  FT_PUSH (*unless, after (e, to));
  e->terms += unless->size;
  ft_smt_assert (e->smt, ft_smt_or (e->smt, unless->size, unless->begin));
  FT_RELEASE (*unless);
}

static void hand_on_surely (ft_idl *e, ft_id from, ft_id to) {
  terms none = {0};
  if (from != FT_NO_ID && may_include (e, from))
    hand_on (e, from, to, &none);
}

// The section at 'a' is closed and comes before the one at 'b'.
static void hand_over (ft_idl *e, ft_id a, ft_id b) {
  const ft_index *x = e->facts->index;
  ft_id release = x->match[a];
  terms unless = {0};
  if (release == FT_NO_ID || !may_include (e, release))
    return;
  FT_PUSH (unless, time_before (e, b, release));
  hand_on (e, release, b, &unless);
}

static void encode_acquire (ft_idl *e, ft_id acquire) {
  const struct ft_index_list *list = &e->facts->index->acquires;
  const ft_event *b = event_at (e, acquire);
  for (ft_id i = list->begin[b->target]; i < list->begin[b->target + 1]; i++) {
    const ft_event *a = event_at (e, list->events[i]);
    if (a->thread != b->thread &&
        !(a->kind == FT_ACQUIRE_SHARED && b->kind == FT_ACQUIRE_SHARED))
      hand_over (e, list->events[i], acquire);
  }
}

// The term: 'write' does not end the sequences of 'head' before the read.
static ft_term is_not_between (ft_idl *e, ft_id head, ft_id write, ft_id read) {
  ft_term any[3] = {excluded (e, write), time_before (e, write, head),
                    time_before (e, read, write)};
  return ft_smt_or (e->smt, 3, any);
}

// On the bytes of the mask.
static void meet (ft_idl *e, ft_id head, ft_id read, ft_id to, uint8_t mask) {
  const struct ft_index_list *list = &e->facts->index->accesses;
  const ft_event *h = event_at (e, head), *r = event_at (e, read);
  ft_id from = ft_releasing_event (e->facts->index, head);
  terms unless = {0};
  mask &= h->mask & r->mask;
  if (from == FT_NO_ID || !mask || h->thread == r->thread)
    return;
  FT_PUSH (unless, excluded (e, head));
  FT_PUSH (unless, ft_smt_not (e->smt, time_before (e, head, read)));
  for (ft_id i = list->begin[h->target]; i < list->begin[h->target + 1]; i++) {
    ft_id w = list->events[i];
    const ft_event *p = event_at (e, w);
    bool continues = p->kind == FT_ATOMIC_RMW ||
                     (p->kind == FT_ATOMIC_WRITE && p->thread == h->thread &&
                      !e->cone->question.cxx20);
    if (ft_kind_writes (p->kind) && !continues && w != read && w != head &&
        may_include (e, w) && (p->mask & mask))
      FT_PUSH (unless,
               ft_smt_not (e->smt, is_not_between (e, head, w, read)));
  }
  hand_on (e, from, to, &unless);
}

// Bytes that are always accessed together need be looked at once.
static void meet_each_byte (ft_idl *e, ft_id head, ft_id read, ft_id to) {
  if (!may_include (e, head))
    return;
  if (!e->facts->reads->mixed[read])
    meet (e, head, read, to, 0xff);
  for (int b = 0; b < 8 && e->facts->reads->mixed[read]; b++)
    meet (e, head, read, to, (uint8_t)(1 << b));
}

static void encode_read (ft_idl *e, ft_id read) {
  const struct ft_index_list *list = &e->facts->index->accesses;
  const ft_event *r = event_at (e, read);
  ft_id to = ft_acquiring_event (e->facts->index, read);
  if (ft_variable_is_outside (&e->facts->trace->tables, r->target) ||
      to == FT_NO_ID || !takes_part (e, to))
    return;
  for (ft_id i = list->begin[r->target]; i < list->begin[r->target + 1]; i++)
    if (event_at (e, list->events[i])->kind == FT_ATOMIC_WRITE ||
        event_at (e, list->events[i])->kind == FT_ATOMIC_RMW)
      meet_each_byte (e, list->events[i], read, to);
}

static void encode_leave (ft_idl *e, ft_id leave) {
  const ft_object_orders *o = e->facts->orders;
  for (ft_id i = o ? o->begin[leave] : 0; o && i < o->begin[leave + 1]; i++)
    if (ft_object_orders_rule (o, o->before[i], leave) == FT_OBJECT_ROUNDS)
      hand_on_surely (e, o->before[i], leave);
}

static void encode_event (ft_idl *e, ft_id event) {
  const ft_index *x = e->facts->index;
  const ft_event *p = event_at (e, event);
  ft_id local = x->local[event];
  hand_on_surely (e, local ? ft_index_event (x, p->thread, local - 1)
                           : x->fork_of[p->thread],
                  event);
  if (ft_event_is_void (p))
    return;
  if (ft_kind_reads (p->kind) && ft_kind_is_atomic (p->kind))
    encode_read (e, event);
  if (event == target_of (e))
    return;
  hand_on_surely (e, x->joined[event], event);
  if (ft_kind_acquires (p->kind))
    encode_acquire (e, event);
  if (p->kind == FT_BARRIER_LEAVE)
    encode_leave (e, event);
}

void ft_idl_take (ft_idl *e, ft_id giver, ft_id taker, ft_term taken) {
  terms unless = {0};
  if (!e->cone->question.c11 || !may_include (e, giver))
    return;
  FT_PUSH (unless, ft_smt_not (e->smt, taken));
  hand_on (e, giver, taker, &unless);
}

void ft_idl_c11_begin (ft_idl *e) {
  for (size_t i = 0; e->cone->question.c11 && i < e->events.size; i++)
    FT_PUSH (e->after, ft_smt_bool (e->smt, false));
}

void ft_idl_c11 (ft_idl *e) {
  ft_id first = e->cone->question.first;
  if (!e->cone->question.c11)
    return;
  ft_smt_assert (e->smt, may_include (e, first) ? included (e, first)
                                                : ft_smt_false (e->smt));
  if (may_include (e, first))
    ft_smt_assert (e->smt, after (e, first));
  for (size_t i = 0; i < e->events.size; i++)
    encode_event (e, e->events.begin[i]);
  encode_event (e, target_of (e));
}
