// Writes that no record tells of hold their place: random runs in which some
// writes are made inside calls and not recorded, while other threads may run.
// Each schedule that is certified is run again with these writes, each at some
// moment of its call, and every read must return what it returned in the run.
//
// FT_SEED and FT_ROUNDS repeat or extend the random runs.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "predict/check.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"
#include "tests/unit/run_directory.h"
#include "load/load.h"
#include "run/uninstrumented.h"
#include "trace/validate.h"

enum {
  X = 0x601000,
  LOCK = 0x602000,
  THREADS = 4,
  WORDS = 3,
  STEPS = 26,
  SITES = 40
};

typedef struct hidden { // a write between two records of its thread
  uint32_t thread, word, value;
  uint64_t call, back; // their places
  bool called, done;
} hidden;

typedef struct making {
  run run;
  ft_rng rng;
  unsigned load, store, call, back; // the first of SITES each
  unsigned site;                    // a new one for each access, in turn
  int holder;
  uint32_t away; // the thread that is in a call, THREADS for none
  uint32_t memory[WORDS], next_value;
  FT_STACK (hidden) hidden;
} making;

static unsigned below (making *m, unsigned n) {
  return ft_rng_below (&m->rng, n);
}

static void put_load (making *m, uint32_t t, unsigned w) {
  unsigned site = m->load + m->site++ % SITES;
  run_1 (&m->run, t, site, X + 8 * w, m->memory[w]);
}

static void put_store (making *m, uint32_t t, unsigned w) {
  unsigned site = m->store + m->site++ % SITES;
  run_1 (&m->run, t, site, X + 8 * w, m->memory[w] = m->next_value++);
}

static void leave (making *m, uint32_t t) {
  m->away = t;
  FT_PUSH (m->hidden, ((hidden){.thread = t, .call = m->run.logs[t].size}));
  run_0 (&m->run, t, m->call, 0);
}

// What is written unseen is read before anybody writes the word again, or
// nothing could tell of it.
static void come_back (making *m, unsigned w) {
  hidden *h = &FT_TOP (m->hidden);
  uint32_t t = m->away, reader = below (m, THREADS);
  h->word = w;
  h->value = m->memory[w] = m->next_value++;
  if (reader != t)
    put_load (m, reader, w);
  h->back = m->run.logs[t].size;
  run_0 (&m->run, t, m->back, 0);
  if (reader == t)
    put_load (m, t, w);
  m->away = THREADS;
}

static void use_lock (making *m, uint32_t t) {
  if (m->holder == (int)t) {
    m->holder = -1;
    run_0 (&m->run, t, FT_WIRE_RELEASE, LOCK);
  } else if (m->holder < 0) {
    m->holder = (int)t;
    run_0 (&m->run, t, FT_WIRE_ACQUIRE, LOCK);
  }
}

static void make_sites (making *m) {
  run *r = &m->run;
  uint32_t f = run_function (r, "main", "/src/a.c", 10);
  m->call = run_site (r, FT_SITE_CALL, 0, 13, 3);
  m->back = run_site (r, FT_SITE_CALL, 0, 14, 3);
  FT_TOP (r->sites.sites).variable = run_string (r, "pthread_self");
  m->load = m->back + 1;
  m->store = m->load + SITES;
  for (unsigned i = 0; i < SITES; i++)
    run_site (r, FT_SITE_LOAD, 4, 20 + i, 3);
  for (unsigned i = 0; i < SITES; i++)
    run_site (r, FT_SITE_STORE, 4, 20 + SITES + i, 3);
  for (uint32_t t = 0; t < THREADS; t++) {
    if (t)
      run_0 (r, 0, FT_WIRE_FORK, t);
    run_start (r, t);
    run_enter (r, t, f, run_stack (t + 1) - 64);
  }
}

