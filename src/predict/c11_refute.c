// A refutation is about accesses that are next at the same time.  It holds for
// C11, too, if no read that matters can return a value that was written without
// happening before it: the checker's definition is taken, and races mean those
// of C11 here.  For let the pair of events (a, b) be impossible under sc and race
// in a reordering s that ends in b, and take the shortest such s of all pairs that
// shall stay impossible.  Leave out of s what happens after a, and b.  What is left is closed
// under happens-before: threads, locks, signals, rounds and posts keep their
// rules.  If all reads that matter have kept their writers it is a reordering
// with a and b next, so that the pair was not impossible.  Otherwise a read r
// that matters has lost its writer w, which does not happen before r.  Both
// atomic: then w is no release or r no acquire.  Else they race in a part of s
// without b, and so are a pair that is open, one that does not stay impossible, as
// s is the shortest.
//
// So r is one of these: an atomic read that does not acquire and may return an
// atomic write, or that may return what does not release, or a read that is open
// with a write.  Each such r stands in the way of each pair, but for what program
// order, fork and join say, which hold in every reordering: r comes neither after
// a, since it was not left out, nor after b, which is last; and w is of another
// thread and comes before neither, since a happens before w and would happen before
// b.  A pair stays impossible if each of these reads fails one of this, and if every
// schedule orders its accesses ('predict/always_ordered.h').  Pairs that are opened
// make more such reads, so that this is repeated.
//
// A pair of locations is looked at as a whole first: its accesses are those of all
// events with a location, of which the first and the last one per thread decide,
// and reads are the first one per thread.  Where some read is in its way, its pairs
// of events are looked at one by one ('predict/c11_instances.c').  It holds if none
// of them is open; a few that are open are left to be asked about.
//
// Reads that matter are those of which it is known what depends on them, and
// those of updates.  A refutation does not rest on the others ('frozen' in
// 'certify/reads.h'): it says the same of the trace in which nothing depends on
// them, and s is a reordering of that, too.  An update whose use is unknown and that
// is kept ('kept' there) matters by what it leaves alone.
//
// Where reads may return other values ('relaxed'), no other write need leave the value of
// a read that loses its writer, and each read matters whose value goes somewhere else: s is
// then a reordering with other values and paths, and what is left of it, too.  Paths that
// have weak accesses of their own are another matter ('predict/c11_paths.h').
//
// If a or b races only if it writes, it must succeed again with both next.  It may have
// lost its writer, and what does not happen after it may have written since, so that all
// writes to the variable have to come before.
//
// A read-modify-write whose result nothing uses may lose its writer, and so may
// what reads what it then leaves, but for reads that matter (see 'kept' in
// 'certify/reads.h').  It is no such r if all reads of the variable that matter
// come after a or after b, again by program order, fork and join: none of them
// is in what is left of s, nor is any if there is none in the trace.  Nor is an
// update of a count that only releases ('c11_reads.c').
//
// That an access comes behind the allocation of its block is no happens-before, and is
// not looked at: what left the address with the thread was a read that matters, which is
// looked at, or something that the system orders.
//
// A fence right before a write or right behind a read does as well, unless the
// write or the read are of some pair themselves: a comes before the fence, and
// a read that has lost its writer can be left out with what follows it up to
// the fence, which nobody knows of.

#include "predict/c11_refute.h"

#include <string.h>

#include "base/alloc.h"
#include "predict/c11_refute_inside.h"

enum {
  MOST_THREADS = 1 << 10,
  MOST_ROUNDS = 32,
};

static void span_add (ft_c11_spans *s, ft_id object, ft_tid thread,
                      ft_id local) {
  uint32_t *at = ft_map_at (&s->at, (uint64_t)object << 32 | thread);
  if (*at != FT_NO_ID) {
    s->list.begin[*at].last = local;
    return;
  }
  *at = (uint32_t)s->list.size;
  uint32_t *head = ft_map_at (&s->head, object);
  ft_c11_span new = {thread, local, local, *head};
  *head = (uint32_t)s->list.size;
  FT_PUSH (s->list, new);
}

static void spans_release (ft_c11_spans *s) {
  FT_RELEASE (s->list);
  ft_map_release (&s->at);
  ft_map_release (&s->head);
}

