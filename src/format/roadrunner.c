// RoadRunner's text format, as RAPID reads it (its class parse.rr.Parse):
//
//   @  Acquire(2,@03)
//   @  ARd(2,@05.value_I)  Final  Deadlock.java:50:7
//
// An event is '@', blanks, 'Op(thread,target)' with Op one of Acquire,
// Release, Rd, Wr, Start (a fork), Join, Enter and Exit (which count as events
// and have no effect); behind it may follow the state of the variable and the
// location, the second word.  Rd and Wr may have a prefix: A for arrays, V for
// volatiles, which RAPID reads as plain accesses, and so does this parser, with
// a note.  All other lines are output of the program and no events.  Lines that
// begin with '@' but have an operation that RAPID does not know are noted.

#include "format/text_format.h"

#include <stdio.h>

static const struct operation {
  const char *text;
  enum ft_kind kind;
  int mark; // enum ft_mark, or -1
} operations[] = {
    {"Rd", FT_READ, -1},
    {"Wr", FT_WRITE, -1},
    {"ARd", FT_READ, -1},
    {"AWr", FT_WRITE, -1},
    {"VRd", FT_READ, -1},
    {"VWr", FT_WRITE, -1},
    {"Acquire", FT_ACQUIRE, -1},
    {"Release", FT_RELEASE, -1},
    {"Start", FT_FORK, -1},
    {"Join", FT_JOIN, -1},
    {"Enter", FT_FENCE, FT_MARK_BEGIN},
    {"Exit", FT_FENCE, FT_MARK_END},
};

static const struct operation *find_operation (ft_span text) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (ft_span_is (text, operations[i].text))
      return operations + i;
  return NULL;
}

static void note (const ft_trace_line *line, int sort, ft_span op,
                  const char *what) {
  ft_notes_add (line->notes, sort, line->position, "%.200s:%llu: '%.*s' %s",
                line->path, (unsigned long long)line->number, FT_SPAN_ARGS (op),
                what);
}

static ft_id add (const ft_trace_line *line, enum ft_class class,
                  ft_span name) {
  return ft_tables_add (line->tables, class, name.begin, name.size);
}

// 'thread,target)'; neither may contain a comma or a blank.  A target may
// contain parentheses: the last one before a blank closes the operation.
static int parse_arguments (const ft_trace_line *line, ft_cursor *c, ft_span op,
                            ft_span *thread, ft_span *target, ft_error *error) {
  ft_span word = {c->at, 0};
  ft_cursor_word (c, &word);
  ft_cursor w = {word.begin, word.begin + word.size};
  if (word.size && ft_cursor_until (&w, ',', thread) && thread->size &&
      w.end - w.at > 1 && w.end[-1] == ')') {
    *target = (ft_span){w.at, (size_t)(w.end - w.at) - 1};
    ft_cursor t = {target->begin, target->begin + target->size};
    if (!ft_cursor_until (&t, ',', &(ft_span){0}))
      return 1;
  }
  return ft_trace_line_error (line, error,
                              "expected '%.*s(thread,target)', found "
                              "'%.*s(%.*s'",
                              FT_SPAN_ARGS (op), FT_SPAN_ARGS (op),
                              FT_SPAN_ARGS (word));
}

static void parse_location (const ft_trace_line *line, ft_cursor c,
                            ft_event *e) {
  ft_span word;
  if (ft_cursor_blanks (&c) && ft_cursor_word (&c, &word) &&
      ft_cursor_blanks (&c) && ft_cursor_word (&c, &word))
    e->location = add (line, FT_CLASS_LOCATION, word);
}

static int parse (void *state, const ft_trace_line *line, ft_event *e,
                  ft_error *error) {
  (void)state;
  ft_cursor c = {line->text.begin, line->text.begin + line->text.size};
  ft_span op, thread = {0}, target = {0};
  if (!ft_cursor_skip (&c, "@") || !ft_cursor_blanks (&c) ||
      !ft_cursor_until (&c, '(', &op))
    return 0;
  const struct operation *known = find_operation (op);
  if (!known) {
    note (line, FT_NOTE_UNKNOWN_OPERATION, op,
          "is not known and left out, as RAPID does");
    return 0;
  }
  if (parse_arguments (line, &c, op, &thread, &target, error) < 0)
    return -1;
  if (op.begin[0] == 'V')
    note (line, FT_NOTE_VOLATILE, op,
          "is read as a plain access, as RAPID does");
  *e = FT_EVENT_NONE;
  e->kind = (uint8_t)known->kind;
  e->thread = add (line, FT_CLASS_THREAD, thread);
  parse_location (line, c, e);
  if (known->mark >= 0)
    ft_event_set_mark (e, (enum ft_mark)known->mark);
  else
    e->target = add (line, ft_kind_class (known->kind), target);
  return 1;
}

const ft_text_format ft_text_format_roadrunner = {"rr", NULL, NULL, parse};
