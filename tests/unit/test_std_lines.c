// The fast reader of STD lines against the careful one: the same events,
// names, notes and errors, on random lines of which many are odd or damaged.
// A failing text is shrunk and printed with its seed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/line_reader.h"
#include "tests/fuzz/damage.h"
#include "format/text_format.h"

enum { ROUNDS = 4000, LINES = 60 };

// ---- random text -----------------------------------------------------------

static const char *pick (ft_rng *rng, const char *const *from, uint32_t n) {
  return from[ft_rng_below (rng, n)];
}

#define PICK(rng, list) pick (rng, list, sizeof (list) / sizeof *(list))

static void put_operation (ft_rng *rng, ft_strbuf *text) {
  static const char *const common[] = {"r", "w", "acq", "rel"};
  static const char *const rare[] = {
      "begin",    "end",   "branch", "req(l)",   "fork(1)", "join(T2)",
      "fork(T3)", "r",     "x(1)",   "r()",      "acq(",    "rel()",
      "(x)",      "re(x)", "",       "begin(m)", "rw(x)",   "acq (l)",
      "r(x) ",    "w(x)y", "R(x)"};
  static const char *const targets[] = {"x",
                                        "y1",
                                        "v100800",
                                        "12345678",
                                        "123456789",
                                        "f(x)[2]",
                                        "()",
                                        "a longer name of something",
                                        "another name of something longer",
                                        "\xc3\xa4",
                                        "x\r",
                                        " x"};
  if (ft_rng_percent (rng, 10))
    ft_strbuf_add (text, "%s", PICK (rng, rare));
  else
    ft_strbuf_add (text, "%s(%s)", PICK (rng, common), PICK (rng, targets));
}

static void put_line (ft_rng *rng, ft_strbuf *text) {
  static const char *const threads[] = {
      "T1", "T2", "T3", "3", "main", "a thread's long name", "-1", "\xef"};
  static const char *const locations[] = {
      "|7", "|Class.java:1234", "|a.c:12", "|", "", "|x y", "|0|1", "| 8"};
  static const char *const ends[] = {"\r\n", " \n", "\t\r\n", "\n\n", "\r\r\n"};
  if (ft_rng_percent (rng, 2))
    ft_strbuf_add (text, "%s",
                   ft_rng_percent (rng, 50) ? "# a|comment|x" : "//a|b|c");
  if (ft_rng_percent (rng, 3))
    ft_strbuf_add (text, " ");
  ft_strbuf_add (text, "%s|",
                 threads[ft_rng_below (rng, ft_rng_percent (rng, 90) ? 3 : 8)]);
  put_operation (rng, text);
  ft_strbuf_add (
      text, "%s",
      locations[ft_rng_below (rng, ft_rng_percent (rng, 85) ? 3 : 8)]);
  ft_strbuf_add (text, "%s",
                 ft_rng_percent (rng, 90) ? "\n" : PICK (rng, ends));
}

static void put_text (ft_rng *rng, ft_strbuf *text) {
  if (ft_rng_percent (rng, 10))
    ft_strbuf_add (text, "\xef\xbb\xbf");
  for (unsigned n = 1 + ft_rng_below (rng, LINES); n--;)
    put_line (rng, text);
  if (ft_rng_percent (rng, 40))
    text->size = damage_bytes (rng, text->text, text->size);
  if (ft_rng_percent (rng, 20))
    text->size -= text->size && text->text[text->size - 1] == '\n';
}

// ---- two readers of it -----------------------------------------------------

typedef struct reading {
  ft_tables tables;
  ft_notes notes;
  ft_strbuf found; // all that was read, as text
  void *state;
  uint64_t line;
  ft_pos position;
  uint32_t fast; // events by the fast reader
} reading;

static ft_trace_line line_at_hand (reading *r, ft_span text) {
  return (ft_trace_line){text,       "text",    r->line + 1, r->position,
                   &r->tables, &r->notes, NULL,        NULL};
}

static void put_event (reading *r, const ft_event *e) {
  enum ft_class class = ft_kind_class (e->kind);
  ft_strbuf_add (&r->found, "%s %s %s %s %u %u %llu\n",
                 ft_tables_name (&r->tables, FT_CLASS_THREAD, e->thread),
                 ft_kind_name (e->kind),
                 ft_tables_name (&r->tables, class, e->target),
                 ft_tables_name (&r->tables, FT_CLASS_LOCATION, e->location),
                 e->flags, e->mask, (unsigned long long)e->value);
  r->position++;
}

