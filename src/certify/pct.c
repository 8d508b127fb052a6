// Cost: one walk costs events times threads.  Threads stop before their target.
// A read that would return another value waits as long as another thread can
// run. Slow twin: exhaustive enumeration, in tests/unit/test_certify.c.

#include "certify/pct.h"

enum {
  CHANGES = 4,      // limit on the changes of priority in a walk
  MOST_DELAYS = 24, // places at which a victim is held back
  MOST_ACTIVE = 4   // threads that run before the others, on the way to a failure
};

// A thread of a walk to a failure, and where it is held back.
struct turn {
  ft_tid thread;
  ft_id until;    // local position; FT_NO_ID: nowhere
  uint64_t later; // its priority from there on
};

struct walk {
  const ft_facts *facts;
  ft_checker *checker;
  const ft_question *question;
  ft_id must_succeed;  // see ft_question_must_succeed
  ft_id *next;         // per thread: local position of its next event
  ft_id *stop;         // per thread: local position before which it stops
  ft_id *begin, *list; // events by thread
  ft_tid victim;       // the thread that is to wait for ever; FT_NO_ID: none
  ft_ids delays;       // where it may be held back: its synchronisation before
  ft_tid fails;        // the thread that is to fail, or of a pair on paths that of the
                       // second access; FT_NO_ID: none
  bool freed;          // what the question requires beside its target has come
  // Threads by their first location: those that do the same are together.
  ft_tid *by_role, *role; // 'role': where each role begins, and the end
  ft_tid roles;
  uint64_t *priority;  // per thread; high first
  uint64_t random, budget;
  ft_ids schedule;
};

static uint64_t draw (struct walk *w) {
  w->random ^= w->random << 13;
  w->random ^= w->random >> 7;
  w->random ^= w->random << 17;
  return w->random;
}

static void list_events (struct walk *w) {
  const ft_index *x = w->facts->index;
  ft_id size = w->facts->trace->size;
  w->begin = FT_ARRAY (ft_id, (size_t)x->threads + 1);
  w->list = FT_ARRAY (ft_id, size);
  for (ft_id e = 0; e < size; e++)
    w->begin[w->facts->trace->events[e].thread + 1]++;
  for (ft_tid t = 0; t < x->threads; t++)
    w->begin[t + 1] += w->begin[t];
  for (ft_id e = 0; e < size; e++)
    w->list[w->begin[w->facts->trace->events[e].thread] + x->local[e]] = e;
}

static void set_stops (struct walk *w) {
  const ft_index *x = w->facts->index;
  w->stop = FT_ARRAY (ft_id, x->threads);
  for (ft_tid t = 0; t < x->threads; t++)
    w->stop[t] = w->begin[t + 1] - w->begin[t];
  for (uint32_t i = 0; w->victim == FT_NO_ID && i < w->question->count; i++) {
    ft_id target = w->question->targets[i];
    w->stop[w->facts->trace->events[target].thread] = x->local[target];
  }
}

static bool targets_pending (const struct walk *w) {
  const ft_index *x = w->facts->index;
  for (uint32_t i = 0; i < w->question->count; i++) {
    ft_id target = w->question->targets[i];
    if (w->next[w->facts->trace->events[target].thread] != x->local[target])
      return false;
  }
  return w->must_succeed == FT_NO_ID ||
         ft_checker_may (w->checker, w->must_succeed);
}

static bool is_at (const struct walk *w, ft_tid t, ft_id local) {
  return local < w->stop[t] &&
         ft_checker_reaches (w->checker, w->list[w->begin[t] + local]);
}

// The local position at which the thread goes on behind its event: in an unfolding
// behind a branch one of several, or none that is known, which is beyond all.
static ft_id next_behind (const struct walk *w, ft_tid t, ft_id event) {
  const ft_unfolding *u = w->facts->of_unfolding;
  if (!u)
    return w->next[t] + 1;
  ft_id to = u->next[event];
  for (ft_id i = u->first_successor[event]; i != FT_NO_ID && !is_at (w, t, to);
       i = u->successors.begin[i].next)
    to = u->successors.begin[i].to;
  return to;
}

