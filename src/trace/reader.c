#include "trace/reader.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/source.h"
#include "trace/format.h"
#include "trace/ftz.h"
#include "trace/ftz_read.h"
#include "trace/native.h"
#include "trace/packed_read.h"
#include "trace/validate.h"

struct ft_reader {
  // Owned; one of them is not NULL.
  ft_source *source; // lines of text
  ft_native *native; // a recorded run
  ft_packed *packed; // blocks of columns
  ft_ftz *ftz;       // blocks of grammars
  char *path;        // owned, of the run
  struct {           // where the run's event at hand is, in words
    char *path;      // owned: the log of 'thread'
    uint32_t thread;
    uint64_t word;
  } log;
  const ft_format *format;
  void *state; // of the format, owned
  bool lenient, stream, over;
  uint64_t gap; // lost events that are still to be stood in for
  ft_event_list closing;
  size_t closed;         // of 'closing', handed out
  ft_pos position;       // of the next event to be read
  uint64_t line;         // of the event at hand
  ft_event *events;      // owned: the batch, BATCH of them
  uint32_t count, given; // of 'events', and of these handed out one by one
  bool leaves_origins;   // which a run has
  bool failed;           // after the batch
  ft_error failure;
  ft_tables tables;
  ft_notes notes;
  ft_validator *validator; // owned
  ft_strbuf why;
};

static const ft_format *const formats[] = {
    &ft_format_std, &ft_format_roadrunner, &ft_format_jsonl};

// 128 KB of events stay in a second-level cache.
#define BATCH 4096

#define FORMATS (sizeof formats / sizeof *formats)

// ---- which format ----------------------------------------------------------

static const ft_format *format_called (const char *name, size_t n) {
  for (size_t i = 0; i < FORMATS; i++)
    if (ft_span_is ((ft_span){name, n}, formats[i]->name))
      return formats[i];
  return NULL;
}

static bool strip_suffix (const char *path, size_t *n, const char *suffix) {
  size_t m = strlen (suffix);
  if (*n < m || memcmp (path + *n - m, suffix, m))
    return false;
  *n -= m;
  return true;
}

static const ft_format *format_of_name (const char *path) {
  size_t n = strlen (path);
  if (!strip_suffix (path, &n, ".gz"))
    strip_suffix (path, &n, ".zst");
  for (size_t dot = n; dot--;)
    if (path[dot] == '.')
      return format_called (path + dot + 1, n - dot - 1);
  return NULL;
}

static const ft_format *format_of_line (ft_span line) {
  line = ft_span_trim (line);
  ft_cursor c = {line.begin, line.begin + line.size};
  if (ft_cursor_skip (&c, "{"))
    return &ft_format_jsonl;
  if (ft_cursor_skip (&c, "@") && ft_cursor_blanks (&c))
    return &ft_format_roadrunner;
  c.at = line.begin;
  if (!ft_span_starts (line, "#") && ft_cursor_until (&c, '|', &line))
    return &ft_format_std;
  return NULL;
}

static const ft_format *format_of_text (ft_span text) {
  ft_cursor c = {text.begin, text.begin + text.size};
  const ft_format *found = NULL;
  while (!found && !ft_cursor_done (&c)) {
    ft_span line = ft_cursor_rest (&c);
    if (!ft_cursor_until (&c, '\n', &line))
      c.at = c.end;
    found = format_of_line (line);
  }
  return found;
}

static bool is_blank_text (ft_span text) {
  for (size_t i = 0; i < text.size; i++)
    if (!strchr (" \t\r\n", text.begin[i]) || !text.begin[i])
      return false;
  return true;
}

// Where the event at hand is: a file and a line, or a word of a log, or a file
// and the event's position.
static const char *path_of (const ft_reader *r) {
  if (r->source)
    return ft_source_path (r->source);
  if (r->packed)
    return ft_packed_path (r->packed);
  if (r->ftz)
    return ft_ftz_path (r->ftz);
  return r->log.path ? r->log.path : r->path;
}

static uint64_t number_of (const ft_reader *r) {
  if (r->packed || r->ftz)
    return r->position;
  return r->source ? r->line : r->log.word;
}

static bool no_events (const ft_reader *r, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: no events; expected a trace with at least one",
                path_of (r));
  return false;
}

static bool tell_format (ft_reader *r, ft_error *error) {
  ft_span text;
  if (!ft_source_peek (r->source, &text, error))
    return false;
  r->format = format_of_text (text);
  if (r->format)
    return true;
  if (is_blank_text (text))
    return no_events (r, error);
  ft_error_at_line (error, ft_source_path (r->source), 1,
                    "in none of the known formats; expected lines like "
                    "'T1|w(x)|7' (std), '@  Wr(1,x)' (rr) or "
                    "'{\"thread\":...}' (jsonl)");
  return false;
}

