// RAPID's STD format: 'THREAD|op(target)|location', one event a line.
//
// As in RAPID's parser (its classes parse.std.Parse and ParseStandard) the
// operations are r, w, acq, rel, fork, join, and begin and end, which count as
// events and have no effect.  'branch' is an operation there, too; 'req' is put
// before an acquire by deadlock detectors and has no effect either.  More is
// accepted than by RAPID: locations and targets may be any text without '|', a
// location may be missing, and blank lines and lines that begin with '#' or
// '//' are no events.
//
// Most lines are read by 'std_lines.h', in a fifth of the time; this parser is
// the complete grammar and reports errors.

#include "format/text_format.h"
#include "format/std_lines.h"

static void *begin (void) {
  return FT_NEW (ft_spellings);
}

static void end (void *state) {
  ft_spellings_release (state);
  free (state);
}

// The operations that have a target.
static const struct operation {
  const char *text;
  enum ft_kind kind;
} operations[] = {
    {"r", FT_READ},      {"w", FT_WRITE},   {"acq", FT_ACQUIRE},
    {"rel", FT_RELEASE}, {"fork", FT_FORK}, {"join", FT_JOIN},
};

// The parts of a line.  Names are resolved only when all of the line is well
// formed, so that a bad line adds no names.
typedef struct parts {
  ft_span thread, operation, target, location;
  enum ft_kind kind;
  int mark; // enum ft_mark, or -1
} parts;

static bool find_kind (ft_span op, enum ft_kind *kind) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (ft_span_is (op, operations[i].text)) {
      *kind = operations[i].kind;
      return true;
    }
  return false;
}

// The last field may be missing.
static int split (const ft_trace_line *line, parts *p, ft_error *error) {
  ft_cursor c = {line->text.begin, line->text.begin + line->text.size};
  if (!ft_cursor_until (&c, '|', &p->thread))
    return ft_trace_line_error (line, error,
                                "expected 'THREAD|op(target)|location', found "
                                "'%.*s'",
                                FT_SPAN_ARGS (line->text));
  if (!p->thread.size)
    return ft_trace_line_error (line, error, "expected a thread before '|'");
  if (ft_cursor_until (&c, '|', &p->operation))
    p->location = ft_cursor_rest (&c);
  else {
    p->operation = ft_cursor_rest (&c);
    p->location = (ft_span){c.end, 0};
  }
  if (ft_cursor_until (&(ft_cursor){p->location.begin, c.end}, '|',
                       &(ft_span){0}))
    return ft_trace_line_error (
        line, error,
        "expected three fields separated by '|', found more "
        "in '%.*s'",
        FT_SPAN_ARGS (line->text));
  return 1;
}

static int parse_target (const ft_trace_line *line, parts *p, ft_error *error) {
  ft_span text = p->operation, op;
  ft_cursor c = {text.begin, text.begin + text.size};
  if (!ft_cursor_until (&c, '(', &op) || !find_kind (op, &p->kind))
    return ft_trace_line_error (
        line, error,
        "expected r, w, acq, rel, fork or join with a "
        "target, begin, end, req or branch; found '%.*s'",
        FT_SPAN_ARGS (text));
  if (c.at == c.end || c.end[-1] != ')')
    return ft_trace_line_error (
        line, error,
        "expected ')' at the end of the operation, found "
        "'%.*s'",
        FT_SPAN_ARGS (text));
  p->target = (ft_span){c.at, (size_t)(c.end - c.at) - 1};
  if (!p->target.size)
    return ft_trace_line_error (line, error, "expected a target in '%.*s'",
                                FT_SPAN_ARGS (text));
  return 1;
}

static int parse_operation (const ft_trace_line *line, parts *p,
                            ft_error *error) {
  ft_span text = p->operation;
  p->mark = -1;
  p->kind = FT_FENCE;
  if (ft_span_starts (text, "begin"))
    p->mark = FT_MARK_BEGIN;
  else if (ft_span_starts (text, "end"))
    p->mark = FT_MARK_END;
  else if (ft_span_starts (text, "req("))
    p->mark = FT_MARK_SKIP;
  else if (ft_span_is (text, "branch"))
    p->kind = FT_BRANCH;
  else
    return parse_target (line, p, error);
  return 1;
}

static ft_id add (const ft_trace_line *line, enum ft_class class,
                  ft_span name) {
  return ft_tables_add (line->tables, class, name.begin, name.size);
}

static void set_location (const ft_trace_line *line, ft_span text,
                          ft_event *e) {
  if (text.size)
    e->location = add (line, FT_CLASS_LOCATION, text);
  else
    ft_notes_add (line->notes, FT_NOTE_NO_LOCATION, line->position,
                  "%.200s:%llu: event without a location; reports do "
                  "not distinguish such events",
                  line->path, (unsigned long long)line->number);
}

static void set_target (ft_spellings *s, const ft_trace_line *line,
                        const parts *p, ft_event *e) {
  enum ft_class class = ft_kind_class (p->kind);
  e->kind = (uint8_t)p->kind;
  if (p->mark >= 0)
    ft_event_set_mark (e, (enum ft_mark)p->mark);
  else if (class == FT_CLASS_THREAD)
    e->target = ft_spellings_target (s, line, p->thread, p->target);
  else if (class != FT_CLASS_NONE)
    e->target = add (line, class, p->target);
}

static int parse (void *state, const ft_trace_line *line, ft_event *e,
                  ft_error *error) {
  if (line->text.begin[0] == '#' || ft_span_starts (line->text, "//"))
    return 0;
  parts p;
  if (split (line, &p, error) < 0 || parse_operation (line, &p, error) < 0)
    return -1;
  *e = FT_EVENT_NONE;
  e->thread = ft_spellings_actor (state, line, p.thread, error);
  if (e->thread == FT_NO_ID)
    return -1;
  set_location (line, p.location, e);
  set_target (state, line, &p, e);
  return 1;
}

static uint32_t parse_lines (void *state, const ft_trace_line *first,
                             ft_cursor *c, ft_event *events, uint32_t room) {
  return ft_std_lines (state, first, c, events, room);
}

const ft_text_format ft_text_format_std = {"std", begin, end, parse,
                                           parse_lines};
