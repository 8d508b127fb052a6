// A refutation is about accesses that are next at the same time.  It holds for
// C11, too, if no read that matters can return a value that was written without
// happening before it: the checker's definition is taken, and races mean those
// of C11 here.  For let the pair (a, b) be refuted and race in a reordering s
// that ends in b, and take the shortest such s of all pairs that shall stay
// refuted.  Leave out of s what happens after a, and b.  What is left is closed
// under happens-before: threads, locks, signals, rounds and posts keep their
// rules.  If all reads that matter have kept their writers it is a reordering
// with a and b next, so that the pair was not impossible.  Otherwise a read r
// that matters has lost its writer w, which does not happen before r.  Both
// atomic: then w is no release or r no acquire.  Else they race in a part of s
// without b, and so are of a pair that does not stay refuted, as s is the
// shortest.
//
// So r is one of these: an atomic read that does not acquire, or that may read
// what does not release, or one at a location of a pair that is not refuted.
// Each such r stands in the way of each pair, but for what program order, fork
// and join say, which hold in every reordering: r comes neither after a, since
// it was not left out, nor after b, which is last; and w is of another thread
// and comes before neither, since a happens before w and would happen before b.
// A pair stays refuted if each of these reads fails one of this, and if every
// schedule orders its accesses ('predict/always_ordered.h').  Pairs that do
// not stay refuted make more such reads, so that this is repeated.
//
// Reads that matter are those of which it is known what depends on them, and
// those of updates.  A refutation does not rest on the others ('frozen' in
// 'certify/reads.h'): it says the same of the trace in which nothing depends on
// them, and s is a reordering of that, too.
//
// If b races only if it writes, it is also such a read: with a and b next it
// must succeed again, for which it needs its writer.
//
// Accesses are those of all events with a location, of which the first and the
// last one per thread decide, and reads are the first one per thread.
//
// A read-modify-write whose result nothing uses may lose its writer, and so may
// what reads what it then leaves, but for reads that matter (see 'kept' in
// 'certify/reads.h').  It is no such r if all reads of the variable that matter
// come after a or after b, again by program order, fork and join: none of them
// is in what is left of s, nor is any if there is none in the trace.
//
// A fence right before a write or right behind a read does as well, unless the
// write or the read are of some pair themselves: a comes before the fence, and
// a read that has lost its writer can be left out with what follows it up to
// the fence, which nobody knows of.

#include "predict/c11_refute.h"

#include <string.h>

#include "base/alloc.h"
#include "order/location_pair.h"
#include "trace/assumed.h"

enum {
  MOST_THREADS = 1 << 10,
  MOST_ROUNDS = 16,
};

// Steps of all questions: a second, and 256 MB for what comes before reads.
enum { MOST_STEPS = 1 << 26 };

// Events of one thread, from one local position to another.
typedef struct span {
  ft_tid thread;
  ft_id first, last;
  uint32_t next; // span of the same object, or FT_NO_ID
} span;

// Spans by object (a location id, or a variable) and thread.
typedef struct spans {
  FT_STACK (span) list;
  ft_map at, head;
} spans;

typedef struct weak_read {
  ft_id event;
  bool all;     // no writer happens before it; else weak ones do not
  bool kept;    // for the sake of reads that matter alone
  ft_id *known; // per thread: events that come before it or are it
} weak_read;

// A read that matters of a variable with reads that are kept, the first one of
// its thread.
typedef struct use {
  ft_id *known;  // as those of 'weak_read'
  uint32_t next; // of the variable, or FT_NO_ID
} use;

