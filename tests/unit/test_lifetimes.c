// When locks can be used, against the definition, in random runs.  Prints the
// seed of a run where they differ.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/model/rng.h"
#include "run/lifetime.h"

enum { steps = 40, threads = 5, objects = 3, rounds = 3000 };
enum { asked = 0, left_out = 1 };

typedef struct step {
  unsigned code; // FT_WIRE_..., 'asked', or 'left_out', from step 'payload' on
  uint32_t thread;
  uint64_t payload, life;
} step;

typedef struct scene {
  step list[steps];
  bool before[steps][steps];
} scene;

// ---- random runs -----------------------------------------------------------

typedef struct lives {
  bool runs[threads], began[threads], joined[threads];
} lives;

static uint32_t some_thread (ft_rng *rng, const bool *which) {
  uint32_t at = ft_rng_below (rng, threads);
  for (uint32_t i = 0; i < threads; i++)
    if (which[(at + i) % threads])
      return (at + i) % threads;
  return FT_NO_ID;
}

// A thread that others may join has ended.
static step fork_or_join (ft_rng *rng, lives *s, uint32_t thread) {
  step e = {asked, thread, 0, 0};
  uint32_t other = ft_rng_below (rng, threads);
  if (other == thread)
    return e;
  if (!s->began[other]) {
    s->began[other] = s->runs[other] = true;
    return (step){FT_WIRE_FORK, thread, other, 0};
  }
  if (s->joined[other] || !other)
    return e;
  s->runs[other] = false;
  s->joined[other] = true;
  return (step){FT_WIRE_JOIN, thread, other, 0};
}

static step use (ft_rng *rng, uint32_t thread) {
  static const unsigned codes[] = {
      asked,           asked,           FT_WIRE_ACQUIRE,      FT_WIRE_SIGNAL,
      FT_WIRE_RELEASE, FT_WIRE_ACQUIRE, FT_WIRE_LOCK_DESTROY,
      FT_WIRE_LOCK_INIT};
  uint64_t life = ft_rng_below (rng, 2);
  unsigned code = codes[ft_rng_below (rng, sizeof codes / sizeof *codes)];
  if (!ft_rng_below (rng, 30))
    code = FT_WIRE_FREE;
  if (life && !ft_rng_below (rng, 30))
    code = FT_WIRE_ALLOC;
  return (step){code, thread, 1 + ft_rng_below (rng, objects), life};
}

static void make (scene *s, ft_rng *rng) {
  lives state = {.runs = {true}, .began = {true}};
  memset (s, 0, sizeof *s);
  for (int i = 0; i < steps; i++) {
    uint32_t thread = some_thread (rng, state.runs);
    s->list[i] = ft_rng_below (rng, 3) ? use (rng, thread)
                                       : fork_or_join (rng, &state, thread);
    if (!ft_rng_below (rng, 15))
      s->list[i] = (step){left_out, thread, ft_rng_below (rng, (unsigned)i + 1),
                          0};
  }
}

// ---- the slow twin ---------------------------------------------------------

// By definition: in one thread, or behind the join of the one, or before the fork
// of the other.
static bool comes_before (const scene *s, int a, int b) {
  if (s->list[a].thread == s->list[b].thread)
    return a < b;
  for (int i = 0; i < steps; i++) {
    const step *e = s->list + i;
    if (e->code == FT_WIRE_JOIN && e->payload == s->list[a].thread &&
        (i == b || comes_before (s, i, b)))
      return true;
    if (e->code == FT_WIRE_FORK && e->payload == s->list[b].thread &&
        (i == a || comes_before (s, a, i)))
      return true;
  }
  return false;
}

static void order (scene *s) {
  for (int i = 0; i < steps; i++)
    for (int j = i + 1; j < steps; j++)
      s->before[i][j] = comes_before (s, i, j);
}

static bool same (const step *a, const step *b) {
  return a->payload == b->payload && a->life == b->life;
}

static bool is_use (const step *e) {
  return e->code == FT_WIRE_ACQUIRE || e->code == FT_WIRE_SIGNAL;
}

// Of the block, or of the lock.
static bool is_alike (const step *a, const step *b, bool block) {
  return block ? b->life && a->life == b->life : same (a, b);
}

static bool is_first_use (const scene *s, int use, bool block) {
  const step *u = s->list + use;
  for (int i = 0; i < use; i++)
    if (is_use (s->list + i) && is_alike (s->list + i, u, block) &&
        s->list[i].thread == u->thread)
      return false;
  return is_use (u);
}

static bool is_left_out (const scene *s, int use, int ask) {
  for (int i = use + 1; i < ask; i++)
    if (s->list[i].code == left_out && s->list[i].payload < (uint64_t)use &&
        s->list[i].thread == s->list[use].thread)
      return true;
  return false;
}

static bool used_between (const scene *s, int begin, int ask, bool block) {
  for (int i = begin + 1; i < steps; i++)
    if (!is_left_out (s, i, ask) && is_first_use (s, i, block) &&
        is_alike (s->list + i, s->list + ask, block) && s->before[i][ask])
      return true;
  return false;
}

