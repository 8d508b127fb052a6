#include "run/lifetime.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

void ft_lifetimes_release (ft_lifetimes *u) {
  for (size_t i = 0; i < u->threads.size; i++)
    FT_RELEASE (u->threads.begin[i].replaced);
  FT_RELEASE (u->marks);
  FT_RELEASE (u->threads);
  ft_map_release (&u->used);
}

// ---- marks -----------------------------------------------------------------

static struct ft_lifetime_thread *thread_of (ft_lifetimes *u, uint64_t number) {
  const ft_lifetime_moment none = {FT_NO_ID, 0};
  FT_GROW (u->threads, (size_t)number + 1,
           ((struct ft_lifetime_thread){.forked = none, .joined = none}));
  return u->threads.begin + number;
}

// Two uses with the same digest would count as one, the second missed.  So all
// bits of lifetime and thread are spread, since addresses are reused.
static bool is_first_use (ft_lifetimes *u, const ft_lifetime_mark *m) {
  uint64_t digest = m->life * UINT64_C (0x9E3779B97F4A7C15) + m->at.thread;
  digest = (digest ^ digest >> 32) * UINT64_C (0xD6E8FEB86659FD93) ^ m->address;
  uint32_t *known = ft_map_at (&u->used, digest);
  bool first = *known == FT_NO_ID;
  *known = 1;
  return first;
}

static void mark (ft_lifetimes *u, ft_lifetime_mark m) {
  if (m.what != FT_LIFETIME_USED || is_first_use (u, &m))
    FT_PUSH (u->marks, m);
}

void ft_lifetimes_access (ft_lifetimes *u, ft_lifetime_moment at,
                          uint64_t life) {
  mark (u, (ft_lifetime_mark){life, 0, 0, FT_LIFETIME_USED, at});
}

// A use of an object in a block is a use of the block.
static void mark_use (ft_lifetimes *u, ft_lifetime_mark m) {
  mark (u, m);
  if (m.life)
    ft_lifetimes_access (u, m.at, m.life);
}

static uint64_t bytes_of (unsigned object) {
  static const uint8_t bytes[] = {
      [FT_WIRE_MUTEX] = sizeof (pthread_mutex_t),
      [FT_WIRE_RWLOCK] = sizeof (pthread_rwlock_t),
      [FT_WIRE_SPINLOCK] = sizeof (pthread_spinlock_t),
      [FT_WIRE_CONDITION] = sizeof (pthread_cond_t),
      [FT_WIRE_BARRIER] = sizeof (pthread_barrier_t),
      [FT_WIRE_SEMAPHORE] = sizeof (sem_t)};
  return object < sizeof bytes ? bytes[object] : 0;
}

void ft_lifetimes_step (ft_lifetimes *u, const ft_run_record *r, uint64_t time,
                        uint64_t life) {
  ft_lifetime_mark m = {
      life, r->payload, 0, FT_LIFETIME_USED, {r->thread->number, time}};
  switch (r->code) {
  case FT_WIRE_FORK:
    thread_of (u, r->payload)->forked = m.at;
    return;
  case FT_WIRE_JOIN:
    thread_of (u, r->payload)->joined = m.at;
    return;
  case FT_WIRE_LOCK_INIT:
    m.what = FT_LIFETIME_BEGINS;
    m.bytes = bytes_of (r->word[0] & 0xff);
    break;
  case FT_WIRE_LOCK_DESTROY:
    m.what = FT_LIFETIME_ENDS;
    break;
  case FT_WIRE_ALLOC:
    m.what = FT_LIFETIME_BEGINS;
    m.address = 0;
    break;
  case FT_WIRE_FREE:
    if (!life) // of memory whose allocation is not recorded
      return;
    m.what = FT_LIFETIME_ENDS;
    m.address = 0;
    break;
  case FT_WIRE_ACQUIRE:
    m.bytes = bytes_of (FT_WIRE_MUTEX);
    break;
  case FT_WIRE_ACQUIRE_SHARED:
    m.bytes = bytes_of (FT_WIRE_RWLOCK);
    break;
  case FT_WIRE_SIGNAL:
  case FT_WIRE_BROADCAST:
    m.bytes = bytes_of (FT_WIRE_CONDITION);
    break;
  default:
    return;
  }
  if (m.what == FT_LIFETIME_USED)
    mark_use (u, m);
  else
    mark (u, m);
}

static int compare (const void *a, const void *b) {
  const ft_lifetime_mark *x = a, *y = b;
  if (x->life != y->life)
    return x->life < y->life ? -1 : 1;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return x->at.time < y->at.time ? -1 : x->at.time > y->at.time;
}

void ft_lifetimes_finish (ft_lifetimes *u) {
  if (u->marks.size)
    qsort (u->marks.begin, u->marks.size, sizeof *u->marks.begin, compare);
}

void ft_lifetimes_replace (ft_lifetimes *u, uint32_t thread, uint64_t from,
                           uint64_t to) {
  struct ft_lifetime_thread *t = thread_of (u, thread);
  while (!FT_EMPTY (t->replaced) && FT_TOP (t->replaced).from >= from)
    (void)FT_POP (t->replaced);
  FT_PUSH (t->replaced, ((struct ft_lifetime_span){from, to}));
}

