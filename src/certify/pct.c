// Cost: one walk costs events times threads.  Threads stop before their target.
// A read that would return another value waits as long as another thread can
// run. Slow twin: exhaustive enumeration, in tests/unit/test_certify.c.

#include "certify/pct.h"

enum {
  CHANGES = 4,     // limit on the changes of priority in a walk
  MOST_DELAYS = 24 // places at which a victim is held back
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
  bool may = w->victim != FT_NO_ID || ft_checker_may (w->checker, e);
  w->budget -= w->budget > 0;
  if (!may || !ft_checker_run (w->checker, e))
    return false;
  FT_PUSH (w->schedule.list, e);
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

// The last places at which the victim may be held back, last first.
static void list_delays (struct walk *w, ft_id target) {
  const ft_event *events = w->facts->trace->events;
  ft_id first = w->begin[w->victim];
  for (ft_id i = w->facts->index->local[target];
       i-- && w->delays.list.size < MOST_DELAYS;)
    if (synchronises (events + w->list[first + i]))
      FT_PUSH (w->delays.list, i);
}

// One walk to an end in which no thread can go on.  The first walks run the
// victim first, up to one place and from there on last; others change the
// priority of a thread at random after it has synchronised.
static bool walk_to_hang (struct walk *w, uint64_t number) {
  const ft_event *events = w->facts->trace->events;
  bool delays = number < w->delays.list.size;
  ft_id until = delays ? w->delays.list.begin[number] : FT_NO_ID;
  uint64_t seldom = draw (w) % 4 + 1;
  restart (w, w->facts->of_unfolding ? FT_MODEL_PATH : FT_MODEL_VALUE);
  if (number <= w->delays.list.size)
    w->priority[w->victim] = UINT64_MAX - 1;
  while (w->budget) {
    if (w->next[w->victim] == until)
      w->priority[w->victim] = 0;
    ft_tid t = advance (w);
    if (t == FT_NO_ID)
      return targets_pending (w);
    if (number > w->delays.list.size && !(draw (w) % seldom) &&
        synchronises (events + FT_TOP (w->schedule.list)))
      w->priority[t] = draw (w) / 2;
  }
  return false;
}

static bool search (struct walk *w,
                    bool (*accept) (void *context, const ft_ids *),
                    void *context) {
  bool found = false, hangs = w->victim != FT_NO_ID;
  for (uint64_t i = 0; !found && w->budget; i++)
    found = (hangs ? walk_to_hang (w, i) : walk (w)) &&
            accept (context, &w->schedule);
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
  w.victim = hangs ? facts->trace->events[question->targets[0]].thread
                   : (ft_tid)FT_NO_ID;
  list_events (&w);
  set_stops (&w);
  if (hangs)
    list_delays (&w, question->targets[0]);
  bool found = search (&w, accept, context);
  free (w.next);
  free (w.stop);
  free (w.begin);
  free (w.list);
  free (w.priority);
  FT_RELEASE (w.delays.list);
  FT_RELEASE (w.schedule.list);
  return found;
}
