// The driver: the same verdicts as pair by pair, whatever the number of
// workers; windows; limits, interrupts and dying workers, each of which may
// cost a verdict but never makes one wrong.

#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/random_trace.h"
#include "predict/certify.h"
#include "predict/driver.h"
#include "tests/unit/rounds.h"
#include "load/open.h"

static ft_trace *random_trace (uint64_t seed, unsigned events) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = events, o.threads = 4, o.locks = 3, o.variables = 3, o.depth = 3;
  o = ft_random_features (seed, o);
  return ft_random_trace (seed, &o);
}

static ft_trace *read_trace (const char *name) {
  char path[200];
  snprintf (path, sizeof path, "tests/traces/%s", name);
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  return t;
}

static ft_results check (const ft_trace *t, ft_check_options options) {
  ft_results r;
  ft_check (t, &options, &r);
  return r;
}

// What holds of all results.
static void expect_sound (const ft_trace *t, const ft_results *r) {
  ft_checker *checker = ft_checker_new (t);
  size_t counts[3] = {0};
  for (size_t i = 0; i < r->size; i++) {
    const ft_race *race = r->races + i, *last = i ? race - 1 : NULL;
    counts[race->verdict]++;
    assert_true (race->pair[0] < race->pair[1]);
    assert_true (ft_trace_conflict (t, race->pair[0], race->pair[1], NULL));
    assert_true (
        !last || last->pair[0] < race->pair[0] ||
        (last->pair[0] == race->pair[0] && last->pair[1] <= race->pair[1]));
    if (race->verdict != FT_CERTIFIED) {
      assert_true (race->reason && race->reason[0]);
      assert_int_equal (race->witness.schedule.size, 0);
      continue;
    }
    assert_memory_equal (race->witness.pair, race->pair, sizeof race->pair);
    assert_true (ft_checker_accepts (checker, &race->witness, NULL));
  }
  assert_int_equal (r->certified, counts[FT_CERTIFIED]);
  assert_int_equal (r->refuted, counts[FT_REFUTED]);
  assert_int_equal (r->undecided, counts[FT_UNDECIDED]);
  assert_int_equal (r->candidates, r->size);
  ft_checker_free (checker);
}

static size_t count_reasons (const ft_results *r, const char *part) {
  size_t n = 0;
  for (size_t i = 0; i < r->size; i++)
    n += r->races[i].verdict == FT_UNDECIDED &&
         strstr (r->races[i].reason, part) != NULL;
  return n;
}

// ---- verdicts ------------------------------------------------------------

static void as_pair_by_pair (void **state) {
  (void)state;
  size_t certified = 0, refuted = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (60); seed++) {
    ft_trace *t = random_trace (seed, 50);
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.all_pairs = true;
    ft_results r = check (t, options);
    expect_sound (t, &r);
    ft_facts *facts = ft_facts_new (t);
    ft_certifier *certifier = ft_certifier_new (facts, &options, NULL);
    ft_ideals *needed[FT_NEEDED_COUNT] = {
        [FT_MODEL_MCM] = ft_ideals_needed (facts, FT_MODEL_MCM, NULL)};
    ft_certifier_set_ideals (certifier, (const ft_ideals *const *)needed);
    for (size_t i = 0; i < r.size; i++) {
      ft_outcome o;
      ft_certify (certifier, r.races[i].pair, 10, &o);
      if (o.verdict != r.races[i].verdict)
        fail_msg ("FT_SEED=%llu: (%u, %u)", (unsigned long long)seed,
                  r.races[i].pair[0], r.races[i].pair[1]);
      ft_outcome_release (&o);
    }
    certified += r.certified;
    refuted += r.refuted;
    ft_ideals_free (needed[FT_MODEL_MCM]);
    ft_certifier_free (certifier);
    ft_facts_free (facts);
    ft_results_release (&r);
    ft_trace_free (t);
  }
  assert_true (certified > 0 && refuted > 0);
}

static void expect_equal (const ft_results *a, const ft_results *b) {
  assert_int_equal (a->size, b->size);
  for (size_t i = 0; i < a->size; i++) {
    const ft_race *p = a->races + i, *q = b->races + i;
    assert_memory_equal (p->pair, q->pair, sizeof p->pair);
    assert_int_equal (p->verdict, q->verdict);
    assert_int_equal (p->instances, q->instances);
    assert_int_equal (p->unordered_by, q->unordered_by);
    assert_ptr_equal (p->certifier, q->certifier);
    if (p->reason)
      assert_string_equal (p->reason, q->reason);
  }
}

