// Recorded runs: what their records become, what is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/read_text.h"
#include "tests/unit/run_directory.h"
#include "format/writer.h"
#include "load/open.h"

enum { X = 0x601000, MUTEX = 0x601040, CONDITION = 0x601080, HEAP = 0x700010 };

// The codes of the sites of 'main' and 'work'.
typedef struct program {
  uint32_t main, work, inner;
  unsigned load, store, call, wide, copy, rmw, cas, cas_failed, variable;
  unsigned work_load, work_store, work_call;
  unsigned inner_store;
} program;

static program some_program (run *r) {
  program p;
  *r = (run){.state = FT_WIRE_ENDED};
  p.main = run_function (r, "main", "/src/a.c", 10);
  p.load = run_site (r, FT_SITE_LOAD, 4, 11, 3);
  p.store = run_site (r, FT_SITE_STORE, 4, 12, 3);
  p.call = run_site (r, FT_SITE_CALL, 0, 13, 5);
  FT_TOP (r->sites.sites).variable = run_string (r, "pthread_create");
  p.wide = run_site (r, FT_SITE_STORE, 8, 14, 1);
  p.copy = run_site (r, FT_SITE_COPY, 0, 15, 1);
  p.rmw = run_site (r, FT_SITE_RMW, 4, 16, 1);
  p.cas = run_site (r, FT_SITE_CAS, 4, 17, 1);
  p.cas_failed = run_site (r, FT_SITE_CAS_FAILED, 4, 17, 1);
  p.variable = run_site (r, FT_SITE_VARIABLE, 4, 18, 1);
  FT_TOP (r->sites.sites).variable = run_string (r, "local");
  p.work = run_function (r, "work", "/src/a.c", 20);
  p.work_load = run_site (r, FT_SITE_LOAD, 4, 21, 3);
  p.work_store = run_site (r, FT_SITE_STORE, 4, 22, 3);
  p.work_call = run_site (r, FT_SITE_CALL, 0, 23, 5);
  FT_TOP (r->sites.sites).variable = run_string (r, "pthread_create");
  p.inner = run_function (r, "push", "/usr/include/c++/vector", 100);
  p.inner_store = run_site (r, FT_SITE_STORE, 4, 101, 2);
  run_global (r, "x", "int", X, 4);
  run_global (r, "y", "int", X + 4, 4);
  run_global (r, "table", "int[8]", X + 8, 32);
  run_global (r, "l", "pthread_mutex_t", MUTEX, 40);
  run_global (r, "c", "pthread_cond_t", CONDITION, 48);
  return p;
}

// main starts T1; both are in their functions.
static program two_threads (run *r) {
  program p = some_program (r);
  run_start (r, 0);
  run_enter (r, 0, p.main, run_stack (1) - 64);
  run_0 (r, 0, p.call, 0);
  run_0 (r, 0, FT_WIRE_FORK, 1);
  run_start (r, 1);
  run_enter (r, 1, p.work, run_stack (2) - 64);
  return p;
}

static ft_trace *try (const char *path, ft_error *error) {
  *error = FT_NO_ERROR;
  return ft_trace_read (path, (ft_read_options){0}, NULL, NULL, error);
}

static ft_trace *read_run (run *r) {
  ft_error error;
  ft_trace *t = try (run_write (r, "run"), &error);
  if (!t)
    fail_msg ("%s", error.message);
  return t;
}

static void refused (const char *path, const char *why) {
  ft_error error;
  ft_trace *t = try (path, &error);
  assert_null (t);
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  if (!strstr (error.message, why))
    fail_msg ("expected '%s' in: %s", why, error.message);
}

static void expect_access (const ft_trace *t, ft_id i, enum ft_kind kind,
                           const char *variable, unsigned mask,
                           uint64_t value) {
  assert_true (i < t->size);
  const ft_event *e = t->events + i;
  assert_int_equal (e->kind, kind);
  assert_string_equal (ft_trace_target_name (t, e), variable);
  assert_int_equal (e->mask, mask);
  assert_true (e->flags & FT_HAS_VALUE);
  assert_int_equal (e->value, value);
}

// ---- events ----------------------------------------------------------------

