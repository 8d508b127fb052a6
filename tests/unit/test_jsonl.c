// JSON lines: the example of the documentation, field by field, and memory.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/read_text.h"
#include "format/writer.h"
#include "load/open.h"

// The block of docs/reference/trace-format.md between "```jsonl" and "```".
static char *example (void) {
  char *text = scratch_read ("docs/reference/trace-format.md", NULL);
  assert_non_null (text);
  char *begin = strstr (text, "```jsonl\n");
  assert_non_null (begin);
  begin += strlen ("```jsonl\n");
  char *end = strstr (begin, "```");
  assert_non_null (end);
  char *block = ft_strndup (begin, (size_t)(end - begin));
  free (text);
  return block;
}

static void documented_example_has_every_kind (void **state) {
  (void)state;
  char *text = example ();
  ft_trace *t = read_text ("jsonl", text);
  bool seen[FT_KIND_COUNT] = {false};
  for (ft_id i = 0; i < t->size; i++)
    seen[t->events[i].kind] = true;
  for (int kind = 0; kind < FT_KIND_COUNT; kind++)
    if (!seen[kind])
      fail_msg ("the example has no %s", ft_kind_name ((enum ft_kind)kind));
  assert_true (FT_EMPTY (t->notes.list));
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_path ("again.jsonl");
  assert_true (ft_trace_write (t, path, NULL, &error));
  ft_trace *again =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_true (ft_trace_digest (t) == ft_trace_digest (again));
  ft_trace_free (again);
  ft_trace_free (t);
  free (text);
}

// Lines of an alternative with another inside come back as they were.
static void alternatives_come_back (void **state) {
  (void)state;
  const char *lines =
      "{\"schema\":\"foretrace-trace/1\"}\n"
      "{\"thread\":\"T\",\"op\":\"branch\",\"outcome\":1,\"operator\":"
      "\"copy\",\"operands\":[\"a\"],\"alternatives\":[{\"outcome\":0,"
      "\"events\":[{\"op\":\"branch\",\"outcome\":0,\"operator\":\"lt\","
      "\"operands\":[\"b\",7],\"alternatives\":[{\"outcome\":1,\"events\":["
      "],\"replaces\":1}],\"location\":\"3\"},{\"op\":\"write\","
      "\"variable\":\"x\",\"operator\":\"copy\",\"operands\":[1],"
      "\"pointers\":[],\"location\":\"4\"}],\"replaces\":1},{\"outcome\":2,"
      "\"events\":[{\"op\":\"fork\",\"child\":\"U\"}]}],\"location\":\"2\"}\n"
      "{\"thread\":\"T\",\"op\":\"write\",\"variable\":\"x\"}\n";
  ft_trace *t = read_text ("jsonl", lines);
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_path ("again.jsonl");
  assert_int_equal (t->size, 2);
  assert_int_equal (t->altpath_events, 3);
  assert_int_equal (t->events[3].kind, FT_WRITE);
  assert_true (t->events[3].flags & FT_ALTPATH);
  assert_true (ft_trace_write (t, path, NULL, &error));
  char *again = scratch_read (path, NULL);
  assert_string_equal (again, lines);
  path = scratch_path ("a.ftp");
  assert_true (ft_trace_write (t, path, NULL, &error));
  ft_trace *packed =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  path = scratch_path ("again.jsonl");
  assert_true (ft_trace_write (packed, path, NULL, &error));
  ft_trace_free (packed);
  free (again);
  again = scratch_read (path, NULL);
  assert_string_equal (again, lines);
  free (again);
  ft_trace_free (t);
}

#define EVENT(fields) "{\"thread\":\"T\"," fields "}\n"
#define READ(fields) EVENT ("\"op\":\"read\"," fields)
#define WRITE(fields) EVENT ("\"op\":\"write\"," fields)

