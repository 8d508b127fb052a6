// Uses of freed memory: random traces, against all of their schedules
// (tests/model/enumerate.h) and against random ones by the rules stated slowly
// (tests/model/rules.h); what may be a pointer to a new block at the old address.
// FT_SEED and FT_ROUNDS repeat or extend them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "format/writer.h"
#include "model/enumerate.h"
#include "model/random_trace.h"
#include "model/rng.h"
#include "model/rules.h"
#include "predict/certifier.h"
#include "tests/unit/read_text.h"
#include "witness/checker.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK")  ? full / 10
                              : getenv ("FT_LONG") ? full
                                                   : full / 3);
}

typedef struct counts {
  size_t traces, uses, certified, refuted, undecided, bent, refused, followed, solved, again,
      unsolved;
} counts;

// ---- freed memory ----------------------------------------------------------

// An access, and a FREE of its memory by another thread that comes behind it.
typedef struct use {
  ft_id access, freed;
  bool possible; // by enumeration
} use;

typedef FT_STACK (use) uses;

static void look_at_state (void *context, const ft_rules *rules,
                           const ft_state *state, size_t number) {
  uses *all = context;
  (void)number;
  for (size_t i = 0; i < all->size; i++)
    all->begin[i].possible |= ft_rules_uses_freed (
        rules, state, all->begin[i].access, all->begin[i].freed);
}

static void list_uses (const ft_trace *t, uses *all) {
  for (ft_id f = 0; f < t->size; f++)
    for (ft_id e = 0; e < f; e++)
      if (t->events[f].kind == FT_FREE &&
          ft_kind_accesses (t->events[e].kind) &&
          ft_trace_conflict (t, e, f, NULL))
        FT_PUSH (*all, ((use){e, f, false}));
}

static void complain_of_use (const ft_trace *t, uint64_t seed, const use *u,
                             const ft_outcome *o) {
  ft_error error = FT_NO_ERROR;
  const char *path = "test_use_after_free-failure.jsonl";
  ft_trace_write (t, path, NULL, &error);
  fail_msg (
      "FT_SEED=%llu: access %u after free %u: %s (%s), by enumeration %s; "
      "kept as %s",
      (unsigned long long)seed, u->access, u->freed,
      ft_verdict_name (o->verdict), ft_strbuf_text (&o->reason),
      u->possible ? "possible" : "impossible", path);
}

// ---- values that may be pointers ---------------------------------------------

static ft_detail *detail_of (const ft_trace *t, ft_id event) {
  return t->tables.details.begin + t->events[event].detail;
}

// Whether the number of 'size' bytes ends as an address does that lies in the block, up
// to 16 bytes before it, right behind it, or in the 16 bytes that a tag may add to its
// begin.
static bool ends_as_address (const ft_detail *block, uint64_t number, int size) {
  int64_t last = block->bytes > 15 ? (int64_t)block->bytes : 15;
  for (int64_t i = -16; i <= last; i++) {
    uint64_t address = block->address + (uint64_t)i;
    if (!memcmp (&address, &number, (size_t)(size < 6 ? size : 6)))
      return true;
  }
  return false;
}

// Whether the write may leave a pointer to the block: with up to 16 bits of a tag below
// it and any above its 48 bits.
static bool may_point (const ft_trace *t, ft_id write, const ft_detail *block) {
  const ft_event *e = t->events + write;
  bool rmw = e->kind == FT_ATOMIC_RMW, ends_word = e->mask >> 7;
  int size = __builtin_popcount (e->mask);
  if (size < 4 && !ends_word)
    return false;
  if (!(e->flags & FT_HAS_VALUE)) // what a read-modify-write writes is known with it
    return true;
  uint64_t value = rmw ? detail_of (t, write)->written : e->value;
  for (int tag = 0; tag <= 16; tag++)
    if (ends_as_address (block, value >> tag, size))
      return true;
  return false;
}

