// What happens after one event along a schedule, by the definition of C11
// (docs/internals/memory-model.md).  Instead of vector clocks, everything that
// hands an order on has one bit: whether the event happens before it.  So the
// memory is linear, and the answer is exact for the one question that is asked.
//
// Where the definition leaves a choice or a schedule does not say enough, more
// is ordered: a wake comes after every signal since its wait began, a semaphore
// is passed after every post so far, and release sequences are those of C11.
// Nothing is known of uninstrumented code, so that two operations on the
// state that stands for it ('trace/assumed.h') are ordered as they come.
//
// Compared with the definition as reachability in tests/unit/test_c11.c.

#include "witness/c11.h"

#include <assert.h>
#include <string.h>

#include "trace/assumed.h"

// A thread that heads a release sequence after the event, and the bytes whose
// last write is in it.
typedef struct head {
  ft_tid thread;
  uint8_t mask;
} head;

typedef struct thread_after {
  uint64_t stamp;
  bool after;
  bool released; // at its last release fence
  bool pending;  // what it has read with relaxed reads: for an acquire fence
  size_t notices; // of its condition when its wait began
} thread_after;

typedef struct lock_after {
  uint64_t stamp;
  bool exclusive, shared; // a release in this mode
} lock_after;

typedef struct object_after {
  uint64_t stamp;
  size_t notices;      // signals and broadcasts so far
  size_t last;         // number of the last one after the event, from 1; 0: none
  bool posted, arrived; // some post; some arrival
  FT_STACK (ft_id) rounds; // of the barrier, with an arrival after the event
} object_after;

enum { UNKNOWN, INSIDE, OUTSIDE }; // whose state a variable is

typedef struct variable_after {
  uint64_t stamp;
  uint8_t whose; // set once for all runs
  bool after;    // OUTSIDE: an operation on it
  FT_STACK (head) heads;
} variable_after;

struct ft_happens_before {
  uint64_t run;
  ft_id first; // the event
  thread_after *threads;
  lock_after *locks;
  object_after *objects;
  variable_after *variables;
};

static uint32_t count (const ft_checker *c, enum ft_class class) {
  return ft_tables_count (&c->trace->tables, class);
}

ft_happens_before *ft_happens_before_new (const ft_checker *c) {
  ft_happens_before *h = FT_NEW (ft_happens_before);
  h->threads = FT_ARRAY (thread_after, count (c, FT_CLASS_THREAD));
  h->locks = FT_ARRAY (lock_after, count (c, FT_CLASS_LOCK));
  h->objects = FT_ARRAY (object_after, count (c, FT_CLASS_OBJECT));
  h->variables = FT_ARRAY (variable_after, count (c, FT_CLASS_VARIABLE));
  return h;
}

void ft_happens_before_free (ft_happens_before *h, const ft_checker *c) {
  if (!h)
    return;
  for (ft_id o = 0; o < count (c, FT_CLASS_OBJECT); o++)
    FT_RELEASE (h->objects[o].rounds);
  for (ft_id v = 0; v < count (c, FT_CLASS_VARIABLE); v++)
    FT_RELEASE (h->variables[v].heads);
  free (h->threads);
  free (h->locks);
  free (h->objects);
  free (h->variables);
  free (h);
}

void ft_happens_before_begin (ft_happens_before *h, ft_id first) {
  h->run++;
  h->first = first;
}

static thread_after *thread_at (ft_happens_before *h, ft_tid t) {
  thread_after *x = h->threads + t;
  if (x->stamp != h->run)
    *x = (thread_after){.stamp = h->run};
  return x;
}

static lock_after *lock_at (ft_happens_before *h, ft_id lock) {
  lock_after *x = h->locks + lock;
  if (x->stamp != h->run)
    *x = (lock_after){.stamp = h->run};
  return x;
}

static object_after *object_at (ft_happens_before *h, ft_id object) {
  object_after *x = h->objects + object;
  if (x->stamp != h->run) {
    x->stamp = h->run;
    x->notices = x->last = 0;
    x->posted = x->arrived = false;
    FT_CLEAR (x->rounds);
  }
  return x;
}

static variable_after *variable_at (ft_happens_before *h, const ft_checker *c,
                                    ft_id variable) {
  variable_after *x = h->variables + variable;
  const ft_tables *tables = &c->trace->tables;
  if (x->stamp != h->run) {
    x->stamp = h->run;
    x->after = false;
    FT_CLEAR (x->heads);
  }
  if (x->whose == UNKNOWN)
    x->whose = ft_variable_is_outside (tables, variable) ? OUTSIDE : INSIDE;
  return x;
}

// ---- locks and threads -----------------------------------------------------

static void step_lock (ft_happens_before *h, const ft_event *e) {
  lock_after *lock = lock_at (h, e->target);
  thread_after *t = thread_at (h, e->thread);
  if (e->kind == FT_ACQUIRE)
    t->after |= lock->exclusive | lock->shared;
  else if (e->kind == FT_ACQUIRE_SHARED)
    t->after |= lock->exclusive;
  else if (e->kind == FT_RELEASE)
    lock->exclusive |= t->after;
  else if (e->kind == FT_RELEASE_SHARED)
    lock->shared |= t->after;
  if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
    t->notices = object_at (h, e->condition)->notices;
}