static void origins_come_back (void **state) {
  (void)state;
  const char *lines =
      "{\"schema\":\"foretrace-trace/1\"}\n"
      "{\"thread\":\"T\",\"op\":\"write\",\"variable\":\"x\",\"size\":4,"
      "\"value\":7,\"input\":\"stdin\",\"at\":0}\n"
      "{\"thread\":\"T\",\"op\":\"write\",\"variable\":\"y\"}\n"
      "{\"thread\":\"T\",\"op\":\"write\",\"address\":\"0x1003\","
      "\"size\":5,\"input\":\"file:a b\",\"at\":12,\"location\":\"1\"}\n";
  ft_trace *t = read_text ("jsonl", lines);
  const ft_origins *o = &t->tables.origins;
  assert_int_equal (o->writes.size, 2);
  assert_null (ft_origins_at (o, 1));
  assert_int_equal (ft_origins_at (o, 2)->at, 12);
  assert_string_equal (
      ft_intern_name (&o->sources, ft_origins_at (o, 2)->source), "file:a b");
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_path ("again.jsonl");
  assert_true (ft_trace_write (t, path, NULL, &error));
  char *again = scratch_read (path, NULL);
  assert_string_equal (again, lines);
  const char *others[] = {"a.ftp", "a.std"};
  for (int i = 0; i < 2; i++) {
    assert_false (ft_trace_write (t, scratch_path (others[i]), NULL, &error));
    assert_non_null (strstr (error.message, "event 0 writes input"));
  }
  free (again);
  ft_trace_free (t);
}

static const ft_detail *detail_of (const ft_trace *t, ft_id i) {
  const ft_detail *d = ft_tables_detail (&t->tables, t->events + i);
  assert_non_null (d);
  return d;
}

static void expect_operand (const ft_trace *t, uint32_t at, const char *local,
                            uint64_t constant) {
  const ft_operand *o = t->tables.operands.begin + at;
  if (local)
    assert_string_equal (ft_trace_name (t, FT_CLASS_LOCAL, o->local), local);
  else
    assert_int_equal (o->local, FT_NO_ID);
  assert_true (o->constant == constant);
}

static void fields (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl",
      EVENT ("\"op\":\"atomic-rmw\",\"variable\":\"x\",\"size\":2,\"value\":-"
             "2,\"written\":\"0xff\",\"order\":\"acq_rel\",\"result\":\"r\","
             "\"operands\":[\"a\",-1,\"0x10\"],\"pointers\":[]"));
  const ft_event *e = t->events;
  const ft_detail *d = detail_of (t, 0);
  assert_int_equal (e->flags, FT_HAS_VALUE);
  assert_true (e->value == 0xfffe);
  assert_int_equal (e->mask, 0x03);
  assert_int_equal (e->order, FT_ORDER_ACQ_REL);
  assert_int_equal (e->location, FT_NO_ID);
  assert_true (d->written_known && d->written == 0xff);
  assert_string_equal (ft_trace_name (t, FT_CLASS_LOCAL, d->result), "r");
  assert_true (d->operands_known && d->operand_count == 3);
  expect_operand (t, d->operands, "a", 0);
  expect_operand (t, d->operands + 1, NULL, UINT64_MAX);
  expect_operand (t, d->operands + 2, NULL, 16);
  assert_true (d->pointers_known && !d->pointer_count);
  ft_trace_free (t);
}

static void what_is_left_out (void **state) {
  (void)state;
  ft_trace *t =
      read_text ("jsonl", READ ("\"variable\":\"x\"") EVENT ("\"op\":\"fence\"")
                              EVENT ("\"op\":\"branch\",\"operands\":[]"));
  assert_int_equal (t->events[0].mask, 0xff);
  assert_int_equal (t->events[0].detail, FT_NO_ID);
  assert_int_equal (t->events[0].flags, 0);
  assert_int_equal (t->events[0].order, FT_ORDER_PLAIN);
  assert_int_equal (t->events[1].order, FT_ORDER_SEQ_CST);
  assert_true (detail_of (t, 2)->operands_known);
  assert_false (detail_of (t, 2)->pointers_known);
  ft_trace_free (t);
}

static void parts_of_variables (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl", WRITE ("\"variable\":\"x\",\"size\":1")
                   WRITE ("\"variable\":\"x\",\"size\":3,\"offset\":5")
                       WRITE ("\"variable\":\"x\",\"size\":8")
                           WRITE ("\"variable\":\"x\",\"size\":100")
                               WRITE ("\"address\":11,\"size\":2")
                                   WRITE ("\"address\":\"0x8\",\"size\":8"));
  static const uint8_t masks[] = {0x01, 0xe0, 0xff, 0xff, 0x18, 0xff};
  for (ft_id i = 0; i < 6; i++)
    assert_int_equal (t->events[i].mask, masks[i]);
  assert_int_equal (t->events[4].target, t->events[5].target);
  assert_string_equal (ft_trace_target_name (t, t->events + 4), "0x8");
  const ft_variable *v = t->tables.variables.begin + t->events[4].target;
  assert_true (v->addressed && v->address == 8 && v->alloc == FT_NO_POS);
  ft_trace_free (t);
}