static void accesses (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_1 (&r, 0, p.store, X, 7);
  run_1 (&r, 0, p.store, X + 4, 8);
  run_1 (&r, 0, p.store, X + 24, 9); // nobody else uses it
  run_1 (&r, 1, p.work_load, X, 7);
  run_1 (&r, 1, p.work_store, X + 4, 1);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  run_0 (&r, 1, FT_WIRE_THREAD_END, 0);
  run_0 (&r, 0, FT_WIRE_JOIN, 1);
  ft_trace *t = read_run (&r);
  assert_string_equal (t->format, "run");
  assert_int_equal (t->size, 6);
  expect_event (t, 0, "main", FT_FORK, "T1", "a.c:13:5");
  expect_event (t, 1, "main", FT_WRITE, "x", "a.c:12:3");
  expect_access (t, 1, FT_WRITE, "x", 0x0f, 7);
  expect_access (t, 2, FT_WRITE, "y", 0xf0, 8);
  expect_event (t, 3, "T1", FT_READ, "x", "a.c:21:3");
  expect_access (t, 3, FT_READ, "x", 0x0f, 7);
  expect_access (t, 4, FT_WRITE, "y", 0xf0, 1);
  expect_event (t, 5, "main", FT_JOIN, "T1", "a.c:13:5");
  ft_trace_free (t);
  run_release (&r);
}

// An access of 8 bytes from the middle of a granule, over two globals.
static void splitting (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_1 (&r, 0, p.wide, X + 4, 0x1122334455667788);
  run_1 (&r, 1, p.work_load, X + 4, 0x55667788);
  run_1 (&r, 1, p.work_load, X + 8, 0x11223344);
  run_1 (&r, 1, p.work_load, X + 12, 0);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 6);
  expect_access (t, 1, FT_WRITE, "y", 0xf0, 0x55667788);
  expect_access (t, 2, FT_WRITE, "table[0..1]", 0x0f, 0x11223344);
  expect_access (t, 3, FT_READ, "y", 0xf0, 0x55667788);
  expect_access (t, 4, FT_READ, "table[0..1]", 0x0f, 0x11223344);
  expect_access (t, 5, FT_READ, "table[0..1]", 0xf0, 0);
  ft_trace_free (t);
  run_release (&r);
}

static void ranges (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_2 (&r, 0, p.copy, X + 8, 0x900000, 20); // nobody else uses the source
  run_1 (&r, 1, p.work_load, X + 8, 0);
  run_1 (&r, 1, p.work_load, X + 24, 0);
  run_1 (&r, 1, FT_WIRE_READ_RANGE, X + 24, 2);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 6);
  expect_event (t, 1, "main", FT_WRITE, "table[0..1]", "a.c:15:1");
  assert_int_equal (t->events[1].mask, 0xff);
  assert_false (t->events[1].flags & FT_HAS_VALUE);
  expect_event (t, 2, "main", FT_WRITE, "table[4..5]", "a.c:15:1");
  assert_int_equal (t->events[2].mask, 0x0f);
  expect_event (t, 5, "T1", FT_READ, "table[4..5]", "a.c:20");
  assert_int_equal (t->events[5].mask, 0x03);
  ft_trace_free (t);
  run_release (&r);
}

static void atomics (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_2 (&r, 0, p.rmw, X, 1, 2);
  run_2 (&r, 0, p.cas, X, 2, 3);
  run_2 (&r, 0, p.cas_failed, X, 3, 9);
  run_2 (&r, 1, FT_WIRE_ATOMIC_WRITE, X, 5,
         FT_WIRE_ATOMIC (4, FT_WIRE_ORDER_RELEASE));
  run_1 (&r, 1, FT_WIRE_FENCE, 0, FT_WIRE_ACQ_REL);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 6);
  expect_access (t, 1, FT_ATOMIC_RMW, "x", 0x0f, 1);
  assert_int_equal (ft_tables_detail (&t->tables, t->events + 1)->written, 2);
  assert_false (ft_event_is_conditional (t->events + 1));
  expect_access (t, 2, FT_ATOMIC_RMW, "x", 0x0f, 2);
  assert_true (ft_event_is_conditional (t->events + 2));
  expect_access (t, 3, FT_ATOMIC_READ, "x", 0x0f, 3);
  expect_access (t, 4, FT_ATOMIC_WRITE, "x", 0x0f, 5);
  assert_int_equal (t->events[4].order, FT_ORDER_RELEASE);
  assert_int_equal (t->events[5].kind, FT_FENCE);
  assert_int_equal (t->events[5].order, FT_ORDER_ACQ_REL);
  ft_trace_free (t);
  run_release (&r);
}