typedef struct refuter {
  const ft_facts *facts;
  const ft_trace *trace;
  const ft_results *results;
  bool *hold;
  const bool *ordered; // pairs that need no argument
  ft_c11_way *ways;    // by pair: what is in its way
  ft_location_ids ids;
  ft_map open;        // by location id of a pair: whether one is open
  ft_map open_pair;   // by location id: one that is, certified if there is one
  spans accesses;     // by location id
  spans writes, weak; // by variable: all; atomic ones that do not release
  ft_map swaps;       // by location id of conditional updates: 'enum swap'
  ft_map peeks;       // by location id, of accesses that only read
  FT_STACK (weak_read) reads;
  FT_STACK (use) uses;
  ft_map uses_of; // by variable: the last one
  FT_STACK (ft_id) joins;
  uint64_t steps;
} refuter;

enum { IN_REFUTED_PAIR, IN_OPEN_PAIR };

enum swap { SWAP_ACQUIRES, SWAP_RELAXED };

static void span_add (spans *s, ft_id object, ft_tid thread, ft_id local) {
  uint32_t *at = ft_map_at (&s->at, (uint64_t)object << 32 | thread);
  if (*at != FT_NO_ID) {
    s->list.begin[*at].last = local;
    return;
  }
  *at = (uint32_t)s->list.size;
  uint32_t *head = ft_map_at (&s->head, object);
  span new = {thread, local, local, *head};
  *head = (uint32_t)s->list.size;
  FT_PUSH (s->list, new);
}

static void spans_release (spans *s) {
  FT_RELEASE (s->list);
  ft_map_release (&s->at);
  ft_map_release (&s->head);
}

static ft_id access_location (refuter *r, ft_id e, ft_id variable) {
  return ft_location_id_of (&r->ids, r->trace->events + e, variable);
}

// The location of some pair, or FT_NO_ID: which kind of pairs.
static uint32_t pairs_of (refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  return ft_map_get (&r->open, access_location (r, e, event->target));
}

// ---- program order, fork and join ------------------------------------------

