#include "run/lifetime.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

void ft_usable_release (ft_usable *u) {
  for (size_t i = 0; i < u->threads.size; i++)
    FT_RELEASE (u->threads.begin[i].replaced);
  FT_RELEASE (u->marks);
  FT_RELEASE (u->threads);
  ft_map_release (&u->used);
}

// ---- marks -----------------------------------------------------------------

static struct ft_usable_thread *thread_of (ft_usable *u, uint64_t number) {
  const ft_usable_moment none = {FT_NO_ID, 0};
  FT_GROW (u->threads, (size_t)number + 1,
           ((struct ft_usable_thread){.forked = none, .joined = none}));
  return u->threads.begin + number;
}

// Two uses that have the same digest would be one, the second missed: all bits of
// lifetime and thread are spread, since addresses come again.
static bool is_first_use (ft_usable *u, const ft_usable_mark *m) {
  uint64_t digest = m->life * UINT64_C (0x9E3779B97F4A7C15) + m->at.thread;
  digest = (digest ^ digest >> 32) * UINT64_C (0xD6E8FEB86659FD93) ^ m->address;
  uint32_t *known = ft_map_at (&u->used, digest);
  bool first = *known == FT_NO_ID;
  *known = 1;
  return first;
}

static void mark (ft_usable *u, ft_usable_mark m) {
  if (m.what != FT_MARK_USED || is_first_use (u, &m))
    FT_PUSH (u->marks, m);
}

void ft_usable_access (ft_usable *u, ft_usable_moment at, uint64_t life) {
  mark (u, (ft_usable_mark){life, 0, 0, FT_MARK_USED, at});
}

