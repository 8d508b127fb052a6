// clang-format off
// generate_loops SHAPE EVENTS [FILE.ftz]: about so many events of a program
// whose trace repeats itself more or less, in STD format on standard output.
//
//   counter    two threads count in turns, millions of rounds each: Figure 1
//              of the ZipTrack paper.  To FILE.ftz, as a grammar that was
//              never expanded, since it is to be 4 * 10^9 events
//   writers    threads fill a ring buffer under one lock (its 'bufwriter')
//   search     threads read the same postings again and again, and keep what
//              they find in memory of their own (its 'lusearch')
//   objects    methods on objects, most of which are new (its 'eclipse')
//
// The same arguments make the same bytes.
// clang-format on

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/ftz_write.h"

static uint64_t state = 1, left; // of the generator; events to come

static uint32_t pick (uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(((state >> 32) * n) >> 32);
}

static void put (uint32_t thread, const char *op, char prefix, uint32_t target,
                 uint32_t location) {
  printf ("T%u|%s(%c%u)|%u\n", thread, op, prefix, target, location);
  left -= left > 0;
}

// ---- writers ---------------------------------------------------------------

enum { WRITERS = 6, RING = 16 };

static void write_once (uint32_t thread, uint32_t slot) {
  put (thread, "acq", 'l', 0, 10);
  put (thread, "r", 'n', 0, 11);
  put (thread, "w", 'b', slot, 12);
  put (thread, "w", 'n', 0, 13);
  put (thread, "rel", 'l', 0, 14);
}

static void writers (void) {
  uint32_t slot = 0;
  while (left) {
    uint32_t thread = pick (WRITERS);
    for (uint32_t n = 1000 + pick (100000); n && left; n--) // some ms
      write_once (thread, slot++ % RING);
  }
}

// ---- search ----------------------------------------------------------------

enum { SEARCHERS = 7, POSTINGS = 400, TERMS = 500, POOLS = 118 };

// A list of postings, each of which is looked at, scored and perhaps kept.
static void search_term (uint32_t thread, uint32_t term, uint32_t *hits) {
  uint32_t length = 20 + term * 7 % POSTINGS;
  for (uint32_t i = 0; i < length; i++) {
    put (thread, "r", 'p', term * POSTINGS + i, 20);
    put (thread, "r", 's', thread, 21);
    put (thread, "w", 's', thread, 22);
  }
  for (uint32_t i = 0; i < 8; i++)
    put (thread, "w", 'h', (*hits)++, 23);
}

static void search (void) {
  uint32_t hits = 0;
  while (left) {
    uint32_t thread = pick (SEARCHERS), pool = pick (POOLS);
    put (thread, "acq", 'l', pool, 24);
    put (thread, "r", 'q', pool, 25);
    put (thread, "rel", 'l', pool, 26);
    for (uint32_t n = 1 + pick (4); n; n--)
      search_term (thread, pick (TERMS), &hits);
  }
}

// ---- objects ---------------------------------------------------------------

enum { USERS = 19, METHODS = 300, FIELDS = 8, MONITORS = 8300, RECENT = 64 };

// What a method does is told by its number alone.
static void call (uint32_t thread, uint32_t method, uint32_t object) {
  uint32_t code = method * 2654435761u, place = 100 + 40 * method;
  bool locked = code % 5 == 0;
  if (locked)
    put (thread, "acq", 'l', object % MONITORS, place);
  for (uint32_t n = 2 + code % 13; n; n--, code = code * 69069 + 1)
    put (thread, code >> 16 & 3 ? "r" : "w", 'f',
         FIELDS * object + (code >> 20) % FIELDS, place + n);
  if (locked)
    put (thread, "rel", 'l', object % MONITORS, place + 20);
}

// Memory is not given back while anybody knows it: objects are a thread's own.
static void objects (void) {
  uint32_t made = USERS * RECENT;
  static uint32_t known[USERS][RECENT];
  for (uint32_t i = 0; i < USERS * RECENT; i++)
    known[i / RECENT][i % RECENT] = i;
  while (left) {
    uint32_t thread = pick (USERS);
    for (uint32_t n = 1 + pick (30); n; n--) {
      uint32_t slot = pick (RECENT);
      if (!pick (8))
        known[thread][slot] = made++;
      uint32_t times = pick (4) ? 1 : 1 + pick (20), method = pick (METHODS);
      for (; times; times--)
        call (thread, method, known[thread][slot]);
    }
  }
}