// A wait that times out leaves the signal to the other waiter.
static void waits (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_0 (&r, 0, FT_WIRE_ACQUIRE, MUTEX);
  run_1 (&r, 0, FT_WIRE_WAIT, MUTEX, CONDITION);
  run_0 (&r, 1, p.work_call, 0);
  run_0 (&r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_0 (&r, 1, FT_WIRE_SIGNAL, CONDITION);
  run_1 (&r, 1, FT_WIRE_WAIT, MUTEX, CONDITION);
  run_1 (&r, 1, FT_WIRE_WAKE, CONDITION, 1);
  run_0 (&r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_0 (&r, 1, FT_WIRE_RELEASE, MUTEX);
  run_1 (&r, 0, FT_WIRE_WAKE, CONDITION, 0);
  run_0 (&r, 0, FT_WIRE_ACQUIRE, MUTEX);
  run_0 (&r, 0, FT_WIRE_RELEASE, MUTEX);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 12);
  expect_event (t, 2, "main", FT_RELEASE, "l", "a.c:13:5");
  assert_string_equal (
      ft_trace_name (t, FT_CLASS_OBJECT, t->events[2].condition), "c");
  expect_event (t, 6, "T1", FT_WAKE, "c", "a.c:23:5");
  assert_true (t->events[6].flags & FT_SPURIOUS);
  assert_false (t->events[9].flags & FT_SPURIOUS);
  assert_int_equal (t->notes.list.size, 0);
  ft_trace_free (t);
  run_release (&r);
}

static void headers_are_named_by_their_user (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_1 (&r, 0, p.store, X, 1);
  run_0 (&r, 1, p.work_call, 0);
  run_enter (&r, 1, p.inner, run_stack (2) - 128);
  run_1 (&r, 1, p.inner_store, X, 2);
  run_0 (&r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  run_1 (&r, 1, p.work_store, X, 3);
  ft_trace *t = read_run (&r);
  expect_event (t, 2, "T1", FT_WRITE, "x", "a.c:23:5 (vector:101:2)");
  expect_event (t, 3, "T1", FT_ACQUIRE, "l", "a.c:23:5");
  expect_event (t, 4, "T1", FT_WRITE, "x", "a.c:22:3");
  ft_trace_free (t);
  run_release (&r);
}

// ---- memory ----------------------------------------------------------------

static void heap_blocks (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  for (int i = 0; i < 2; i++) {
    run_1 (&r, 0, FT_WIRE_ALLOC, HEAP, 24);
    run_1 (&r, 0, p.store, HEAP + 8, 1);
    run_1 (&r, 1, p.work_load, HEAP + 8, 1);
    run_1 (&r, 0, FT_WIRE_FREE, HEAP, 0);
  }
  run_1 (&r, 0, FT_WIRE_ALLOC, HEAP, 24); // used by its owner only
  run_1 (&r, 0, p.store, HEAP + 8, 1);
  run_1 (&r, 0, FT_WIRE_FREE, HEAP, 0);
  run_1 (&r, 0, FT_WIRE_FREE, HEAP + 800, 0); // unknown
  run_1 (&r, 0, FT_WIRE_ALLOC, HEAP, 24);     // used by one, freed by the other
  run_1 (&r, 0, p.store, HEAP, 1);
  run_1 (&r, 1, FT_WIRE_FREE, HEAP, 0);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 12);
  assert_int_equal (t->events[1].kind, FT_ALLOC);
  expect_access (t, 2, FT_WRITE, "heap block of a.c:13:5+8", 0x0f, 1);
  expect_access (t, 3, FT_READ, "heap block of a.c:13:5+8", 0x0f, 1);
  assert_int_equal (t->events[4].kind, FT_FREE);
  assert_true (ft_trace_conflict (t, 3, 4, NULL));
  assert_false (ft_trace_conflict (t, 3, 8, NULL));
  expect_access (t, 7, FT_READ, "heap block of a.c:13:5#2+8", 0x0f, 1);
  expect_access (t, 10, FT_WRITE, "heap block of a.c:13:5#3", 0x0f, 1);
  assert_true (ft_trace_conflict (t, 10, 11, NULL));
  ft_trace_free (t);
  run_release (&r);
}

// A block that ended unseen, and its memory allocated again.
static void unseen_free (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_1 (&r, 0, FT_WIRE_ALLOC, HEAP, 64);
  run_1 (&r, 0, p.store, HEAP + 8, 1);
  run_1 (&r, 1, p.work_store, HEAP + 8, 1);
  run_1 (&r, 1, FT_WIRE_ALLOC, HEAP + 8, 16);
  run_1 (&r, 1, p.work_store, HEAP + 8, 1);
  run_1 (&r, 0, p.load, HEAP + 8, 1);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 6);
  assert_int_not_equal (t->events[2].target, t->events[4].target);
  assert_int_equal (t->events[1].target, t->events[2].target);
  assert_int_equal (t->events[3].kind, FT_ALLOC);
  ft_trace_free (t);
  run_release (&r);
}