ft_id ft_c11_location (ft_c11_refuter *r, ft_id e, ft_id variable) {
  return ft_location_id_of (&r->ids, r->trace->events + e, variable);
}

bool ft_c11_is_in_pair (ft_c11_refuter *r, ft_id e) {
  ft_id location = ft_c11_location (r, e, r->trace->events[e].target);
  return ft_map_get (&r->in_pair, location) != FT_NO_ID;
}

// ---- program order, fork and join ------------------------------------------

// Adds the first 'n' events of thread 't', and what comes before them.
static void add_prefix (ft_c11_refuter *r, ft_id *known, ft_tid t, ft_id n) {
  const ft_index *x = r->facts->index;
  const ft_event *events = r->trace->events;
  if (known[t] >= n)
    return;
  ft_id from = known[t];
  known[t] = n;
  ft_id fork = x->fork_of[t];
  if (!from && fork != FT_NO_ID)
    add_prefix (r, known, events[fork].thread, x->local[fork] + 1);
  r->steps += r->joins.size;
  for (size_t i = 0; i < r->joins.size; i++) {
    ft_id e = r->joins.begin[i], last = x->joined[e];
    if (events[e].thread == t && x->local[e] >= from && x->local[e] < n)
      add_prefix (r, known, events[last].thread, x->local[last] + 1);
  }
}

ft_id *ft_c11_known_before (ft_c11_refuter *r, ft_tid t, ft_id n) {
  ft_tid threads = r->facts->index->threads;
  ft_id *known = FT_ARRAY (ft_id, threads);
  r->steps += threads;
  add_prefix (r, known, t, n);
  return known;
}

// ---- accesses and writes ---------------------------------------------------

static bool is_recorded (const ft_c11_refuter *r, const ft_race *race) {
  return race->instances && race->pair[0] < r->trace->size &&
         race->pair[1] < r->trace->size;
}

static void find_pairs (ft_c11_refuter *r) {
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->results->races + i;
    for (int k = 0; k < 2; k++)
      if (race->instances && race->pair[k] < r->trace->size)
        *ft_map_at (&r->in_pair, ft_c11_location (r, race->pair[k],
                                                  race->variable)) = true;
  }
}

static void note_swap (ft_c11_refuter *r, ft_id location,
                       const ft_event *event) {
  if (ft_event_is_conditional (event))
    *ft_map_at (&r->swaps, location) = true;
  else if (ft_kind_reads (event->kind) && !ft_kind_writes (event->kind))
    *ft_map_at (&r->peeks, location) = true;
}

static void add_located (ft_c11_refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  ft_id location = ft_c11_location (r, e, event->target);
  span_add (&r->located, location, event->thread, r->facts->index->local[e]);
  note_swap (r, location, event);
}

static void add_write (ft_c11_refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  ft_id local = r->facts->index->local[e];
  ft_tid t = event->thread;
  span_add (r->writers + FT_C11_WRITERS_ALL, event->target, t, local);
  if (!ft_kind_is_atomic (event->kind))
    return;
  span_add (r->writers + FT_C11_WRITERS_ATOMIC, event->target, t, local);
  if (!ft_c11_releases (r, e))
    span_add (r->writers + FT_C11_WRITERS_WEAK, event->target, t, local);
}

// The accesses of pairs, and the writes.
static void find_spans (ft_c11_refuter *r) {
  const ft_event *events = r->trace->events;
  for (ft_id e = 0; e < r->trace->size; e++) {
    const ft_event *event = events + e;
    if (r->facts->index->joined[e] != FT_NO_ID)
      FT_PUSH (r->joins, e);
    if ((!ft_kind_accesses (event->kind) && event->kind != FT_FREE) ||
        ft_event_is_void (event))
      continue;
    if (ft_c11_is_in_pair (r, e))
      add_located (r, e);
    if (ft_kind_writes (event->kind))
      add_write (r, e);
  }
}

// ---- one pair as a whole ---------------------------------------------------

// An access of a pair: all events with its location.
typedef struct side {
  ft_id location;
  uint32_t head; // of its spans
  ft_id *before; // per thread: events that come before all of them
} side;

