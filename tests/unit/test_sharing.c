// Leaving out memory that one thread uses, and making one variable of granules
// that are touched alike, never changes a verdict: random runs are checked with
// all of their accesses, a granule each, and with what the reader keeps, and
// certified and open are the same pairs of records.  And what screening calls a
// run without anything to decide has no candidates; the candidates of others
// are the pairs of locations that it lists.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "candidate/screening.h"
#include "predict/check.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"
#include "tests/unit/run_directory.h"
#include "load/load.h"
#include "trace/validate.h"

enum { X = 0x601000, LOCKS = 0x602000, BARRIERS = 0x603000, HEAP = 0x700000 };
enum { BUFFER = 0x800000, BUFFER_BLOCK = 0x900000, BUFFER_BYTES = 320 };
enum { THREADS = 4, GRANULES = 6, BLOCKS = 3, STEPS = 45 };

// ---- random runs -----------------------------------------------------------

typedef struct making {
  run run;
  ft_rng rng;
  unsigned load, store, half, rmw;
  int holder[2]; // of the locks, -1 for none
  unsigned parties[2]; // of the barriers, as bits, 0 before the first round
  unsigned arrivals[2];
  bool live[BLOCKS], freed[BLOCKS], buffer_live, born[THREADS], over[THREADS];
  uint32_t main;
  uint32_t memory[GRANULES * 2 + BLOCKS * 4];
} making;

static unsigned below (making *m, unsigned n) {
  return ft_rng_below (&m->rng, n);
}

static void begin (making *m, uint64_t seed) {
  *m = (making){.rng = ft_rng_init (seed), .holder = {-1, -1}};
  run *r = &m->run;
  r->state = FT_WIRE_ENDED;
  m->main = run_function (r, "main", "/src/a.c", 10);
  m->load = run_site (r, FT_SITE_LOAD, 4, 11, 3);
  m->store = run_site (r, FT_SITE_STORE, 4, 12, 3);
  m->half = run_site (r, FT_SITE_STORE, 8, 13, 3);
  m->rmw = run_site (r, FT_SITE_RMW, 4, 14, 3);
  run_start (r, 0);
  run_enter (r, 0, m->main, run_stack (1) - 64);
  m->born[0] = true;
}

// A thread that runs; it may fork another one or join one.
static uint32_t choose_thread (making *m) {
  run *r = &m->run;
  uint32_t t = below (m, THREADS), by = below (m, THREADS);
  bool runs = m->born[by] && !m->over[by] && by != t;
  if (!m->born[t]) {
    if (!runs)
      return 0;
    run_0 (r, by, FT_WIRE_FORK, t);
    run_start (r, t);
    run_enter (r, t, m->main, run_stack (t + 1) - 64);
    m->born[t] = true;
  } else if (!m->over[t] && runs && t && !below (m, 12) &&
             m->holder[0] != (int)t && m->holder[1] != (int)t) {
    run_0 (r, t, FT_WIRE_THREAD_END, 0);
    run_0 (r, by, FT_WIRE_JOIN, t);
    m->over[t] = true;
  }
  return m->over[t] ? 0 : t;
}

// Some word of the granules or of a live block.
static bool choose_word (making *m, uint64_t *address, uint32_t **word) {
  unsigned i = below (m, GRANULES * 2 + BLOCKS * 4);
  *word = m->memory + i;
  *address = X + 4 * i;
  if (i < GRANULES * 2)
    return true;
  i -= GRANULES * 2;
  *address = HEAP + 4 * i;
  return m->live[i / 4];
}

static void access_word (making *m, uint32_t t) {
  uint64_t address;
  uint32_t *word;
  if (!choose_word (m, &address, &word))
    return;
  uint32_t value = below (m, 3);
  switch (below (m, 4)) {
  case 0:
  case 1:
    run_1 (&m->run, t, m->load, address, *word);
    break;
  case 2:
    run_1 (&m->run, t, m->store, address, *word = value);
    break;
  case 3:
    run_2 (&m->run, t, m->rmw, address, *word, value);
    *word = value;
  }
}

