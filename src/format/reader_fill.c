// Reads the next events of a trace of any format, in batches, and validates
// them.

#include "trace/assumed.h"
#include "format/reader_inside.h"

#include <stdio.h>
#include <string.h>

static uint64_t number_of (const ft_reader *r) {
  if (r->packed || r->ftz)
    return r->position;
  if (r->source)
    return r->line;
  uint64_t position;
  r->feed->where (r->feed_state, &position);
  return position;
}

static ft_trace_line current_line (ft_reader *r, ft_span text) {
  return (ft_trace_line){text,       ft_reader_path (r), r->line, r->position,
                         &r->tables, &r->notes,          &r->why, NULL};
}

static int parse (ft_reader *r, ft_span text, ft_event *e, ft_error *error) {
  ft_trace_line line = current_line (r, ft_span_trim (text));
  if (line.number == 1 && ft_span_starts (line.text, "\xef\xbb\xbf"))
    line.text.begin += 3, line.text.size -= 3;
  const char *nul = text.size ? memchr (text.begin, 0, text.size) : NULL;
  if (nul)
    return ft_trace_line_error (&line, error,
                                "NUL byte in column %zu; expected text",
                                (size_t)(nul - text.begin) + 1);
  return line.text.size ? r->format->parse (r->state, &line, e, error) : 0;
}

static void drop (ft_reader *r, enum ft_rule rule, ft_event *e) {
  ft_notes_add (&r->notes, (int)FT_NOTE_DROPPED + (int)rule, r->position,
                "%.200s:%llu: event %llu left out: %.250s", ft_reader_path (r),
                (unsigned long long)number_of (r),
                (unsigned long long)r->position, ft_strbuf_text (&r->why));
  e->flags |= FT_DROPPED;
}

static int refuse (ft_reader *r, ft_error *error) {
  const char *why = ft_strbuf_text (&r->why);
  unsigned long long position = r->position, number = number_of (r);
  if (r->source)
    ft_error_at_line (error, ft_reader_path (r), number, "event %llu: %s",
                      position, why);
  else if (r->packed)
    ft_packed_refuse (r->packed, position, why, error);
  else if (r->ftz)
    ft_ftz_refuse (r->ftz, position, why, error);
  else
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s: word %llu: event %llu: %s",
                  ft_reader_path (r), number, position, why);
  return -1;
}

// The parser may have found a flaw in the event already.
static int validate (ft_reader *r, ft_event *e, ft_error *error) {
  enum ft_rule rule = FT_RULE_MEMORY;
  if (r->why.size)
    e->flags |= FT_DROPPED;
  bool flawed = r->why.size;
  enum ft_rule found = ft_validator_step (r->validator, e, ft_reader_path (r),
                                          number_of (r), &r->why);
  if (!flawed)
    rule = found;
  if (rule && !r->lenient)
    return refuse (r, error);
  if (rule)
    drop (r, rule, e);
  r->position++;
  return 1;
}

// A program that shares nothing between threads has a run without events, and
// so may a packed trace; a text without any event is most likely a mistake.
static int finish (ft_reader *r, ft_error *error) {
  if (!r->position && r->source)
    return ft_reader_no_events (r, error) - 1;
  if (!r->over)
    ft_validator_finish (r->validator, r->feed ? r->path : ft_reader_path (r));
  r->over = true;
  return 0;
}

static void note_skipped (ft_reader *r, const ft_error *why) {
  ft_notes_add (&r->notes, FT_NOTE_SKIPPED_LINE, r->position,
                "%.400s; line left out", why->message);
}

static void forget_why (ft_reader *r) {
  r->why.size = 0;
  if (r->why.text)
    r->why.text[0] = 0;
}

static int next_of_feed (ft_reader *r, ft_event *e, ft_error *error) {
  int got = r->feed->next (r->feed_state, &r->tables, e, &r->notes, error);
  if (got < 0)
    return -1;
  if (!got)
    return finish (r, error);
  forget_why (r);
  return validate (r, e, error);
}

static int next_of_file (ft_reader *r, ft_event *e, ft_error *error) {
  for (;;) {
    ft_span text;
    int got = ft_line_reader_next (r->source, &text, error);
    if (got < 0)
      return -1;
    if (!got)
      return finish (r, error);
    r->line = ft_line_reader_number (r->source);
    forget_why (r);
    got = parse (r, text, e, error);
    if (got > 0)
      return validate (r, e, error);
    if (got < 0 && !r->lenient)
      return -1;
    if (got < 0)
      note_skipped (r, error);
  }
}

