#include "report/missing_lock.h"

#include <stdlib.h>

#include "base/hash.h"
#include "report/row.h"
#include "report/source_location.h"
#include "report/title.h"

enum { LEAST = 2 }; // accesses that hold the lock

// What one race asks of the trace.
typedef struct question {
  size_t rank;
  ft_id variable;
  uint8_t mask;
  uint32_t next; // question about the same variable, or FT_NO_ID
  uint64_t accesses;
  FT_STACK (struct count {
    ft_id lock;
    uint64_t held;
  }) counts;
  FT_STACK (ft_id) locks[2]; // held at each access of the pair
} question;

typedef struct pass {
  const ft_report *report;
  const ft_trace *trace;
  ft_map first; // by variable: a question
  FT_STACK (question) questions;
  FT_STACK (struct held { FT_STACK (ft_id) locks; }) threads;
  ft_id from, end; // the events that count
} pass;

// ---- the pass --------------------------------------------------------------

static void ask (pass *p) {
  const ft_report *r = p->report;
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->ranked[i];
    if (race->verdict != FT_CERTIFIED || race->pair[1] >= p->trace->size)
      continue;
    uint32_t *first = ft_map_at (&p->first, race->variable);
    question q = {.rank = i,
                  .variable = race->variable,
                  .mask = p->trace->events[race->pair[0]].mask &
                          p->trace->events[race->pair[1]].mask,
                  .next = *first};
    *first = (uint32_t)p->questions.size;
    FT_PUSH (p->questions, q);
  }
}

static void limit (pass *p) {
  const ft_trace *t = p->trace;
  p->end = t->size;
  for (ft_id i = 0; i < t->size; i++)
    if (t->events[i].kind == FT_FORK) {
      p->from = i;
      break;
    }
  for (ft_id i = t->size; i-- > p->from;)
    if (t->events[i].kind == FT_JOIN) {
      p->end = i;
      break;
    }
}

static struct held *held_by (pass *p, ft_tid thread) {
  FT_GROW (p->threads, (size_t)thread + 1, ((struct held){0}));
  return p->threads.begin + thread;
}

static void release (struct held *h, ft_id lock) {
  for (size_t i = h->locks.size; i-- > 0;)
    if (h->locks.begin[i] == lock) {
      h->locks.begin[i] = FT_TOP (h->locks);
      h->locks.size--;
      return;
    }
}

static void count_lock (question *q, ft_id lock) {
  for (size_t i = 0; i < q->counts.size; i++)
    if (q->counts.begin[i].lock == lock) {
      q->counts.begin[i].held++;
      return;
    }
  FT_PUSH (q->counts, ((struct count){lock, 1}));
}

static void count_access (pass *p, question *q, ft_id event) {
  const ft_event *e = p->trace->events + event;
  const struct held *h = held_by (p, e->thread);
  const ft_race *race = p->report->ranked[q->rank];
  if (event >= p->from && event < p->end) {
    q->accesses++;
    for (size_t i = 0; i < h->locks.size; i++)
      count_lock (q, h->locks.begin[i]);
  }
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; race->pair[k] == event && i < h->locks.size; i++)
      FT_PUSH (q->locks[k], h->locks.begin[i]);
}

static void read_event (pass *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  if (ft_event_is_void (e))
    return;
  if (e->kind == FT_ACQUIRE || e->kind == FT_ACQUIRE_SHARED)
    FT_PUSH (held_by (p, e->thread)->locks, e->target);
  else if (e->kind == FT_RELEASE || e->kind == FT_RELEASE_SHARED)
    release (held_by (p, e->thread), e->target);
  if (!ft_kind_accesses (e->kind))
    return;
  for (uint32_t i = ft_map_get (&p->first, e->target); i != FT_NO_ID;
       i = p->questions.begin[i].next)
    if (e->mask & p->questions.begin[i].mask)
      count_access (p, p->questions.begin + i, event);
}

// ---- answers ---------------------------------------------------------------

static bool holds (const question *q, int side, ft_id lock) {
  for (size_t i = 0; i < q->locks[side].size; i++)
    if (q->locks[side].begin[i] == lock)
      return true;
  return false;
}

// Of the locks that exactly one access of the pair holds, the one that most accesses
// hold, which are more than half.
static ft_missing_lock answer (const question *q) {
  ft_missing_lock best = {.lock = FT_NO_ID, .accesses = q->accesses};
  for (size_t i = 0; i < q->counts.size; i++) {
    struct count c = q->counts.begin[i];
    bool first = holds (q, 0, c.lock), second = holds (q, 1, c.lock);
    if (first == second || c.held < LEAST || 2 * c.held <= q->accesses ||
        c.held <= best.held)
      continue;
    best.lock = c.lock;
    best.held = c.held;
    best.side = first;
  }
  return best;
}

static void release_pass (pass *p) {
  for (size_t i = 0; i < p->questions.size; i++) {
    question *q = p->questions.begin + i;
    FT_RELEASE (q->counts);
    FT_RELEASE (q->locks[0]);
    FT_RELEASE (q->locks[1]);
  }
  for (size_t i = 0; i < p->threads.size; i++)
    FT_RELEASE (p->threads.begin[i].locks);
  FT_RELEASE (p->questions);
  FT_RELEASE (p->threads);
  ft_map_release (&p->first);
}

void ft_missing_locks_find (ft_report *r) {
  pass p = {.report = r, .trace = r->trace};
  free (r->missing_locks);
  r->missing_locks = FT_ARRAY (ft_missing_lock, r->results->size + 1);
  for (size_t i = 0; i < r->results->size; i++)
    r->missing_locks[i].lock = FT_NO_ID;
  ask (&p);
  if (p.questions.size) {
    limit (&p);
    for (ft_id i = 0; i < r->trace->size; i++)
      read_event (&p, i);
  }
  for (size_t i = 0; i < p.questions.size; i++)
    r->missing_locks[p.questions.begin[i].rank] =
        answer (p.questions.begin + i);
  release_pass (&p);
}

const ft_missing_lock *ft_missing_lock_of (const ft_report *r, size_t rank) {
  return r->missing_locks && r->missing_locks[rank].lock != FT_NO_ID
             ? r->missing_locks + rank
             : NULL;
}

void ft_missing_lock_add (ft_strbuf *out, const ft_report *r, size_t rank) {
  const ft_missing_lock *m = ft_missing_lock_of (r, rank);
  const ft_race *race = r->ranked[rank];
  ft_id event = race->pair[m->side];
  bool others = m->held + 1 == m->accesses;
  if (others)
    ft_strbuf_add (out, "every other access to '");
  else
    ft_strbuf_add (out, "%llu of %llu accesses to '", (unsigned long long)m->held,
                   (unsigned long long)m->accesses);
  ft_title_variable (out, r, race);
  if (others)
    ft_strbuf_add (out, "' (%llu) holds '", (unsigned long long)m->held);
  else
    ft_strbuf_add (out, "' hold '");
  ft_row_name (out, ft_trace_name (r->trace, FT_CLASS_LOCK, m->lock));
  ft_strbuf_add (out, "'; that of ");
  ft_row_name (out, ft_trace_name (r->trace, FT_CLASS_THREAD,
                                   r->trace->events[event].thread));
  ft_strbuf_add (out, " at ");
  ft_source_location_add (out, r, event, false);
  ft_strbuf_add (out, " does not");
}