static void use_lock (making *m, uint32_t t) {
  unsigned i = below (m, 2);
  if (m->holder[i] == (int)t) {
    m->holder[i] = -1;
    run_0 (&m->run, t, FT_WIRE_RELEASE, LOCKS + 64 * i);
  } else if (m->holder[i] < 0) {
    m->holder[i] = (int)t;
    run_0 (&m->run, t, FT_WIRE_ACQUIRE, LOCKS + 64 * i);
  }
}

// A block may be freed again.
static void use_block (making *m, uint32_t t) {
  unsigned i = below (m, BLOCKS);
  m->live[i] = !m->live[i] && (!m->freed[i] || below (m, 2));
  if (m->live[i])
    run_1 (&m->run, t, FT_WIRE_ALLOC, HEAP + 16 * i, 16);
  else
    run_1 (&m->run, t, FT_WIRE_FREE, HEAP + 16 * i, 0);
  m->freed[i] = !m->live[i];
}

// Ranges that often begin and end where others do, and a store now and then.
static void use_buffer (making *m, uint32_t t) {
  static const unsigned bounds[] = {0, 128, 163, 168, 296, BUFFER_BYTES};
  unsigned i = below (m, 5), k = i + 1 + below (m, 5 - i);
  uint64_t begin = m->buffer_live && below (m, 2) ? BUFFER_BLOCK : BUFFER;
  if (!below (m, 3))
    i = 0, k = 5;
  if (!below (m, 8))
    run_1 (&m->run, t, m->store, begin + 4 * below (m, BUFFER_BYTES / 4), 1);
  else
    run_1 (&m->run, t, below (m, 2) ? FT_WIRE_READ_RANGE : FT_WIRE_WRITE_RANGE,
           begin + bounds[i], bounds[k] - bounds[i]);
}

static void change_buffer (making *m, uint32_t t) {
  m->buffer_live = !m->buffer_live;
  run_1 (&m->run, t, m->buffer_live ? FT_WIRE_ALLOC : FT_WIRE_FREE,
         BUFFER_BLOCK, m->buffer_live ? BUFFER_BYTES : 0);
}

// A round of a barrier, now and then of other threads than before.
static void pass_barrier (making *m) {
  unsigned i = below (m, 2), running = 0, some = 0;
  for (uint32_t t = 0; t < THREADS; t++)
    running |= (unsigned)(m->born[t] && !m->over[t]) << t;
  for (int tries = 0; tries < 4 && __builtin_popcount (some) < 2; tries++)
    some = below (m, 1u << THREADS) & running;
  if (!m->parties[i])
    m->parties[i] = __builtin_popcount (some) < 2 ? 0 : some;
  else if (below (m, 4) ||
           __builtin_popcount (some) != __builtin_popcount (m->parties[i]))
    some = m->parties[i];
  if (!m->parties[i] || (some & running) != some)
    return;
  for (int leaves = 0; leaves < 2; leaves++)
    for (uint32_t t = 0; t < THREADS; t++)
      if (some >> t & 1 && leaves)
        run_0 (&m->run, t, FT_WIRE_BARRIER_LEAVE, BARRIERS + 64 * i);
      else if (some >> t & 1)
        run_1 (&m->run, t, FT_WIRE_BARRIER_ARRIVE, BARRIERS + 64 * i,
               m->arrivals[i]++);
}

static void make_run (making *m, uint64_t seed, int steps, bool barriers) {
  begin (m, seed);
  for (int i = 0; i < steps; i++) {
    uint32_t t = choose_thread (m);
    if (m->over[t])
      continue;
    unsigned what = below (m, barriers ? 15 : 12);
    if (what >= 12)
      pass_barrier (m);
    else if (what < 6)
      access_word (m, t);
    else if (what < 9)
      use_lock (m, t);
    else if (what < 10)
      use_block (m, t);
    else if (below (m, 4))
      use_buffer (m, t);
    else
      change_buffer (m, t);
  }
}