// A thread may go on with another value as far as nothing depends on it.
static bool run_event (struct walk *w, ft_tid t) {
  ft_id e = w->list[w->begin[t] + w->next[t]];
  bool any = w->victim != FT_NO_ID || w->fails != FT_NO_ID;
  bool may = any || ft_checker_may (w->checker, e);
  w->budget -= w->budget > 0;
  if (w->fails != FT_NO_ID && ft_event_fails (w->facts->trace->events + e))
    return false; // the program has ended
  if (!may || !ft_checker_run (w->checker, e))
    return false;
  FT_PUSH (w->schedule.list, e);
  w->freed |= w->question->after_free && e == w->question->first;
  w->next[t] = next_behind (w, t, e);
  return true;
}

// Runs the thread of highest priority that can run.  Returns its number, or
// FT_NO_ID.
static ft_tid advance (struct walk *w) {
  ft_tid threads = w->facts->index->threads;
  uint64_t below = UINT64_MAX;
  for (ft_tid n = 0; n < threads; n++) {
    ft_tid best = FT_NO_ID;
    for (ft_tid t = 0; t < threads; t++)
      if (w->next[t] < w->stop[t] && w->priority[t] < below &&
          (best == FT_NO_ID || w->priority[t] > w->priority[best]))
        best = t;
    if (best == FT_NO_ID || run_event (w, best))
      return best;
    below = w->priority[best];
  }
  return FT_NO_ID;
}

static void restart (struct walk *w, enum ft_model model) {
  for (ft_tid t = 0; t < w->facts->index->threads; t++) {
    w->next[t] = 0;
    w->priority[t] = CHANGES + draw (w) / 2;
  }
  FT_CLEAR (w->schedule.list);
  w->budget--; // even if nothing can go on
  ft_checker_begin (w->checker, model, NULL);
}

// One walk.  Returns whether the targets came to be pending.
static bool walk (struct walk *w) {
  uint64_t changes[CHANGES], steps = 0;
  uint64_t length = w->facts->trace->size;
  unsigned count = (unsigned)(draw (w) % (CHANGES + 1));
  for (unsigned i = 0; i < count; i++)
    changes[i] = draw (w) % length;
  restart (w, FT_MODEL_MCM);
  while (!targets_pending (w) && w->budget) {
    ft_tid t = advance (w);
    if (t == FT_NO_ID)
      return false;
    for (unsigned i = 0; i < count; i++)
      if (changes[i] == steps)
        w->priority[t] = i;
    steps++;
  }
  return targets_pending (w);
}

// ---- waits that nothing ends -----------------------------------------------

static bool synchronises (const ft_event *e) {
  return !ft_event_is_void (e) && !ft_kind_accesses (e->kind) &&
         !ft_kind_computes (e->kind);
}

// Whether another thread can see the event, or wait for it.
static bool is_visible (const ft_event *e) {
  return !ft_event_is_void (e) && !ft_kind_computes (e->kind);
}

// The last places at which the thread of the target may be held back, last first.
static void list_delays (struct walk *w, ft_id target) {
  const ft_event *events = w->facts->trace->events;
  ft_id first = w->begin[events[target].thread];
  for (ft_id i = w->facts->index->local[target];
       i-- && w->delays.list.size < MOST_DELAYS;)
    if (synchronises (events + w->list[first + i]) ||
        (w->fails != FT_NO_ID &&
         is_visible (events + w->list[first + i])))
      FT_PUSH (w->delays.list, i);
}

// The others come in the order of the run's threads.
static void rank_as_recorded (struct walk *w) {
  for (ft_tid t = 0; t < w->facts->index->threads; t++)
    w->priority[t] = UINT64_MAX / 2 - t;
}