// Whether a thread reads or writes what may be a pointer to the block after another one
// has written such a value there, both behind the free.
static bool may_reveal_new (const ft_trace *t, const ft_witness *w) {
  const ft_detail *block = detail_of (t, w->freed);
  size_t from = 0;
  while (w->schedule.begin[from] != w->freed)
    from++;
  for (size_t i = from + 1; i < w->schedule.size; i++)
    for (size_t j = i + 1; j < w->schedule.size; j++) {
      ft_id write = w->schedule.begin[i], later = w->schedule.begin[j];
      const ft_event *e = t->events + write, *f = t->events + later;
      if (e->target == f->target && e->thread != f->thread &&
          ft_kind_writes (e->kind) && may_point (t, write, block) &&
          (ft_kind_reads (f->kind) ||
           (ft_kind_writes (f->kind) && may_point (t, later, block))))
        return true;
    }
  return false;
}

// ---- addresses that follow from what is new ----------------------------------

// A schedule, and where its free is; every question is answered from its begin.
typedef struct flow {
  const ft_trace *trace;
  const ft_id *schedule;
  size_t freed;
} flow;

static const ft_event *event_at (const flow *x, size_t at) {
  return x->trace->events + x->schedule[at];
}

// The last write of the byte in the first 'end' of these events (NULL: of the trace).
static ft_id last_write (const flow *x, const ft_id *events, size_t end, ft_id read,
                         int byte, size_t *at) {
  const ft_event *r = x->trace->events + read;
  ft_id found = FT_NO_ID;
  for (size_t i = 0; i < end; i++) {
    ft_id e = events ? events[i] : (ft_id)i;
    const ft_event *w = x->trace->events + e;
    if (ft_kind_writes (w->kind) && w->target == r->target && w->mask >> byte & 1)
      found = e, *at = i;
  }
  return found;
}

static bool is_new_write (const flow *x, size_t at);

static bool is_new_read (const flow *x, size_t at) {
  ft_id read = x->schedule[at];
  for (int b = 0; b < 8; b++) {
    size_t i = 0, unused;
    ft_id w = last_write (x, x->schedule, at, read, b, &i);
    if (event_at (x, at)->mask >> b & 1 && w != FT_NO_ID && i > x->freed &&
        (w != last_write (x, NULL, read, read, b, &unused) || is_new_write (x, i)))
      return true;
  }
  return false;
}

static bool follows_list (const flow *x, size_t at, bool pointers);

// Whether the thread may know anything new by the event at 'end': by its own reads, or
// those of a thread that started it, or that it has joined.
static bool knows_new (const flow *x, ft_tid thread, size_t end) {
  for (size_t i = 0; i < end; i++) {
    const ft_event *e = event_at (x, i);
    if ((e->thread == thread && ft_kind_reads (e->kind) && is_new_read (x, i)) ||
        (e->kind == FT_JOIN && e->thread == thread && knows_new (x, e->target, i)) ||
        (e->kind == FT_FORK && e->target == thread && knows_new (x, e->thread, i)))
      return true;
  }
  return false;
}

// Whether what the thread computes by then may be new although no local says so.
static bool is_fixed (const flow *x, ft_tid thread, size_t end) {
  for (size_t i = 0; i < end; i++) {
    const ft_event *e = event_at (x, i);
    bool none = e->detail == FT_NO_ID || !detail_of (x->trace, x->schedule[i])->op;
    if ((e->kind == FT_JOIN && e->thread == thread && knows_new (x, e->target, i)) ||
        (e->kind == FT_FORK && e->target == thread && knows_new (x, e->thread, i)) ||
        (e->kind == FT_BRANCH && e->thread == thread && none &&
         follows_list (x, i, false)))
      return true;
  }
  return false;
}

static bool is_new_local (const flow *x, size_t end, ft_id local) {
  ft_tid thread = event_at (x, end)->thread;
  for (size_t i = end; i-- > 0;) {
    const ft_event *e = event_at (x, i);
    bool defines = e->thread == thread && e->detail != FT_NO_ID &&
                   detail_of (x->trace, x->schedule[i])->result == local;
    if (defines && (ft_kind_reads (e->kind) || e->kind == FT_LOCAL))
      return ft_kind_reads (e->kind) ? is_new_read (x, i) : follows_list (x, i, false);
  }
  return knows_new (x, thread, end);
}

