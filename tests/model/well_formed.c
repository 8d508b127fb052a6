// Whether a trace could have been recorded.  Straight from the rules: every
// event is tested against all earlier ones, so it costs O(n^2) and needs no
// state that could go wrong.

#include "tests/model/shrink.h"

// Outermost holds of the lock right before event 'end', by the thread (or,
// with FT_NO_ID, by any), in the mode of the acquire kind.
static int holds (const ft_trace *trace, ft_id end, ft_tid thread, ft_id lock,
                  enum ft_kind acquire) {
  enum ft_kind release = acquire == FT_ACQUIRE ? FT_RELEASE : FT_RELEASE_SHARED;
  int held = 0;
  for (ft_id i = 0; i < end; i++) {
    const ft_event *e = trace->events + i;
    if (e->target != lock || ft_event_is_void (e) ||
        (thread != FT_NO_ID && e->thread != thread))
      continue;
    held += e->kind == acquire;
    held -= e->kind == release;
  }
  return held;
}

static ft_id count (const ft_trace *trace, ft_id begin, ft_id end,
                    enum ft_kind kind, ft_id target) {
  ft_id n = 0;
  for (ft_id i = begin; i < end; i++)
    n += trace->events[i].kind == kind && trace->events[i].target == target &&
         !ft_event_is_void (trace->events + i);
  return n;
}

static bool lock_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  int all = holds (trace, i, FT_NO_ID, e->target, FT_ACQUIRE);
  int shared = holds (trace, i, FT_NO_ID, e->target, FT_ACQUIRE_SHARED);
  int own = holds (trace, i, e->thread, e->target, FT_ACQUIRE);
  int own_shared = holds (trace, i, e->thread, e->target, FT_ACQUIRE_SHARED);
  if (e->kind == FT_ACQUIRE)
    return !all && !shared;
  if (e->kind == FT_ACQUIRE_SHARED)
    return !all && !own_shared;
  if (e->kind == FT_TRY_FAILED)
    return all + shared > own + own_shared;
  return e->kind == FT_RELEASE ? own > 0 : own_shared > 0;
}

// An inner acquire or release happens while its lock is held, and the inner
// ones of a section are balanced: no more releases than acquires before.
static bool nested_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  int depth = 0;
  for (ft_id j = 0; j <= i; j++) {
    const ft_event *f = trace->events + j;
    if (f->target == e->target && f->thread == e->thread &&
        f->flags & FT_NESTED)
      depth += ft_kind_acquires (f->kind) ? 1 : -1;
  }
  return depth >= 0 && holds (trace, i, e->thread, e->target, FT_ACQUIRE) > 0;
}

// The outermost release comes after all inner ones.
static bool releases_outermost (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  int depth = 0;
  for (ft_id j = 0; j < i; j++) {
    const ft_event *f = trace->events + j;
    if (f->target == e->target && f->thread == e->thread &&
        f->flags & FT_NESTED)
      depth += ft_kind_acquires (f->kind) ? 1 : -1;
  }
  return !depth;
}

static bool thread_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  for (ft_id j = 0; j < trace->size; j++) {
    const ft_event *f = trace->events + j;
    if (e->kind == FT_FORK &&
        (f->thread == e->target ||
         (f->kind == FT_FORK && f->target == e->target)) &&
        j < i)
      return false;
    if (e->kind == FT_JOIN && f->thread == e->target && j > i)
      return false;
    if (e->kind == FT_JOIN && f->kind == FT_JOIN && f->target == e->target &&
        j < i)
      return false;
  }
  return e->kind == FT_FORK || count (trace, 0, i, FT_FORK, e->target);
}

// The event that a thread did before event i, or FT_NO_ID.
static ft_id previous (const ft_trace *trace, ft_id i) {
  ft_tid thread = trace->events[i].thread;
  while (i-- > 0)
    if (trace->events[i].thread == thread)
      return i;
  return FT_NO_ID;
}

static bool wake_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  ft_id start = previous (trace, i);
  if (start == FT_NO_ID || trace->events[start].condition != e->target)
    return false;
  bool noticed = count (trace, start, i, FT_SIGNAL, e->target) ||
                 count (trace, start, i, FT_BROADCAST, e->target);
  return (e->flags & FT_SPURIOUS) ? !noticed : noticed;
}