static void one_worker_or_many (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (10, 30); seed++) {
    ft_trace *t = random_trace (seed, 60);
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.all_pairs = seed % 2;
    options.jobs = 1;
    ft_results one = check (t, options);
    options.jobs = 4;
    ft_results four = check (t, options);
    expect_sound (t, &one);
    expect_equal (&one, &four);
    ft_results_release (&one);
    ft_results_release (&four);
    ft_trace_free (t);
  }
}

static void no_candidates (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("empty", "test");
  ft_results r = check (t, FT_CHECK_DEFAULTS);
  assert_int_equal (r.size, 0);
  ft_results_release (&r);
  ft_trace_free (t);
}

// ---- windows -------------------------------------------------------------

// The two locations of a race, whichever instance was reported.
static uint64_t locations (const ft_trace *t, const ft_race *race) {
  uint64_t a = t->events[race->pair[0]].location;
  uint64_t b = t->events[race->pair[1]].location;
  return a < b ? a << 32 | b : b << 32 | a;
}

static bool is_certified (const ft_trace *t, const ft_results *r,
                          const ft_race *race) {
  for (size_t i = 0; i < r->size; i++)
    if (r->races[i].verdict == FT_CERTIFIED &&
        locations (t, r->races + i) == locations (t, race))
      return true;
  return false;
}

// Races certified in windows are races; nothing is refuted there.
static size_t windows_agree (const ft_trace *t, ft_check_options options,
                             ft_id window) {
  ft_results whole = check (t, options);
  options.window = window;
  ft_results cut = check (t, options);
  expect_sound (t, &cut);
  assert_int_equal (whole.size, cut.size);
  if (window < t->size)
    assert_int_equal (cut.refuted, 0);
  for (size_t i = 0; i < cut.size; i++)
    if (cut.races[i].verdict == FT_CERTIFIED)
      assert_true (is_certified (t, &whole, cut.races + i));
  size_t lost = whole.certified - cut.certified;
  ft_results_release (&whole);
  ft_results_release (&cut);
  return lost;
}

static void windows_of_random_traces (void **state) {
  (void)state;
  size_t lost = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (10, 30); seed++) {
    ft_trace *t = random_trace (seed, 60);
    lost += windows_agree (t, FT_CHECK_DEFAULTS, 8 + seed % 30);
    ft_trace_free (t);
  }
  assert_true (lost > 0);
}

static void windows_of_recorded_traces (void **state) {
  (void)state;
  static const char *const names[] = {
      "injected/arraylist-43.std", "injected/arraylist-108.std",
      "injected/treeset-101.std", "real/treeset.std"};
  size_t lost = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    ft_trace *t = read_trace (names[i]);
    lost += windows_agree (t, FT_CHECK_DEFAULTS, 100);
    lost += windows_agree (t, FT_CHECK_DEFAULTS, t->size);
    ft_trace_free (t);
  }
  assert_true (lost > 0);
}

// ---- restricted candidates -----------------------------------------------

static void restricted_candidates (void **state) {
  (void)state;
  static const enum ft_relation relations[] = {FT_REL_HB, FT_REL_WCP,
                                               FT_REL_DC};
  size_t fewer = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (10, 30); seed++) {
    ft_trace *t = random_trace (seed, 60);
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.all_pairs = true;
    ft_results all = check (t, options);
    for (int k = 0; k < 3; k++) {
      options.candidates = relations[k];
      ft_results r = check (t, options);
      expect_sound (t, &r);
      size_t j = 0;
      for (size_t i = 0; i < all.size; i++) {
        if (!(all.races[i].unordered_by >> relations[k] & 1))
          continue;
        assert_true (j < r.size);
        assert_memory_equal (r.races[j].pair, all.races[i].pair,
                             sizeof all.races[i].pair);
        assert_int_equal (r.races[j++].verdict, all.races[i].verdict);
      }
      assert_int_equal (j, r.size);
      fewer += all.size - r.size;
      ft_results_release (&r);
    }
    ft_results_release (&all);
    ft_trace_free (t);
  }
  assert_true (fewer > 0);
}

// ---- limits --------------------------------------------------------------

// Thousands of candidates: seconds of work.
static ft_trace *long_trace (void) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 400, o.threads = 6, o.locks = 4, o.variables = 6;
  return ft_random_trace (5, &o);
}

static ft_check_options long_options (void) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.all_pairs = true;
  options.jobs = 2;
  return options;
}

// The budget of 50 ms is over behind ten candidates, however fast the machine is.
static void rest_after_ten (void *context, const char *phase, uint64_t done,
                            uint64_t total, uint64_t certified) {
  (void)context;
  (void)total;
  (void)certified;
  if (!strcmp (phase, "certifying") && done >= 10)
    usleep (60000);
}