static bool follows_list (const flow *x, size_t at, bool pointers) {
  const ft_event *e = event_at (x, at);
  const ft_detail *d =
      e->detail == FT_NO_ID ? NULL : detail_of (x->trace, x->schedule[at]);
  bool known = d && (pointers ? d->pointers_known : d->operands_known);
  if (!known || is_fixed (x, e->thread, at))
    return knows_new (x, e->thread, at);
  uint32_t first = pointers ? d->pointers : d->operands;
  uint32_t count = pointers ? d->pointer_count : d->operand_count;
  for (uint32_t i = 0; i < count; i++) {
    ft_id local = x->trace->tables.operands.begin[first + i].local;
    if (local != FT_NO_ID && is_new_local (x, at, local))
      return true;
  }
  return false;
}

static bool is_new_write (const flow *x, size_t at) {
  return follows_list (x, at, false) ||
         (ft_kind_reads (event_at (x, at)->kind) && is_new_read (x, at));
}

// Whether the address of the use follows from a read, behind the free, of what another
// write than in the trace has left there behind the free.
static bool follows_from_new (const ft_trace *t, const ft_witness *w) {
  FT_STACK (ft_id) all = {0};
  bool branches = false;
  flow x = {.trace = t};
  for (ft_id e = 0; e < t->size; e++)
    branches |= t->events[e].kind == FT_BRANCH;
  for (size_t i = 0; i < w->schedule.size; i++) {
    FT_PUSH (all, w->schedule.begin[i]);
    if (w->schedule.begin[i] == w->freed)
      x.freed = i;
  }
  FT_PUSH (all, w->fails);
  x.schedule = all.begin;
  size_t last = all.size - 1;
  bool follows = branches ? follows_list (&x, last, true)
                          : knows_new (&x, t->events[w->fails].thread, last);
  FT_RELEASE (all);
  return follows;
}

// A value that stands for 'value', which is less than 3, in the whole trace.
static uint64_t renamed (ft_rng *rng, uint64_t value, uint64_t address) {
  uint64_t values[] = {
      address,       address + ft_rng_below (rng, 40), address - ft_rng_below (rng, 40),
      address << 16, (address | UINT64_C (5) << 48) + 8, value};
  return value ? values[ft_rng_below (rng, 6)] : 0;
}

// Makes values of pointers and blocks: where all accesses are whole, the written values
// are addresses at a block, plain or with tags; else the blocks lie where the lowest
// bytes of their addresses are small as the values are.
static void mix_pointers (ft_trace *t, ft_rng *rng, bool sizes) {
  uint64_t least = UINT64_C (0x7f0000000000), by = sizes ? least - 0x1020 : 0;
  uint64_t address = 0x1000 + 16 * (uint64_t)ft_rng_below (rng, 6);
  uint64_t values[] = {0, renamed (rng, 1, address), renamed (rng, 2, address)};
  if (values[1] == values[2])
    values[2] = 2;
  by += ft_rng_below (rng, 24);
  for (size_t i = 0; i < t->tables.details.size; i++) {
    ft_detail *d = t->tables.details.begin + i;
    d->address += d->bytes ? by : 0;
    if (d->written_known && !sizes)
      d->written = values[d->written];
  }
  for (ft_id e = 0; e < t->size && !sizes; e++)
    if (ft_kind_accesses (t->events[e].kind))
      t->events[e].value = values[t->events[e].value];
}

// ---- random schedules --------------------------------------------------------

// Runs random threads, but not the access, as far as they go or not so far.
static void walk (const ft_rules *r, ft_rng *rng, ft_id access, ft_state *s,
                  ft_witness *w) {
  ft_rules_start (r, s);
  FT_CLEAR (w->schedule);
  for (;;) {
    ft_id next[16];
    uint32_t count = 0;
    for (ft_tid i = 0; i < r->threads; i++) {
      ft_id e = ft_rules_next (r, s, i);
      if (e != FT_NO_ID && e != access && ft_rules_allow (r, s, e))
        next[count++] = e;
    }
    if (!count || ft_rng_percent (rng, 3))
      return;
    ft_id e = next[ft_rng_below (rng, count)];
    ft_rules_do (r, s, e, FT_NO_ID);
    FT_PUSH (w->schedule, e);
  }
}