// ---- counter ---------------------------------------------------------------

static uint32_t add_event (ft_slp *slp, ft_tables *tables, const char *thread,
                           enum ft_kind kind, const char *target,
                           const char *location) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)kind;
  e.thread = ft_tables_add (tables, FT_CLASS_THREAD, thread, strlen (thread));
  e.target =
      ft_tables_add (tables, ft_kind_class (kind), target, strlen (target));
  e.location =
      ft_tables_add (tables, FT_CLASS_LOCATION, location, strlen (location));
  return ft_slp_add (slp, &e);
}

static void add_item (ft_slp *slp, uint32_t terminal) {
  ft_slp_item (slp, FT_SLP_TERMINAL (terminal), 1);
}

// The scheduler lets each run for a while.
static void count_in_turns (ft_slp *slp, uint64_t rounds,
                            const uint32_t rules[2]) {
  uint64_t rest[2] = {rounds, rounds};
  for (unsigned t = 0; rest[0] || rest[1]; t = !t) {
    uint64_t n = 1 + rounds / 1000 + pick ((uint32_t)(rounds / 500) + 1);
    n = n < rest[t] ? n : rest[t];
    if (n)
      ft_slp_item (slp, FT_SLP_RULE (rules[t]), n);
    rest[t] -= n;
  }
}

static void make_counter (ft_slp *slp, ft_tables *tables, uint64_t rounds) {
  static const char *const names[] = {"T1", "T2"};
  uint32_t rules[2], forks[2], joins[2];
  for (int t = 0; t < 2; t++) {
    add_item (slp, add_event (slp, tables, names[t], FT_READ, "y", "5"));
    add_item (slp, add_event (slp, tables, names[t], FT_WRITE, "y", "5"));
    rules[t] = ft_slp_rule (slp);
    forks[t] = add_event (slp, tables, "T0", FT_FORK, names[t], "16");
    joins[t] = add_event (slp, tables, "T0", FT_JOIN, names[t], "18");
  }
  for (int t = 0; t < 2; t++)
    add_item (slp, forks[t]);
  count_in_turns (slp, rounds, rules);
  for (int t = 0; t < 2; t++)
    add_item (slp, joins[t]);
  add_item (slp, add_event (slp, tables, "T0", FT_READ, "y", "20"));
  ft_slp_rule (slp);
}

static bool write_slp (const char *path, const ft_slp *slp,
                       const ft_tables *tables, ft_error *error) {
  ft_compressor *out = ft_compressor_open (path, error);
  if (!out)
    return false;
  ft_ftz_writer *w = ft_ftz_writer_new (out, FT_FTZ_LIMITS);
  bool fine = ft_ftz_writer_put_slp (w, tables, slp, error) &&
              ft_ftz_writer_finish (w, tables, error) &&
              ft_compressor_commit (out, error);
  ft_ftz_writer_free (w);
  ft_compressor_free (out);
  return fine;
}

static int counter (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_slp slp = {0};
  ft_tables tables = {0};
  make_counter (&slp, &tables, left / 4);
  bool fine = ft_slp_check (&slp, path, &error) &&
              write_slp (path, &slp, &tables, &error);
  if (!fine)
    fprintf (stderr, "generate_loops: %s\n", error.message);
  ft_slp_release (&slp);
  ft_tables_release (&tables);
  return fine ? 0 : (int)error.code;
}

int main (int argc, char **argv) {
  static const struct shape {
    const char *name;
    void (*run) (void);
  } shapes[] = {{"writers", writers}, {"search", search}, {"objects", objects}};
  left = argc > 2 ? strtoull (argv[2], NULL, 10) : 0;
  if (argc == 4 && left && !strcmp (argv[1], "counter"))
    return counter (argv[3]);
  for (size_t i = 0; argc == 3 && left && i < 3; i++)
    if (!strcmp (argv[1], shapes[i].name)) {
      shapes[i].run ();
      return fflush (stdout) ? 74 : 0;
    }
  fprintf (stderr,
           "generate_loops: see the head of tests/bench/generate_loops.c\n");
  return 64;
}