// Adds the first 'n' events of thread 't' and what comes before them.
static void add_prefix (refuter *r, ft_id *known, ft_tid t, ft_id n) {
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

// ---- reads that may read what does not happen before them ------------------

static bool releases (const ft_event *e) {
  return e->order == FT_ORDER_RELEASE || e->order == FT_ORDER_ACQ_REL ||
         e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN;
}

static bool acquires (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_RELEASE;
}

// Whether the next event of the thread, or the one before, is such a fence.
static bool is_fenced (refuter *r, ft_id e, bool behind) {
  const ft_index *x = r->facts->index;
  ft_tid t = r->trace->events[e].thread;
  if (pairs_of (r, e) != FT_NO_ID)
    return false;
  ft_id k = x->local[e];
  while (behind ? ++k < ft_index_length (x, t) : k-- > 0) {
    const ft_event *event = r->trace->events + ft_index_event (x, t, k);
    if (event->kind == FT_FENCE && !ft_event_is_void (event))
      return behind ? acquires (event) : releases (event);
    if (!ft_kind_computes (event->kind))
      return false;
  }
  return false;
}

// Whether no write of another thread gives the read its value.
static bool reads_own_value (refuter *r, ft_id e) {
  const ft_reads *reads = r->facts->reads;
  const ft_event *events = r->trace->events;
  ft_id writer;
  return reads->alone[e] && !reads->mixed[e] &&
         ft_reads_single (reads, e, &writer) &&
         (writer == FT_NO_ID || events[writer].thread == events[e].thread);
}

static bool matters_itself (const refuter *r, ft_id e) {
  const ft_reads *reads = r->facts->reads;
  bool update = r->trace->events[e].kind == FT_ATOMIC_RMW;
  return reads->matters[e] != FT_NO_ID &&
         (update || !ft_reads_uncertain (reads, e));
}

static bool matters (refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  return !ft_event_is_void (event) && ft_kind_reads (event->kind) &&
         (r->facts->reads->kept[e] || matters_itself (r, e)) &&
         !ft_variable_is_outside (&r->trace->tables, event->target) &&
         !reads_own_value (r, e);
}

static ft_id *known_before (refuter *r, ft_id e) {
  ft_tid threads = r->facts->index->threads;
  ft_id *known = FT_ARRAY (ft_id, threads);
  r->steps += threads;
  add_prefix (r, known, r->trace->events[e].thread,
              r->facts->index->local[e] + 1);
  return known;
}

// The first read of each kind of a variable and a thread.
static void add_read (refuter *r, ft_map *seen, ft_id e) {
  const ft_event *event = r->trace->events + e;
  if (!matters (r, e))
    return;
  bool atomic = ft_kind_is_atomic (event->kind);
  bool all = pairs_of (r, e) == IN_OPEN_PAIR ||
             (atomic && !acquires (event) && !is_fenced (r, e, true));
  if (!all &&
      !(atomic && ft_map_get (&r->weak.head, event->target) != FT_NO_ID))
    return;
  bool kept = !matters_itself (r, e);
  uint32_t *at =
      ft_map_at (seen, (uint64_t)event->target << 32 | (uint64_t)all << 31 |
                           (uint64_t)kept << 30 | event->thread);
  if (*at != FT_NO_ID)
    return;
  *at = e;
  weak_read new = {e, all, kept, known_before (r, e)};
  FT_PUSH (r->reads, new);
}

static void clear_reads (refuter *r) {
  for (size_t i = 0; i < r->reads.size; i++)
    free (r->reads.begin[i].known);
  FT_CLEAR (r->reads);
}

static void find_reads (refuter *r) {
  ft_map seen = {0};
  clear_reads (r);
  for (ft_id e = 0; e < r->trace->size && r->steps < MOST_STEPS; e++)
    add_read (r, &seen, e);
  ft_map_release (&seen);
}

// The first read of each thread that matters, of variables with reads that do
// not.
static void find_uses (refuter *r) {
  ft_map kept = {0}, seen = {0};
  for (ft_id e = 0; e < r->trace->size; e++)
    if (r->facts->reads->kept[e] && !matters_itself (r, e))
      *ft_map_at (&kept, r->trace->events[e].target) = 1;
  for (ft_id e = 0; e < r->trace->size && r->steps < MOST_STEPS; e++) {
    const ft_event *event = r->trace->events + e;
    if (!matters_itself (r, e) ||
        ft_map_get (&kept, event->target) == FT_NO_ID)
      continue;
    uint32_t *at =
        ft_map_at (&seen, (uint64_t)event->target << 32 | event->thread);
    if (*at != FT_NO_ID)
      continue;
    *at = e;
    uint32_t *last = ft_map_at (&r->uses_of, event->target);
    use new = {known_before (r, e), *last};
    *last = (uint32_t)r->uses.size;
    FT_PUSH (r->uses, new);
  }
  ft_map_release (&kept);
  ft_map_release (&seen);
}

static void release_uses (refuter *r) {
  for (size_t i = 0; i < r->uses.size; i++)
    free (r->uses.begin[i].known);
  FT_RELEASE (r->uses);
  ft_map_release (&r->uses_of);
}

// ---- what pairs there are --------------------------------------------------

static bool is_recorded (const refuter *r, const ft_race *race) {
  return race->instances && race->pair[0] < r->trace->size &&
         race->pair[1] < r->trace->size;
}

// Notes that a pair is open, beside the ones of its location before.
static void note_open (refuter *r, ft_id location, size_t i) {
  const ft_race *races = r->results->races;
  uint32_t *pair = ft_map_at (&r->open_pair, location);
  if (*pair == FT_NO_ID || (races[i].verdict == FT_CERTIFIED &&
                            races[*pair].verdict != FT_CERTIFIED))
    *pair = (uint32_t)i;
}

static void find_open (refuter *r) {
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->results->races + i;
    for (int k = 0; k < 2; k++) {
      if (!race->instances || race->pair[k] >= r->trace->size)
        continue;
      ft_id location = access_location (r, race->pair[k], race->variable);
      uint32_t *at = ft_map_at (&r->open, location);
      if (!r->hold[i])
        note_open (r, location, i);
      if (*at != IN_OPEN_PAIR)
        *at = r->hold[i] ? IN_REFUTED_PAIR : IN_OPEN_PAIR;
    }
  }
}