static bool may_be_left_out (const ft_lifetimes *u, ft_lifetime_moment m) {
  if (m.thread >= u->threads.size)
    return false;
  const struct ft_lifetime_thread *t = u->threads.begin + m.thread;
  for (size_t i = t->replaced.size; i--;)
    if (t->replaced.begin[i].from < m.time && m.time < t->replaced.begin[i].to)
      return true;
  return false;
}

// ---- order -----------------------------------------------------------------

static ft_lifetime_moment joined (const ft_lifetimes *u, uint32_t thread) {
  return thread < u->threads.size ? u->threads.begin[thread].joined
                                  : (ft_lifetime_moment){FT_NO_ID, 0};
}

static ft_lifetime_moment forked (const ft_lifetimes *u, uint32_t thread) {
  return thread < u->threads.size ? u->threads.begin[thread].forked
                                  : (ft_lifetime_moment){FT_NO_ID, 0};
}

// Whether 'a' comes before 'b' by the joins of threads that 'a' leads to and
// the forks that lead to 'b', but not by a thread between the two, which one
// has forked and the other joined.  A thread is forked before, and joined
// after, everything that it does, so that the chains end; in a damaged
// recording time may stand still, or go back.
static bool precedes (const ft_lifetimes *u, ft_lifetime_moment a,
                      ft_lifetime_moment b) {
  for (uint64_t last = 0; a.thread != FT_NO_ID && a.time >= last;
       last = a.time + 1, a = joined (u, a.thread)) {
    uint64_t next = UINT64_MAX;
    for (ft_lifetime_moment c = b; c.thread != FT_NO_ID && c.time < next;
         next = c.time, c = forked (u, c.thread))
      if (a.thread == c.thread && a.time < c.time)
        return true;
  }
  return false;
}

// ---- existence -------------------------------------------------------------

static size_t first_mark (const ft_lifetimes *u, uint64_t life,
                          uint64_t address) {
  const ft_lifetime_mark wanted = {.life = life, .address = address};
  size_t low = 0, high = u->marks.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare (u->marks.begin + middle, &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool is_of (const ft_lifetimes *u, size_t i, uint64_t life,
                   uint64_t address) {
  return i < u->marks.size && u->marks.begin[i].life == life &&
         u->marks.begin[i].address == address;
}

// Whether the object was used since, by something that must come before.
static bool used_since (const ft_lifetimes *u, size_t i,
                        ft_lifetime_moment at) {
  const ft_lifetime_mark *begins = u->marks.begin + i;
  for (; is_of (u, i, begins->life, begins->address); i++)
    if (u->marks.begin[i].what == FT_LIFETIME_USED &&
        precedes (u, u->marks.begin[i].at, at) &&
        !may_be_left_out (u, u->marks.begin[i].at))
      return true;
  return false;
}

// Whether an object exists at the end of those of its marks, from the i-th on,
// that come before; false if a mark may come before or after.  An object that
// no call initialises exists as long as its memory.
static bool exists (const ft_lifetimes *u, size_t i, ft_lifetime_moment at,
                    uint64_t life, uint64_t address) {
  bool alive = true, marked = false, late = false;
  for (; is_of (u, i, life, address); i++) {
    const ft_lifetime_mark *m = u->marks.begin + i;
    bool begins = m->what == FT_LIFETIME_BEGINS;
    if (m->what == FT_LIFETIME_USED)
      continue;
    if (precedes (u, m->at, at) || (begins && used_since (u, i, at))) {
      alive = begins;
      marked = true;
    } else if (precedes (u, at, m->at))
      late |= begins;
    else
      return false;
  }
  return alive && (marked || !late);
}

bool ft_lifetimes_is_allocated (const ft_lifetimes *u, ft_lifetime_moment at,
                                uint64_t life) {
  size_t i = first_mark (u, life, 0);
  return !is_of (u, i, life, 0) ||
         u->marks.begin[i].what != FT_LIFETIME_BEGINS ||
         precedes (u, u->marks.begin[i].at, at) || used_since (u, i, at);
}

bool ft_lifetimes_is_live (const ft_lifetimes *u, ft_lifetime_moment at,
                           uint64_t life, uint64_t address) {
  return exists (u, first_mark (u, life, 0), at, life, 0) &&
         exists (u, first_mark (u, life, address), at, life, address);
}

// ---- bytes of objects ------------------------------------------------------

// The size of the object at mark '*i': from its initialisation, else from its
// uses, as the smallest kind of object with such uses.  Advances '*i' to the
// next object.
static uint64_t bytes_at (const ft_lifetimes *u, size_t *i) {
  const ft_lifetime_mark *first = u->marks.begin + *i;
  uint64_t used = 0, made = 0;
  for (; is_of (u, *i, first->life, first->address); ++*i) {
    const ft_lifetime_mark *m = u->marks.begin + *i;
    uint64_t *most = m->what == FT_LIFETIME_BEGINS ? &made : &used;
    *most = m->bytes > *most ? m->bytes : *most;
  }
  return made ? made : used;
}

bool ft_lifetimes_has_object (const ft_lifetimes *u, uint64_t life,
                              uint64_t address, uint64_t bytes) {
  uint64_t back = sizeof (pthread_rwlock_t); // the largest
  size_t i = first_mark (u, life, address > back ? address - back : 1);
  while (i < u->marks.size && u->marks.begin[i].life == life &&
         u->marks.begin[i].address < address + bytes) {
    uint64_t first = u->marks.begin[i].address;
    if (first + bytes_at (u, &i) > address)
      return true;
  }
  return false;
}
