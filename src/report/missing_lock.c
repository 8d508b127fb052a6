#include "report/missing_lock.h"

#include <stdlib.h>

#include "base/hash.h"
#include "report/row.h"
#include "report/source_location.h"
#include "report/title.h"

enum { LEAST = 2 }; // accesses that hold the lock

// The accesses to some bytes of a variable: what they are for one pair, they
// are for all pairs on these bytes.
typedef struct bytes {
  ft_id variable;
  uint8_t mask;
  uint32_t next; // other bytes of the same variable, or FT_NO_ID
  uint64_t accesses;
  ft_map place; // by lock: in 'held'
  FT_STACK (uint64_t) held;
} bytes;

// What one race asks of the trace.
typedef struct question {
  size_t rank;
  uint32_t bytes;
  FT_STACK (ft_id) locks[2]; // held at each access of the pair
} question;

// One access of a race's pair.
typedef struct side {
  ft_id event;
  uint32_t question;
  int which;
} side;

typedef struct pass {
  const ft_report *report;
  const ft_trace *trace;
  ft_map first; // by variable: in 'bytes'
  FT_STACK (bytes) bytes;
  FT_STACK (question) questions;
  FT_STACK (side) sides; // by event
  size_t next;           // side that the pass has not met
  FT_STACK (struct held { FT_STACK (ft_id) locks; }) threads;
  ft_id from, end; // the events that count
} pass;

// ---- the pass --------------------------------------------------------------

static uint32_t bytes_at (pass *p, ft_id variable, uint8_t mask) {
  uint32_t *first = ft_map_at (&p->first, variable);
  for (uint32_t i = *first; i != FT_NO_ID; i = p->bytes.begin[i].next)
    if (p->bytes.begin[i].mask == mask)
      return i;
  bytes new = {.variable = variable, .mask = mask, .next = *first};
  *first = (uint32_t)p->bytes.size;
  FT_PUSH (p->bytes, new);
  return *first;
}

static int by_event (const void *a, const void *b) {
  const side *x = a, *y = b;
  return (x->event > y->event) - (x->event < y->event);
}

static void ask (pass *p) {
  const ft_report *r = p->report;
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->ranked[i];
    if (race->verdict != FT_CERTIFIED || race->pair[1] >= p->trace->size)
      continue;
    uint8_t mask = p->trace->events[race->pair[0]].mask &
                   p->trace->events[race->pair[1]].mask;
    question q = {.rank = i, .bytes = bytes_at (p, race->variable, mask)};
    for (int k = 0; k < 2; k++)
      FT_PUSH (p->sides, ((side){race->pair[k], (uint32_t)p->questions.size, k}));
    FT_PUSH (p->questions, q);
  }
  if (p->sides.size)
    qsort (p->sides.begin, p->sides.size, sizeof *p->sides.begin, by_event);
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

static void count_access (bytes *b, const struct held *h) {
  b->accesses++;
  for (size_t i = 0; i < h->locks.size; i++) {
    uint32_t *place = ft_map_at (&b->place, h->locks.begin[i]);
    if (*place == FT_NO_ID) {
      *place = (uint32_t)b->held.size;
      FT_PUSH (b->held, 0);
    }
    b->held.begin[*place]++;
  }
}

static void keep_locks (pass *p, ft_id event, const struct held *h) {
  for (; p->next < p->sides.size && p->sides.begin[p->next].event == event;
       p->next++) {
    side s = p->sides.begin[p->next];
    for (size_t i = 0; i < h->locks.size; i++)
      FT_PUSH (p->questions.begin[s.question].locks[s.which], h->locks.begin[i]);
  }
}

static void read_event (pass *p, ft_id event) {
  const ft_event *e = p->trace->events + event;
  struct held *h = held_by (p, e->thread);
  keep_locks (p, event, h);
  if (ft_event_is_void (e))
    return;
  if (e->kind == FT_ACQUIRE || e->kind == FT_ACQUIRE_SHARED)
    FT_PUSH (h->locks, e->target);
  else if (e->kind == FT_RELEASE || e->kind == FT_RELEASE_SHARED)
    release (h, e->target);
  if (!ft_kind_accesses (e->kind) || event < p->from || event >= p->end)
    return;
  for (uint32_t i = ft_map_get (&p->first, e->target); i != FT_NO_ID;
       i = p->bytes.begin[i].next)
    if (e->mask & p->bytes.begin[i].mask)
      count_access (p->bytes.begin + i, h);
}

// ---- answers ---------------------------------------------------------------

static bool holds (const question *q, int which, ft_id lock) {
  for (size_t i = 0; i < q->locks[which].size; i++)
    if (q->locks[which].begin[i] == lock)
      return true;
  return false;
}

static uint64_t times_held (const bytes *b, ft_id lock) {
  uint32_t place = ft_map_get (&b->place, lock);
  return place == FT_NO_ID ? 0 : b->held.begin[place];
}

// Of the locks that exactly one access of the pair holds, the one that most accesses
// hold, which are more than half.
static ft_missing_lock answer (const pass *p, const question *q) {
  const bytes *b = p->bytes.begin + q->bytes;
  ft_missing_lock best = {.lock = FT_NO_ID, .accesses = b->accesses};
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < q->locks[k].size; i++) {
      ft_id lock = q->locks[k].begin[i];
      uint64_t held = times_held (b, lock);
      if (holds (q, !k, lock) || held < LEAST || 2 * held <= b->accesses ||
          held <= best.held)
        continue;
      best.lock = lock;
      best.held = held;
      best.side = !k;
    }
  return best;
}

static void release_pass (pass *p) {
  for (size_t i = 0; i < p->bytes.size; i++) {
    FT_RELEASE (p->bytes.begin[i].held);
    ft_map_release (&p->bytes.begin[i].place);
  }
  for (size_t i = 0; i < p->questions.size; i++) {
    FT_RELEASE (p->questions.begin[i].locks[0]);
    FT_RELEASE (p->questions.begin[i].locks[1]);
  }
  for (size_t i = 0; i < p->threads.size; i++)
    FT_RELEASE (p->threads.begin[i].locks);
  FT_RELEASE (p->bytes);
  FT_RELEASE (p->questions);
  FT_RELEASE (p->sides);
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
        answer (&p, p.questions.begin + i);
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
