// Edges other than those of sections; see 'src/order/sync_edges.h' and the heads
// of 'condition.h', 'barrier.h', 'semaphore.h', 'atomic.h' beside it.

#include "tests/model/relations.h"

static const ft_event *live (const ft_trace *t, ft_id i) {
  return ft_event_is_void (t->events + i) ? NULL : t->events + i;
}

static bool is (const ft_trace *t, ft_id i, enum ft_kind kind) {
  const ft_event *e = live (t, i);
  return e && e->kind == kind;
}

void ft_model_add_program_order (ft_model_relation *r, const ft_trace *t) {
  for (ft_id j = 0; j < t->size; j++)
    for (ft_id i = 0; i < j; i++)
      if (t->events[i].thread == t->events[j].thread)
        ft_model_add (r, i, j);
}

void ft_model_add_fork_join (ft_model_relation *r, const ft_trace *t) {
  for (ft_id j = 0; j < t->size; j++)
    for (ft_id i = 0; i < j; i++)
      if ((is (t, i, FT_FORK) && t->events[i].target == t->events[j].thread) ||
          (is (t, j, FT_JOIN) && t->events[j].target == t->events[i].thread))
        ft_model_add (r, i, j);
}

void ft_model_add_locks (ft_model_relation *r, const ft_trace *t) {
  for (ft_id j = 0; j < t->size; j++)
    for (ft_id i = 0; i < j; i++) {
      const ft_event *a = live (t, i), *b = live (t, j);
      if (!a || !b || !ft_kind_releases (a->kind) ||
          !ft_kind_acquires (b->kind) || a->target != b->target)
        continue;
      if (a->kind == FT_RELEASE || b->kind == FT_ACQUIRE)
        ft_model_add (r, i, j);
    }
}

// The release that began the wait which the wake ends.
static ft_id wait_of (const ft_trace *t, ft_id wake) {
  for (ft_id i = wake; i--;) {
    const ft_event *e = live (t, i);
    if (!e || e->thread != t->events[wake].thread)
      continue;
    if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
      return e->condition == t->events[wake].target ? i : FT_NO_ID;
    if (ft_kind_acquires (e->kind) ||
        (e->kind == FT_WAKE && !(e->flags & FT_SPURIOUS)))
      break;
  }
  return FT_NO_ID;
}

static void add_wake (ft_model_relation *r, const ft_trace *t, ft_id wake,
                      bool *taken) {
  ft_id wait = wait_of (t, wake);
  for (ft_id i = wait; wait != FT_NO_ID && i < wake; i++) {
    bool broadcast = is (t, i, FT_BROADCAST);
    if (t->events[i].target != t->events[wake].target ||
        !(broadcast || (is (t, i, FT_SIGNAL) && !taken[i])))
      continue;
    taken[i] = true;
    ft_model_add (r, i, wake);
    break;
  }
}

static void add_conditions (ft_model_relation *r, const ft_trace *t) {
  bool *taken = FT_ARRAY (bool, t->size);
  for (ft_id j = 0; j < t->size; j++)
    if (is (t, j, FT_WAKE) && !(t->events[j].flags & FT_SPURIOUS))
      add_wake (r, t, j, taken);
  free (taken);
}

// A round is named by the event of its first leave.
static void add_barriers (ft_model_relation *r, const ft_trace *t) {
  ft_id *round = FT_ARRAY (ft_id, t->size); // of each arrival; 0 while open
  bool *left = FT_ARRAY (bool, t->size);    // whether its thread has left
  for (ft_id j = 0; j < t->size; j++) {
    const ft_event *leave = t->events + j;
    if (!is (t, j, FT_BARRIER_LEAVE))
      continue;
    ft_id own = j;
    while (own-- && !(is (t, own, FT_BARRIER_ARRIVE) && !left[own] &&
                      t->events[own].thread == leave->thread))
      ;
    if (own == FT_NO_ID)
      continue;
    left[own] = true;
    ft_id name = round[own] ? round[own] : j;
    for (ft_id i = 0; i < j; i++) {
      if (!is (t, i, FT_BARRIER_ARRIVE) || t->events[i].target != leave->target)
        continue;
      if (name == j && !round[i])
        round[i] = j;
      if (round[i] == name)
        ft_model_add (r, i, j);
    }
  }
  free (round);
  free (left);
}

static void add_semaphores (ft_model_relation *r, const ft_trace *t) {
  for (ft_id object = 0; object < ft_tables_count (&t->tables, FT_CLASS_OBJECT);
       object++) {
    uint64_t initial = 0;
    ft_id next = 0; // where to look for the oldest post not taken
    for (ft_id j = 0; j < t->size; j++) {
      if (t->events[j].target != object)
        continue;
      if (is (t, j, FT_SEM_INIT)) {
        initial = t->events[j].flags & FT_HAS_VALUE ? t->events[j].value : 0;
        next = j;
      }
      if (!is (t, j, FT_SEM_WAIT) || (initial && initial--))
        continue;
      while (next < j &&
             !(is (t, next, FT_SEM_POST) && t->events[next].target == object))
        next++;
      if (next < j)
        ft_model_add (r, next++, j);
    }
  }
}

void ft_model_add_waits (ft_model_relation *r, const ft_trace *t) {
  add_conditions (r, t);
  add_barriers (r, t);
  add_semaphores (r, t);
}

static ft_id last_write (const ft_trace *t, ft_id read, unsigned byte) {
  for (ft_id i = read; i--;) {
    const ft_event *e = live (t, i);
    if (e && ft_kind_writes (e->kind) && e->target == t->events[read].target &&
        e->mask >> byte & 1)
      return i;
  }
  return FT_NO_ID;
}

