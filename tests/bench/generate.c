// clang-format off
// generate EVENTS [SEED] [NAME=NUMBER...]: a trace of so many events, in STD
// format.  What the whole-process rows of the benchmark are run on.
//
//   threads=8         at a time; T0 forks and joins the others with 'tree',
//                     'life'
//   locks=64          free ones are taken at random
//   nesting=1         locks that a thread holds at most
//   variables=100000  shared, each guarded by the lock that its number names
//   sharing=100       percent of the accesses in a section that touch these;
//                     the others touch variables of the thread
//   open=1            permille of the accesses outside of sections that touch
//                     variables of T0: the races
//   reads=67          percent of the accesses
//   repeat=0          percent of the accesses that touch what the thread
//                     touched last
//   tree=0            threads that each thread forks, a tree; joined at the end
//   life=0            events after which a thread is joined and a new one forked
//   barrier=0         events between rounds of a barrier of all threads, which
//                     STD shows as a counter under a lock
//   jsonl=0           1: JSON lines, with barriers as such
//
// The same arguments make the same bytes.
// clang-format on

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 100000, MOST_LOCKS = 1000000, DEEPEST = 16, OWN = 1000 };

static struct settings {
  uint32_t threads, locks, nesting, variables, sharing, open, reads, repeat;
  uint32_t tree, life, barrier, jsonl;
} is = {.threads = 8,
        .locks = 64,
        .nesting = 1,
        .variables = 100000,
        .sharing = 100,
        .open = 1,
        .reads = 67};

static const struct setting {
  const char *name;
  uint32_t *value, least, most;
} settings[] = {
    {"threads", &is.threads, 1, MOST_THREADS},
    {"locks", &is.locks, 1, MOST_LOCKS},
    {"nesting", &is.nesting, 0, DEEPEST},
    {"variables", &is.variables, 1, UINT32_MAX / 2},
    {"sharing", &is.sharing, 0, 100},
    {"open", &is.open, 0, 1000},
    {"reads", &is.reads, 0, 100},
    {"repeat", &is.repeat, 0, 100},
    {"tree", &is.tree, 0, MOST_THREADS},
    {"life", &is.life, 0, UINT32_MAX / 2},
    {"barrier", &is.barrier, 0, UINT32_MAX / 2},
    {"jsonl", &is.jsonl, 0, 1},
};

static uint64_t state = 1, left; // of the generator; events to come

static uint32_t pick (uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(((state >> 32) * n) >> 32);
}

static bool percent (uint32_t p) {
  return pick (100) < p;
}

// ---- events ----------------------------------------------------------------

static const struct kind {
  const char *std, *jsonl, *key, *prefix; // of the target
} READ = {"r", "read", "variable", "v"},
  WRITE = {"w", "write", "variable", "v"},
  ACQUIRE = {"acq", "acquire", "lock", "l"},
  RELEASE = {"rel", "release", "lock", "l"},
  FORK = {"fork", "fork", "child", "T"}, JOIN = {"join", "join", "child", "T"},
  ARRIVE = {NULL, "barrier-arrive", "barrier", "b"},
  LEAVE = {NULL, "barrier-leave", "barrier", "b"};

static char *put_text (char *to, const char *text) {
  return stpcpy (to, text);
}

static char *put_number (char *to, uint32_t n) {
  char digits[10];
  unsigned size = 0;
  do
    digits[size++] = (char)('0' + n % 10);
  while (n /= 10);
  while (size)
    *to++ = digits[--size];
  return to;
}

static void put_json (uint32_t thread, const struct kind *k, uint32_t target,
                      uint32_t location) {
  printf ("{\"thread\":\"T%u\",\"op\":\"%s\",\"%s\":\"%s%u\","
          "\"location\":\"%u\"}\n",
          thread, k->jsonl, k->key, k->prefix, target, location);
}

static void put (uint32_t thread, const struct kind *k, uint32_t target,
                 uint32_t location) {
  char line[80], *to = line;
  left -= left > 0;
  if (is.jsonl) {
    put_json (thread, k, target, location);
    return;
  }
  to = put_number (put_text (to, "T"), thread);
  to = put_text (put_text (put_text (to, "|"), k->std), "(");
  to = put_number (put_text (to, k->prefix), target);
  to = put_number (put_text (to, ")|"), location);
  *to++ = '\n';
  fwrite_unlocked (line, 1, (size_t)(to - line), stdout);
}

// ---- threads ---------------------------------------------------------------

static struct thread {
  uint32_t name, held[DEEPEST], depth;
  uint32_t last; // variable
  uint32_t age;  // in events
  bool at_barrier;
} threads[MOST_THREADS];

static uint32_t holders[MOST_LOCKS]; // 1 + thread, 0 if free
static uint32_t names;               // of threads, so far
static uint32_t arrived;             // at the barrier
static uint64_t next_round;          // when 'left' is below

static bool take (uint32_t t) {
  struct thread *me = threads + t;
  uint32_t l = pick (is.locks);
  if (holders[l] || me->depth == is.nesting)
    return false;
  holders[l] = t + 1;
  me->held[me->depth++] = l;
  put (me->name, &ACQUIRE, l, pick (50));
  return true;
}