// Stores of four threads to two granules between rounds of one barrier of two
// threads, mostly the same two: with others, stores that the recorded rounds order
// may race.
static void make_rounds (making *m, uint64_t seed) {
  begin (m, seed);
  for (uint32_t t = 1; t < THREADS; t++) {
    run_0 (&m->run, 0, FT_WIRE_FORK, t);
    run_start (&m->run, t);
    run_enter (&m->run, t, m->main, run_stack (t + 1) - 64);
    m->born[t] = true;
  }
  for (int i = 0; i < 10; i++)
    if (below (m, 2))
      run_1 (&m->run, below (m, THREADS), m->store, X + 8 * below (m, 2), 1);
    else
      pass_barrier (m);
}

enum shape { WITHOUT_BARRIERS, BARRIERS_TOO, ROUNDS };

// ---- verdicts --------------------------------------------------------------

typedef struct pair {
  uint64_t places[2]; // thread << 32 | word
} pair;

typedef FT_STACK (pair) pairs;

typedef struct verdicts {
  pairs certified, open;
  pairs
      reused; // open since blocks that the run has one after the other overlap
  ft_id events;
  size_t frees; // certified pairs of frees
} verdicts;

static ft_trace *load (const char *path, bool all, uint64_t **places) {
  ft_error error = FT_NO_ERROR;
  ft_load *n = ft_load_open_records (path, all, &error);
  if (!n)
    fail_msg ("%s", error.message);
  ft_trace *t = ft_trace_new (path, "run");
  ft_validator *v = ft_validator_new (&t->tables, &t->notes);
  FT_STACK (uint64_t) list = {0};
  ft_strbuf why = {0};
  ft_event e;
  int got;
  while ((got = ft_load_next (n, &t->tables, &e, &t->notes, &error)) > 0) {
    ft_tick p = ft_load_tick (n);
    if (ft_validator_step (v, &e, path, 0, &why))
      fail_msg ("%s", ft_strbuf_text (&why));
    ft_trace_push (t, e);
    FT_PUSH (list, (uint64_t)p.thread << 32 | p.word);
  }
  if (got < 0)
    fail_msg ("%s", error.message);
  ft_validator_free (v);
  ft_load_free (n);
  ft_strbuf_release (&why);
  *places = list.begin;
  return t;
}

static int compare (const void *a, const void *b) {
  return memcmp (a, b, sizeof (pair));
}

// Each pair of records once.
static void sort (pairs *all) {
  size_t kept = 0;
  if (!FT_EMPTY (*all))
    qsort (all->begin, all->size, sizeof (pair), compare);
  for (size_t i = 0; i < all->size; i++)
    if (!kept || compare (all->begin + kept - 1, all->begin + i))
      all->begin[kept++] = all->begin[i];
  all->size = kept;
}

static bool has (const pairs *all, const pair *p) {
  return all->size &&
         bsearch (p, all->begin, all->size, sizeof (pair), compare);
}

static void leave_out (pairs *from, const pairs *all) {
  size_t left = 0;
  for (size_t i = 0; i < from->size; i++)
    if (!has (all, from->begin + i))
      from->begin[left++] = from->begin[i];
  from->size = left;
}

static bool is_reuse (const ft_race *race) {
  return race->cause == FT_CAUSE_REFUSED && !strstr (race->reason, "report");
}