static bool choose_format (ft_reader *r, const char *path, const char *name,
                           ft_error *error) {
  if (!name) {
    r->format = format_of_name (path);
    return r->format || tell_format (r, error);
  }
  r->format = format_called (name, strlen (name));
  if (!r->format)
    ft_error_set (error, FT_EXIT_USAGE,
                  "unknown trace format '%s'; expected std, rr, jsonl, packed, "
                  "compressed or run",
                  name);
  return r->format;
}

// ---- reading ---------------------------------------------------------------

// Formats that are no text.
enum binary { TEXT, PACKED, COMPRESSED };

static const struct binary_format {
  const char *name, *suffix, *magic;
} binaries[] = {
    [TEXT] = {NULL, NULL, NULL},
    [PACKED] = {FT_PACKED_NAME, "." FT_PACKED_SUFFIX, FT_PACKED_MAGIC},
    [COMPRESSED] = {FT_FTZ_NAME, "." FT_FTZ_SUFFIX, FT_FTZ_MAGIC},
};

static enum binary binary_called (const char *name) {
  for (enum binary b = PACKED; b <= COMPRESSED; b++)
    if (!strcmp (name, binaries[b].name))
      return b;
  return TEXT;
}

// By the name of the file, else by its first bytes.
static bool tell_binary (ft_unpack *in, const char *path, const char *format,
                         enum binary *found, ft_error *error) {
  enum { BYTES = 8 };
  char start[BYTES];
  size_t n = strlen (path);
  *found = format ? binary_called (format) : TEXT;
  if (format || format_of_name (path))
    return true;
  if (!strip_suffix (path, &n, ".gz"))
    strip_suffix (path, &n, ".zst");
  ptrdiff_t got = ft_unpack_peek (in, start, sizeof start, error);
  for (enum binary b = PACKED; b <= COMPRESSED; b++)
    if (strip_suffix (path, &n, binaries[b].suffix))
      *found = b;
  for (enum binary b = PACKED; b <= COMPRESSED && !*found; b++)
    if (got == BYTES && !memcmp (start, binaries[b].magic, BYTES))
      *found = b;
  return got >= 0;
}

static bool open_text (ft_reader *r, ft_unpack *in, const char *path,
                       const char *format, ft_error *error) {
  r->source = ft_source_new (in);
  if (!choose_format (r, path, format, error))
    return false;
  r->state = r->format->begin ? r->format->begin () : NULL;
  return true;
}

static bool open_file (ft_reader *r, const char *path, ft_read_options options,
                       ft_error *error) {
  enum binary found;
  ft_unpack *in = ft_unpack_open (path, error);
  if (!in)
    return false;
  if (!tell_binary (in, path, options.format, &found, error)) {
    ft_unpack_free (in);
    return false;
  }
  switch (found) {
  case TEXT:
    return open_text (r, in, path, options.format, error);
  case PACKED:
    r->packed = ft_packed_open (in, options.without, options.lenient, error);
    return r->packed;
  case COMPRESSED:
    r->ftz = ft_ftz_open (in, options.without, options.stream, error);
    return r->ftz;
  }
  return false;
}

static bool open_run (ft_reader *r, const char *path,
                      const ft_deadline *deadline, ft_error *error) {
  r->path = ft_strdup (path);
  r->native = ft_native_open_within (path, deadline, error);
  return r->native;
}

static bool is_run (const char *path, const char *format) {
  return format ? !strcmp (format, FT_FORMAT_RUN) : ft_native_is_run (path);
}

ft_reader *ft_reader_open (const char *path, ft_read_options options,
                           ft_error *error) {
  ft_reader *r = FT_NEW (ft_reader);
  r->lenient = options.lenient;
  r->stream = options.stream;
  r->events = FT_ARRAY (ft_event, BATCH);
  bool fine = is_run (path, options.format)
                  ? open_run (r, path, options.deadline, error)
                  : open_file (r, path, options, error);
  if (!fine) {
    ft_reader_free (r);
    return NULL;
  }
  r->validator = ft_validator_new (&r->tables, &r->notes);
  return r;
}

void ft_reader_free (ft_reader *r) {
  if (!r)
    return;
  if (r->format && r->format->end)
    r->format->end (r->state);
  ft_source_free (r->source);
  ft_native_free (r->native);
  ft_packed_free (r->packed);
  ft_ftz_free (r->ftz);
  free (r->path);
  free (r->log.path);
  free (r->events);
  ft_validator_free (r->validator);
  ft_tables_release (&r->tables);
  ft_notes_release (&r->notes);
  ft_strbuf_release (&r->why);
  FT_RELEASE (r->closing);
  free (r);
}