static void give (uint32_t t) {
  struct thread *me = threads + t;
  uint32_t l = me->held[--me->depth];
  holders[l] = 0;
  put (me->name, &RELEASE, l, 50 + pick (50));
}

// Shared variables are guarded by the innermost lock; a thread's own follow.
static uint32_t choose_variable (uint32_t t) {
  const struct thread *me = threads + t;
  if (me->depth && percent (is.sharing)) {
    uint32_t per_lock = is.variables / is.locks;
    return pick (per_lock ? per_lock : 1) * is.locks + me->held[me->depth - 1];
  }
  uint32_t own = is.variables / is.threads;
  own = own > OWN ? OWN : own ? own : 1;
  uint32_t of = !me->depth && pick (1000) < is.open ? 0 : t;
  return is.variables + is.locks + of * own + pick (own);
}

static void touch (uint32_t t) {
  struct thread *me = threads + t;
  // What was touched last may be guarded by a lock that was given back.
  if (me->last == UINT32_MAX || !percent (is.repeat))
    me->last = choose_variable (t);
  put (me->name, percent (is.reads) ? &READ : &WRITE, me->last,
       100 + pick (900));
}

// ---- barriers, and threads that come and go --------------------------------

static void count_at_barrier (uint32_t t, bool arrives) {
  uint32_t name = threads[t].name, lock = is.locks;
  uint32_t counter = is.variables + is.locks - 1;
  put (name, &ACQUIRE, lock, 1000);
  put (name, &READ, counter, 1001);
  if (arrives)
    put (name, &WRITE, counter, 1002);
  put (name, &RELEASE, lock, 1003);
}

static void arrive (uint32_t t) {
  threads[t].at_barrier = true;
  arrived++;
  if (is.jsonl)
    put (threads[t].name, &ARRIVE, 0, 1000);
  else
    count_at_barrier (t, true);
}

static void leave (uint32_t t) {
  threads[t].at_barrier = false;
  arrived--;
  if (is.jsonl)
    put (threads[t].name, &LEAVE, 0, 1004);
  else
    count_at_barrier (t, false);
}

// A round comes to its end before anything else happens.
static void run_barrier (void) {
  for (uint32_t t = 0; t < is.threads; t++) {
    while (threads[t].depth)
      give (t);
    arrive (t);
  }
  for (uint32_t t = 0; t < is.threads; t++)
    leave (t);
  next_round = left > is.barrier ? left - is.barrier : 0;
}

static uint32_t parent_of (uint32_t t) {
  return is.tree ? (t - 1) / is.tree : 0;
}

static void start (uint32_t t) {
  threads[t] = (struct thread){.name = names++, .last = UINT32_MAX};
  if (t && (is.tree || is.life))
    put (threads[parent_of (t)].name, &FORK, threads[t].name, 1100);
}

static void finish (uint32_t t) {
  while (threads[t].depth)
    give (t);
  if (t && (is.tree || is.life))
    put (threads[parent_of (t)].name, &JOIN, threads[t].name, 1101);
}

static void step (uint32_t t) {
  struct thread *me = threads + t;
  if (is.life && t && !is.tree && me->age++ >= is.life) {
    finish (t);
    start (t);
  }
  if (me->depth && pick (10) < 3) {
    give (t);
    me->last = UINT32_MAX;
  } else if (pick (10) >= 3 || !take (t))
    touch (t);
}

// ---- all of it -------------------------------------------------------------

static void run (void) {
  for (uint32_t t = 0; t < is.threads; t++)
    start (t);
  uint64_t closing = (uint64_t)is.threads * (is.nesting + 1) + 16;
  uint32_t running = 0; // threads switch every few events
  next_round = left > is.barrier ? left - is.barrier : 0;
  while (left > closing) {
    if (is.barrier && left <= next_round &&
        left > closing + 7ull * is.threads + 16)
      run_barrier ();
    if (!pick (8))
      running = pick (is.threads);
    step (running);
  }
  for (uint32_t t = is.threads; t--;)
    finish (t);
  while (left)
    touch (0);
}

static bool set (const char *text) {
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    const struct setting *s = settings + i;
    size_t n = strlen (s->name);
    if (strncmp (text, s->name, n) || text[n] != '=')
      continue;
    unsigned long long value = strtoull (text + n + 1, NULL, 10);
    *s->value = (uint32_t)value;
    return value >= s->least && value <= s->most;
  }
  return false;
}

int main (int argc, char **argv) {
  bool fine = argc > 1;
  left = fine ? strtoull (argv[1], NULL, 10) : 0;
  for (int i = 2; i < argc; i++)
    if (strchr (argv[i], '='))
      fine = fine && set (argv[i]);
    else
      state = strtoull (argv[i], NULL, 10);
  if (!fine || left < 8ull * is.threads + 100) {
    fprintf (stderr, "generate: see the head of tests/bench/generate.c\n");
    return 64;
  }
  run ();
  return fflush (stdout) ? 74 : 0;
}