// A pair of records has a verdict for each granule that both access, or one for
// all of them: it is open if some granule leaves it open and none certifies it.
static verdicts judge (const char *path, bool all) {
  uint64_t *places;
  verdicts found = {0};
  ft_trace *t = load (path, all, &places);
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.all_pairs = true;
  options.jobs = 1;
  ft_results results;
  ft_check (t, &options, &results);
  for (size_t i = 0; i < results.size; i++) {
    const ft_race *race = results.races + i;
    pair p = {{places[race->pair[0]], places[race->pair[1]]}};
    if (race->verdict == FT_CERTIFIED)
      FT_PUSH (found.certified, p);
    found.frees += race->verdict == FT_CERTIFIED &&
                   ft_event_shown_kind (t->events + race->pair[0]) == FT_FREE &&
                   ft_event_shown_kind (t->events + race->pair[1]) == FT_FREE;
    if (race->verdict != FT_UNDECIDED)
      continue;
    FT_PUSH (found.open, p);
    if (is_reuse (race))
      FT_PUSH (found.reused, p);
  }
  sort (&found.certified);
  sort (&found.open);
  sort (&found.reused);
  leave_out (&found.open, &found.certified);
  found.events = t->size;
  ft_results_release (&results);
  ft_trace_free (t);
  free (places);
  return found;
}

static void release (verdicts *v) {
  FT_RELEASE (v->certified);
  FT_RELEASE (v->open);
  FT_RELEASE (v->reused);
}

static bool same_pairs (const pairs *a, const pairs *b) {
  return a->size == b->size &&
         (!a->size || !memcmp (a->begin, b->begin, a->size * sizeof (pair)));
}

// The checker has no schedule in which two blocks are at one place at once,
// although an allocator would give the second one another place.  What is left
// out takes its blocks along, so that such a pair may then have a verdict.
static void leave_out_reused (verdicts *v, const pairs *reused) {
  leave_out (&v->certified, reused);
  leave_out (&v->open, reused);
}

static void compare_verdicts (enum shape shape) {
  size_t certified = 0, left_out = 0, reused = 0, frees = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    making m;
    if (shape == ROUNDS)
      make_rounds (&m, seed);
    else
      make_run (&m, seed, STEPS, shape == BARRIERS_TOO);
    const char *path = run_write (&m.run, "filter");
    verdicts all = judge (path, true), kept = judge (path, false);
    leave_out (&all.reused, &all.certified);
    leave_out_reused (&all, &all.reused);
    leave_out_reused (&kept, &all.reused);
    if (!same_pairs (&all.certified, &kept.certified) ||
        !same_pairs (&all.open, &kept.open))
      fail_msg ("seed %u: %zu races of all %u events, %zu open; %zu of %u, %zu",
                (unsigned)seed, all.certified.size, all.events, all.open.size,
                kept.certified.size, kept.events, kept.open.size);
    assert_true (kept.events <= all.events);
    certified += all.certified.size;
    reused += all.reused.size;
    frees += kept.frees;
    left_out += all.events - kept.events;
    release (&all);
    release (&kept);
    run_release (&m.run);
  }
  assert_true (certified > 50 || !rounds_are_many ());
  assert_true (left_out > 50 || !rounds_are_many ());
  assert_true (frees > 5 || shape == ROUNDS || !rounds_are_many ());
  assert_true (20 * reused < certified || !rounds_are_many ());
}

static void same_verdicts (void **state) {
  (void)state;
  compare_verdicts (WITHOUT_BARRIERS);
}

// In long runs barriers order accesses, which leaves out more.
static void same_verdicts_behind_barriers (void **state) {
  (void)state;
  setenv ("FT_ALTPATH_WORDS", "0", true);
  compare_verdicts (BARRIERS_TOO);
  compare_verdicts (ROUNDS);
  unsetenv ("FT_ALTPATH_WORDS");
}

// ---- screening -------------------------------------------------------------

static void release_locks (making *m) {
  for (unsigned i = 0; i < 2; i++)
    if (m->holder[i] >= 0)
      run_0 (&m->run, (uint32_t)m->holder[i], FT_WIRE_RELEASE, LOCKS + 64 * i);
}