// One walk to an end in which no thread can go on.  The first walks run the
// victim first, up to one place and from there on last, with the others in the order of
// their threads, and then in other ones; others change the priority of a thread at
// random after it has synchronised.
static bool walk_to_hang (struct walk *w, uint64_t number) {
  const ft_event *events = w->facts->trace->events;
  uint64_t places = w->delays.list.size;
  bool delays = number < 2 * places;
  ft_id until = delays ? w->delays.list.begin[number % places] : FT_NO_ID;
  uint64_t seldom = draw (w) % 4 + 1;
  restart (w, w->facts->of_unfolding ? FT_MODEL_PATH : FT_MODEL_VALUE);
  if (number < places)
    rank_as_recorded (w);
  if (number <= 2 * places)
    w->priority[w->victim] = UINT64_MAX - 1;
  while (w->budget) {
    if (w->next[w->victim] == until)
      w->priority[w->victim] = 0;
    ft_tid t = advance (w);
    if (t == FT_NO_ID)
      return targets_pending (w);
    if (number > 2 * places && !(draw (w) % seldom) &&
        synchronises (events + FT_TOP (w->schedule.list)))
      w->priority[t] = draw (w) / 2;
  }
  return false;
}

// ---- failures --------------------------------------------------------------

static ft_id first_location (const struct walk *w, ft_tid t) {
  bool any = w->begin[t] < w->begin[t + 1];
  return any ? w->facts->trace->events[w->list[w->begin[t]]].location
             : (ft_id)FT_NO_ID;
}

static void list_roles (struct walk *w) {
  ft_tid threads = w->facts->index->threads, n = 0;
  bool *listed = FT_ARRAY (bool, threads);
  w->by_role = FT_ARRAY (ft_tid, threads);
  w->role = FT_ARRAY (ft_tid, (size_t)threads + 1);
  for (ft_tid t = 0; t < threads; t++) {
    ft_id location = first_location (w, t);
    if (listed[t] || w->begin[t] == w->begin[t + 1])
      continue;
    w->role[w->roles++] = n;
    for (ft_tid u = t; u < threads; u++)
      if (!listed[u] && first_location (w, u) == location) {
        listed[u] = true;
        w->by_role[n++] = u;
      }
  }
  w->role[w->roles] = n;
  free (listed);
}

// A thread of any role, of which each counts as much, however many threads have it.
static ft_tid draw_thread (struct walk *w) {
  ft_tid role = (ft_tid)(draw (w) % w->roles), first = w->role[role];
  return w->by_role[first + draw (w) % (w->role[role + 1] - first)];
}

// Whether others may do something before the event that they cannot behind it.
static bool is_held_before (const ft_event *e) {
  return is_visible (e) && e->kind != FT_RELEASE && e->kind != FT_RELEASE_SHARED;
}

// A place before a visible event of the thread, among its last ones or anywhere.
static ft_id draw_place (struct walk *w, ft_tid t) {
  enum { LAST = 32 };
  const ft_event *events = w->facts->trace->events;
  ft_id length = w->stop[t], first = 0;
  if (!length)
    return FT_NO_ID;
  if (length > LAST && draw (w) % 2)
    first = length - LAST;
  ft_id at = first + (ft_id)(draw (w) % (length - first));
  while (at < length && !is_held_before (events + w->list[w->begin[t] + at]))
    at++;
  return at;
}

// Where a thread of a turn stands: before all others, behind the other turns, or
// behind all others.
enum { RANKS = 8 };
static const uint64_t first_rank = UINT64_MAX - RANKS,
                      middle_rank = UINT64_MAX - 2 * RANKS;

// The others come in a random order, or in the order in which the run started them,
// those that start threads first or not.
static void rank_others (struct walk *w) {
  const ft_index *x = w->facts->index;
  bool as_recorded = draw (w) % 2, parents = draw (w) % 4;
  if (as_recorded)
    rank_as_recorded (w);
  for (ft_tid t = 0; parents && t < x->threads; t++) {
    ft_id fork = x->fork_of[t];
    if (fork != FT_NO_ID)
      w->priority[w->facts->trace->events[fork].thread] = UINT64_MAX - 1;
  }
}

static ft_tid thread_of_target (struct walk *w) {
  ft_id target = w->question->targets[draw (w) % w->question->count];
  return w->facts->trace->events[target].thread;
}

static uint64_t draw_later (struct walk *w, unsigned turn) {
  return draw (w) % 2 ? turn : middle_rank + turn;
}

