#include "run/epochs.h"

#include <string.h>

void ft_run_epochs_release (ft_run_epochs *a) {
  FT_RELEASE (a->segments);
  FT_RELEASE (a->threads);
  FT_RELEASE (a->list);
  ft_map_release (&a->numbers);
  ft_barrier_rounds_release (&a->rounds);
}

// ---- segments --------------------------------------------------------------

static struct ft_run_epochs_thread *thread_of (ft_run_epochs *a,
                                               uint32_t number) {
  FT_GROW (a->threads, (size_t)number + 1,
           ((struct ft_run_epochs_thread){FT_NO_ID, FT_NO_ID, FT_NO_ID}));
  return a->threads.begin + number;
}

ft_id ft_run_epochs_segment (ft_run_epochs *a, uint32_t thread) {
  struct ft_run_epochs_thread *t = thread_of (a, thread);
  if (t->now == FT_NO_ID) {
    t->now = (ft_id)a->segments.size;
    FT_PUSH (a->segments, ((ft_run_segment){thread, 0, FT_NO_ID}));
  }
  return t->now;
}

// Begin the thread's next segment; returns the one that ends.
static ft_id end_segment (ft_run_epochs *a, uint32_t thread) {
  ft_id last = ft_run_epochs_segment (a, thread);
  ft_run_segment next = a->segments.begin[last];
  next.number++;
  thread_of (a, thread)->now = (ft_id)a->segments.size;
  FT_PUSH (a->segments, next);
  return last;
}

// Chains are as long as threads are nested; those of a damaged run may be
// cyclic.
enum { LONGEST_CHAIN = 64 };

// Adds to the clock of a round what is known at the end of the segment 'now': the
// segments of its thread, those of the thread's ancestors before the forks, and
// the clock of the barrier that the thread left last, which has all before it.
static void learn (ft_run_epochs *a, ft_id round, ft_id now) {
  for (int i = 0; now != FT_NO_ID && i < LONGEST_CHAIN; i++) {
    const ft_run_segment *s = a->segments.begin + now;
    ft_barrier_rounds_learn (&a->rounds, round, s->thread, s->number);
    if (s->round != FT_NO_ID) {
      ft_barrier_rounds_learn_all (&a->rounds, round, s->round);
      return;
    }
    now = a->threads.begin[s->thread].forked_in;
  }
}

static void begin_after (ft_run_epochs *a, uint32_t thread, ft_id round) {
  end_segment (a, thread);
  a->segments.begin[thread_of (a, thread)->now].round = round;
}

// The segment that a join begins knows what both threads knew of barriers.
static ft_id round_of_join (ft_run_epochs *a, uint32_t thread, uint32_t child) {
  ft_id now = ft_run_epochs_segment (a, thread); // may move 'segments'
  ft_id last = thread_of (a, child)->now;
  if (last == FT_NO_ID || a->segments.begin[last].round == FT_NO_ID)
    return a->segments.begin[now].round;
  ft_id round = ft_barrier_rounds_add (&a->rounds);
  learn (a, round, now);
  learn (a, round, last);
  return round;
}

static void fork_or_join (ft_run_epochs *a, const ft_run_record *r) {
  uint32_t thread = r->thread->number, child = (uint32_t)r->payload;
  if (r->payload >= FT_MOST_THREADS || child == thread)
    return;
  if (r->code == FT_WIRE_FORK) {
    ft_id last = end_segment (a, thread);
    if (thread_of (a, child)->now == FT_NO_ID)
      thread_of (a, child)->forked_in = last;
  } else {
    begin_after (a, thread, round_of_join (a, thread, child));
    if (thread_of (a, child)->joined_by == FT_NO_ID)
      thread_of (a, child)->joined_by = thread_of (a, thread)->now;
  }
}

static void arrive (ft_run_epochs *a, const ft_run_record *r, uint64_t life) {
  learn (a,
         ft_barrier_rounds_arrive (&a->rounds, r->payload, life,
                                   r->thread->number, r->word[0]),
         ft_run_epochs_segment (a, r->thread->number));
}

static void leave (ft_run_epochs *a, const ft_run_record *r) {
  uint32_t thread = r->thread->number;
  ft_id round = ft_barrier_rounds_leave (&a->rounds, r->payload, thread);
  if (round != FT_NO_ID)
    begin_after (a, thread, round);
}

void ft_run_epochs_record (ft_run_epochs *a, const ft_run_record *r,
                           uint64_t life) {
  if (r->code == FT_WIRE_FORK || r->code == FT_WIRE_JOIN)
    fork_or_join (a, r);
  else if (!a->follows_barriers)
    return;
  else if (r->code == FT_WIRE_BARRIER_ARRIVE)
    arrive (a, r, life);
  else if (r->code == FT_WIRE_BARRIER_LEAVE)
    leave (a, r);
  else if (r->code == FT_WIRE_LOCK_INIT &&
           (r->word[0] & 0xff) == FT_WIRE_BARRIER)
    ft_barrier_rounds_renew (&a->rounds, r->payload);
}

// ---- order -----------------------------------------------------------------

static bool not_after (const ft_run_epochs *a, ft_id x, ft_id y) {
  const ft_run_segment *s = a->segments.begin + x, *t = a->segments.begin + y;
  return s->thread == t->thread && s->number <= t->number;
}

// Whether 'x' comes before a leave of a barrier that is before 'y'.
static bool before_leave (const ft_run_epochs *a, ft_id x, ft_id y) {
  const ft_run_segment *s = a->segments.begin + x, *t = a->segments.begin + y;
  return t->round != FT_NO_ID &&
         ft_barrier_rounds_know (&a->rounds, t->round, s->thread, s->number);
}