static ft_id forecast_location (const ft_forecast *o, const ft_trace *t,
                                ft_id event) {
  const char *name =
      ft_trace_name (t, FT_CLASS_LOCATION, t->events[event].location);
  return ft_intern_find (&o->names, name, strlen (name));
}

static bool is_forecast (const ft_forecast *o, const ft_trace *t,
                         const ft_race *race) {
  ft_id a = forecast_location (o, t, race->pair[0]);
  ft_id b = forecast_location (o, t, race->pair[1]);
  for (size_t i = 0; i < o->pairs.size; i++)
    if (o->pairs.begin[i].low == (a < b ? a : b) &&
        o->pairs.begin[i].high == (a < b ? b : a))
      return true;
  return false;
}

// The numbers of candidates, of races and of deadlocks, and of the races that
// the forecast does not have.
static size_t count_candidates (const char *path, const ft_forecast *forecast,
                                size_t *cycles, size_t *missed) {
  uint64_t *ticks;
  ft_trace *t = load (path, false, &ticks);
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.jobs = 1;
  ft_results results;
  ft_check (t, &options, &results);
  size_t count = results.candidates;
  *cycles = results.deadlock_count;
  *missed = 0;
  for (size_t i = 0; i < results.size; i++)
    *missed += !is_forecast (forecast, t, results.races + i);
  ft_results_release (&results);
  ft_trace_free (t);
  free (ticks);
  return count;
}

// A run is short, so that it often has no candidate.
static void screened_runs (void **state) {
  (void)state;
  unsigned none = 0, screened = 0, some = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (400); seed++) {
    making m;
    size_t cycles, missed;
    make_run (&m, seed, 14, false);
    release_locks (&m);
    const char *path = run_write (&m.run, "screened");
    ft_screening s = ft_screen (path, 0, true, NULL, NULL, FT_NO_PROGRESS);
    ft_forecast none_listed = {0};
    size_t found = count_candidates (path, &none_listed, &cycles, &missed);
    if ((s.no_pairs && found) || (s.no_cycles && (found || cycles)))
      fail_msg ("seed %u: %zu candidates, %zu cycles, but none by screening",
                (unsigned)seed, found, cycles);
    none += !found && !cycles;
    screened += s.no_cycles;
    some += found > 0;
    run_release (&m.run);
  }
  assert_true ((some > 50 && none > 50) || !rounds_are_many ());
  assert_true (4 * screened > 3 * none || !rounds_are_many ());
}

static void listed_pairs (void **state) {
  (void)state;
  unsigned listed = 0, exact = 0, cyclic = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (400); seed++) {
    making m;
    size_t cycles, missed;
    ft_forecast forecast = {0};
    make_run (&m, seed, 14 + (int)(seed % STEPS), false);
    release_locks (&m);
    const char *path = run_write (&m.run, "listed");
    ft_screening s = ft_screen (path, 0, true, &forecast, NULL, FT_NO_PROGRESS);
    size_t found = count_candidates (path, &forecast, &cycles, &missed);
    if (s.forecast && (missed || (cycles && !forecast.cycles)))
      fail_msg ("seed %u: of %zu candidates %zu are not listed, %zu cycles",
                (unsigned)seed, found, missed, cycles);
    for (size_t i = 0; i < forecast.pairs.size; i++)
      assert_true (forecast.pairs.begin[i].needed <= forecast.events);
    listed += s.forecast;
    exact += s.forecast && forecast.pairs.size == found;
    cyclic += s.forecast && cycles;
    ft_forecast_release (&forecast);
    run_release (&m.run);
  }
  assert_true ((listed > 100 && cyclic) || !rounds_are_many ());
  assert_true (4 * exact > 3 * listed || !rounds_are_many ());
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (same_verdicts),
                                     cmocka_unit_test (same_verdicts_behind_barriers),
                                     cmocka_unit_test (screened_runs),
                                     cmocka_unit_test (listed_pairs)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