static void note_swap (refuter *r, ft_id location, const ft_event *event) {
  if (ft_event_is_conditional (event)) {
    uint32_t *swap = ft_map_at (&r->swaps, location);
    if (*swap != SWAP_RELAXED)
      *swap = acquires (event) ? SWAP_ACQUIRES : SWAP_RELAXED;
  } else if (ft_kind_reads (event->kind) && !ft_kind_writes (event->kind))
    *ft_map_at (&r->peeks, location) = true;
}

static void add_access (refuter *r, ft_id e) {
  const ft_event *event = r->trace->events + e;
  ft_id location = access_location (r, e, event->target);
  span_add (&r->accesses, location, event->thread, r->facts->index->local[e]);
  note_swap (r, location, event);
}

// The accesses of pairs, and the writes.
static void find_spans (refuter *r) {
  const ft_event *events = r->trace->events;
  for (ft_id e = 0; e < r->trace->size; e++) {
    const ft_event *event = events + e;
    ft_id local = r->facts->index->local[e];
    if (r->facts->index->joined[e] != FT_NO_ID)
      FT_PUSH (r->joins, e);
    if ((!ft_kind_accesses (event->kind) && event->kind != FT_FREE) ||
        ft_event_is_void (event))
      continue;
    if (pairs_of (r, e) != FT_NO_ID)
      add_access (r, e);
    if (!ft_kind_writes (event->kind))
      continue;
    span_add (&r->writes, event->target, event->thread, local);
    if (ft_kind_is_atomic (event->kind) && !releases (event) &&
        !is_fenced (r, e, false))
      span_add (&r->weak, event->target, event->thread, local);
  }
}

// ---- one pair --------------------------------------------------------------

// An access of a pair: all events with its location.
typedef struct side {
  ft_id location;
  uint32_t head; // of its spans
  ft_id *before; // per thread: events that come before all of them
} side;