// The checker accepts a random schedule if and only if the definition does.
static void compare_walks (const ft_trace *t, const ft_rules *r, uint64_t seed,
                           const use *u, counts *n) {
  ft_rng rng = ft_rng_init (seed);
  ft_state *s = FT_ARRAY (ft_state, r->words);
  ft_checker *checker = ft_checker_new (t);
  ft_witness w = {.model = FT_MODEL_MCM,
                  .failure = FT_FAILURE_USE_AFTER_FREE,
                  .fails = u->access,
                  .freed = u->freed};
  for (int i = 0; i < 20; i++) {
    ft_strbuf why = {0};
    walk (r, &rng, u->access, s, &w);
    bool fails = ft_rules_uses_freed (r, s, u->access, u->freed);
    bool renewed = fails && (may_reveal_new (t, &w) || follows_from_new (t, &w));
    n->followed += fails && !may_reveal_new (t, &w) && renewed;
    n->bent += renewed;
    if (ft_checker_accepts (checker, &w, &why) != (fails && !renewed))
      fail_msg ("FT_SEED=%llu: access %u after free %u: a random schedule: %s",
                (unsigned long long)seed, u->access, u->freed,
                renewed ? "accepted" : ft_strbuf_text (&why));
    ft_strbuf_release (&why);
  }
  ft_witness_release (&w);
  ft_checker_free (checker);
  free (s);
}

// Asks the solver alone for what is certified: its first schedule may be one that the
// checker refuses, since a block may be new, although there are others.
static void solve_use (ft_certifier *certifier, const ft_question *q, counts *n) {
  ft_outcome o = {.verdict = FT_UNDECIDED};
  ft_certifier_begin (certifier, 60, &o);
  if (ft_cone_ask (certifier->cone, *q))
    ft_certifier_solve (certifier, q, &o);
  n->solved += o.verdict == FT_CERTIFIED;
  n->again += o.verdict == FT_CERTIFIED && certifier->renewals.size;
  n->unsolved += o.verdict != FT_CERTIFIED;
  n->refused += o.cause == FT_CAUSE_REFUSED && o.verdict != FT_CERTIFIED;
  ft_outcome_release (&o);
}

static void compare_use (ft_certifier *certifier, const ft_trace *t,
                         uint64_t seed, const use *u, counts *n) {
  ft_outcome o;
  ft_question q = ft_question_of_failure (u->access, u->freed, t->size);
  ft_certify_question (certifier, q, 60, &o);
  bool certified = o.verdict == FT_CERTIFIED;
  n->refused += o.cause == FT_CAUSE_REFUSED; // what is used may be a new block
  if ((o.cause == FT_CAUSE_REFUSED && !u->possible) ||
      (certified && (!u->possible || may_reveal_new (t, &o.witness) ||
                     follows_from_new (t, &o.witness))) ||
      (o.verdict == FT_REFUTED && u->possible) ||
      (certified && o.witness.failure != FT_FAILURE_USE_AFTER_FREE))
    complain_of_use (t, seed, u, &o);
  if (certified)
    solve_use (certifier, &q, n);
  n->uses++;
  n->certified += certified;
  n->refuted += o.verdict == FT_REFUTED;
  n->undecided += o.verdict == FT_UNDECIDED;
  ft_outcome_release (&o);
}

// Under mcm: traces of sections, allocations and frees.
static void compare_uses (uint64_t seed, counts *n) {
  ft_random_options options = FT_RANDOM_DEFAULTS;
  options.events = seed % 2 ? 16 : 22;
  options.read = 40, options.acquire = 12;
  options.threads = seed % 5 == 0 ? 3 : 2;
  options.allocs = options.forks = true;
  options.values = seed % 2 ? 3 : 0;
  options.branches = options.locals = seed % 3 == 0;
  options.atomics = seed % 3 == 1;
  options.sizes = seed % 4 == 1;
  ft_trace *t = ft_random_trace (seed, &options);
  ft_rng rng = ft_rng_init (seed);
  mix_pointers (t, &rng, options.sizes);
  uses all = {0};
  list_uses (t, &all);
  ft_visitor visitor = {look_at_state, &all};
  ft_enumeration *e =
      all.size ? ft_enumerate_visiting (t, 200000, visitor) : NULL;
  if (e && e->complete) {
    ft_check_options check = FT_CHECK_DEFAULTS;
    check.model = FT_MODEL_MCM;
    ft_facts *facts = ft_facts_new (t);
    ft_certifier *certifier = ft_certifier_new (facts, &check, NULL);
    ft_rules *rules = ft_rules_new (t);
    for (size_t i = 0; i < all.size; i++) {
      compare_use (certifier, t, seed, all.begin + i, n);
      compare_walks (t, rules, seed, all.begin + i, n);
    }
    ft_rules_free (rules);
    ft_certifier_free (certifier);
    ft_facts_free (facts);
    n->traces++;
  }
  if (e)
    ft_enumeration_free (e);
  FT_RELEASE (all);
  ft_trace_free (t);
}