static ft_line line_at_hand (ft_reader *r, ft_span text) {
  return (ft_line){text,       path_of (r), r->line, r->position,
                   &r->tables, &r->notes,   &r->why, NULL};
}

static int parse (ft_reader *r, ft_span text, ft_event *e, ft_error *error) {
  ft_line line = line_at_hand (r, ft_span_trim (text));
  if (line.number == 1 && ft_span_starts (line.text, "\xef\xbb\xbf"))
    line.text.begin += 3, line.text.size -= 3;
  const char *nul = text.size ? memchr (text.begin, 0, text.size) : NULL;
  if (nul)
    return ft_line_error (&line, error, "NUL byte in column %zu; expected text",
                          (size_t)(nul - text.begin) + 1);
  return line.text.size ? r->format->parse (r->state, &line, e, error) : 0;
}

static void drop (ft_reader *r, enum ft_rule rule, ft_event *e) {
  ft_notes_add (&r->notes, (int)FT_NOTE_DROPPED + (int)rule, r->position,
                "%.200s:%llu: event %llu left out: %.250s", path_of (r),
                (unsigned long long)number_of (r),
                (unsigned long long)r->position, ft_strbuf_text (&r->why));
  e->flags |= FT_DROPPED;
}

static int refuse (ft_reader *r, ft_error *error) {
  const char *why = ft_strbuf_text (&r->why);
  unsigned long long position = r->position, number = number_of (r);
  if (r->source)
    ft_error_at_line (error, path_of (r), number, "event %llu: %s", position,
                      why);
  else if (r->packed)
    ft_packed_refuse (r->packed, position, why, error);
  else if (r->ftz)
    ft_ftz_refuse (r->ftz, position, why, error);
  else
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%.400s: word %llu: event %llu: %s",
                  path_of (r), number, position, why);
  return -1;
}

