// Opens traces and reads them in batches.

#include "format/reader_inside.h"

#include <string.h>

#include "format/ftz.h"
#include "format/reader_format.h"

const char *ft_reader_path (const ft_reader *r) {
  if (r->source)
    return ft_line_reader_path (r->source);
  if (r->packed)
    return ft_packed_path (r->packed);
  if (r->ftz)
    return ft_ftz_path (r->ftz);
  uint64_t position;
  const char *path = r->feed->where (r->feed_state, &position);
  return path ? path : r->path;
}

bool ft_reader_no_events (const ft_reader *r, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: no events; expected a trace with at least one",
                ft_reader_path (r));
  return false;
}

static bool is_blank_text (ft_span text) {
  for (size_t i = 0; i < text.size; i++)
    if (!strchr (" \t\r\n", text.begin[i]) || !text.begin[i])
      return false;
  return true;
}

static bool detect_format (ft_reader *r, ft_error *error) {
  ft_span text;
  if (!ft_line_reader_peek (r->source, &text, error))
    return false;
  r->format = ft_text_format_of_text (text);
  if (r->format)
    return true;
  if (is_blank_text (text))
    return ft_reader_no_events (r, error);
  ft_error_at_line (error, ft_line_reader_path (r->source), 1,
                    "in none of the known formats; expected lines like "
                    "'T1|w(x)|7' (std), '@  Wr(1,x)' (rr) or "
                    "'{\"thread\":...}' (jsonl)");
  return false;
}

static bool choose_format (ft_reader *r, const char *path, const char *name,
                           ft_error *error) {
  if (!name) {
    r->format = ft_text_format_of_name (path);
    return r->format || detect_format (r, error);
  }
  r->format = ft_text_format_called (name, strlen (name));
  if (!r->format)
    ft_error_set (error, FT_EXIT_USAGE,
                  "unknown trace format '%s'; expected std, rr, jsonl, packed, "
                  "compressed or run",
                  name);
  return r->format;
}

static bool open_text (ft_reader *r, ft_decompressor *in, const char *path,
                       const char *format, ft_error *error) {
  r->source = ft_line_reader_new (in);
  if (!choose_format (r, path, format, error))
    return false;
  r->state = r->format->begin ? r->format->begin () : NULL;
  return true;
}

static bool open_file (ft_reader *r, const char *path, ft_read_options options,
                       ft_error *error) {
  enum ft_binary found;
  ft_decompressor *in = ft_decompressor_open (path, error);
  if (!in)
    return false;
  if (!ft_binary_of (in, path, options.format, &found, error)) {
    ft_decompressor_free (in);
    return false;
  }
  switch (found) {
  case FT_TEXT:
    return open_text (r, in, path, options.format, error);
  case FT_PACKED:
    r->packed = ft_packed_open (in, options.without, options.lenient, error);
    if (r->packed && options.distinct)
      ft_packed_trust_names (r->packed);
    return r->packed;
  case FT_COMPRESSED:
    r->ftz = ft_ftz_open (in, options.without, options.stream, error);
    return r->ftz;
  }
  return false;
}

ft_reader *ft_reader_new (ft_read_options options) {
  ft_reader *r = FT_NEW (ft_reader);
  r->lenient = options.lenient;
  r->stream = options.stream;
  r->independent = options.independent;
  r->events = ft_realloc (NULL, FT_READER_BATCH, sizeof *r->events);
  r->validator = ft_validator_new (&r->tables, &r->notes);
  return r;
}

ft_reader *ft_reader_open_file (const char *path, ft_read_options options,
                                ft_error *error) {
  ft_reader *r = ft_reader_new (options);
  if (open_file (r, path, options, error))
    return r;
  ft_reader_free (r);
  return NULL;
}

void ft_reader_free (ft_reader *r) {
  if (!r)
    return;
  if (r->format && r->format->end)
    r->format->end (r->state);
  ft_line_reader_free (r->source);
  if (r->feed)
    r->feed->free (r->feed_state);
  ft_packed_free (r->packed);
  ft_ftz_free (r->ftz);
  free (r->path);
  free (r->events);
  ft_validator_free (r->validator);
  ft_tables_release (&r->tables);
  ft_notes_release (&r->notes);
  ft_strbuf_release (&r->why);
  FT_RELEASE (r->closing);
  free (r);
}

int ft_reader_batch (ft_reader *r, ft_batch *b, ft_error *error) {
  if (r->given == r->count)
    ft_reader_fill (r);
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

const ft_tables *ft_reader_tables (const ft_reader *r) {
  return &r->tables;
}

const char *ft_reader_format (const ft_reader *r) {
  return r->feed     ? r->feed->format
         : r->packed ? FT_PACKED_NAME
         : r->ftz    ? FT_FTZ_NAME
                     : r->format->name;
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

double ft_reader_progress (const ft_reader *r) {
  if (r->packed)
    return ft_packed_progress (r->packed).progress;
  if (r->ftz)
    return ft_ftz_progress (r->ftz);
  return r->feed ? r->feed->progress (r->feed_state)
                 : ft_line_reader_progress (r->source);
}