// What the step does to the block, or to the lock: 0 nothing.
static int effect (const step *e, const step *wanted, bool block) {
  unsigned begins = block ? FT_WIRE_ALLOC : FT_WIRE_LOCK_INIT;
  unsigned ends = block ? FT_WIRE_FREE : FT_WIRE_LOCK_DESTROY;
  if (!is_alike (e, wanted, block))
    return 0;
  return e->code == begins ? 1 : e->code == ends ? -1 : 0;
}

static bool slow_part (const scene *s, int ask, bool block) {
  bool there = true, told = false, late = false;
  for (int i = 0; i < steps; i++) {
    int what = effect (s->list + i, s->list + ask, block);
    bool before = s->before[i][ask] ||
                  (what > 0 && used_between (s, i, ask, block));
    if (!what)
      continue;
    if (!before && !s->before[ask][i])
      return false;
    if (before)
      there = what > 0;
    told |= before;
    late |= !before && what > 0;
  }
  return there && (told || !late);
}

static bool slow (const scene *s, int ask) {
  return slow_part (s, ask, true) && slow_part (s, ask, false);
}

// A block is allocated before all else that happens to it, or unseen.
static bool slow_begun (const scene *s, int ask) {
  for (int i = 0; i < steps; i++) {
    int what = effect (s->list + i, s->list + ask, true);
    bool used = is_use (s->list + i) &&
                is_alike (s->list + i, s->list + ask, true);
    if (what || used)
      return what <= 0 || s->before[i][ask] || used_between (s, i, ask, true);
  }
  return true;
}

// ---- the comparison --------------------------------------------------------

static uint64_t time_of (int at) {
  return 2 * ((uint64_t)at + 1);
}

static void look (ft_lifetimes *u, const scene *s) {
  ft_run_thread all[threads] = {{0}};
  for (int i = 0; i < steps; i++) {
    const step *e = s->list + i;
    all[e->thread].number = e->thread;
    ft_run_record r = {.thread = all + e->thread,
                   .code = e->code,
                   .payload = e->payload};
    if (e->code != asked && e->code != left_out)
      ft_lifetimes_step (u, &r, time_of (i), e->life);
  }
  ft_lifetimes_finish (u);
}

static void agrees_with_its_definition (void **context) {
  unsigned yes = 0, no = 0;
  (void)context;
  for (uint64_t seed = 0; seed < rounds; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_lifetimes u = {0};
    scene s;
    make (&s, &rng);
    order (&s);
    look (&u, &s);
    for (int i = 0; i < steps; i++) {
      const step *e = s.list + i;
      if (e->code == left_out)
        ft_lifetimes_replace (&u, e->thread, time_of ((int)e->payload),
                           time_of (i));
      if (e->code != asked || !e->payload)
        continue;
      ft_lifetime_moment now = {e->thread, time_of (i) - 1};
      bool got = ft_lifetimes_is_live (&u, now, e->life, e->payload);
      bool begun = ft_lifetimes_is_allocated (&u, now, e->life);
      if (got != slow (&s, i) || begun != slow_begun (&s, i))
        fail_msg ("seed %u, step %d: said %d, %d", (unsigned)seed, i, got,
                  begun);
      yes += got;
      no += !got;
    }
    ft_lifetimes_release (&u);
  }
  assert_true (yes > rounds && no > rounds);
}

// Times that go back end the search.
static void stands_damage (void **context) {
  ft_lifetimes u = {0};
  ft_run_thread a = {.number = 1}, b = {.number = 2};
  ft_run_record forks_b = {.thread = &a, .code = FT_WIRE_FORK, .payload = 2};
  ft_run_record forks_a = {.thread = &b, .code = FT_WIRE_FORK, .payload = 1};
  ft_run_record joins_b = {.thread = &a, .code = FT_WIRE_JOIN, .payload = 2};
  ft_run_record joins_a = {.thread = &b, .code = FT_WIRE_JOIN, .payload = 1};
  ft_run_record ends = {.thread = &b, .code = FT_WIRE_LOCK_DESTROY, .payload = 8};
  (void)context;
  ft_lifetimes_step (&u, &forks_b, 2, 0);
  ft_lifetimes_step (&u, &forks_a, 4, 0);
  ft_lifetimes_step (&u, &joins_b, 6, 0);
  ft_lifetimes_step (&u, &joins_a, 8, 0);
  ft_lifetimes_step (&u, &ends, 10, 0);
  ft_lifetimes_finish (&u);
  assert_true (ft_lifetimes_is_live (&u, (ft_lifetime_moment){1, 1}, 0, 8));
  assert_false (ft_lifetimes_is_live (&u, (ft_lifetime_moment){3, 1}, 0, 8));
  ft_lifetimes_release (&u);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (agrees_with_its_definition),
      cmocka_unit_test (stands_damage),
  };
  return cmocka_run_group_tests_name ("usable", tests, NULL, NULL);
}