static void step_fork_join (ft_happens_before *h, const ft_event *e) {
  bool fork = e->kind == FT_FORK;
  const thread_after *from = thread_at (h, fork ? e->thread : e->target);
  thread_at (h, fork ? e->target : e->thread)->after |= from->after;
}

// ---- conditions, barriers, semaphores --------------------------------------

static void step_barrier (ft_happens_before *h, ft_checker *c,
                          const ft_event *e) {
  const ft_recorded_object *fact = c->facts.objects + e->target;
  object_after *o = object_at (h, e->target);
  thread_after *t = thread_at (h, e->thread);
  bool rounds = !fact->keeps_order && fact->parties > 0;
  ft_id round = rounds ? ft_checker_thread_now (c, e->thread)->arrival /
                             fact->parties
                       : 0;
  if (e->kind == FT_BARRIER_ARRIVE && t->after) {
    o->arrived = true;
    if (rounds && (FT_EMPTY (o->rounds) || FT_TOP (o->rounds) != round))
      FT_PUSH (o->rounds, round);
  }
  if (e->kind == FT_BARRIER_ARRIVE)
    return;
  t->after |= !rounds && o->arrived;
  for (size_t i = o->rounds.size; rounds && !t->after && i--;)
    t->after = o->rounds.begin[i] == round;
}

static void step_object (ft_happens_before *h, ft_checker *c,
                         const ft_event *e) {
  object_after *o = object_at (h, e->target);
  thread_after *t = thread_at (h, e->thread);
  if (e->kind == FT_BARRIER_ARRIVE || e->kind == FT_BARRIER_LEAVE)
    step_barrier (h, c, e);
  else if (e->kind == FT_SIGNAL || e->kind == FT_BROADCAST) {
    o->notices++;
    if (t->after)
      o->last = o->notices;
  } else if (e->kind == FT_WAKE)
    t->after |= !(e->flags & FT_UNSIGNALLED) && o->last > t->notices;
  else if (e->kind == FT_SEM_POST)
    o->posted |= t->after;
  else if (e->kind == FT_SEM_WAIT)
    t->after |= o->posted;
}

// ---- atomics ---------------------------------------------------------------

// An order that was not recorded counts as seq_cst, consume as acquire.
static bool acquires (const ft_event *e) {
  return e->order != FT_ORDER_RELAXED && e->order != FT_ORDER_RELEASE;
}

static bool releases (const ft_event *e) {
  return e->order == FT_ORDER_RELEASE || e->order == FT_ORDER_ACQ_REL ||
         e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN;
}

// The write ends the sequences on its bytes that it is not part of: a store is
// part of those of its thread, a read-modify-write of all, a plain write of
// none.
static void go_on (variable_after *v, const ft_event *e) {
  size_t kept = 0;
  for (size_t i = 0; i < v->heads.size; i++) {
    head x = v->heads.begin[i];
    bool part = e->kind == FT_ATOMIC_RMW ||
                (e->kind == FT_ATOMIC_WRITE && x.thread == e->thread);
    if (x.mask & e->mask)
      x.mask = part ? x.mask | e->mask : x.mask & (uint8_t)~e->mask;
    if (x.mask)
      v->heads.begin[kept++] = x;
  }
  v->heads.size = kept;
}

static void add_head (variable_after *v, const ft_event *e) {
  for (size_t i = 0; i < v->heads.size; i++)
    if (v->heads.begin[i].thread == e->thread) {
      v->heads.begin[i].mask |= e->mask;
      return;
    }
  FT_PUSH (v->heads, ((head){e->thread, e->mask}));
}

static void step_access (ft_happens_before *h, const ft_checker *c,
                         const ft_event *e) {
  variable_after *v = variable_at (h, c, e->target);
  thread_after *t = thread_at (h, e->thread);
  if (v->whose == OUTSIDE) {
    t->after |= v->after;
    v->after = t->after;
    return;
  }
  bool atomic = ft_kind_is_atomic (e->kind), meets = false;
  for (size_t i = 0; i < v->heads.size; i++)
    meets |= v->heads.begin[i].mask & e->mask;
  if (meets && atomic && ft_kind_reads (e->kind))
    *(acquires (e) ? &t->after : &t->pending) = true;
  if (!ft_kind_writes (e->kind))
    return;
  go_on (v, e);
  if (atomic && (releases (e) ? t->after : t->released))
    add_head (v, e);
}

static void step_fence (thread_after *t, const ft_event *e) {
  if (acquires (e))
    t->after |= t->pending;
  if (releases (e))
    t->released = t->after;
}

// ---- a step ----------------------------------------------------------------

static void step (ft_happens_before *h, ft_checker *c, const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
    step_access (h, c, e);
    break;
  case FT_FENCE:
    step_fence (thread_at (h, e->thread), e);
    break;
  case FT_ACQUIRE:
  case FT_RELEASE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE_SHARED:
    step_lock (h, e);
    break;
  case FT_FORK:
  case FT_JOIN:
    step_fork_join (h, e);
    break;
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    step_object (h, c, e);
    break;
  case FT_SEM_INIT:
  case FT_TRY_FAILED:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    break;
  }
}

void ft_happens_before_step (ft_happens_before *h, ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  if (event == h->first)
    thread_at (h, e->thread)->after = true;
  if (!ft_event_is_void (e))
    step (h, c, e);
}

bool ft_happens_before_now (ft_happens_before *h, ft_tid t) {
  return thread_at (h, t)->after;
}