// Every thread writes every word, so that all accesses are events.
static void make_run (making *m, uint64_t seed) {
  *m = (making){.rng = ft_rng_init (seed),
                .holder = -1,
                .away = THREADS,
                .next_value = 1};
  m->run.state = FT_WIRE_ENDED;
  make_sites (m);
  for (unsigned i = 0; i < THREADS * WORDS; i++)
    put_store (m, i / WORDS, i % WORDS);
  for (int i = 0; i < STEPS; i++) {
    uint32_t t = below (m, THREADS);
    unsigned w = below (m, WORDS), what = below (m, 10);
    if (t == m->away)
      come_back (m, w);
    else if (what < 3)
      put_load (m, t, w);
    else if (what < 6)
      put_store (m, t, w);
    else if (what < 9)
      use_lock (m, t);
    else if (m->away == THREADS)
      leave (m, t);
  }
  if (m->away != THREADS)
    come_back (m, 0);
}

// ---- events and where they are ---------------------------------------------

typedef struct spot {
  ft_tick place;
  uint64_t address; // 0 for no access to memory
} spot;

typedef struct loaded {
  ft_trace *trace;
  FT_STACK (spot) spots; // by event
} loaded;

static loaded load (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_load *n = ft_load_open (path, &error);
  if (!n)
    fail_msg ("%s", error.message);
  loaded l = {.trace = ft_trace_new (path, "run")};
  ft_validator *v = ft_validator_new (&l.trace->tables, &l.trace->notes);
  ft_strbuf why = {0};
  ft_event e;
  uint64_t bytes;
  while (ft_load_next (n, &l.trace->tables, &e, &l.trace->notes, &error) >
         0) {
    if (ft_validator_step (v, &e, path, 0, &why))
      fail_msg ("%s", ft_strbuf_text (&why));
    ft_trace_push (l.trace, e);
    uint64_t part = ft_load_access_range (n, &bytes);
    FT_PUSH (l.spots, ((spot){ft_load_tick (n), bytes ? part : 0}));
  }
  ft_validator_free (v);
  ft_load_free (n);
  ft_strbuf_release (&why);
  return l;
}

// ---- the truth -------------------------------------------------------------

// Notes who is in a call, and does the writes of those that come back.
static void step_hidden (making *m, uint32_t *memory, ft_tick at) {
  for (size_t i = 0; i < m->hidden.size; i++) {
    hidden *h = m->hidden.begin + i;
    if (h->thread != at.thread)
      continue;
    h->called = h->called || at.word >= h->call;
    if (h->done || at.word < h->back)
      continue;
    memory[h->word] = h->value;
    h->done = true;
  }
}

// The value that a read wants: it may just have been written in a call.
static void write_hidden (making *m, uint32_t *word, unsigned w,
                          uint64_t value) {
  for (size_t i = 0; i < m->hidden.size && *word != value; i++) {
    hidden *h = m->hidden.begin + i;
    if (!h->called || h->done || h->word != w || h->value != value)
      continue;
    *word = h->value;
    h->done = true;
  }
}

static void run_again (making *m, const loaded *l, const ft_race *race,
                       uint64_t seed) {
  uint32_t memory[WORDS] = {0};
  for (size_t i = 0; i < m->hidden.size; i++)
    m->hidden.begin[i].called = m->hidden.begin[i].done = false;
  for (size_t i = 0; i < race->witness.schedule.size; i++) {
    ft_id id = race->witness.schedule.begin[i];
    const ft_event *e = l->trace->events + id;
    const spot *s = l->spots.begin + id;
    step_hidden (m, memory, s->place);
    if (!s->address)
      continue;
    uint32_t *word = memory + (s->address - X) / 8;
    if (e->kind == FT_READ)
      write_hidden (m, word, (unsigned)(word - memory), e->value);
    if (e->kind == FT_READ && *word != e->value)
      fail_msg ("seed %u: race of %u and %u: event %u reads %u, not %u",
                (unsigned)seed, race->pair[0], race->pair[1], id, *word,
                (unsigned)e->value);
    if (e->kind == FT_WRITE)
      *word = (uint32_t)e->value;
  }
}