// Validate events up to the 'n'-th of the batch; the first one is at 'line',
// each other one on the next line.
static void validate_all (ft_reader *r, uint32_t n, uint64_t line) {
  uint32_t first = r->count;
  while (r->count < n && !r->failed) {
    ft_event *e = r->events + r->count;
    uint32_t plain = ft_validator_run (r->validator, e, n - r->count);
    r->count += plain;
    r->position += plain;
    if (r->count == n)
      break;
    r->line = line + (r->count - first);
    forget_why (r);
    r->failed = validate (r, r->events + r->count, &r->failure) < 0;
    r->count += !r->failed;
  }
}

// Read lines that the format parses many at a time.
static void fill_lines (ft_reader *r) {
  ft_event *events = r->events + r->count;
  ft_span text = ft_line_reader_buffer (r->source);
  ft_cursor c = {text.begin, text.begin + text.size};
  r->line = ft_line_reader_number (r->source) + 1;
  ft_trace_line first = current_line (r, (ft_span){0});
  uint32_t count = r->format->parse_lines (r->state, &first, &c, events,
                                           FT_READER_BATCH - r->count);
  ft_line_reader_take (r->source, (size_t)(c.at - text.begin), count);
  validate_all (r, r->count + count, r->line);
}

static void load_block (ft_reader *r) {
  int got = ft_packed_load (r->packed, &r->tables, &r->notes, &r->failure);
  if (!got)
    got = finish (r, &r->failure);
  r->failed = got < 0;
  if (got <= 0)
    return;
  r->gap = ft_packed_gap (r->packed);
  FT_CLEAR (r->closing);
  if (r->gap)
    ft_validator_close (r->validator, &r->closing);
  r->closed = 0;
}

// Each lost event is replaced by one that closes a section or wait, or by a
// mark.  A closing event that breaks a rule becomes a mark, too.
static void fill_gap (ft_reader *r) {
  for (; r->gap && r->count < FT_READER_BATCH; r->gap--, r->count++) {
    ft_event *e = r->events + r->count;
    bool closes = r->closed < r->closing.size;
    *e = closes ? r->closing.begin[r->closed++] : FT_EVENT_NONE;
    e->thread = closes ? e->thread : 0;
    forget_why (r);
    if (!closes)
      ft_event_set_mark (e, FT_MARK_SKIP);
    if (ft_validator_step (r->validator, e, ft_reader_path (r), r->position,
                           &r->why))
      ft_event_set_mark (e, FT_MARK_SKIP);
    r->position++;
  }
}

static void fill_packed (ft_reader *r) {
  if (!r->gap && !ft_packed_left (r->packed))
    load_block (r);
  if (r->gap) {
    fill_gap (r);
    return;
  }
  uint32_t n = ft_packed_left (r->packed);
  n = n < FT_READER_BATCH ? n : FT_READER_BATCH;
  if (r->failed || r->over)
    return;
  r->failed =
      !ft_packed_events (r->packed, &r->tables, r->events, n, &r->failure);
  if (!r->failed)
    validate_all (r, n, 0);
}

static void fill_compressed (ft_reader *r) {
  int got = ft_ftz_events (r->ftz, &r->tables, r->events, FT_READER_BATCH,
                           &r->failure);
  if (!got)
    got = finish (r, &r->failure);
  r->failed = got < 0;
  if (got > 0)
    validate_all (r, (uint32_t)got, 0);
}

static void fill_singly (ft_reader *r) {
  while (r->count < FT_READER_BATCH && !r->over && !r->failed) {
    if (r->format && r->format->parse_lines)
      fill_lines (r);
    if (r->count == FT_READER_BATCH || r->failed)
      break;
    ft_event *e = r->events + r->count;
    int got = r->feed ? next_of_feed (r, e, &r->failure)
                      : next_of_file (r, e, &r->failure);
    r->failed = got < 0;
    r->count += got > 0;
  }
}

static void forget_details (ft_tables *tables) {
  tables->details.size = tables->operands.size = tables->freed.size = 0;
  ft_altpaths_undo (&tables->altpaths, (ft_altpaths_mark){0, 0, 0});
  ft_origins_forget (&tables->origins);
}

void ft_reader_fill (ft_reader *r) {
  r->count = r->given = 0;
  if (r->stream && !(r->feed && r->feed->is_mid_record (r->feed_state)))
    forget_details (&r->tables);
  if (!r->packed && !r->ftz)
    fill_singly (r);
  else if (!r->over && !r->failed && r->packed)
    fill_packed (r);
  else if (!r->over && !r->failed)
    fill_compressed (r);
  for (uint32_t i = 0; r->independent && i < r->count; i++)
    if (ft_kind_is_atomic ((enum ft_kind)r->events[i].kind) &&
        ft_variable_is_assumed (&r->tables, r->events[i].target))
      r->events[i].flags |= FT_DROPPED;
  if (r->drops_origins)
    ft_origins_forget (&r->tables.origins);
}