// Used after its free: a race with the free.  Not so when something may have
// been allocated there unseen.
static void used_after_free (void **state) {
  (void)state;
  for (int external = 0; external < 2; external++) {
    run r;
    program p = two_threads (&r);
    run_1 (&r, 0, FT_WIRE_ALLOC, HEAP, 24);
    run_1 (&r, 0, FT_WIRE_FREE, HEAP, 0);
    if (external)
      run_0 (&r, 0, FT_WIRE_EXTERNAL, 0);
    run_1 (&r, 1, p.work_store, HEAP + 8, 1);
    ft_trace *t = read_run (&r);
    assert_int_equal (t->size, external ? 1 : 4);
    if (!external) {
      assert_int_equal (t->events[2].kind, FT_FREE);
      expect_access (t, 3, FT_WRITE, "heap block of a.c:13:5+8", 0x0f, 1);
      assert_true (ft_trace_conflict (t, 2, 3, NULL));
    }
    ft_trace_free (t);
    run_release (&r);
  }
}

// T1's stack is used again by T2; a frame's variable is called by its name.
static void stacks (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  uint64_t slot = run_stack (1) - 32;
  run_0 (&r, 0, p.variable, slot);
  run_1 (&r, 0, p.store, slot, 1);
  run_1 (&r, 1, p.work_load, slot, 1);
  run_1 (&r, 1, p.work_store, run_stack (1) + 8, 1); // on its own stack
  run_1 (&r, 0, p.load, run_stack (1) + 8, 1);
  run_0 (&r, 1, FT_WIRE_THREAD_END, 0);
  run_0 (&r, 0, FT_WIRE_JOIN, 1);
  run_0 (&r, 0, FT_WIRE_FORK, 2);
  run_2 (&r, 2, FT_WIRE_THREAD_START, 0, run_stack (1), run_stack (2));
  run_enter (&r, 2, p.work, run_stack (2) - 64);
  run_1 (&r, 2, p.work_store, run_stack (1) + 8, 2);
  run_1 (&r, 0, p.load, run_stack (1) + 8, 2);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 9);
  expect_access (t, 1, FT_WRITE, "local of main", 0x0f, 1);
  expect_access (t, 2, FT_READ, "local of main", 0x0f, 1);
  expect_access (t, 3, FT_WRITE, "stack of T1-65528", 0x0f, 1);
  expect_access (t, 4, FT_READ, "stack of T1-65528", 0x0f, 1);
  expect_access (t, 7, FT_WRITE, "stack of T2-65528", 0x0f, 2);
  ft_trace_free (t);
  run_release (&r);
}