static void hold_their_place (void **state) {
  (void)state;
  size_t certified = 0, writes = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (300); seed++) {
    making m;
    make_run (&m, seed);
    const char *path = run_write (&m.run, "unseen");
    loaded l = load (path);
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.all_pairs = true;
    options.jobs = 1;
    ft_results results;
    ft_check (l.trace, &options, &results);
    for (size_t i = 0; i < results.size; i++)
      if (results.races[i].verdict == FT_CERTIFIED) {
        run_again (&m, &l, results.races + i, seed);
        certified++;
      }
    writes += m.hidden.size;
    ft_results_release (&results);
    ft_trace_free (l.trace);
    FT_RELEASE (l.spots);
    FT_RELEASE (m.hidden);
    run_release (&m.run);
  }
  assert_true ((certified > 50 && writes > 50) || !rounds_are_many ());
}

// ---- which functions may write ---------------------------------------------

// A run in which one thread calls the function, a word changes meanwhile, and
// another thread finds that out; whether the call may have changed it.
static bool may_write (const char *name, bool own) {
  run r = {.state = FT_WIRE_ENDED};
  uint32_t f = run_function (&r, "main", "/src/a.c", 10);
  unsigned call = run_site (&r, FT_SITE_CALL, 0, 11, 3);
  FT_TOP (r.sites.sites).variable = run_string (&r, name);
  unsigned store = run_site (&r, FT_SITE_STORE, 4, 12, 3);
  unsigned get = run_site (&r, FT_SITE_LOAD, 4, 13, 3);
  if (own)
    FT_PUSH (r.sites.defined, ft_guid (name, strlen (name)));
  for (uint32_t t = 0; t < 2; t++) {
    if (t)
      run_0 (&r, 0, FT_WIRE_FORK, t);
    run_start (&r, t);
    run_enter (&r, t, f, run_stack (t + 1) - 64);
  }
  run_1 (&r, 1, store, X, 1);
  run_0 (&r, 0, call, 0);
  run_1 (&r, 0, store, X + 8, 1);
  run_1 (&r, 1, get, X, 2);
  run_1 (&r, 1, store, X + 8, 2);
  run_1 (&r, 0, get, X, 2);
  loaded l = load (run_write (&r, "which"));
  const ft_intern *names = &l.trace->tables.names[FT_CLASS_VARIABLE];
  bool found = false, calls = false;
  for (size_t i = 0; i < l.trace->size; i++) {
    const ft_event *e = l.trace->events + i;
    bool hit =
        (e->kind == FT_WRITE || e->kind == FT_ATOMIC_WRITE ||
         e->kind == FT_ATOMIC_RMW) &&
        !strcmp (ft_intern_name (names, e->target), FT_UNINSTRUMENTED_NAME);
    found |= hit;
    calls |= hit && !e->thread;
  }
  assert_true (found);
  ft_trace_free (l.trace);
  FT_RELEASE (l.spots);
  run_release (&r);
  return calls;
}

// A row of libc.def that says that all is recorded; no row, or one that says
// that there are other writes; a function of the program's own.
static void rows_decide (void **state) {
  (void)state;
  static const char *const recorded[] = {"strcpy",
                                         "pthread_join",
                                         "pthread_mutex_lock",
                                         "sem_wait",
                                         "pthread_self",
                                         "qsort",
                                         "isdigit",
                                         "aligned_alloc",
                                         "operator new",
                                         "operator delete[]",
                                         "__foretrace_read",
                                         "thrd_join",
                                         "pthread_key_create",
                                         "tss_get"};
  static const char *const others[] = {"",
                                       "my_own",
                                       "syscall",
                                       "pthread_attr_getscope",
                                       "sem_open",
                                       "sem_getvalue",
                                       "pthread_sigmask",
                                       "tss_create",
                                       "posix_memalign",
                                       "__errno_location",
                                       "std::thread::join",
                                       "_ZNSt6thread4joinEv",
                                       "setjmp"};
  for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
    if (may_write (recorded[i], false))
      fail_msg ("'%s' may write", recorded[i]);
    if (recorded[i][0] != 'o' && recorded[i][0] != '_')
      assert_true (may_write (recorded[i], true));
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!may_write (others[i], false))
      fail_msg ("'%s' may not write", others[i]);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (hold_their_place),
                                     cmocka_unit_test (rows_decide)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