#define ALLOC(a, n) EVENT ("\"op\":\"alloc\",\"address\":" a ",\"bytes\":" n)
#define FREE(a) EVENT ("\"op\":\"free\",\"address\":" a)
#define AT(a) WRITE ("\"address\":" a ",\"size\":8")

static void addresses_are_used_again (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl", AT ("64") ALLOC ("64", "32") AT ("64") AT ("72") AT ("64")
                   FREE ("64") ALLOC ("72", "8") AT ("72") FREE ("72")
                       ALLOC ("72", "8") AT ("72") AT ("128"));
  static const char *const names[] = {"0x40",   NULL, "0x40#2", "0x48",
                                      "0x40#2", NULL, NULL,     "0x48#2",
                                      NULL,     NULL, "0x48#3", "0x80"};
  static const ft_pos allocs[] = {FT_NO_POS, 0, 1, 1, 1, 0,
                                  0,         6, 0, 0, 9, FT_NO_POS};
  for (ft_id i = 0; i < 12; i++)
    if (names[i]) {
      const ft_event *e = t->events + i;
      assert_string_equal (ft_trace_target_name (t, e), names[i]);
      assert_true (t->tables.variables.begin[e->target].alloc == allocs[i]);
    }
  const ft_detail *d = detail_of (t, 5);
  assert_int_equal (d->bytes, 32);
  assert_int_equal (d->freed_count, 2);
  assert_int_equal (t->tables.freed.begin[d->freed], t->events[2].target);
  assert_int_equal (t->tables.freed.begin[d->freed + 1], t->events[3].target);
  assert_int_equal (detail_of (t, 8)->freed_count, 1);
  ft_trace_free (t);
}

// Names like those of memory are just names, until memory is accessed.
static void names_like_addresses (void **state) {
  (void)state;
  ft_trace *t = read_text ("jsonl", WRITE ("\"variable\":\"0x40\"") AT ("64"));
  assert_string_equal (ft_trace_target_name (t, t->events), "0x40");
  assert_string_equal (ft_trace_target_name (t, t->events + 1), "0x40#2");
  ft_trace_free (t);
}

static void frees_conflict_with_accesses (void **state) {
  (void)state;
#define OTHER "{\"thread\":\"U\",\"op\":"
  ft_trace *t = read_text ("jsonl", ALLOC ("64", "16") AT ("64") OTHER
                           "\"read\",\"address\":72,\"size\":4}\n" OTHER
                           "\"read\",\"address\":80,\"size\":4}\n" FREE ("64"));
  ft_id v = 0;
  assert_true (ft_trace_conflict (t, 2, 4, &v));
  assert_int_equal (v, t->events[2].target);
  assert_true (ft_trace_conflict (t, 4, 2, &v));
  assert_false (ft_trace_conflict (t, 1, 4, &v)); // the same thread
  assert_int_equal (v, FT_NO_ID);
  assert_false (ft_trace_conflict (t, 3, 4, NULL)); // beyond its end
  assert_false (ft_trace_conflict (t, 0, 2, NULL));
  ft_trace_free (t);
}

static void numbers_as_names (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "jsonl", "# comment\n\n"
               "{\"op\":\"acquire\",\"thread\":7,\"lock\":-3,\"location\":12}");
  expect_event (t, 0, "7", FT_ACQUIRE, "-3", "12");
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (documented_example_has_every_kind),
      cmocka_unit_test (alternatives_come_back),
      cmocka_unit_test (origins_come_back),
      cmocka_unit_test (fields),
      cmocka_unit_test (what_is_left_out),
      cmocka_unit_test (parts_of_variables),
      cmocka_unit_test (addresses_are_used_again),
      cmocka_unit_test (names_like_addresses),
      cmocka_unit_test (frees_conflict_with_accesses),
      cmocka_unit_test (numbers_as_names),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