// Nothing is lost or changed as JSON lines.
static void as_json_lines (void **state) {
  (void)state;
  run r;
  ft_error error;
  program p = two_threads (&r);
  run_1 (&r, 0, p.wide, X + 4, 0x1122334455667788);
  run_1 (&r, 0, FT_WIRE_ALLOC, HEAP, 24);
  run_1 (&r, 0, p.store, HEAP + 8, 1);
  run_2 (&r, 1, FT_WIRE_ATOMIC_RMW, HEAP + 8, 1, 4);
  FT_PUSH (r.logs[1], FT_WIRE_ATOMIC (4, FT_WIRE_ACQ_REL));
  run_1 (&r, 1, p.work_load, X + 8, 0x11223344);
  run_1 (&r, 1, p.work_load, X + 4, 0x55667788);
  run_0 (&r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_1 (&r, 1, FT_WIRE_WAIT, MUTEX, CONDITION);
  run_1 (&r, 1, FT_WIRE_WAKE, CONDITION, 1);
  run_0 (&r, 1, FT_WIRE_ACQUIRE, MUTEX);
  run_1 (&r, 0, FT_WIRE_FREE, HEAP, 24);
  ft_trace *t = read_run (&r);
  const char *path = scratch_path ("run.jsonl");
  assert_true (ft_trace_write (t, path, NULL, &error));
  ft_trace *u = try (path, &error);
  if (!u)
    fail_msg ("%s", error.message);
  assert_int_equal (u->size, t->size);
  assert_int_equal (u->notes.list.size, t->notes.list.size);
  assert_int_equal (ft_trace_digest (t), ft_trace_digest (u));
  ft_trace_free (t);
  ft_trace_free (u);
  run_release (&r);
}

// One thread alone shares nothing: a run without events is fine.
static void alone (void **state) {
  (void)state;
  run r;
  program p = some_program (&r);
  run_start (&r, 0);
  run_enter (&r, 0, p.main, run_stack (1) - 64);
  run_1 (&r, 0, p.store, X, 7);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 0);
  ft_trace_free (t);
  run_release (&r);
}

// ---- fibres ----------------------------------------------------------------

enum { FIBRE = FT_WIRE_FIRST_FIBRE, BEGINS = FT_WIRE_FIBRE_BEGINS };

// The records of a thread are at the sites of the functions on the stack that it
// is on: T1 leaves a fibre, main goes on with it, each in the function where it
// was left.
static void fibre_moves (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_1 (&r, 1, FT_WIRE_FIBRE, FIBRE, BEGINS);
  run_enter (&r, 1, p.main, run_stack (3) - 64);
  run_enter (&r, 1, p.inner, run_stack (3) - 128);
  run_1 (&r, 1, FT_WIRE_FIBRE, 1, 0);
  run_1 (&r, 1, p.work_store, X, 1); // line 22
  run_1 (&r, 0, FT_WIRE_FIBRE, FIBRE, 0);
  run_1 (&r, 0, p.inner_store, X, 2); // line 101
  run_0 (&r, 0, FT_WIRE_EXIT, 0);
  run_1 (&r, 0, p.store, X, 3); // line 12, of the fibre's 'main'
  run_1 (&r, 1, FT_WIRE_FIBRE, 1, run_stack (2) - 100); // in the same frame
  run_1 (&r, 1, p.work_store, X, 4);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  run_0 (&r, 1, FT_WIRE_THREAD_END, 0);
  run_1 (&r, 0, FT_WIRE_FIBRE, 0, 0);
  run_1 (&r, 0, p.store, X, 5); // line 12
  ft_trace *t = read_run (&r);
  static const unsigned lines[] = {22, 101, 12, 22, 12};
  size_t n = 0;
  for (ft_id i = 0; i < t->size; i++) {
    if (t->events[i].kind != FT_WRITE)
      continue;
    char wanted[32];
    snprintf (wanted, sizeof wanted, ":%u:", lines[n++]);
    const char *location = ft_tables_name (&t->tables, FT_CLASS_LOCATION,
                                           t->events[i].location);
    if (!strstr (location, wanted))
      fail_msg ("write %zu is at %s, not %s", n, location, wanted);
  }
  assert_int_equal (n, 5);
  ft_trace_free (t);
  run_release (&r);
}

