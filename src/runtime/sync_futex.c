// Futexes, which std::atomic<T>::wait, std::latch, std::future and hand-made
// locks block on.  Waiting and waking order nothing by themselves: the program
// reads the word again, and that access is recorded.  So only the call itself
// is recorded, as EXTERNAL, which gives its effect a tick for a replay.

#include "runtime/aliases.h"
#include "runtime/syscall.h"
#include "runtime/sync_ops.h"

struct sleeper {
  struct sleeper *next;
  const uint32_t *word;
  uint32_t mask;
  bool woken;
};

static struct sleeper *first; // in the order in which they came
static struct sleeper *spare;

static struct sleeper *enqueue (const uint32_t *word, uint32_t mask) {
  struct sleeper *s = spare ? spare : ft_arena_alloc (sizeof *s);
  spare = spare ? spare->next : NULL;
  *s = (struct sleeper){.word = word, .mask = mask};
  struct sleeper **link = &first;
  while (*link)
    link = &(*link)->next;
  return *link = s;
}

static void dequeue (struct sleeper *s) {
  struct sleeper **link = &first;
  while (*link != s)
    link = &(*link)->next;
  *link = s->next;
  s->next = spare;
  spare = s;
}

int ft_futex_wait (ft_thread *t, const uint32_t *word, uint32_t value,
                   struct ft_wait_deadline d, uint32_t mask) {
  ft_scheduling_point (t);
  ft_log_record (t, FT_WIRE_EXTERNAL, 0);
  if (__atomic_load_n (word, __ATOMIC_SEQ_CST) != value)
    return EAGAIN;
  int error = ft_wait_deadline_check (d);
  if (error)
    return error;
  struct sleeper *s = enqueue (ft_alias_of (word), mask);
  bool in_time = true, interrupted = false;
  while (!s->woken && in_time && !interrupted) {
    in_time = ft_block_on_deadline (t, s, d);
    interrupted = ft_interrupted (t);
  }
  bool woken = s->woken;
  dequeue (s);
  return woken ? 0 : in_time ? EINTR : ETIMEDOUT;
}

// In a replay all waiters are woken: the schedule decides which one runs, and
// spurious wakes are always allowed.
int ft_futex_wake (ft_thread *t, const uint32_t *word, int count,
                   uint32_t mask) {
  ft_scheduling_point (t);
  ft_log_record (t, FT_WIRE_EXTERNAL, 0);
  int woken = 0;
  word = ft_alias_of (word);
  for (struct sleeper *s = first; s; s = s->next) {
    if (s->word != word || s->woken || !(s->mask & mask))
      continue;
    if (woken >= count && !ft_replaying ())
      break;
    s->woken = true;
    ft_wake_all (s);
    woken++;
  }
  return woken < count ? woken : count;
}

int ft_real_futex_wait (const uint32_t *word, uint32_t value,
                        struct ft_wait_deadline d) {
  return (int)-ft_sys_futex_wait (word, value, d.clock,
                                  d.limited ? &d.time : NULL);
}

void ft_real_futex_wake (const uint32_t *word, int count) {
  ft_sys_futex_wake (word, count);
}