static void freed (void **state) {
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1), count = rounds (40000);
  (void)state;
  for (uint64_t seed = first; seed < first + count; seed++)
    compare_uses (seed, &n);
  print_message ("# freed: %zu traces, %zu uses: %zu certified, %zu refuted, "
                 "%zu undecided, %zu of them refused; %zu random schedules "
                 "refused, %zu by their addresses; by the solver alone %zu are "
                 "certified, %zu of them asked again, %zu are not\n",
                 n.traces, n.uses, n.certified, n.refuted, n.undecided,
                 n.refused, n.bent, n.followed, n.solved, n.again, n.unsolved);
  assert_true (count < 300 || (n.certified && n.refuted && n.bent));
  assert_true (count < 13000 || n.followed);
}

// Longer traces, in which threads have to read behind the free: the solver alone finds
// schedules that the checker refuses, and is asked again.
static void solve_uses (uint64_t seed, counts *n) {
  ft_random_options options = FT_RANDOM_DEFAULTS;
  options.events = 40 + seed % 60;
  options.read = 40, options.acquire = 12 + seed % 8;
  options.threads = 3;
  options.allocs = options.forks = true;
  options.values = seed % 2 ? 3 : 0;
  options.branches = options.locals = seed % 3 == 0;
  options.atomics = seed % 3 == 1;
  ft_trace *t = ft_random_trace (seed, &options);
  ft_rng rng = ft_rng_init (seed);
  mix_pointers (t, &rng, false);
  uses all = {0};
  list_uses (t, &all);
  ft_check_options check = FT_CHECK_DEFAULTS;
  check.model = FT_MODEL_MCM;
  ft_facts *facts = ft_facts_new (t);
  ft_certifier *certifier = ft_certifier_new (facts, &check, NULL);
  for (size_t i = 0; i < all.size; i++) {
    ft_question q = ft_question_of_failure (all.begin[i].access, all.begin[i].freed,
                                            t->size);
    solve_use (certifier, &q, n);
  }
  ft_certifier_free (certifier);
  ft_facts_free (facts);
  FT_RELEASE (all);
  ft_trace_free (t);
}

static void asked_again (void **state) {
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1), count = rounds (4500);
  (void)state;
  for (uint64_t seed = first; seed < first + count; seed++)
    solve_uses (seed, &n);
  print_message ("# asked again: %zu certified, %zu of them asked again, %zu not "
                 "certified, %zu of them refused\n",
                 n.solved, n.again, n.unsolved, n.refused);
  assert_true (count < 600 || n.again);
}

// ---- a new block at the old address ------------------------------------------

// What 'u' stores behind its free is what 't' has read before: VALUE, in SIZE bytes.
// The address of the access of 't' follows from POINTERS.
static const char replaced[] =
    "{\"schema\":\"foretrace-trace/1\"}\n"
    "{\"thread\":\"m\",\"op\":\"alloc\",\"address\":\"0x1000\",\"bytes\":8}\n"
    "{\"thread\":\"m\",\"op\":\"write\",\"address\":\"0x8\",\"size\":SIZE,"
    "\"value\":VALUE}\n"
    "{\"thread\":\"m\",\"op\":\"fork\",\"child\":\"t\"}\n"
    "{\"thread\":\"m\",\"op\":\"fork\",\"child\":\"u\"}\n"
    "{\"thread\":\"t\",\"op\":\"read\",\"address\":\"0x8\",\"size\":SIZE,"
    "\"value\":VALUE,\"result\":\"%1\"}\n"
    "{\"thread\":\"t\",\"op\":\"read\",\"address\":\"0x1000\",\"size\":4,"
    "\"pointers\":[POINTERS]}\n"
    "{\"thread\":\"u\",\"op\":\"free\",\"address\":\"0x1000\"}\n"
    "{\"thread\":\"u\",\"op\":\"write\",\"address\":\"0x8\",\"size\":SIZE,"
    "\"value\":VALUE}\n"
    "{\"thread\":\"m\",\"op\":\"branch\",\"outcome\":true,\"operands\":[]}\n";