// A stack that goes back to an outer frame has lost the inner ones.
static void fibre_jumps (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_enter (&r, 1, p.inner, run_stack (2) - 128);
  run_1 (&r, 1, FT_WIRE_FIBRE, FIBRE, BEGINS);
  run_1 (&r, 1, FT_WIRE_FIBRE, 1, run_stack (2) - 100);
  run_1 (&r, 1, p.work_store, X, 1);
  run_1 (&r, 0, p.store, X, 2);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  refused (run_write (&r, "run"), "leaves a function, but is in none");
  run_release (&r);
}

static void bad_fibres (void **state) {
  (void)state;
  static const struct {
    uint64_t number, way;
    const char *message;
  } cases[] = {
      {FIBRE, 0, "goes on with fibre 65536, which has not begun"},
      {0, 0, "goes on with the stack of thread 0"},
      {FIBRE + 1, BEGINS, "fibre 65537 begins again"},
      {FIBRE + 1, 0, "fibre 65537 runs already"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    run r;
    two_threads (&r);
    run_1 (&r, 0, FT_WIRE_FIBRE, FIBRE + 1, BEGINS);
    run_1 (&r, 1, FT_WIRE_FIBRE, cases[i].number, cases[i].way);
    refused (run_write (&r, "run"), cases[i].message);
    run_release (&r);
  }
}

// ---- what is refused -------------------------------------------------------

static void other_version (void **state) {
  (void)state;
  run r;
  two_threads (&r);
  const char *path = run_write (&r, "run");
  struct ft_wire_control c = {.magic = FT_WIRE_MAGIC, .version = FT_WIRE_VERSION + 1};
  run_file (path, "control", &c, sizeof c);
  char message[120];
  snprintf (message, sizeof message,
            "recorded by another version of foretrace (format %d, this one reads %d): "
            "build the program and record it again",
            FT_WIRE_VERSION + 1, FT_WIRE_VERSION);
  refused (path, message);
  run_release (&r);
}

static void bad_records (void **state) {
  (void)state;
  run r;
  program p = two_threads (&r);
  run_0 (&r, 1, FT_WIRE_FIRST + 200, 0);
  refused (run_write (&r, "run"), "run/thread-1: word 5: unknown record");
  run_release (&r);
  p = two_threads (&r);
  run_0 (&r, 1, 99, 0);
  refused (run_write (&r, "run"), "word 5: site 99 in 'work', which has 3");
  run_release (&r);
  p = two_threads (&r);
  run_0 (&r, 1, p.work_store, 0); // its value is missing
  refused (run_write (&r, "run"),
           "word 5: access of 2 words, but the thread stops after word 6");
  run_release (&r);
  p = two_threads (&r);
  run_0 (&r, 1, FT_WIRE_UNWIND, 1234);
  refused (run_write (&r, "run"), "not on the stack");
  run_release (&r);
  p = two_threads (&r);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  run_0 (&r, 1, FT_WIRE_EXIT, 0);
  refused (run_write (&r, "run"), "word 6: leaves a function");
  run_release (&r);
  p = two_threads (&r);
  run_0 (&r, 1, FT_WIRE_FORK, 77);
  refused (run_write (&r, "run"), "thread 77, but there are 2 threads");
  run_release (&r);
  p = two_threads (&r);
  run_0 (&r, 1, FT_WIRE_RELEASE, MUTEX);
  refused (run_write (&r, "run"),
           "run/thread-1: word 5: event 1: thread 'T1' releases lock 'l'");
  run_release (&r);
  (void)p;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (accesses),
      cmocka_unit_test (splitting),
      cmocka_unit_test (ranges),
      cmocka_unit_test (atomics),
      cmocka_unit_test (waits),
      cmocka_unit_test (headers_are_named_by_their_user),
      cmocka_unit_test (heap_blocks),
      cmocka_unit_test (unseen_free),
      cmocka_unit_test (used_after_free),
      cmocka_unit_test (stacks),
      cmocka_unit_test (as_json_lines),
      cmocka_unit_test (alone),
      cmocka_unit_test (fibre_moves),
      cmocka_unit_test (fibre_jumps),
      cmocka_unit_test (bad_fibres),
      cmocka_unit_test (other_version),
      cmocka_unit_test (bad_records),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
