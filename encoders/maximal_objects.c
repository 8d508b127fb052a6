// The constraints of 'maximal.c' on conditions, semaphores and barriers, where
// the recorded order is not kept ('certify/object_orders.h').
//
// - A wake takes a signal, or a broadcast; a wait of a semaphore takes a post,
//   or a unit that no post gives.  Each signal and post is taken once at most,
//   and of the units as many as there are.  That the takers can be matched so
//   is all that the rules ask for: the givers that may serve a taker are those
//   of an interval of the schedule that ends at the taker.
// - A leave of a barrier chooses the round of its arrival: fewer arrivals than
//   fill the round come before that arrival, and at least as many before the
//   leave.
//
// Over a window nothing of this is asked: what came before it is not counted.
//
// Cost: a clause per wait and post that the graph leaves unordered; for each
// leave the arrivals times the rounds that the graph leaves open.  Tested as
// 'maximal.c' is.

#include <stdlib.h>

#include "encoders/maximal_parts.h"

typedef FT_STACK (ft_term) terms;

static const ft_event *event_at (const ft_maximal *e, ft_id event) {
  return e->facts->trace->events + event;
}

// Asserts: 'unless', or at least 'least' of the terms.
static void require (ft_maximal *e, ft_term unless, const terms *of,
                     uint64_t least) {
  ft_smt *smt = e->literals.smt;
  ft_term enough = ft_smt_at_least (smt, of->size, of->begin, least);
  ft_smt_assert (smt, ft_smt_or (smt, 2, (ft_term[]){unless, enough}));
  e->literals.clauses += 1 + of->size;
}

// ---- what is taken once ----------------------------------------------------

void ft_maximal_take (ft_maximal *e, ft_id taker, ft_id giver, ft_term chosen) {
  ft_id object = event_at (e, taker)->target;
  FT_PUSH (e->takes, ((struct ft_take){object, giver, taker, chosen}));
}

static int compare_takes (const void *a, const void *b) {
  const struct ft_take *p = a, *q = b;
  if (p->object != q->object)
    return p->object < q->object ? -1 : 1;
  if (p->giver != q->giver)
    return p->giver < q->giver ? -1 : 1;
  return (p->taker > q->taker) - (p->taker < q->taker);
}

// Bounds the number of the takes, which are all those of one giver.
static void share (ft_maximal *e, const struct ft_take *takes, size_t n) {
  terms untaken = {0};
  uint64_t units =
      takes->giver != FT_NO_ID ? 1 : e->facts->orders->number[takes->object];
  if (n <= units)
    return;
  for (size_t i = 0; i < n; i++)
    FT_PUSH (untaken, ft_literals_not (&e->literals, takes[i].chosen));
  ft_smt_group (e->literals.smt,
                takes->giver == FT_NO_ID ? takes->taker : takes->giver,
                FT_NO_ID);
  require (e, e->literals.no, &untaken, n - units);
  ft_smt_ungroup (e->literals.smt);
  FT_RELEASE (untaken);
}

void ft_maximal_share (ft_maximal *e) {
  struct ft_take *all = e->takes.begin;
  size_t n = e->takes.size;
  if (n)
    qsort (all, n, sizeof *all, compare_takes);
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && all[end].object == all[i].object &&
                      all[end].giver == all[i].giver;)
      end++;
    share (e, all + i, end - i);
  }
}

// ---- semaphores ------------------------------------------------------------

// A literal: the wait takes the post.
static ft_term take_post (ft_maximal *e, ft_id wait, ft_id post) {
  ft_term chosen = ft_smt_bool (e->literals.smt, false);
  ft_term not = ft_literals_not (&e->literals, chosen);
  CLAUSE (not, included (e, post));
  CLAUSE (not, before (e, post, wait));
  ft_maximal_hand_on (e, post, wait, not);
  ft_maximal_take (e, wait, post, chosen);
  return chosen;
}

static void encode_wait (ft_maximal *e, ft_id wait) {
  const ft_object_orders *o = e->facts->orders;
  ft_id object = event_at (e, wait)->target;
  terms clause = {0};
  FT_PUSH (clause, excluded (e, wait));
  for (ft_id i = o->event_begin[object]; i < o->event_begin[object + 1]; i++) {
    ft_id post = o->events[i];
    if (event_at (e, post)->kind == FT_SEM_POST && may_include (e, post) &&
        !ordered (e, wait, post))
      FT_PUSH (clause, take_post (e, wait, post));
  }
  if (o->number[object]) {
    ft_term unit = ft_smt_bool (e->literals.smt, false);
    ft_maximal_take (e, wait, FT_NO_ID, unit);
    FT_PUSH (clause, unit);
  }
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  FT_RELEASE (clause);
}

// ---- barriers --------------------------------------------------------------