// A signal wakes one thread: in a trace that is well formed every wake has
// a signal of its own.  Tried greedily, wakes in order, earliest signal first.
static bool signals_suffice (const ft_trace *trace) {
  bool *used = FT_ARRAY (bool, trace->size + 1), fits = true;
  for (ft_id i = 0; i < trace->size; i++) {
    const ft_event *e = trace->events + i;
    if (e->kind != FT_WAKE || e->flags & FT_SPURIOUS)
      continue;
    ft_id j = previous (trace, i);
    if (count (trace, j, i, FT_BROADCAST, e->target))
      continue;
    while (j < i && (used[j] || trace->events[j].kind != FT_SIGNAL ||
                     trace->events[j].target != e->target))
      j++;
    fits = fits && j < i;
    used[j] = true;
  }
  free (used);
  return fits;
}

// What a thread that waits does next is to wake, and then to take the lock.
static bool wait_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  ft_id before = previous (trace, i);
  if (before == FT_NO_ID)
    return e->kind != FT_WAKE;
  const ft_event *p = trace->events + before;
  if (p->condition != FT_NO_ID)
    return e->kind == FT_WAKE && e->target == p->condition;
  if (p->kind != FT_WAKE)
    return e->kind != FT_WAKE;
  ft_id release = previous (trace, before);
  return e->kind == FT_ACQUIRE && e->target == trace->events[release].target;
}

static bool barrier_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  ft_id before = previous (trace, i), first = 0;
  bool arrived = before != FT_NO_ID &&
                 trace->events[before].kind == FT_BARRIER_ARRIVE &&
                 trace->events[before].target == e->target;
  if (e->kind != FT_BARRIER_LEAVE)
    return !arrived;
  while (trace->events[first].kind != FT_BARRIER_LEAVE ||
         trace->events[first].target != e->target)
    first++;
  ft_id parties = count (trace, 0, first, FT_BARRIER_ARRIVE, e->target);
  if (!arrived || !parties)
    return false;
  ft_id number = count (trace, 0, before, FT_BARRIER_ARRIVE, e->target);
  return count (trace, 0, i, FT_BARRIER_ARRIVE, e->target) >=
         (number / parties + 1) * parties;
}

static bool semaphore_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  for (ft_id j = 0; j <= i; j++) {
    const ft_event *f = trace->events + j;
    if (f->kind == FT_SEM_INIT && f->target == e->target)
      return count (trace, 0, i, FT_SEM_WAIT, e->target) <
             f->value + count (trace, 0, i, FT_SEM_POST, e->target);
  }
  return true;
}

// The variable is allocated before, and freed by no earlier event.
static bool lives (const ft_trace *trace, ft_id i, ft_id variable) {
  ft_pos alloc = trace->tables.variables.begin[variable].alloc;
  if (alloc != FT_NO_POS && alloc >= i)
    return false;
  for (ft_id j = 0; j < i; j++) {
    const ft_event *f = trace->events + j;
    const ft_detail *d = ft_tables_detail (&trace->tables, f);
    for (uint32_t k = 0; f->kind == FT_FREE && d && k < d->freed_count; k++)
      if (trace->tables.freed.begin[d->freed + k] == variable)
        return false;
  }
  return true;
}

static uint64_t written_by (const ft_trace *trace, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&trace->tables, e);
  return e->kind == FT_ATOMIC_RMW && d ? d->written : e->value;
}

// Where the last write to a read's bytes covers just these, and both values
// are known, they are the same; a variable holds 0 at first.
static bool value_fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  if (!ft_kind_reads (e->kind) || !(e->flags & FT_HAS_VALUE))
    return true;
  for (ft_id j = i; j-- > 0;) {
    const ft_event *f = trace->events + j;
    if (f->target != e->target || !ft_kind_writes (f->kind) ||
        !(f->mask & e->mask))
      continue;
    return f->mask != e->mask || !(f->flags & FT_HAS_VALUE) ||
           written_by (trace, f) == e->value;
  }
  return !e->value;
}

static bool fits (const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  if (e->flags & FT_NESTED)
    return nested_fits (trace, i);
  if (!wait_fits (trace, i) || !barrier_fits (trace, i))
    return false;
  switch ((enum ft_kind)e->kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
    return lives (trace, i, e->target) && value_fits (trace, i);
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    return lock_fits (trace, i) && releases_outermost (trace, i);
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
  case FT_TRY_FAILED:
    return lock_fits (trace, i);
  case FT_FORK:
  case FT_JOIN:
    return thread_fits (trace, i);
  case FT_WAKE:
    return wake_fits (trace, i);
  case FT_SEM_WAIT:
    return semaphore_fits (trace, i);
  case FT_FENCE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    return true;
  }
  return false;
}

bool ft_well_formed (const ft_trace *trace) {
  for (ft_id i = 0; i < trace->size; i++)
    if (!fits (trace, i))
      return false;
  return signals_suffice (trace);
}
