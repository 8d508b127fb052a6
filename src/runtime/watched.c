#include "runtime/watched.h"

#include "runtime/descriptor_objects.h"
#include "runtime/happens_before.h"
#include "runtime/libc_access.h"
#include "runtime/thread.h"

enum { NUMBERS = 1 << 16, EPOLLS = 64, WORDS = 4, BUCKETS = 1024 };

// Sets of data, by hash: an event whose data may be that of two channels counts as
// that of both.
typedef struct data_set { uint64_t bits[BUCKETS / 64]; } data_set;

typedef struct epoll {
  uint64_t changes; // calls of epoll_ctl
  const uint64_t *sent[WORDS];
  unsigned words;
  data_set inside, outside;
  bool is_known;           // all that it watches is a channel
  bool watches_room;       // whether something can be sent to the outside
  long taker;              // the only thread that has received from what it watches
  const ft_channel *taken; // the only channel that it has received from
  bool several_taken;
} epoll;

static epoll epolls[EPOLLS]; // those that there were ever
static unsigned count;
static uint8_t number_of[NUMBERS]; // of the epoll descriptor, + 1
static uint64_t changes_of_any;

static epoll *epoll_at (int fd) {
  return fd >= 0 && fd < NUMBERS && number_of[fd] ? epolls + number_of[fd] - 1
                                                   : NULL;
}

void ft_watched_opened (int fd) {
  if (fd < 0 || fd >= NUMBERS)
    return;
  number_of[fd] = 0;
  if (count == EPOLLS)
    return;
  epolls[count].is_known = true;
  epolls[count].taker = FT_NOBODY;
  number_of[fd] = (uint8_t)++count;
}

void ft_watched_same (int fd, int to) {
  const epoll *e = epoll_at (fd);
  if (to >= 0 && to < NUMBERS)
    number_of[to] = e ? number_of[fd] : 0;
}

void ft_watched_closed (int fd) {
  if (fd >= 0 && fd < NUMBERS)
    number_of[fd] = 0;
}

// ---- data ---------------------------------------------------------------------

static unsigned bucket (uint64_t data) {
  return (unsigned)(data * 0x9e3779b97f4a7c15u >> 32) % BUCKETS;
}

static void add (data_set *s, uint64_t data) {
  unsigned b = bucket (data);
  s->bits[b / 64] |= UINT64_C (1) << b % 64;
}

static bool has (const data_set *s, uint64_t data) {
  unsigned b = bucket (data);
  return s->bits[b / 64] >> b % 64 & 1;
}

// ---- what is watched -------------------------------------------------------------

static void watch_word (epoll *e, const uint64_t *word) {
  for (unsigned i = 0; i < e->words; i++)
    if (e->sent[i] == word)
      return;
  if (e->words < WORDS)
    e->sent[e->words++] = word;
  else
    e->is_known = false;
}

static void note_taken (epoll *e, const ft_channel *c) {
  if (c->taker == FT_NOBODY)
    return;
  e->taker = e->taker == FT_NOBODY || e->taker == c->taker ? c->taker
                                                           : FT_SEVERAL;
  e->several_taken |= e->taken && e->taken != c;
  e->taken = c;
}

static void watch (epoll *e, int fd, const struct epoll_event *event) {
  struct ft_watched_channel c = ft_channel_watched (fd);
  if (!c.channel) {
    e->is_known = false;
    return;
  }
  add (c.is_inside ? &e->inside : &e->outside, event->data.u64);
  e->watches_room |= !c.is_inside && event->events & EPOLLOUT;
  if (c.sent)
    watch_word (e, c.sent);
  c.channel->watchers |= UINT64_C (1) << (e - epolls);
  note_taken (e, c.channel);
}

void ft_watched_taken (const ft_channel *c) {
  for (uint64_t rest = c->watchers; rest; rest &= rest - 1)
    note_taken (epolls + __builtin_ctzll (rest), c);
}

static const uint64_t *changes_of (const epoll *e) {
  return e && e->is_known ? &e->changes : &changes_of_any;
}

static uint64_t cause_of (const epoll *e) {
  return FT_WIRE_CAUSE (FT_WIRE_CAUSE_WATCHED, e ? e - epolls + 1 : 0);
}

static void look (ft_thread *t, const epoll *e) {
  const uint64_t *word = changes_of (e);
  ft_happens_after (t, word, cause_of (word == &changes_of_any ? NULL : e));
}

void ft_watched_changes (ft_thread *t, int fd, int what, int other,
                         const struct epoll_event *event) {
  epoll *e = epoll_at (fd);
  if (t) {
    look (t, e);
    ft_happens_before (t, &changes_of_any, cause_of (NULL));
    if (e)
      ft_happens_before (t, &e->changes, cause_of (e));
    else
      ft_happens_after_nothing (t);
  }
  if (e && event && what != EPOLL_CTL_DEL)
    watch (e, other, event);
}

// ---- what was found --------------------------------------------------------------

static bool may_answer (const epoll *e, const struct epoll_event *event, int n) {
  for (int i = 0; i < n; i++)
    if (!has (&e->inside, event[i].data.u64) ||
        has (&e->outside, event[i].data.u64))
      return true;
  return e->watches_room;
}

static bool finds_room (const struct epoll_event *event, int n) {
  for (int i = 0; i < n; i++)
    if (event[i].events & EPOLLOUT)
      return true;
  return false;
}

static void look_at_sent (ft_thread *t, const epoll *e) {
  for (unsigned i = 0; i < WORDS; i++)
    if (e && i < e->words)
      ft_channel_look_at (t, e->sent[i]);
    else
      ft_happens_after_nothing (t);
}

static void look_at_taken (ft_thread *t, const epoll *e, bool room) {
  bool by_others = e->taker != FT_NOBODY && e->taker != (long)t->id;
  if (by_others && !room && !e->several_taken)
    ft_channel_look_at_taken (t, e->taken);
  else
    ft_channel_polled_unknown (t, by_others || room);
}

void ft_watched_found (ft_thread *t, int fd, const struct epoll_event *event,
                       int n, bool outside) {
  if (!t)
    return;
  const epoll *e = epoll_at (fd);
  bool room = finds_room (event, n);
  ft_log_make_room (t);
  look (t, e);
  if (e && (!e->is_known || !ft_channel_ends_are_known ()))
    e = NULL;
  if (!e)
    ft_channel_receive_if (t, n > 0 || !outside);
  else
    ft_channel_receive_answer (t, may_answer (e, event, n));
  ft_channel_look_at_unknown (t, e != NULL);
  look_at_sent (t, e);
  if (e)
    look_at_taken (t, e, room);
  else
    ft_channel_polled_unknown (t, !n || room);
}

void ft_watched_polled (ft_thread *t, int fd) {
  if (!t || !epoll_at (fd))
    return;
  look (t, NULL);
  ft_channel_events (t, fd, 0, 1);
}