static void budget (void **state) {
  (void)state;
  ft_trace *t = long_trace ();
  for (int k = 0; k < 2; k++) {
    ft_check_options options = long_options ();
    options.budget = k ? 0.05 : 1e-9;
    options.progress = rest_after_ten;
    ft_results r = check (t, options);
    expect_sound (t, &r);
    assert_true (r.out_of_budget && !r.interrupted);
    size_t open = count_reasons (&r, "budget");
    assert_true (open > 0); // how soon after it, scripts/bench measures
    if (!k)
      assert_int_equal (open, r.size);
    ft_results_release (&r);
  }
  ft_trace_free (t);
}

// Candidates that are put off get their verdict when they are asked again.
static void put_off (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (10, 30); seed++) {
    ft_trace *t = random_trace (seed, 60);
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.all_pairs = seed % 2;
    options.jobs = 1 + seed % 3;
    options.first_try = 0;
    ft_results at_once = check (t, options);
    options.first_try = 1e-9;
    ft_results later = check (t, options);
    expect_sound (t, &later);
    assert_int_equal (at_once.size, later.size);
    for (size_t i = 0; i < later.size; i++) {
      assert_int_equal (at_once.races[i].verdict, later.races[i].verdict);
      assert_memory_equal (at_once.races[i].pair, later.races[i].pair,
                           sizeof later.races[i].pair);
    }
    ft_results_release (&at_once);
    ft_results_release (&later);
    ft_trace_free (t);
  }
}

static volatile int stop;

static void stop_after_ten (void *context, const char *phase, uint64_t done,
                            uint64_t total, uint64_t certified) {
  (void)context;
  (void)certified;
  assert_true (done <= total || !total);
  if (!strcmp (phase, "certifying") && done >= 10)
    stop = 1;
}

// Decides all races as a batch that has a share of the time: 'left' seconds of it, and
// as many more for each that is certified, up to 'most' seconds.
static double decide_share (const ft_trace *t, double left, double most,
                            ft_results *r) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.jobs = 1;
  ft_search *search = ft_search_new (t, &options);
  size_t n = ft_search_candidates (search)->list.size, *all = FT_ARRAY (size_t, n);
  *r = (ft_results){.candidates = n, .size = n, .races = FT_ARRAY (ft_race, n)};
  for (size_t i = 0; i < n; i++)
    all[i] = i;
  ft_driver d = {.search = search, .options = &options, .results = r};
  ft_driver_begin (&d, n);
  ft_deadline whole = d.deadline;
  double now = ft_seconds_now ();
  d.whole = &whole;
  d.gain = left;
  d.deadline.end = now + left;
  d.latest = now + most;
  ft_driver_decide (&d, FT_MODEL_MCM, all, n);
  double end = d.deadline.end - now;
  ft_driver_end (&d);
  ft_search_free (search);
  free (all);
  return end;
}

// A batch that certifies gets more time, up to a limit.  The end of a batch's share is
// not the end of the budget.
static void share (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (10, 100); seed++) {
    ft_trace *t = random_trace (seed, 40);
    ft_results r;
    double end = decide_share (t, 1000, 3500, &r);
    double grown = 1000 * (1 + (double)r.certified);
    assert_true (end > (grown < 3500 ? grown : 3500) - 1 &&
                 end < (grown < 3500 ? grown : 3500) + 1);
    assert_int_equal (r.phases.of[FT_PHASE_FAILURES].cut, FT_TRUNCATION_NONE);
    ft_results_release (&r);
    decide_share (t, -1, 3500, &r);
    ft_results_set_truncated (&r);
    assert_int_equal (count_reasons (&r, "the part of the time"), r.size);
    assert_false (r.out_of_budget);
    if (r.size)
      assert_int_equal (r.phases.of[FT_PHASE_FAILURES].cut, FT_TRUNCATION_SHARE);
    ft_results_release (&r);
    ft_trace_free (t);
  }
}

static void interrupted (void **state) {
  (void)state;
  ft_trace *t = long_trace ();
  for (int k = 0; k < 2; k++) {
    ft_check_options options = long_options ();
    stop = !k;
    options.stop = &stop;
    options.progress = stop_after_ten;
    ft_results r = check (t, options);
    expect_sound (t, &r);
    assert_true (r.interrupted && !r.out_of_budget);
    size_t open = count_reasons (&r, "interrupted");
    assert_true (k ? open < r.size && open > 0 : open == r.size);
    ft_results_release (&r);
  }
  ft_trace_free (t);
}