static side side_of (ft_c11_refuter *r, const ft_race *race, int k) {
  ft_tid threads = r->facts->index->threads;
  ft_id id = ft_c11_location (r, race->pair[k], race->variable);
  side s = {id, ft_map_get (&r->located.head, id), FT_ARRAY (ft_id, threads)};
  ft_id *known = FT_ARRAY (ft_id, threads);
  for (uint32_t i = s.head; i != FT_NO_ID; i = r->located.list.begin[i].next) {
    const ft_c11_span *p = r->located.list.begin + i;
    memset (known, 0, threads * sizeof *known);
    add_prefix (r, known, p->thread, p->first);
    for (ft_tid t = 0; t < threads; t++)
      if (i == s.head || known[t] < s.before[t])
        s.before[t] = known[t];
    r->steps += threads;
  }
  free (known);
  return s;
}

// Whether a read comes after all accesses, or is the last of them.
static bool is_behind (const ft_c11_refuter *r, const ft_id *known,
                       const side *s) {
  for (uint32_t i = s->head; i != FT_NO_ID; i = r->located.list.begin[i].next) {
    const ft_c11_span *p = r->located.list.begin + i;
    if (known[p->thread] <= p->last)
      return false;
  }
  return s->head != FT_NO_ID;
}

static bool is_behind_either (const ft_c11_refuter *r, const ft_id *known,
                              const side sides[2]) {
  return is_behind (r, known, sides) || is_behind (r, known, sides + 1);
}

// Whether the read is kept for none but reads that come after one access.
static bool is_unused (ft_c11_refuter *r, const ft_c11_read *read,
                       const side sides[2]) {
  if (!read->kept)
    return false;
  ft_id variable = r->trace->events[read->event].target;
  for (uint32_t i = ft_map_get (&r->uses_of, variable); i != FT_NO_ID;
       i = r->uses.begin[i].next) {
    r->steps++;
    if (!is_behind_either (r, r->uses.begin[i].known, sides))
      return false;
  }
  return true;
}

// Whether an access of the pair has to succeed and may have lost its writer.
static bool may_fail (ft_c11_refuter *r, const ft_race *race,
                      const side sides[2]) {
  const ft_id *before[2] = {sides[0].before, sides[1].before};
  for (int k = 0; k < 2; k++) {
    if (ft_map_get (&r->swaps, sides[k].location) != FT_NO_ID &&
        ft_map_get (&r->peeks, sides[!k].location) != FT_NO_ID &&
        !ft_c11_writers_precede (r, FT_C11_WRITERS_ALL, race->variable, FT_NO_ID,
                                 before))
      return true;
  }
  return false;
}

// The reads that are in the way of the pair as a whole, and so may be in that of
// some instance.  Where steps are short it is the first one.
static void find_in_way (ft_c11_refuter *r, const side sides[2]) {
  bool known = sides[0].head != FT_NO_ID && sides[1].head != FT_NO_ID;
  const ft_id *before[2] = {sides[0].before, sides[1].before};
  FT_CLEAR (r->in_way);
  for (size_t i = 0; i < r->reads.size; i++) {
    const ft_c11_read *read = r->reads.begin + i;
    r->steps++;
    if (known && (is_behind_either (r, read->known, sides) ||
                  is_unused (r, read, sides) ||
                  ft_c11_sources_precede (r, read, before)))
      continue;
    FT_PUSH (r->in_way, (uint32_t)i);
    if (r->steps > FT_C11_MOST_STEPS / 2)
      return;
  }
}

bool ft_c11_is_refuted (const ft_c11_refuter *r, size_t pair) {
  return r->results->races[pair].verdict == FT_REFUTED;
}

void ft_c11_note_way (ft_c11_refuter *r, size_t pair, ft_id read) {
  ft_id location = ft_c11_location (r, read, r->trace->events[read].target);
  if (ft_c11_is_refuted (r, pair) && r->ways[pair].read == FT_NO_ID)
    r->ways[pair] = (ft_c11_way){
        read, r->open[read] ? ft_map_get (&r->open_pair, location)
                            : FT_C11_NO_PAIR};
}