// As the reader of traces does it (see 'reader.c').
static void read_careful (reading *r, ft_cursor *c) {
  ft_span text = ft_cursor_rest (c);
  if (!ft_cursor_until (c, '\n', &text))
    c->at = c->end;
  if (text.size && text.begin[text.size - 1] == '\r')
    text.size--;
  ft_trace_line line = line_at_hand (r, ft_span_trim (text));
  r->line++;
  if (line.number == 1 && ft_span_starts (line.text, "\xef\xbb\xbf"))
    line.text.begin += 3, line.text.size -= 3;
  ft_event e;
  ft_error error = FT_NO_ERROR;
  if (text.size && memchr (text.begin, 0, text.size))
    ft_strbuf_add (&r->found, "NUL in line %llu\n",
                   (unsigned long long)line.number);
  else if (line.text.size) {
    int got = ft_text_format_std.parse (r->state, &line, &e, &error);
    if (got > 0)
      put_event (r, &e);
    else if (got < 0)
      ft_strbuf_add (&r->found, "%s\n", error.message);
  }
}

static void read_fast (reading *r, ft_cursor *c, uint32_t room) {
  ft_event events[LINES];
  ft_trace_line first = line_at_hand (r, (ft_span){0});
  uint32_t n = ft_text_format_std.parse_lines (r->state, &first, c, events, room);
  assert_true (n <= room);
  r->line += n;
  r->fast += n;
  for (uint32_t i = 0; i < n; i++)
    put_event (r, events + i);
}

static void put_tables (reading *r) {
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    for (ft_id id = 0; id < ft_tables_count (&r->tables, class); id++)
      ft_strbuf_add (&r->found, "%d %u %s\n", class, id,
                     ft_tables_name (&r->tables, class, id));
  for (size_t i = 0; i < r->notes.list.size; i++) {
    const ft_note *n = r->notes.list.begin + i;
    ft_strbuf_add (&r->found, "%s %llu %llu\n", n->text,
                   (unsigned long long)n->first, (unsigned long long)n->count);
  }
  ft_strbuf_add (&r->found, "%zu variables, %llu lines\n",
                 r->tables.variables.size, (unsigned long long)r->line);
}

// 'room' of events for the fast reader each time, 0: the careful one alone.
// Returns all that was found; free it.
static char *read_text (const char *text, size_t n, uint32_t room,
                        uint64_t *fast) {
  reading r = {.state = ft_text_format_std.begin ()};
  char *padded = FT_ARRAY (char, n + FT_LINE_READER_PADDING);
  memcpy (padded, text, n);
  for (ft_cursor c = {padded, padded + n}; c.at < c.end;) {
    if (room)
      read_fast (&r, &c, room);
    if (c.at < c.end)
      read_careful (&r, &c);
  }
  put_tables (&r);
  *fast += r.fast;
  ft_text_format_std.end (r.state);
  ft_tables_release (&r.tables);
  ft_notes_release (&r.notes);
  free (padded);
  return ft_strbuf_take (&r.found);
}

static bool agree (const char *text, size_t n, uint32_t room, uint64_t *fast) {
  char *expected = read_text (text, n, 0, fast);
  char *found = read_text (text, n, room, fast);
  bool same = !strcmp (expected, found);
  free (expected);
  free (found);
  return same;
}

// Cuts lines out as long as the readers disagree.
static void shrink (char *text, size_t *n, uint32_t room) {
  char *less = FT_ARRAY (char, *n);
  for (size_t at = 0; at < *n;) {
    size_t end = damage_line_end (text, *n, at);
    memcpy (less, text, at);
    memcpy (less + at, text + end, *n - end);
    if (agree (less, *n - (end - at), room, &(uint64_t){0})) {
      at = end;
      continue;
    }
    *n -= end - at;
    memcpy (text, less, *n);
  }
  free (less);
}

static void fast_and_careful_agree (void **state) {
  (void)state;
  uint64_t fast = 0;
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_strbuf text = {0};
    put_text (&rng, &text);
    uint32_t room = 1 + ft_rng_below (&rng, LINES);
    if (!agree (text.text, text.size, room, &fast)) {
      shrink (text.text, &text.size, room);
      char *found = read_text (text.text, text.size, room, &fast);
      fail_msg ("seed %llu, room %u, text:\n%.*s\nfast reader:\n%s",
                (unsigned long long)seed, room, (int)text.size, text.text,
                found);
    }
    ft_strbuf_release (&text);
  }
  assert_true (fast > ROUNDS * 5); // or nothing was compared
}

static void common_lines_are_read_fast (void **state) {
  (void)state;
  static const char text[] = "T1|w(x)|1\nT1|r(x)|1\nT1|acq(l)|2\r\n"
                             "T1|rel(l)|3\nT1|w(a_longer_name)|f.c:1234\n";
  uint64_t fast = 0;
  free (read_text (text, sizeof text - 1, LINES, &fast));
  assert_int_equal (fast, 4); // all but the first of the thread
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (fast_and_careful_agree),
      cmocka_unit_test (common_lines_are_read_fast),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