void ft_model_add_last_writes (ft_model_relation *r, const ft_trace *t) {
  for (ft_id j = 0; j < t->size; j++)
    for (unsigned byte = 0; byte < 8; byte++) {
      const ft_event *e = live (t, j);
      if (!e || !ft_kind_reads (e->kind) || !(e->mask >> byte & 1))
        continue;
      ft_id w = last_write (t, j, byte);
      if (w != FT_NO_ID)
        ft_model_add (r, w, j);
    }
}

static bool releasing (const ft_event *e) {
  return e->order == FT_ORDER_RELEASE || e->order == FT_ORDER_ACQ_REL ||
         e->order == FT_ORDER_SEQ_CST || e->order == FT_ORDER_PLAIN;
}

static bool acquiring (const ft_event *e) {
  return e->order == FT_ORDER_ACQUIRE || e->order == FT_ORDER_CONSUME ||
         e->order == FT_ORDER_ACQ_REL || e->order == FT_ORDER_SEQ_CST ||
         e->order == FT_ORDER_PLAIN;
}

// The event that lets go of what write w publishes: itself or the last
// release fence before it.
static ft_id source_of (const ft_trace *t, ft_id w) {
  if (releasing (t->events + w))
    return w;
  for (ft_id i = w; i--;)
    if (is (t, i, FT_FENCE) && releasing (t->events + i) &&
        t->events[i].thread == t->events[w].thread)
      return i;
  return FT_NO_ID;
}

// The event that takes up what read r meets: itself or the next acquire
// fence after it.
static ft_id sink_of (const ft_trace *t, ft_id r) {
  if (acquiring (t->events + r))
    return r;
  for (ft_id i = r + 1; i < t->size; i++)
    if (is (t, i, FT_FENCE) && acquiring (t->events + i) &&
        t->events[i].thread == t->events[r].thread)
      return i;
  return FT_NO_ID;
}

// From the sources of all writes whose release sequence 'read' meets.
static void add_sequence (ft_model_relation *r, const ft_trace *t, ft_id read,
                          ft_id sink) {
  for (unsigned byte = 0; byte < 8; byte++) {
    if (!(t->events[read].mask >> byte & 1))
      continue;
    ft_id w = last_write (t, read, byte);
    if (w == FT_NO_ID || !ft_kind_is_atomic (t->events[w].kind))
      continue;
    ft_id source = source_of (t, w);
    if (source != FT_NO_ID && source != sink)
      ft_model_add (r, source, sink);
    if (t->events[w].kind == FT_ATOMIC_RMW)
      add_sequence (r, t, w, sink);
  }
}

void ft_model_add_atomics (ft_model_relation *r, const ft_trace *t) {
  for (ft_id j = 0; j < t->size; j++) {
    if (!is (t, j, FT_ATOMIC_READ) && !is (t, j, FT_ATOMIC_RMW))
      continue;
    ft_id sink = sink_of (t, j);
    if (sink != FT_NO_ID)
      add_sequence (r, t, j, sink);
  }
}

// ---- C11 -------------------------------------------------------------------

// A search back from the write that a read reads from.
struct c11_search {
  const ft_trace *trace;
  ft_model_relation *relation;
  ft_id sink;
  bool *seen; // by write and thread
};

// From the heads of the release sequences that write w is in, of thread 'only'
// unless that is FT_NO_ID.  A sequence is a head, then writes of its thread and
// read-modify-writes of any (C11 5.1.2.4).
static void add_heads (struct c11_search *s, ft_id w, ft_tid only) {
  const ft_trace *t = s->trace;
  const ft_event *e = t->events + w;
  ft_tid threads = ft_tables_count (&t->tables, FT_CLASS_THREAD);
  size_t place = (size_t)w * (threads + 1) + (only == FT_NO_ID ? threads : only);
  if (!ft_kind_is_atomic (e->kind) || s->seen[place])
    return;
  s->seen[place] = true;
  if (only == FT_NO_ID || e->thread == only) {
    ft_id source = source_of (t, w);
    if (source != FT_NO_ID && source != s->sink)
      ft_model_add (s->relation, source, s->sink);
  }
  if (e->kind != FT_ATOMIC_RMW && only != FT_NO_ID && only != e->thread)
    return;
  if (e->kind != FT_ATOMIC_RMW)
    only = e->thread;
  for (unsigned byte = 0; byte < 8; byte++) {
    ft_id before =
        e->mask >> byte & 1 ? last_write (t, w, byte) : (ft_id)FT_NO_ID;
    if (before != FT_NO_ID)
      add_heads (s, before, only);
  }
}

void ft_model_add_c11_atomics (ft_model_relation *r, const ft_trace *t) {
  size_t size =
      t->size * ((size_t)ft_tables_count (&t->tables, FT_CLASS_THREAD) + 1);
  for (ft_id j = 0; j < t->size; j++) {
    if (!is (t, j, FT_ATOMIC_READ) && !is (t, j, FT_ATOMIC_RMW))
      continue;
    struct c11_search s = {t, r, sink_of (t, j), FT_ARRAY (bool, size)};
    for (unsigned byte = 0; s.sink != FT_NO_ID && byte < 8; byte++) {
      ft_id w = t->events[j].mask >> byte & 1 ? last_write (t, j, byte)
                                              : (ft_id)FT_NO_ID;
      if (w != FT_NO_ID)
        add_heads (&s, w, FT_NO_ID);
    }
    free (s.seen);
  }
}
