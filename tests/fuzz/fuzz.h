// What fuzzers share: how long they run, which seed they are at, what they do
// with a failure.  The first argument is the number of seconds (60); FT_SEED
// is the first seed (otherwise drawn, so that every run tries others) and
// FT_ROUNDS how many are tried.  A crash or hang prints its seed.

#ifndef FT_TESTS_FUZZ_H
#define FT_TESTS_FUZZ_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"
#include "format/writer.h"

// Seconds that one seed may take before it counts as a hang.
#define FUZZ_PATIENCE 3000

static const char *fuzz_name;
static uint64_t fuzz_seed, fuzz_left, fuzz_done;
static time_t fuzz_begin, fuzz_end, fuzz_told;

// Runs in signal handlers.
static void fuzz_print_seed (const char *event) {
  char text[120];
  int n = snprintf (text, sizeof text, "\n%s: %s at FT_SEED=%llu\n", fuzz_name,
                    event, (unsigned long long)fuzz_seed);
  if (write (2, text, (size_t)n) < 0)
    _exit (1);
}

static void fuzz_on_signal (int number) {
  fuzz_print_seed (number == SIGALRM ? "hang" : "crash");
  signal (number, SIG_DFL);
  raise (number);
}

#if defined __SANITIZE_ADDRESS__
void __asan_on_error (void);
void __asan_on_error (void) {
  fuzz_print_seed ("error");
}
#endif

static inline void fuzz_start (const char *name, int argc, char **argv) {
  const char *seed = getenv ("FT_SEED"), *rounds = getenv ("FT_ROUNDS");
  fuzz_name = name;
  fuzz_begin = fuzz_told = time (NULL);
  fuzz_end = fuzz_begin + (argc > 1 ? atol (argv[1]) : 60);
  fuzz_seed = seed ? strtoull (seed, NULL, 10)
                   : (uint64_t)fuzz_begin * 1000003 + (uint64_t)getpid ();
  fuzz_seed--;
  fuzz_left = rounds ? strtoull (rounds, NULL, 10) : UINT64_MAX;
  signal (SIGALRM, fuzz_on_signal);
  signal (SIGABRT, fuzz_on_signal);
#if !defined __SANITIZE_ADDRESS__
  signal (SIGSEGV, fuzz_on_signal);
#endif
  printf ("%s: from FT_SEED=%llu\n", name, (unsigned long long)fuzz_seed + 1);
  fflush (stdout);
}

// Steps to the next seed; false when the time is over.
static inline bool fuzz_next (void) {
  time_t now = time (NULL);
  if (now >= fuzz_end || !fuzz_left--) {
    printf ("%s: %llu cases in %ld s, no failure\n", fuzz_name,
            (unsigned long long)fuzz_done, (long)(now - fuzz_begin));
    return false;
  }
  if (now - fuzz_told >= 30) {
    printf ("%s: %llu cases, at FT_SEED=%llu\n", fuzz_name,
            (unsigned long long)fuzz_done, (unsigned long long)fuzz_seed);
    fflush (stdout);
    fuzz_told = now;
  }
  fuzz_seed++;
  fuzz_done++;
  alarm (FUZZ_PATIENCE);
  return true;
}

// Prints the trace and leaves it as a file to be kept in tests/regress.
static inline _Noreturn void fuzz_fail (const ft_trace *t, const char *why) {
  char path[200];
  ft_error error = FT_NO_ERROR;
  alarm (0);
  printf ("%s: FT_SEED=%llu: %s\n", fuzz_name, (unsigned long long)fuzz_seed,
          why);
  ft_print_trace (stdout, t);
  snprintf (path, sizeof path, "%s-%llu.jsonl", fuzz_name,
            (unsigned long long)fuzz_seed);
  if (ft_trace_write (t, path, "jsonl", &error))
    printf ("kept as %s\n", path);
  else
    printf ("not kept: %s\n", error.message);
  exit (1);
}

// Shrinks a trace that fails and reports it.
static inline _Noreturn void
fuzz_fail_shrunk (const ft_trace *t, bool (*fails) (const ft_trace *, void *),
                  void *context, const char *(*why) (void *)) {
  printf ("%s: FT_SEED=%llu fails, shrinking\n", fuzz_name,
          (unsigned long long)fuzz_seed);
  fflush (stdout);
  alarm (0);
  ft_trace *small = ft_shrink_trace (t, fails, context);
  fails (small, context);
  fuzz_fail (small, why (context));
}

#endif
