// Word locks: whatever two of them keep apart is no race by enumeration, on
// random runs of threads that use words as locks, well and badly.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "candidate/pairs.h"
#include "certify/facts.h"
#include "predict/always_ordered.h"
#include "predict/certify.h"
#include "tests/model/c11_races.h"
#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/refuted_pairs.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"

enum { THREADS = 3, WORDS = 2, DATA = 2, EVENTS = 16 };

// How often in a hundred a thread does what breaks a lock.
struct faults {
  unsigned frees;   // writes the free value without holding the lock
  unsigned other;   // leaves another value while it holds the lock
  unsigned first;   // the first write is by another thread
  bool branches;    // only branches make reads matter
  bool conditional; // updates are compare-and-swaps
  bool copies;      // ... or leave a constant, as what they read may not matter
  bool exchanges;   // gives back by exchanges (with 'copies')
  unsigned weak;    // accesses words without an order
  bool neighbours;  // has data in the same variable
  unsigned copied;  // is within an object that is copied as a whole at first
  unsigned waits;   // leaves a mark while another one has the lock
};

struct run {
  ft_rng rng;
  ft_trace *trace;
  struct faults faults;
  uint64_t words[WORDS];
  bool held[THREADS][WORDS];
};

static size_t pairs, races, apart, synchronized;
static size_t apart_copied; // where a word is first written by a copy of unknown value

static void copy_constant (struct run *r, ft_tid t, uint64_t value,
                           ft_detail *d) {
  ft_tables *tables = &r->trace->tables;
  char name = (char)('a' + t);
  d->op = FT_OP_COPY, d->operands_known = d->pointers_known = true;
  d->result = ft_tables_add (tables, FT_CLASS_LOCAL, &name, 1);
  d->operands = (uint32_t)tables->operands.size, d->operand_count = 1;
  FT_PUSH (tables->operands, ((ft_operand){FT_NO_ID, value}));
}

static void access_word (struct run *r, ft_tid t, ft_id word, enum ft_kind kind,
                         uint64_t value) {
  ft_event e = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE;
  e.kind = (uint8_t)kind, e.thread = t, e.target = word;
  e.order = ft_rng_percent (&r->rng, r->faults.weak) ? FT_ORDER_RELAXED
            : kind == FT_WRITE                         ? FT_ORDER_PLAIN
                                                       : FT_ORDER_SEQ_CST;
  e.flags = FT_HAS_VALUE;
  if (r->faults.neighbours)
    e.mask = 0x0f;
  e.value = ft_kind_reads (kind) ? r->words[word] : value;
  if (kind == FT_ATOMIC_RMW) {
    d.written_known = true, d.written = value;
    e.flags |= r->faults.conditional ? FT_CONDITIONAL : 0;
    if (r->faults.copies && !r->faults.conditional)
      copy_constant (r, t, value, &d);
    e.detail = ft_model_detail (r->trace, d);
  }
  if (ft_kind_writes (kind))
    r->words[word] = value;
  ft_model_push (r->trace, e);
}

// Half of the accesses are to other bytes of the words than the locks are.
static void access_data (struct run *r, ft_tid t) {
  ft_event e = FT_EVENT_NONE;
  if (r->faults.neighbours && ft_rng_percent (&r->rng, 50)) {
    e.kind = ft_rng_percent (&r->rng, 50) ? FT_READ : FT_WRITE, e.thread = t;
    e.target = ft_rng_below (&r->rng, WORDS), e.mask = 0xf0;
    ft_model_push (r->trace, e);
    return;
  }
  e.kind = ft_rng_percent (&r->rng, 30) ? FT_READ : FT_WRITE, e.thread = t;
  e.target = WORDS + ft_rng_below (&r->rng, DATA);
  ft_model_push (r->trace, e);
}