// Opens the instances of the pair that some read is in the way of, and those that
// are not impossible under sc.
static void look_at_pair (ft_c11_refuter *r, size_t pair) {
  const ft_race *race = r->results->races + pair;
  side sides[2] = {side_of (r, race, 0), side_of (r, race, 1)};
  find_in_way (r, sides);
  bool fails = may_fail (r, race, sides);
  if (fails || r->steps > FT_C11_MOST_STEPS / 2) {
    if (r->in_way.size)
      ft_c11_note_way (r, pair, r->reads.begin[r->in_way.begin[0]].event);
    if (fails || r->in_way.size || !ft_c11_is_refuted (r, pair)) {
      ft_c11_left_release (r->left + pair, 1);
      ft_c11_open_whole (r, pair);
    }
  } else if (r->in_way.size || !ft_c11_is_refuted (r, pair))
    ft_c11_open_instances (r, pair);
  r->hold[pair] &= r->state[pair] == FT_C11_SHUT;
  free (sides[0].before);
  free (sides[1].before);
}

// ---- all pairs -------------------------------------------------------------

// Whether something was opened that was not.
static bool opens_some (ft_c11_refuter *r) {
  r->changed = false;
  ft_c11_find_reads (r);
  for (size_t i = 0; i < r->results->size && r->steps < FT_C11_MOST_STEPS; i++)
    if (!r->ordered[i] && r->state[i] != FT_C11_WHOLE &&
        is_recorded (r, r->results->races + i))
      look_at_pair (r, i);
  return r->changed;
}

static void begin (ft_c11_refuter *r) {
  const ft_results *x = r->results;
  find_pairs (r);
  find_spans (r);
  ft_c11_find_accesses (r);
  ft_c11_find_used (r);
  ft_c11_find_uses (r);
  for (size_t i = 0; i < x->size; i++) {
    bool recorded = is_recorded (r, x->races + i);
    r->hold[i] = recorded && ft_c11_is_refuted (r, i);
    bool known = recorded && (r->hold[i] || r->clocks.needed);
    if (!known && x->races[i].instances)
      ft_c11_open_whole (r, i);
  }
}

static void release (ft_c11_refuter *r) {
  ft_c11_reads_release (r);
  ft_c11_instances_release (r);
  for (int i = 0; i < FT_C11_WRITERS_ONE; i++)
    spans_release (r->writers + i);
  spans_release (&r->located);
  FT_RELEASE (r->joins);
  FT_RELEASE (r->in_way);
  ft_map_release (&r->in_pair);
  ft_map_release (&r->open_pair);
  ft_map_release (&r->swaps);
  ft_map_release (&r->peeks);
  ft_location_ids_release (&r->ids);
  free (r->open);
  free (r->state);
}

void ft_c11_left_release (ft_c11_left *left, size_t count) {
  for (size_t i = 0; i < count; i++) {
    free (left[i].list);
    left[i] = (ft_c11_left){0};
  }
}

bool ft_c11_refute (const ft_facts *facts, ft_c11_clocks clocks,
                    const ft_results *x, bool relaxed, bool *hold,
                    ft_c11_way *ways, ft_c11_left *left, bool *losing) {
  bool *ordered = FT_ARRAY (bool, x->size), decided = false;
  ft_c11_refuter r = {.facts = facts, .trace = facts->trace, .clocks = clocks,
                      .results = x, .relaxed = relaxed, .hold = hold,
                      .ordered = ordered,
                      .ways = ways, .left = left,
                      .state = FT_ARRAY (uint8_t, x->size),
                      .open = FT_ARRAY (uint8_t, facts->trace->size)};
  for (size_t i = 0; i < x->size; i++) {
    ordered[i] = hold[i];
    ways[i] = (ft_c11_way){FT_NO_ID, FT_C11_NO_PAIR};
  }
  begin (&r);
  if (facts->index->threads <= MOST_THREADS)
    for (int n = 0; n < MOST_ROUNDS && !decided; n++)
      decided = !opens_some (&r);
  decided &= r.steps < FT_C11_MOST_STEPS;
  for (size_t i = 0; i < x->size && !decided; i++) {
    hold[i] = ordered[i];
    ft_c11_left_release (left + i, 1);
  }
  if (losing)
    memset (losing, 0, facts->trace->size * sizeof *losing);
  if (decided && losing)
    ft_c11_mark_losing (&r, losing);
  free (ordered);
  release (&r);
  return decided;
}