static bool before_ancestor (const ft_run_epochs *a, ft_id segment, ft_id now) {
  for (int i = 0; now != FT_NO_ID && i < LONGEST_CHAIN; i++) {
    if (not_after (a, segment, now) || before_leave (a, segment, now))
      return true;
    now = a->threads.begin[a->segments.begin[now].thread].forked_in;
  }
  return false;
}

bool ft_run_epochs_before (const ft_run_epochs *a, ft_id segment, ft_id now) {
  for (int i = 0; segment != FT_NO_ID && i < LONGEST_CHAIN; i++) {
    if (before_ancestor (a, segment, now))
      return true;
    segment = a->threads.begin[a->segments.begin[segment].thread].joined_by;
  }
  return false;
}

// ---- access epochs ---------------------------------------------------------

// Beyond this number of different access epochs, new ones do not list their
// readers.
#define MOST_EPOCHS ((size_t)1 << 20)

static ft_access_epochs new_epochs (ft_id writer) {
  ft_access_epochs epochs;
  memset (&epochs, 0,
          sizeof epochs); // padding, too, since epochs are compared as bytes
  memset (epochs.readers, 0xff, sizeof epochs.readers);
  epochs.writer = writer;
  return epochs;
}

static uint64_t hash_epochs (const ft_access_epochs *epochs) {
  uint64_t hash = epochs->writer * 2 + (uint64_t)epochs->many;
  for (int i = 0; i < FT_MOST_READERS && epochs->readers[i] != FT_NO_ID; i++)
    hash = (hash ^ epochs->readers[i]) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

static bool same_epochs (const ft_access_epochs *a, const ft_access_epochs *b) {
  return a->writer == b->writer && a->many == b->many &&
         !memcmp (a->readers, b->readers, sizeof a->readers);
}

static uint32_t number_of (ft_run_epochs *a, ft_access_epochs epochs) {
  if (FT_EMPTY (a->list)) // 0 is FT_EPOCHS_CONFLICT
    FT_PUSH (a->list, new_epochs (FT_NO_ID));
  if (a->list.size > MOST_EPOCHS && epochs.readers[0] != FT_NO_ID) {
    epochs = new_epochs (epochs.writer);
    epochs.many = true;
  }
  for (uint64_t key = hash_epochs (&epochs);; key++) {
    uint32_t *slot = ft_map_at (&a->numbers, key);
    if (*slot == FT_NO_ID) {
      *slot = (uint32_t)a->list.size;
      FT_PUSH (a->list, epochs);
    }
    if (same_epochs (a->list.begin + *slot, &epochs))
      return *slot;
  }
}

uint32_t ft_run_epochs_written (ft_run_epochs *a, ft_id segment) {
  return number_of (a, new_epochs (segment));
}

static bool all_read_before (const ft_run_epochs *a,
                             const ft_access_epochs *epochs, ft_id now) {
  for (int i = 0; i < FT_MOST_READERS && epochs->readers[i] != FT_NO_ID; i++)
    if (!ft_run_epochs_before (a, epochs->readers[i], now))
      return false;
  return !epochs->many;
}

static void insert_reader (ft_access_epochs *epochs, int count, ft_id now) {
  int i = count;
  for (; i && epochs->readers[i - 1] > now; i--)
    epochs->readers[i] = epochs->readers[i - 1];
  epochs->readers[i] = now;
}

// Drop readers that come before this one, since an access after this one comes
// after them, too.
static ft_access_epochs read_by (const ft_run_epochs *a,
                                 const ft_access_epochs *epochs, ft_id now) {
  ft_access_epochs after = new_epochs (epochs->writer);
  int count = 0;
  after.many = epochs->many;
  for (int i = 0; i < FT_MOST_READERS && epochs->readers[i] != FT_NO_ID; i++)
    if (!ft_run_epochs_before (a, epochs->readers[i], now))
      after.readers[count++] = epochs->readers[i];
  if (count < FT_MOST_READERS)
    insert_reader (&after, count, now);
  else
    after.many = true;
  return after;
}

static uint32_t step (ft_run_epochs *a, const ft_access_epochs *epochs,
                      ft_id now, bool writes) {
  if (epochs->writer != FT_NO_ID &&
      !ft_run_epochs_before (a, epochs->writer, now))
    return FT_EPOCHS_CONFLICT;
  if (!writes)
    return number_of (a, read_by (a, epochs, now));
  return all_read_before (a, epochs, now) ? ft_run_epochs_written (a, now)
                                          : (uint32_t)FT_EPOCHS_CONFLICT;
}

uint32_t ft_run_epochs_access (ft_run_epochs *a, uint32_t epochs, ft_id now,
                               bool writes) {
  uint64_t key = (uint64_t)epochs << 32 | (uint64_t)now << 1 | writes;
  struct ft_run_epochs_cached *recent = a->recent + (key ^ key >> 29) % 256;
  if (recent->key == key + 1)
    return recent->epochs;
  ft_access_epochs before =
      epochs == FT_NO_EPOCHS ? new_epochs (FT_NO_ID) : a->list.begin[epochs];
  *recent =
      (struct ft_run_epochs_cached){key + 1, step (a, &before, now, writes)};
  return recent->epochs;
}

bool ft_run_epochs_several_read (const ft_run_epochs *a, uint32_t epochs) {
  const ft_access_epochs *x = a->list.begin + epochs;
  return x->many || x->readers[1] != FT_NO_ID;
}