// A trace with a pair that only the solver decides (see 'test_hard.c').
static ft_trace *trace_for_solver (void) {
  uint64_t seed = 6083;
  return ft_figure9_trace (seed, 2 + seed % 9, 1 + seed % 3);
}

static void memory (void **state) {
  (void)state;
#if defined __SANITIZE_ADDRESS__
  skip (); // workers cannot be bounded there
#endif
  ft_trace *t = trace_for_solver ();
  static const uint64_t bytes[] = {1, 2000, 200000, 2000000};
  size_t open = 0;
  for (int k = 0; k < 4; k++) {
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.memory = bytes[k];
    ft_results r = check (t, options);
    expect_sound (t, &r);
    assert_int_equal (count_reasons (&r, "memory"), r.undecided);
    open += r.undecided;
    ft_results_release (&r);
  }
  assert_true (open > 0);
  ft_trace_free (t);
}

// ---- workers that are killed ---------------------------------------------

static pid_t parent_of (const char *pid) {
  char path[300], text[300] = "";
  snprintf (path, sizeof path, "/proc/%s/stat", pid);
  FILE *file = fopen (path, "r");
  if (!file)
    return 0;
  size_t n = fread (text, 1, sizeof text - 1, file);
  fclose (file);
  text[n] = 0;
  const char *after = strrchr (text, ')'); // the name may hold anything
  long parent = 0;
  return after && sscanf (after, ") %*c %ld", &parent) == 1 ? (pid_t)parent : 0;
}

// A child of 'parent' that is neither 'but' nor one of those seen
static pid_t find_child (pid_t parent, pid_t but, const pid_t *seen, int n) {
  DIR *proc = opendir ("/proc");
  pid_t found = 0;
  for (struct dirent *d; proc && !found && (d = readdir (proc));) {
    pid_t pid = (pid_t)atol (d->d_name);
    if (!isdigit (d->d_name[0]) || pid == but ||
        parent_of (d->d_name) != parent)
      continue;
    found = pid;
    for (int i = 0; i < n; i++)
      if (seen[i] == pid)
        found = 0;
  }
  if (proc)
    closedir (proc);
  return found;
}

enum { KILLS = 3 };

static atomic_int *killed; // workers, which the killer counts

// The check does not outrun the killer: behind ten candidates it waits for the first
// victim, behind twenty for the second one.  One worker at least is not yet a victim then.
static void wait_for_killer (void *context, const char *phase, uint64_t done,
                             uint64_t total, uint64_t certified) {
  (void)context;
  (void)total;
  (void)certified;
  uint64_t expected = done / 10 < KILLS ? done / 10 : KILLS;
  while (!strcmp (phase, "certifying") && (uint64_t)*killed < expected)
    usleep (500);
}

// Kills the first workers that it finds, as another program might.
static _Noreturn void kill_workers (pid_t parent) {
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  pid_t seen[KILLS];
  for (int n = 0; n < KILLS;) {
    pid_t pid = find_child (parent, getpid (), seen, n);
    if (pid && !kill (pid, SIGKILL)) {
      seen[n++] = pid;
      ++*killed;
    }
    usleep (500);
  }
  _exit (0);
}

static void killed_workers (void **state) {
  (void)state;
  ft_trace *t = long_trace ();
  killed = mmap (NULL, sizeof *killed, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_ptr_not_equal (killed, MAP_FAILED);
  pid_t parent = getpid (), killer = fork ();
  assert_true (killer >= 0);
  if (!killer)
    kill_workers (parent);
  ft_check_options options = long_options ();
  options.progress = wait_for_killer;
  ft_results r = check (t, options);
  int status;
  assert_int_equal (waitpid (killer, &status, 0), killer);
  assert_true (WIFEXITED (status)); // it found all its victims
  expect_sound (t, &r);
  assert_int_equal (count_reasons (&r, "died by signal 9"), KILLS);
  assert_int_equal (r.undecided, KILLS);
  munmap (killed, sizeof *killed);
  ft_results_release (&r);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (as_pair_by_pair),
      cmocka_unit_test (one_worker_or_many),
      cmocka_unit_test (no_candidates),
      cmocka_unit_test (windows_of_random_traces),
      cmocka_unit_test (windows_of_recorded_traces),
      cmocka_unit_test (restricted_candidates),
      cmocka_unit_test (budget),
      cmocka_unit_test (share),
      cmocka_unit_test (put_off),
      cmocka_unit_test (interrupted),
      cmocka_unit_test (memory),
      cmocka_unit_test (killed_workers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
