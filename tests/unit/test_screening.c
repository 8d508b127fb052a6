// The numbers of frontiers and the order of locks against their definitions, on
// random accesses: whatever may race is found, and nothing else as long as no
// frontier is widened.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "candidate/frontier_numbers.h"
#include "candidate/lock_order.h"

static uint64_t state;

static unsigned below (unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

// ---- frontiers -------------------------------------------------------------

enum { THREADS = 6, LOCKS = 5, GRANULES = 3, STEPS = 400 };

// An access, and what its thread knows of the others by fork and join.
typedef struct access {
  uint32_t thread;
  unsigned clock[THREADS];
  unsigned exclusive, shared; // locks held, as bits
  uint8_t mask;
  unsigned mode;
} access;

typedef struct world {
  ft_run_epochs epochs;
  ft_lock_sets sets;
  ft_frontier_numbers numbers;
  uint32_t frontier[GRANULES];
  bool found[GRANULES]; // its first race
  access list[GRANULES][STEPS];
  size_t count[GRANULES];
  unsigned clock[THREADS][THREADS], exclusive[THREADS], shared[THREADS];
  uint32_t begun, joined; // numbers of threads; those from 'joined' on run
} world;

static bool races (const access *a, const access *b) {
  bool ordered = a->thread == b->thread ||
                 a->clock[a->thread] <= b->clock[a->thread];
  bool conflict = (a->mask & b->mask) &&
                  (a->mode | b->mode) & FT_NUMBERED_WRITES &&
                  !(a->mode & b->mode & FT_NUMBERED_ATOMIC) &&
                  !(a->mode & b->mode & FT_NUMBERED_FREES);
  bool excluded = (a->exclusive & (b->exclusive | b->shared)) ||
                  (a->shared & b->exclusive);
  return conflict && !ordered && !excluded;
}

static ft_id set_of (world *w, uint32_t thread) {
  ft_id set = FT_LOCK_SET_EMPTY;
  for (uint32_t l = 0; l < LOCKS; l++) {
    if (w->exclusive[thread] >> l & 1)
      set = ft_lock_set_with (&w->sets, set, 2 * l);
    if (w->shared[thread] >> l & 1)
      set = ft_lock_set_with (&w->sets, set, 2 * l + 1);
  }
  return set;
}

static bool in_groups;     // races that are none may be found
static bool with_barriers; // of 'try_accesses'

static void make_access (world *w, uint32_t thread, bool exact) {
  unsigned g = below (GRANULES);
  access a = {.thread = thread,
              .exclusive = w->exclusive[thread],
              .shared = w->shared[thread],
              .mask = (uint8_t[]){0xff, 0xff, 0x0f, 0xf0}[below (4)],
              .mode = (unsigned[]){0, 0, FT_NUMBERED_WRITES, FT_NUMBERED_ATOMIC,
                                   FT_NUMBERED_ATOMIC | FT_NUMBERED_WRITES,
                                   FT_NUMBERED_WRITES |
                                       FT_NUMBERED_FREES}[below (6)]};
  memcpy (a.clock, w->clock[thread], sizeof a.clock);
  if (w->found[g])
    return;
  bool expected = false;
  for (size_t i = 0; i < w->count[g]; i++)
    expected |= races (w->list[g] + i, &a);
  uint32_t context = ft_frontier_numbers_context (
      &w->numbers, ft_run_epochs_segment (&w->epochs, thread),
      set_of (w, thread));
  uint32_t next = ft_frontier_numbers_access (
      &w->numbers, w->frontier[g],
      ft_numbered_access_of (context, a.mask, a.mode));
  if (expected || (exact && !in_groups))
    assert_int_equal (next == FT_NO_ID, expected);
  w->found[g] = next == FT_NO_ID;
  w->frontier[g] = next;
  if (!(a.mode & FT_NUMBERED_FREES))
    w->list[g][w->count[g]++] = a;
}

static void fork_or_join (world *w, uint32_t thread, unsigned code,
                          uint32_t other) {
  ft_run_thread t = {.number = thread};
  ft_run_record r = {.thread = &t, .code = code, .payload = other};
  ft_run_epochs_segment (&w->epochs, thread);
  ft_run_epochs_record (&w->epochs, &r, 0);
  uint32_t from = code == FT_WIRE_FORK ? thread : other;
  uint32_t to = code == FT_WIRE_FORK ? other : thread;
  for (uint32_t i = 0; i < THREADS; i++)
    if (w->clock[to][i] < w->clock[from][i])
      w->clock[to][i] = w->clock[from][i];
  w->clock[from][from]++;
}

// ---- barriers ----

enum { BARRIERS = 3 };

// The threads of a barrier, as bits, those that wait at it, and their clocks.
static struct barrier {
  unsigned parties, waiting, arrivals, clock[THREADS];
} barriers[BARRIERS];

static bool waits (uint32_t thread) {
  for (int b = 0; b < BARRIERS; b++)
    if (barriers[b].waiting >> thread & 1)
      return true;
  return false;
}

static void use_barrier (world *w, uint32_t thread, unsigned code, unsigned b) {
  ft_run_thread t = {.number = thread};
  ft_run_record r = {.thread = &t, .code = code, .payload = 64 * b};
  if (code == FT_WIRE_BARRIER_ARRIVE)
    r.word[0] = barriers[b].arrivals++;
  ft_run_epochs_segment (&w->epochs, thread);
  ft_run_epochs_record (&w->epochs, &r, 0);
}

// The last arrival lets all leave, in any order.
static void leave_all (world *w, unsigned b) {
  struct barrier *x = barriers + b;
  for (uint32_t k = below (THREADS), i = 0; i < THREADS; i++, k++) {
    uint32_t t = k % THREADS;
    if (!(x->waiting >> t & 1))
      continue;
    memcpy (w->clock[t], x->clock, sizeof x->clock);
    w->clock[t][t]++;
    use_barrier (w, t, FT_WIRE_BARRIER_LEAVE, b);
  }
  x->waiting = 0;
  memset (x->clock, 0, sizeof x->clock);
}

// The first round decides about the parties.
static void arrive (world *w, uint32_t thread) {
  unsigned b = below (BARRIERS);
  struct barrier *x = barriers + b;
  unsigned running = (1u << w->begun) - (2u << w->joined) + 1;
  if (!x->parties)
    x->parties = (below (1u << THREADS) | 1u << thread) & running;
  if ((x->parties & running) != x->parties || !(x->parties >> thread & 1))
    return;
  use_barrier (w, thread, FT_WIRE_BARRIER_ARRIVE, b);
  x->waiting |= 1u << thread;
  for (uint32_t i = 0; i < THREADS; i++)
    if (x->clock[i] < w->clock[thread][i])
      x->clock[i] = w->clock[thread][i];
  if (__builtin_popcount (x->waiting) == __builtin_popcount (x->parties))
    leave_all (w, b);
}

// Thread 0 creates and joins all others, one after the other.
static void step (world *w, bool exact, unsigned locks) {
  uint32_t thread = below (w->begun - w->joined + 1);
  thread = thread ? w->joined + thread : 0;
  if (thread >= w->begun)
    thread = 0;
  if (waits (thread))
    return;
  switch (below (with_barriers ? 15 : 12)) {
  case 12:
  case 13:
  case 14:
    arrive (w, thread);
    break;
  case 0:
    if (w->begun < THREADS && !waits (0))
      fork_or_join (w, 0, FT_WIRE_FORK, w->begun++);
    break;
  case 1:
    if (w->joined + 1 < w->begun && !below (4) && !waits (0) &&
        !waits (w->joined + 1))
      fork_or_join (w, 0, FT_WIRE_JOIN, ++w->joined);
    break;
  case 2:
  case 3:
    w->exclusive[thread] ^= 1u << below (locks);
    break;
  case 4:
    w->shared[thread] ^= 1u << below (locks);
    break;
  default:
    make_access (w, thread, exact);
  }
}

// Groups are made of 'many' frontiers and more, 0: as usual.  Returns how many
// granules there are of which no access raced.
static unsigned try_accesses (bool exact, unsigned locks, size_t many) {
  unsigned quiet = 0;
  for (unsigned round = 0; round < 3000; round++) {
    world w = {.begun = 1, .epochs.follows_barriers = with_barriers};
    state = round * 2 + exact;
    memset (barriers, 0, sizeof barriers);
    ft_lock_sets_init (&w.sets);
    ft_frontier_numbers_init (&w.numbers, &w.epochs, &w.sets);
    w.numbers.many = many ? many : w.numbers.many;
    for (uint32_t t = 0; t < THREADS; t++) {
      w.clock[t][t] = 1;
      w.exclusive[t] = 1; // so that not all of them race at once
    }
    for (unsigned i = 0; i < (exact ? 40 : STEPS); i++)
      step (&w, exact, locks);
    for (int g = 0; g < GRANULES; g++)
      quiet += !w.found[g];
    ft_frontier_numbers_release (&w.numbers);
    ft_lock_sets_release (&w.sets);
    ft_run_epochs_release (&w.epochs);
  }
  return quiet;
}

// 40 accesses make no frontier that is widened.
static void short_runs_exactly (void **unused) {
  (void)unused;
  try_accesses (true, 2, 0);
}

static void long_runs_no_race_is_missed (void **unused) {
  (void)unused;
  try_accesses (false, LOCKS, 0);
}

static void groups_no_race_is_missed (void **unused) {
  (void)unused;
  try_accesses (false, LOCKS, 1);
  unsigned quiet = try_accesses (true, 2, 0), grouped;
  in_groups = true;
  grouped = try_accesses (true, 2, 1);
  in_groups = false;
  assert_in_range (grouped, quiet / 2, quiet);
}

// Short runs exactly, since each leave begins a segment; in long ones none is
// missed.
static void barriers_are_followed (void **unused) {
  (void)unused;
  unsigned without = try_accesses (true, 2, 0);
  with_barriers = true;
  unsigned with = try_accesses (true, 2, 0);
  try_accesses (false, LOCKS, 0);
  try_accesses (false, LOCKS, 1);
  with_barriers = false;
  print_message ("# quiet granules: %u without barriers, %u with them\n",
                 without, with);
}

static void record (ft_run_epochs *a, uint32_t thread, unsigned code,
                    uint64_t life, uint64_t word) {
  ft_run_thread t = {.number = thread};
  ft_run_record r = {.thread = &t, .code = code, .payload = 64};
  r.word[0] = word;
  ft_run_epochs_record (a, &r, life);
}

// Rounds of the threads of a text, one letter each: 'b' arrives, 'B' leaves, '!'
// initialises the barrier, '+' is the next lifetime of its memory.  Processes may
// share the barrier.
static bool are_fixed_if (bool shared, const char *text) {
  ft_run_epochs a = {.follows_barriers = true};
  uint64_t life = 0, arrivals = 0;
  for (const char *c = text; *c; c++)
    if (*c == '!')
      record (&a, 0, FT_WIRE_LOCK_INIT, life, FT_WIRE_BARRIER), arrivals = 0;
    else if (*c == '+')
      life++, arrivals = 0;
    else if (*c & 0x20)
      record (&a, (uint32_t)*c - 'a', FT_WIRE_BARRIER_ARRIVE, life,
              shared ? 0 : arrivals++);
    else
      record (&a, (uint32_t)*c - 'A', FT_WIRE_BARRIER_LEAVE, life, 0);
  bool changed = a.rounds.changed;
  ft_run_epochs_release (&a);
  return !changed;
}

static bool are_fixed (const char *text) {
  return are_fixed_if (false, text);
}

static void rounds_that_change (void **unused) {
  (void)unused;
  assert_true (are_fixed ("abABabBA"));
  assert_true (are_fixed ("abAaBbAB")); // a is in the next round already
  assert_true (are_fixed ("abABa"));
  assert_false (are_fixed ("abABbcBC"));
  assert_false (are_fixed ("abABc"));
  assert_false (are_fixed ("abABabcABC"));
  assert_false (are_fixed ("abcABCabAB"));
  assert_false (are_fixed ("aa"));
  assert_false (are_fixed_if (true, "abABabAB"));
  assert_true (are_fixed ("abAB!bcBC"));
  assert_true (are_fixed ("abAB+bcBC"));
  assert_true (are_fixed ("A")); // damaged, and without any order
}

// Write a granule, under lock 0 or none; whether that cannot race.
static bool writes_alone (world *w, unsigned granule, uint32_t thread,
                          bool locked) {
  w->exclusive[thread] = locked;
  uint32_t context = ft_frontier_numbers_context (
      &w->numbers, ft_run_epochs_segment (&w->epochs, thread),
      set_of (w, thread));
  w->frontier[granule] = ft_frontier_numbers_access (
      &w->numbers, w->frontier[granule],
      ft_numbered_access_of (context, 0xff, FT_NUMBERED_WRITES));
  return w->frontier[granule] != FT_NO_ID;
}

// An effect that was remembered does not count when the group has grown: thread
// 3, which is not joined, comes to a granule between two equal writes to equal
// frontiers.
static void groups_that_grow (void **unused) {
  (void)unused;
  world w = {.begun = 1};
  ft_lock_sets_init (&w.sets);
  ft_frontier_numbers_init (&w.numbers, &w.epochs, &w.sets);
  w.numbers.many = 1;
  for (uint32_t t = 1; t <= 3; t++)
    fork_or_join (&w, 0, FT_WIRE_FORK, t);
  for (unsigned g = 0; g < 2; g++)
    assert_true (writes_alone (&w, g, 1, true) && writes_alone (&w, g, 2, true));
  assert_int_equal (w.frontier[0], w.frontier[1]);
  fork_or_join (&w, 0, FT_WIRE_JOIN, 1);
  fork_or_join (&w, 0, FT_WIRE_JOIN, 2);
  assert_true (writes_alone (&w, 0, 0, false));
  assert_true (writes_alone (&w, 1, 3, true));
  assert_false (writes_alone (&w, 1, 0, false));
  ft_frontier_numbers_release (&w.numbers);
  ft_lock_sets_release (&w.sets);
  ft_run_epochs_release (&w.epochs);
}

// Reads under ever other locks: the frontier stays small, and says no more than
// "a read by this thread".
static void widened_reads (void **unused) {
  (void)unused;
  ft_run_epochs epochs = {0};
  ft_lock_sets sets;
  ft_frontier_numbers n;
  uint32_t frontier = FT_FRONTIER_EMPTY;
  ft_lock_sets_init (&sets);
  ft_frontier_numbers_init (&n, &epochs, &sets);
  for (uint32_t i = 0; i < 4000; i++) {
    uint32_t thread = i % 2;
    ft_id held = ft_lock_set_with (&sets, FT_LOCK_SET_EMPTY, 2 * i);
    uint32_t context = ft_frontier_numbers_context (
        &n, ft_run_epochs_segment (&epochs, thread), held);
    frontier = ft_frontier_numbers_access (
        &n, frontier, ft_numbered_access_of (context, 0xff, 0));
    assert_int_not_equal (frontier, FT_NO_ID);
  }
  assert_true (n.list.size < 40);
  uint32_t outside = ft_frontier_numbers_context (
      &n, ft_run_epochs_segment (&epochs, 1), FT_LOCK_SET_EMPTY);
  assert_int_equal (
      ft_frontier_numbers_access (
          &n, frontier,
          ft_numbered_access_of (outside, 1, FT_NUMBERED_WRITES)),
      FT_NO_ID);
  ft_frontier_numbers_release (&n);
  ft_lock_sets_release (&sets);
  ft_run_epochs_release (&epochs);
}

// ---- the order of locks ----------------------------------------------------

enum { NODES = 7 };

static bool has_cycle (const bool edge[NODES][NODES]) {
  bool reach[NODES][NODES];
  memcpy (reach, edge, sizeof reach);
  for (int k = 0; k < NODES; k++)
    for (int i = 0; i < NODES; i++)
      for (int j = 0; j < NODES; j++)
        reach[i][j] |= reach[i][k] && reach[k][j];
  for (int i = 0; i < NODES; i++)
    if (reach[i][i])
      return true;
  return false;
}

static void orders_of_locks (void **unused) {
  (void)unused;
  int cyclic = 0;
  for (unsigned round = 0; round < 2000; round++) {
    ft_lock_order o = {0};
    ft_lock_sets sets;
    bool edge[NODES][NODES] = {0};
    ft_lock_sets_init (&sets);
    state = round;
    for (unsigned asks = below (8); asks--;) {
      ft_id held = FT_LOCK_SET_EMPTY;
      unsigned lock = below (NODES);
      for (unsigned count = below (3); count--;) {
        unsigned other = below (NODES);
        edge[other][lock] = true;
        held = ft_lock_set_with (&sets, held, 2 * other + below (2));
      }
      ft_lock_order_ask (&o, &sets, held, lock);
    }
    assert_int_equal (ft_lock_order_is_acyclic (&o, NODES), !has_cycle (edge));
    cyclic += has_cycle (edge);
    ft_lock_order_release (&o);
    ft_lock_sets_release (&sets);
  }
  assert_in_range (cyclic, 200, 1800);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (short_runs_exactly),
      cmocka_unit_test (long_runs_no_race_is_missed),
      cmocka_unit_test (groups_no_race_is_missed),
      cmocka_unit_test (barriers_are_followed),
      cmocka_unit_test (rounds_that_change),
      cmocka_unit_test (groups_that_grow),
      cmocka_unit_test (widened_reads),
      cmocka_unit_test (orders_of_locks),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