// Writes the number into the text in place of the word.
static void put (char *text, const char *word, unsigned long long number) {
  for (char *at; (at = strstr (text, word));) {
    char digits[24];
    int length = snprintf (digits, sizeof digits, "%llu", number);
    memmove (at + length, at + strlen (word), strlen (at + strlen (word)) + 1);
    memcpy (at, digits, (size_t)length);
  }
}

static bool accepts (uint64_t value, int bytes, bool points, const ft_id *schedule,
                     size_t size) {
  char text[sizeof replaced + 100];
  memcpy (text, replaced, sizeof replaced);
  char *list = strstr (text, "POINTERS");
  memcpy (list, points ? "\"%1\"    " : "        ", sizeof "POINTERS" - 1);
  put (text, "VALUE", value);
  put (text, "SIZE", (unsigned long long)bytes);
  ft_trace *t = read_text ("jsonl", text);
  ft_checker *checker = ft_checker_new (t);
  ft_witness w = {.model = FT_MODEL_MCM,
                  .failure = FT_FAILURE_USE_AFTER_FREE,
                  .fails = 5,
                  .freed = 6};
  for (size_t i = 0; i < size; i++)
    FT_PUSH (w.schedule, schedule[i]);
  bool accepted = ft_checker_accepts (checker, &w, NULL);
  FT_RELEASE (w.schedule);
  ft_checker_free (checker);
  ft_trace_free (t);
  return accepted;
}

// A use whose address does not follow from what the thread has read.
static bool accepts_use (uint64_t value, int bytes, const ft_id *schedule,
                         size_t size) {
  return accepts (value, bytes, false, schedule, size);
}

// Whether the value, stored behind the free, may be that of a pointer to a new block.
static bool is_new (uint64_t value, int bytes) {
  return !accepts_use (value, bytes, (ft_id[]){0, 1, 2, 3, 6, 7, 4}, 7);
}

// The pointer that is read behind the free may be that of a new block, the one that
// is read or written before it is that of the old one.
static void new_block (void **state) {
  (void)state;
  assert_true (accepts_use (4096, 8, (ft_id[]){0, 1, 2, 3, 6, 4}, 6));
  assert_true (accepts_use (4096, 8, (ft_id[]){0, 1, 2, 3, 4, 6, 7}, 7));
  assert_true (is_new (4096, 8));
}

// The block is 0x1000 to 0x1007.
static void pointers_and_numbers (void **state) {
  (void)state;
  assert_true (is_new (0x1008, 8) && is_new (0x100f, 8) && is_new (0xff0, 8));
  assert_true (!is_new (0x1010, 8) && !is_new (0xfef, 8));
  assert_true (is_new (UINT64_C (0x5bcd000000001000), 8));
  assert_true (is_new (0x10000005, 8) && is_new (0x2001, 8));
  assert_true (!is_new (0, 8) && !is_new (3, 8) && !is_new (3, 4));
  assert_true (is_new (0x1000, 4) && !is_new (0x10, 2));
}

// Whatever its value is: the address may be a distance from another one, or mixed.
static void followed (void **state) {
  (void)state;
  ft_id behind[] = {0, 1, 2, 3, 6, 7, 4}, before[] = {0, 1, 2, 3, 4, 6, 7};
  assert_true (accepts (3, 8, false, behind, 7) && accepts (3, 8, true, before, 7));
  assert_true (!accepts (3, 8, true, behind, 7) && !accepts (3, 1, true, behind, 7));
  assert_true (accepts (3, 8, true, (ft_id[]){0, 1, 2, 3, 6, 4}, 6));
}
int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (followed),
      cmocka_unit_test (asked_again),
      cmocka_unit_test (freed),
      cmocka_unit_test (new_block),
      cmocka_unit_test (pointers_and_numbers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