static side side_of (refuter *r, const ft_race *race, int k) {
  ft_tid threads = r->facts->index->threads;
  ft_id id = access_location (r, race->pair[k], race->variable);
  side s = {id, ft_map_get (&r->accesses.head, id), FT_ARRAY (ft_id, threads)};
  ft_id *known = FT_ARRAY (ft_id, threads);
  for (uint32_t i = s.head; i != FT_NO_ID; i = r->accesses.list.begin[i].next) {
    const span *p = r->accesses.list.begin + i;
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
static bool is_behind (const refuter *r, const ft_id *known, const side *s) {
  for (uint32_t i = s->head; i != FT_NO_ID;
       i = r->accesses.list.begin[i].next) {
    const span *p = r->accesses.list.begin + i;
    if (known[p->thread] <= p->last)
      return false;
  }
  return s->head != FT_NO_ID;
}

static bool is_behind_either (const refuter *r, const ft_id *known,
                              const side sides[2]) {
  return is_behind (r, known, sides) || is_behind (r, known, sides + 1);
}

// Whether the read is kept for none but reads that come after one access.
static bool is_unused (refuter *r, const weak_read *read, const side sides[2]) {
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

// Whether every write of other threads that the read may see comes before one of
// the accesses.
static bool writers_precede (refuter *r, const spans *w, ft_id variable,
                             ft_tid thread, const side sides[2]) {
  for (uint32_t i = ft_map_get (&w->head, variable); i != FT_NO_ID;
       i = w->list.begin[i].next) {
    const span *p = w->list.begin + i;
    r->steps++;
    if (p->thread != thread && p->last >= sides[0].before[p->thread] &&
        p->last >= sides[1].before[p->thread])
      return false;
  }
  return true;
}

static bool sources_precede (refuter *r, const weak_read *read,
                             const side sides[2]) {
  const ft_event *event = r->trace->events + read->event;
  return writers_precede (r, read->all ? &r->writes : &r->weak, event->target,
                          event->thread, sides);
}

// Whether an access of the pair has to succeed and may have lost its writer.
static bool may_fail (refuter *r, const ft_race *race, const side sides[2]) {
  for (int k = 0; k < 2; k++) {
    uint32_t swap = ft_map_get (&r->swaps, sides[k].location);
    if (swap == FT_NO_ID ||
        ft_map_get (&r->peeks, sides[!k].location) == FT_NO_ID)
      continue;
    bool all = swap == SWAP_RELAXED ||
               ft_map_get (&r->open, sides[k].location) == IN_OPEN_PAIR;
    if (!writers_precede (r, all ? &r->writes : &r->weak, race->variable,
                          FT_NO_ID, sides))
      return true;
  }
  return false;
}

// The read is in the way of the pair.
static void note_way (refuter *r, size_t i, ft_id read) {
  ft_id location =
      access_location (r, read, r->trace->events[read].target);
  bool open = ft_map_get (&r->open, location) == IN_OPEN_PAIR;
  r->ways[i] = (ft_c11_way){
      read, open ? ft_map_get (&r->open_pair, location) : FT_C11_NO_PAIR};
}

static bool stays_refuted (refuter *r, size_t pair) {
  const ft_race *race = r->results->races + pair;
  side sides[2] = {side_of (r, race, 0), side_of (r, race, 1)};
  bool stays = r->reads.size == 0 || (sides[0].head != FT_NO_ID &&
                                      sides[1].head != FT_NO_ID);
  for (size_t i = 0; i < r->reads.size && stays; i++) {
    const weak_read *read = r->reads.begin + i;
    r->steps++;
    stays = is_behind_either (r, read->known, sides) ||
            is_unused (r, read, sides) || sources_precede (r, read, sides);
    if (!stays)
      note_way (r, pair, read->event);
  }
  stays = stays && !may_fail (r, race, sides);
  free (sides[0].before);
  free (sides[1].before);
  return stays;
}

// Whether some pair does not stay refuted.
static bool leaves_some (refuter *r) {
  bool some = false;
  find_open (r);
  find_reads (r);
  for (size_t i = 0; i < r->results->size && r->steps < MOST_STEPS; i++)
    if (r->hold[i] && !r->ordered[i] && !stays_refuted (r, i)) {
      r->hold[i] = false;
      some = true;
    }
  return some;
}

void ft_c11_refute (const ft_facts *facts, const ft_results *x, bool *hold,
                    ft_c11_way *ways) {
  bool *ordered = FT_ARRAY (bool, x->size);
  refuter r = {.facts = facts, .trace = facts->trace, .results = x,
               .hold = hold, .ordered = ordered, .ways = ways};
  bool decided = false;
  for (size_t i = 0; i < x->size; i++) {
    ordered[i] = hold[i];
    ways[i] = (ft_c11_way){FT_NO_ID, FT_C11_NO_PAIR};
    hold[i] = x->races[i].verdict == FT_REFUTED &&
              is_recorded (&r, x->races + i);
  }
  find_open (&r);
  find_spans (&r);
  find_uses (&r);
  if (facts->index->threads <= MOST_THREADS)
    for (int n = 0; n < MOST_ROUNDS && !decided; n++)
      decided = !leaves_some (&r);
  if (!decided || r.steps >= MOST_STEPS)
    for (size_t i = 0; i < x->size; i++)
      hold[i] = ordered[i];
  free (ordered);
  clear_reads (&r);
  FT_RELEASE (r.reads);
  release_uses (&r);
  FT_RELEASE (r.joins);
  spans_release (&r.accesses);
  spans_release (&r.writes);
  spans_release (&r.weak);
  ft_map_release (&r.open);
  ft_map_release (&r.open_pair);
  ft_map_release (&r.swaps);
  ft_map_release (&r.peeks);
  ft_location_ids_release (&r.ids);
}