// The first walks run the thread that fails first, up to one of its last places, and
// from there on last; others run a few threads before all others, each up to a place.
static unsigned choose_turns (struct walk *w, uint64_t number,
                              struct turn turns[MOST_ACTIVE]) {
  unsigned count = 1 + (unsigned)(draw (w) % MOST_ACTIVE);
  rank_others (w);
  if (number < w->delays.list.size) {
    turns[0] = (struct turn){w->fails, w->delays.list.begin[number], 0};
    count = 1;
  } else
    for (unsigned i = 0; i < count; i++) {
      ft_tid t = draw (w) % 2 ? draw_thread (w) : thread_of_target (w);
      bool held = draw (w) % 4;
      turns[i] = (struct turn){t, held ? draw_place (w, t) : (ft_id)FT_NO_ID,
                               draw_later (w, i)};
    }
  for (unsigned i = 0; i < count; i++)
    w->priority[turns[i].thread] = first_rank + i;
  return count;
}

// Whether the thread goes on behind its event as long as it may: no other one can
// begin to run by what it did.
static bool goes_on (const struct walk *w, ft_tid t) {
  const ft_event *e = w->facts->trace->events + FT_TOP (w->schedule.list);
  return w->next[t] < w->stop[t] && (ft_kind_computes (e->kind) ||
                                     ft_kind_accesses (e->kind));
}

static bool walk_to_failure (struct walk *w, uint64_t number) {
  struct turn turns[MOST_ACTIVE];
  restart (w, w->facts->of_unfolding ? FT_MODEL_PATH : FT_MODEL_VALUE);
  w->freed = !w->question->after_free;
  unsigned count = choose_turns (w, number, turns);
  ft_tid t = FT_NO_ID;
  while (w->budget && w->next[w->fails] <= w->stop[w->fails]) {
    if (w->freed && targets_pending (w))
      return true;
    for (unsigned i = 0; i < count; i++)
      if (w->next[turns[i].thread] == turns[i].until) {
        w->priority[turns[i].thread] = turns[i].later;
        turns[i].until = t = FT_NO_ID;
      }
    if (t == FT_NO_ID || !goes_on (w, t) || !run_event (w, t))
      t = advance (w);
    if (t == FT_NO_ID)
      return false;
  }
  return false;
}

// ---- the search ------------------------------------------------------------

static bool walk_on (struct walk *w, uint64_t number) {
  return w->victim != FT_NO_ID  ? walk_to_hang (w, number)
         : w->fails != FT_NO_ID ? walk_to_failure (w, number)
                                : walk (w);
}

static bool search (struct walk *w,
                    bool (*accept) (void *context, const ft_ids *),
                    void *context) {
  bool found = false;
  for (uint64_t i = 0; !found && w->budget; i++)
    found = walk_on (w, i) && accept (context, &w->schedule);
  return found;
}

bool ft_pct_search (const ft_facts *facts, ft_checker *checker,
                    const ft_question *question, uint64_t budget,
                    bool (*accept) (void *context, const ft_ids *),
                    void *context) {
  ft_tid threads = facts->index->threads;
  struct walk w = {.facts = facts,
                   .checker = checker,
                   .question = question,
                   .must_succeed = ft_question_must_succeed (question, facts),
                   .next = FT_ARRAY (ft_id, threads),
                   .priority = FT_ARRAY (uint64_t, threads),
                   .random = 0x9E3779B97F4A7C15ull + question->targets[0],
                   .budget = budget};
  bool hangs = ft_question_is_hang (question, facts);
  bool fails = !hangs && (facts->of_unfolding ||
                          ft_question_is_failure (question, facts));
  ft_id last = question->targets[question->count - 1];
  ft_tid thread = facts->trace->events[last].thread;
  w.victim = hangs ? thread : (ft_tid)FT_NO_ID;
  w.fails = fails ? thread : (ft_tid)FT_NO_ID;
  list_events (&w);
  set_stops (&w);
  if (hangs || fails)
    list_delays (&w, last);
  if (fails)
    list_roles (&w);
  bool found = search (&w, accept, context);
  free (w.next);
  free (w.stop);
  free (w.begin);
  free (w.list);
  free (w.priority);
  free (w.by_role);
  free (w.role);
  FT_RELEASE (w.delays.list);
  FT_RELEASE (w.schedule.list);
  return found;
}