// The parser may have found the event flawed already.
static int validate (ft_reader *r, ft_event *e, ft_error *error) {
  enum ft_rule rule = FT_RULE_MEMORY;
  if (r->why.size)
    e->flags |= FT_DROPPED;
  bool flawed = r->why.size;
  enum ft_rule found =
      ft_validator_step (r->validator, e, path_of (r), number_of (r), &r->why);
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
// so may a packed trace; a text without any is most likely not what was meant.
static int finish (ft_reader *r, ft_error *error) {
  if (!r->position && r->source)
    return no_events (r, error) - 1;
  if (!r->over)
    ft_validator_finish (r->validator, r->native ? r->path : path_of (r));
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

static void keep_place (ft_reader *r) {
  ft_place place = ft_native_place (r->native);
  r->log.word = place.word;
  if (r->log.path && r->log.thread == place.thread)
    return;
  char path[4352];
  snprintf (path, sizeof path, "%.4096s/thread-%u", r->path, place.thread);
  free (r->log.path);
  r->log.path = ft_strdup (path);
  r->log.thread = place.thread;
}

static int next_of_run (ft_reader *r, ft_event *e, ft_error *error) {
  int got = ft_native_next (r->native, &r->tables, e, &r->notes, error);
  if (got < 0)
    return -1;
  if (!got)
    return finish (r, error);
  keep_place (r);
  forget_why (r);
  return validate (r, e, error);
}

static int next_of_file (ft_reader *r, ft_event *e, ft_error *error) {
  for (;;) {
    ft_span text;
    int got = ft_source_line (r->source, &text, error);
    if (got < 0)
      return -1;
    if (!got)
      return finish (r, error);
    r->line = ft_source_number (r->source);
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

// Events of which the first is at 'line', and each in the next line.
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

// Events of lines that the format reads by the dozen.
static void fill_lines (ft_reader *r) {
  ft_event *events = r->events + r->count;
  ft_span text = ft_source_buffer (r->source);
  ft_cursor c = {text.begin, text.begin + text.size};
  r->line = ft_source_number (r->source) + 1;
  ft_line first = line_at_hand (r, (ft_span){0});
  uint32_t count =
      r->format->parse_lines (r->state, &first, &c, events, BATCH - r->count);
  ft_source_take (r->source, (size_t)(c.at - text.begin), count);
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

// In the place of an event that is lost is one without effect, or one that
// closes what was open; one that cannot do that after all has no effect.
static void fill_gap (ft_reader *r) {
  for (; r->gap && r->count < BATCH; r->gap--, r->count++) {
    ft_event *e = r->events + r->count;
    bool closes = r->closed < r->closing.size;
    *e = closes ? r->closing.begin[r->closed++] : FT_EVENT_NONE;
    e->thread = closes ? e->thread : 0;
    forget_why (r);
    if (!closes)
      ft_event_set_mark (e, FT_MARK_SKIP);
    if (ft_validator_step (r->validator, e, path_of (r), r->position, &r->why))
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
  n = n < BATCH ? n : BATCH;
  if (r->failed || r->over)
    return;
  r->failed =
      !ft_packed_events (r->packed, &r->tables, r->events, n, &r->failure);
  if (!r->failed)
    validate_all (r, n, 0);
}

static void fill_compressed (ft_reader *r) {
  int got =
      ft_ftz_events (r->ftz, &r->tables, r->events, BATCH, &r->failure);
  if (!got)
    got = finish (r, &r->failure);
  r->failed = got < 0;
  if (got > 0)
    validate_all (r, (uint32_t)got, 0);
}

static void fill_singly (ft_reader *r) {
  while (r->count < BATCH && !r->over && !r->failed) {
    if (r->format && r->format->parse_lines)
      fill_lines (r);
    if (r->count == BATCH || r->failed)
      break;
    ft_event *e = r->events + r->count;
    int got = r->native ? next_of_run (r, e, &r->failure)
                        : next_of_file (r, e, &r->failure);
    r->failed = got < 0;
    r->count += got > 0;
  }
}

static void forget_details (ft_tables *tables) {
  tables->details.size = tables->operands.size = tables->freed.size = 0;
  ft_alternatives_undo (&tables->alternatives, (ft_alternatives_mark){0, 0, 0});
  ft_origins_forget (&tables->origins);
}

// A failure waits until the events before it were handed out.
static void fill (ft_reader *r) {
  r->count = r->given = 0;
  if (r->stream && !(r->native && ft_native_is_amid (r->native)))
    forget_details (&r->tables);
  if (!r->packed && !r->ftz)
    fill_singly (r);
  else if (!r->over && !r->failed && r->packed)
    fill_packed (r);
  else if (!r->over && !r->failed)
    fill_compressed (r);
  if (r->leaves_origins)
    ft_origins_forget (&r->tables.origins);
}

int ft_reader_batch (ft_reader *r, ft_batch *b, ft_error *error) {
  if (r->given == r->count)
    fill (r);
  if (r->given == r->count) {
    if (r->failed)
      *error = r->failure;
    return r->failed ? -1 : 0;
  }
  *b = (ft_batch){r->events + r->given, r->count - r->given,
                  r->position - r->count + r->given};
  r->given = r->count;
  return 1;
}

int ft_reader_next (ft_reader *r, ft_event *e, ft_error *error) {
  ft_batch b;
  int got = ft_reader_batch (r, &b, error);
  if (got <= 0)
    return got;
  *e = b.events[0];
  r->given -= b.count - 1;
  return 1;
}

ft_id ft_reader_location (ft_reader *r, ft_pos position) {
  ft_pos first = r->position - r->count;
  assert (position >= first && position < r->position);
  if (r->packed && r->events[position - first].location == FT_NO_ID)
    return ft_packed_location (r->packed, &r->tables, position);
  return r->events[position - first].location;
}

const ft_tables *ft_reader_tables (const ft_reader *r) {
  return &r->tables;
}

const ft_notes *ft_reader_notes (const ft_reader *r) {
  return &r->notes;
}

const char *ft_reader_format (const ft_reader *r) {
  return r->native   ? FT_FORMAT_RUN
         : r->packed ? FT_PACKED_NAME
         : r->ftz    ? FT_FTZ_NAME
                     : r->format->name;
}

ft_packing ft_reader_packing (const ft_reader *r) {
  if (r->ftz)
    return (ft_packing){ft_ftz_bytes (r->ftz), ft_ftz_blocks (r->ftz)};
  if (!r->packed)
    return (ft_packing){0};
  ft_packed_status s = ft_packed_progress (r->packed);
  return (ft_packing){s.bytes, s.blocks};
}

ft_pos ft_reader_announced (const ft_reader *r) {
  return r->ftz ? ft_ftz_announced (r->ftz) : r->position;
}

void ft_reader_move_tables (ft_reader *r, ft_tables *tables, ft_notes *notes) {
  *tables = r->tables;
  *notes = r->notes;
  r->tables = (ft_tables){0};
  r->notes = (ft_notes){0};
}

void ft_reader_leave_sides (ft_reader *r) {
  r->leaves_origins = r->native;
  if (r->native)
    ft_native_leave_sides (r->native);
}

void ft_reader_leave_code (ft_reader *r) {
  if (r->native)
    ft_native_leave_code (r->native);
}

double ft_reader_progress (const ft_reader *r) {
  if (r->packed)
    return ft_packed_progress (r->packed).progress;
  if (r->ftz)
    return ft_ftz_progress (r->ftz);
  return r->native ? ft_native_progress (r->native)
                   : ft_source_progress (r->source);
}