static void use_word (struct run *r, ft_tid t) {
  ft_id word = ft_rng_below (&r->rng, WORDS);
  enum ft_kind giving =
      r->faults.exchanges             ? FT_ATOMIC_RMW
      : ft_rng_percent (&r->rng, 50) ? FT_WRITE
                                      : FT_ATOMIC_WRITE;
  if (r->held[t][word]) {
    bool other = ft_rng_percent (&r->rng, r->faults.other);
    access_word (r, t, word, giving, other ? 2 : 0);
    r->held[t][word] = false;
  } else if (ft_rng_percent (&r->rng, r->faults.frees))
    access_word (r, t, word, giving, 0);
  else if (!r->words[word]) {
    access_word (r, t, word, FT_ATOMIC_RMW,
                 !ft_rng_percent (&r->rng, r->faults.other));
    r->held[t][word] = true;
  } else if (ft_rng_percent (&r->rng, r->faults.waits))
    access_word (r, t, word, FT_ATOMIC_RMW, 2);
  else
    access_word (r, t, word, FT_ATOMIC_READ, 0);
}

static void branch (struct run *r, ft_tid t) {
  ft_event e = FT_EVENT_NONE;
  e.kind = FT_BRANCH, e.thread = t;
  ft_model_push (r->trace, e);
}

// A copy of a whole object, whose value is not known now and then.
static void copy_object (struct run *r, ft_id word) {
  ft_event e = FT_EVENT_NONE;
  e.kind = FT_WRITE, e.thread = 0, e.target = word;
  e.flags = ft_rng_percent (&r->rng, 50) ? FT_HAS_VALUE : 0;
  ft_model_push (r->trace, e);
}

// Forks come first, so that a write before them comes before everything.
static void begin (struct run *r, ft_rng *rng) {
  bool early = ft_rng_percent (rng, 30), late = ft_rng_percent (rng, 20);
  for (ft_id word = 0; word < WORDS; word++)
    if (ft_rng_percent (rng, r->faults.copied))
      copy_object (r, word);
  if (early)
    access_word (r, 0, 0, FT_WRITE, 0);
  for (ft_tid t = 1; t < THREADS; t++) {
    ft_event e = FT_EVENT_NONE;
    e.kind = FT_FORK, e.target = t, e.thread = 0;
    ft_model_push (r->trace, e);
  }
  if (late)
    access_word (r, ft_rng_percent (rng, r->faults.first), 1, FT_WRITE, 0);
}

static ft_trace *new_trace (uint64_t seed) {
  struct run r = {.rng = ft_rng_init (seed)};
  r.trace = ft_trace_new ("words", "random");
  bool faulty = ft_rng_percent (&r.rng, 40);
  r.faults = (struct faults){.frees = faulty ? ft_rng_below (&r.rng, 30) : 0,
                             .other = faulty ? ft_rng_below (&r.rng, 30) : 0,
                             .first = 50,
                             .branches = ft_rng_percent (&r.rng, 50),
                             .conditional = ft_rng_percent (&r.rng, 50),
                             .copies = ft_rng_percent (&r.rng, 50)};
  r.faults.exchanges = r.faults.copies && !r.faults.conditional &&
                       ft_rng_percent (&r.rng, 50);
  r.faults.weak = ft_rng_percent (&r.rng, 30) ? ft_rng_below (&r.rng, 40) : 0;
  r.faults.neighbours = ft_rng_percent (&r.rng, 30);
  r.faults.copied = ft_rng_percent (&r.rng, 30) ? 70 : 0;
  r.faults.waits = ft_rng_percent (&r.rng, 50) ? 50 : 0;
  begin (&r, &r.rng);
  while (r.trace->size < EVENTS) {
    ft_tid t = ft_rng_below (&r.rng, THREADS);
    if (ft_rng_percent (&r.rng, 55))
      use_word (&r, t);
    else
      access_data (&r, t);
    if (r.faults.branches && ft_rng_percent (&r.rng, 40))
      branch (&r, t);
  }
  return r.trace;
}

static const char *what;

// Whether what locks keep apart, as they synchronise, races as C11 has it.
static bool is_racy (const ft_trace *t, const ft_facts *f) {
  ft_results x = ft_refuted_pairs (t);
  bool *locked = FT_ARRAY (bool, x.size + 1), wrong = false;
  bool *racy = FT_ARRAY (bool, (size_t)t->size * t->size);
  ft_always_locked_find (f, &x, locked);
  if (memchr (locked, true, x.size))
    ft_c11_races (t, FT_REL_C11, 300, racy, NULL);
  for (size_t i = 0; i < x.size; i++) {
    synchronized += locked[i];
    wrong |= locked[i] && racy[x.races[i].pair[0] * t->size + x.races[i].pair[1]];
  }
  free (racy);
  free (locked);
  free (x.races);
  return wrong;
}