// The arrivals at a barrier as they stand to an event.
struct arrivals {
  uint64_t earlier, later; // so ordered by the graph
  terms others;            // "comes earlier", or "does not come earlier"
};

// A literal: the arrival happens, and before the leave.
static ft_term fills (ft_maximal *e, ft_id arrival, ft_id leave) {
  ft_term fine = ft_smt_bool (e->literals.smt, false);
  ft_term not = ft_literals_not (&e->literals, fine);
  CLAUSE (not, included (e, arrival));
  CLAUSE (not, before (e, arrival, leave));
  return fine;
}

// A literal: the arrival comes after another one, or does not happen.
static ft_term follows (ft_maximal *e, ft_id arrival, ft_id other) {
  ft_term fine = ft_smt_bool (e->literals.smt, false);
  CLAUSE (ft_literals_not (&e->literals, fine), excluded (e, arrival),
          before (e, other, arrival));
  return fine;
}

static struct arrivals sort_arrivals (ft_maximal *e, ft_id event,
                                      ft_term (*literal) (ft_maximal *, ft_id,
                                                          ft_id)) {
  const ft_object_orders *o = e->facts->orders;
  ft_id object = event_at (e, event)->target;
  struct arrivals a = {0};
  for (ft_id i = o->event_begin[object]; i < o->event_begin[object + 1]; i++) {
    ft_id arrival = o->events[i];
    if (event_at (e, arrival)->kind != FT_BARRIER_ARRIVE || arrival == event ||
        !may_include (e, arrival))
      continue;
    if (ordered (e, arrival, event))
      a.earlier++;
    else if (ordered (e, event, arrival))
      a.later++;
    else
      FT_PUSH (a.others, literal (e, arrival, event));
  }
  return a;
}

// The arrival to which a leave belongs.
static ft_id arrival_of (const ft_maximal *e, ft_id leave) {
  const ft_index *x = e->facts->index;
  const ft_event *l = event_at (e, leave);
  for (ft_id k = x->local[leave]; k--;) {
    ft_id event = ft_index_event (x, l->thread, k);
    if (event_at (e, event)->kind == FT_BARRIER_ARRIVE &&
        event_at (e, event)->target == l->target)
      return event;
  }
  return FT_NO_ID; // not in a barrier that has rounds
}

// A literal: the arrival belongs to the round that is full with so many
// arrivals, and as many come before the leave.
static ft_term fill_round (ft_maximal *e, uint64_t full,
                           const struct arrivals *at_leave,
                           const struct arrivals *at_arrival) {
  ft_term chosen = ft_smt_bool (e->literals.smt, false);
  ft_term not = ft_literals_not (&e->literals, chosen);
  uint64_t all =
      1 + at_arrival->earlier + at_arrival->later + at_arrival->others.size;
  if (full > at_leave->earlier)
    require (e, not, &at_leave->others, full - at_leave->earlier);
  if (all > full + at_arrival->later)
    require (e, not, &at_arrival->others, all - full - at_arrival->later);
  return chosen;
}

static void encode_leave (ft_maximal *e, ft_id leave) {
  uint64_t parties = e->facts->orders->number[event_at (e, leave)->target];
  ft_id arrival = arrival_of (e, leave);
  if (arrival == FT_NO_ID || !parties)
    return;
  struct arrivals at_leave = sort_arrivals (e, leave, fills);
  struct arrivals at_arrival = sort_arrivals (e, arrival, follows);
  terms clause = {0};
  FT_PUSH (clause, excluded (e, leave));
  uint64_t most = at_leave.earlier + at_leave.others.size;
  uint64_t last = at_arrival.earlier + at_arrival.others.size;
  for (uint64_t round = at_arrival.earlier / parties;
       round <= last / parties && (round + 1) * parties <= most; round++)
    FT_PUSH (clause,
             fill_round (e, (round + 1) * parties, &at_leave, &at_arrival));
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  FT_RELEASE (clause);
  FT_RELEASE (at_leave.others);
  FT_RELEASE (at_arrival.others);
}

// ---- all of them -----------------------------------------------------------

void ft_maximal_object (ft_maximal *e, ft_id event) {
  const ft_object_orders *o = e->facts->orders;
  const ft_event *p = event_at (e, event);
  if (e->cone->question.begin || !o ||
      (p->kind != FT_SEM_WAIT && p->kind != FT_BARRIER_LEAVE))
    return;
  ft_smt_group (e->literals.smt, event, FT_NO_ID);
  if (o->rule[p->target] == FT_OBJECT_UNITS)
    encode_wait (e, event);
  else if (o->rule[p->target] == FT_OBJECT_FILLED)
    encode_leave (e, event);
  ft_smt_ungroup (e->literals.smt);
}