// Who uses what is in a block uses the block.
static void mark_use (ft_usable *u, ft_usable_mark m) {
  mark (u, m);
  if (m.life)
    ft_usable_access (u, m.at, m.life);
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

void ft_usable_step (ft_usable *u, const ft_record *r, uint64_t time,
                     uint64_t life) {
  ft_usable_mark m = {life, r->payload, 0, FT_MARK_USED,
                      {r->thread->number, time}};
  switch (r->code) {
  case FT_WIRE_FORK:
    thread_of (u, r->payload)->forked = m.at;
    return;
  case FT_WIRE_JOIN:
    thread_of (u, r->payload)->joined = m.at;
    return;
  case FT_WIRE_LOCK_INIT:
    m.what = FT_MARK_BEGINS;
    m.bytes = bytes_of (r->word[0] & 0xff);
    break;
  case FT_WIRE_LOCK_DESTROY:
    m.what = FT_MARK_ENDS;
    break;
  case FT_WIRE_ALLOC:
    m.what = FT_MARK_BEGINS;
    m.address = 0;
    break;
  case FT_WIRE_FREE:
    if (!life) // of what was not seen allocated
      return;
    m.what = FT_MARK_ENDS;
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
  if (m.what == FT_MARK_USED)
    mark_use (u, m);
  else
    mark (u, m);
}

static int compare (const void *a, const void *b) {
  const ft_usable_mark *x = a, *y = b;
  if (x->life != y->life)
    return x->life < y->life ? -1 : 1;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return x->at.time < y->at.time ? -1 : x->at.time > y->at.time;
}

void ft_usable_finish (ft_usable *u) {
  if (u->marks.size)
    qsort (u->marks.begin, u->marks.size, sizeof *u->marks.begin, compare);
}

void ft_usable_replace (ft_usable *u, uint32_t thread, uint64_t from,
                        uint64_t to) {
  struct ft_usable_thread *t = thread_of (u, thread);
  while (!FT_EMPTY (t->replaced) && FT_TOP (t->replaced).from >= from)
    (void)FT_POP (t->replaced);
  FT_PUSH (t->replaced, ((struct ft_usable_span){from, to}));
}

static bool may_be_left_out (const ft_usable *u, ft_usable_moment m) {
  if (m.thread >= u->threads.size)
    return false;
  const struct ft_usable_thread *t = u->threads.begin + m.thread;
  for (size_t i = t->replaced.size; i--;)
    if (t->replaced.begin[i].from < m.time && m.time < t->replaced.begin[i].to)
      return true;
  return false;
}

// ---- what has to come before what ------------------------------------------

static ft_usable_moment joined (const ft_usable *u, uint32_t thread) {
  return thread < u->threads.size ? u->threads.begin[thread].joined
                                  : (ft_usable_moment){FT_NO_ID, 0};
}

static ft_usable_moment forked (const ft_usable *u, uint32_t thread) {
  return thread < u->threads.size ? u->threads.begin[thread].forked
                                  : (ft_usable_moment){FT_NO_ID, 0};
}

// By the joins of threads that 'a' leads to, and the forks that lead to 'b'; not
// by a thread in between, which one has forked and another one joined.  A thread
// is forked before, and joined after, all that it does, so that the chains end;
// in a damaged recording time may stand still, or go back.
static bool precedes (const ft_usable *u, ft_usable_moment a,
                      ft_usable_moment b) {
  for (uint64_t last = 0; a.thread != FT_NO_ID && a.time >= last;
       last = a.time + 1, a = joined (u, a.thread)) {
    uint64_t next = UINT64_MAX;
    for (ft_usable_moment c = b; c.thread != FT_NO_ID && c.time < next;
         next = c.time, c = forked (u, c.thread))
      if (a.thread == c.thread && a.time < c.time)
        return true;
  }
  return false;
}

// ---- the question ----------------------------------------------------------

static size_t first_mark (const ft_usable *u, uint64_t life, uint64_t address) {
  const ft_usable_mark wanted = {.life = life, .address = address};
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

static bool is_of (const ft_usable *u, size_t i, uint64_t life,
                   uint64_t address) {
  return i < u->marks.size && u->marks.begin[i].life == life &&
         u->marks.begin[i].address == address;
}

// Whether it was used since, in what has to come before.
static bool used_since (const ft_usable *u, size_t i, ft_usable_moment at) {
  const ft_usable_mark *begins = u->marks.begin + i;
  for (; is_of (u, i, begins->life, begins->address); i++)
    if (u->marks.begin[i].what == FT_MARK_USED &&
        precedes (u, u->marks.begin[i].at, at) &&
        !may_be_left_out (u, u->marks.begin[i].at))
      return true;
  return false;
}

// Whether it is there behind all of its marks that come before, from the i-th
// on; false if one of them may come before or after.  What no call initialises
// is there as long as its memory is.
static bool is_there (const ft_usable *u, size_t i, ft_usable_moment at,
                      uint64_t life, uint64_t address) {
  bool there = true, told = false, late = false;
  for (; is_of (u, i, life, address); i++) {
    const ft_usable_mark *m = u->marks.begin + i;
    bool begins = m->what == FT_MARK_BEGINS;
    if (m->what == FT_MARK_USED)
      continue;
    if (precedes (u, m->at, at) || (begins && used_since (u, i, at))) {
      there = begins;
      told = true;
    } else if (precedes (u, at, m->at))
      late |= begins;
    else
      return false;
  }
  return there && (told || !late);
}

bool ft_usable_begun (const ft_usable *u, ft_usable_moment at, uint64_t life) {
  size_t i = first_mark (u, life, 0);
  return !is_of (u, i, life, 0) || u->marks.begin[i].what != FT_MARK_BEGINS ||
         precedes (u, u->marks.begin[i].at, at) || used_since (u, i, at);
}

bool ft_usable_at (const ft_usable *u, ft_usable_moment at, uint64_t life,
                   uint64_t address) {
  return is_there (u, first_mark (u, life, 0), at, life, 0) &&
         is_there (u, first_mark (u, life, address), at, life, address);
}

// ---- what is in an object --------------------------------------------------

// What made the object tells how large it is; else its uses do, as if they were
// of the smallest kind that has them.  Goes on to the marks of the next one.
static uint64_t bytes_at (const ft_usable *u, size_t *i) {
  const ft_usable_mark *first = u->marks.begin + *i;
  uint64_t used = 0, made = 0;
  for (; is_of (u, *i, first->life, first->address); ++*i) {
    const ft_usable_mark *m = u->marks.begin + *i;
    uint64_t *most = m->what == FT_MARK_BEGINS ? &made : &used;
    *most = m->bytes > *most ? m->bytes : *most;
  }
  return made ? made : used;
}

bool ft_usable_holds (const ft_usable *u, uint64_t life, uint64_t address,
                      uint64_t bytes) {
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