static bool differs (const ft_trace *t, void *unused) {
  (void)unused;
  ft_enumeration *all = ft_enumerate (t, 30000);
  ft_facts *f = ft_facts_new (t);
  bool wrong = false;
  for (size_t i = 0; i < all->pairs.size; i++) {
    const ft_enumerated *p = all->pairs.begin + i;
    ft_id sets[2] = {ft_word_locks_held (f->words, p->pair[0]),
                     ft_word_locks_held (f->words, p->pair[1])};
    bool excluded =
        f->words && ft_word_locks_common (f->words, sets[0], sets[1]) != FT_NO_ID;
    pairs++, races += p->race, apart += excluded;
    if (excluded && p->race)
      wrong = true, what = "a word lock keeps a race apart";
  }
  if (!wrong && is_racy (t, f))
    wrong = true, what = "a word lock does not synchronise";
  ft_facts_free (f);
  ft_enumeration_free (all);
  return wrong;
}

static void against_enumeration (void **state) {
  (void)state;
  pairs = races = apart = apart_copied = synchronized = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (4000); seed++) {
    ft_trace *trace = new_trace (seed);
    bool copied = trace->events->kind == FT_WRITE &&
                  !(trace->events->flags & FT_HAS_VALUE);
    size_t before = apart;
    if (differs (trace, NULL)) {
      ft_trace *small = ft_shrink_trace (trace, differs, NULL);
      ft_print_trace (stderr, small);
      fail_msg ("FT_SEED=%llu: %s", (unsigned long long)seed, what);
    }
    apart_copied += copied ? apart - before : 0;
    ft_trace_free (trace);
  }
  print_message ("# %zu pairs, %zu races, %zu kept apart, %zu of them in copies of unknown "
                 "value, %zu as in C11\n",
                 pairs, races, apart, apart_copied, synchronized);
  assert_true (!rounds_are_many () || (races > 1000 && apart > 250 && apart_copied > 20 &&
                                       synchronized > 100));
}

// Two threads that write a variable inside of one lock.
static ft_trace *new_pair (void) {
  struct run r = {.faults.conditional = true};
  r.trace = ft_trace_new ("words", "made");
  for (ft_tid t = 0; t < 2; t++) {
    ft_event e = FT_EVENT_NONE;
    e.kind = FT_WRITE, e.thread = t, e.target = WORDS;
    access_word (&r, t, 0, FT_ATOMIC_RMW, 1);
    ft_model_push (r.trace, e);
    access_word (&r, t, 0, FT_ATOMIC_WRITE, 0);
  }
  return r.trace;
}

// The pair is a candidate, of which no instance is open, and refuted.
static void refuted (void **state) {
  (void)state;
  ft_trace *trace = new_pair ();
  ft_facts *f = ft_facts_new (trace);
  ft_candidates *c = ft_candidates_bounded (
      f->index, false,
      (ft_candidates_limits){.candidates = 10, .words = f->words});
  ft_check_options options = {.model = FT_MODEL_MCM};
  ft_certifier *certifier = ft_certifier_new (f, &options, NULL);
  ft_outcome o;
  assert_int_equal (c->list.size, 1);
  assert_int_equal (c->list.begin->instances, 1);
  assert_int_equal (c->list.begin->feasible, 0);
  assert_int_equal (c->list.begin->kept, 1);
  ft_certify (certifier, (ft_id[]){1, 4}, 10, &o);
  assert_int_equal (o.verdict, FT_REFUTED);
  assert_non_null (strstr (ft_strbuf_text (&o.reason), "only the thread that"));
  ft_outcome_release (&o);
  ft_certifier_free (certifier);
  ft_candidates_free (c);
  ft_facts_free (f);
  ft_trace_free (trace);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (against_enumeration),
      cmocka_unit_test (refuted),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
