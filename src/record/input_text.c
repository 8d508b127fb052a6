// Input sets as texts, and in run directories (see input_set.h).

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/cursor.h"
#include "base/output.h"
#include "base/line_reader.h"
#include "record/input_set.h"

static const char first_line[] = "foretrace-inputs 1";

// ---- writing ---------------------------------------------------------------

static void print_bytes (const ft_input_source *s, ft_strbuf *out) {
  ft_strbuf_add (out, "\"");
  for (size_t i = 0; i < s->size; i++)
    if (s->bytes[i] < ' ' || s->bytes[i] > '~' || s->bytes[i] == '"' ||
        s->bytes[i] == '\\')
      ft_strbuf_add (out, "\\x%02x", s->bytes[i]);
    else
      ft_strbuf_add_bytes (out, (const char *)s->bytes + i, 1);
  ft_strbuf_add (out, "\"");
}

void ft_input_set_print (const ft_input_set *set, ft_strbuf *out) {
  ft_strbuf_add (out, "%s\n", first_line);
  for (size_t i = 0; i < set->sources.size; i++) {
    const ft_input_source *s = set->sources.begin + i;
    ft_strbuf_add (out, "%" PRIu64 " ", s->most);
    if (s->bytes)
      print_bytes (s, out);
    else
      ft_strbuf_add (out, "-");
    ft_strbuf_add (out, " %s\n", s->name);
  }
}

static bool write_bytes (const char *path, const void *bytes, size_t size,
                         ft_error *error) {
  ft_output out;
  if (!ft_output_open (&out, path, error))
    return false;
  if (size) // the commit reports a failure
    fwrite (bytes, 1, size, out.file);
  return ft_output_commit (&out, error);
}

bool ft_input_set_save (const ft_input_set *set, const char *path,
                        ft_error *error) {
  ft_strbuf text = {0};
  ft_input_set_print (set, &text);
  bool fine = write_bytes (path, text.text, text.size, error);
  ft_strbuf_release (&text);
  return fine;
}

// ---- reading ---------------------------------------------------------------

static int digit_of (char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                : -1;
}

// One byte, literal or as "\xNN".
static bool take_byte (ft_cursor *c, unsigned char *byte) {
  if (!ft_cursor_skip (c, "\\x")) {
    *byte = (unsigned char)*c->at++;
    return *byte != '\\';
  }
  int high = c->end - c->at < 2 ? -1 : digit_of (c->at[0]);
  int low = high < 0 ? -1 : digit_of (c->at[1]);
  c->at += low < 0 ? 0 : 2;
  *byte = (unsigned char)(16 * high + low);
  return low >= 0;
}

static const char *take_bytes (ft_cursor *c, ft_input_source *s) {
  if (ft_cursor_skip (c, "- "))
    return NULL;
  if (!ft_cursor_skip (c, "\""))
    return "expected '-' or bytes in quotes";
  s->bytes = ft_calloc ((size_t)(c->end - c->at) + 1, 1);
  while (!ft_cursor_done (c) && *c->at != '"')
    if (!take_byte (c, s->bytes + s->size++))
      return "a '\\' begins \\xNN, with two digits of 0 to f";
  s->bytes[s->size] = 0;
  return ft_cursor_skip (c, "\" ") ? NULL : "expected '\"', a blank and a name";
}

static const char *take_most (ft_cursor *c, uint64_t *most) {
  ft_span word;
  *most = 0;
  if (!ft_cursor_word (c, &word) || !ft_span_is_digits (word) ||
      word.size > 9 || !ft_cursor_skip (c, " "))
    return "expected a number of bytes";
  for (size_t i = 0; i < word.size; i++)
    *most = 10 * *most + (uint64_t)(word.begin[i] - '0');
  return NULL;
}

static const char *take_source (ft_input_set *set, ft_span line) {
  ft_input_source s = {0};
  ft_cursor c = {line.begin, line.begin + line.size};
  const char *wrong = take_most (&c, &s.most);
  wrong = wrong ? wrong : take_bytes (&c, &s);
  s.name = ft_strndup (c.at, (size_t)(c.end - c.at));
  if (!wrong && (strlen (s.name) != (size_t)(c.end - c.at) ||
                 !ft_input_name_is_fine (s.name)))
    wrong = "no source is called that";
  else if (!wrong && ft_input_set_find (set, s.name))
    wrong = "the source is there already";
  else if (!wrong && set->sources.size == FT_INPUT_MAX_SOURCES)
    wrong = "there are too many sources";
  else if (!wrong) {
    FT_PUSH (set->sources, s);
    return NULL;
  }
  free (s.name);
  free (s.bytes);
  return wrong;
}

static bool take_lines (ft_input_set *set, ft_line_reader *source,
                        ft_error *error) {
  ft_span line;
  int got = ft_line_reader_next (source, &line, error);
  const char *wrong = got >= 0 && (!got || !ft_span_is (line, first_line))
                          ? "expected 'foretrace-inputs 1'"
                          : NULL;
  while (!wrong && got > 0 &&
         (got = ft_line_reader_next (source, &line, error)) > 0)
    wrong = take_source (set, line);
  if (wrong)
    ft_error_at_line (error, ft_line_reader_path (source),
                      ft_line_reader_number (source), "%s", wrong);
  return !wrong && !got;
}

bool ft_input_set_load (ft_input_set *set, const char *path, ft_error *error) {
  *set = (ft_input_set){0};
  ft_line_reader *source = ft_line_reader_open (path, error);
  if (!source)
    return false;
  bool fine = take_lines (set, source, error);
  ft_line_reader_free (source);
  if (!fine)
    ft_input_set_release (set);
  return fine;
}

// ---- runs ------------------------------------------------------------------

static bool has_file (const ft_input_source *s) {
  return s->bytes &&
         (!strcmp (s->name, "stdin") || ft_input_name_after (s->name, "file:"));
}

static bool write_source (const ft_input_source *s, size_t number,
                          const char *run, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/symbolic-%zu", run, number);
  bool fine = write_bytes (ft_strbuf_text (&path), s->bytes, s->size, error);
  ft_strbuf_release (&path);
  return fine;
}

bool ft_input_set_write_run (const ft_input_set *set, const char *run,
                             ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/symbolic", run);
  bool fine = ft_input_set_save (set, ft_strbuf_text (&path), error);
  ft_strbuf_release (&path);
  for (size_t i = 0; fine && i < set->sources.size; i++)
    if (has_file (set->sources.begin + i))
      fine = write_source (set->sources.begin + i, i, run, error);
  return fine;
}

bool ft_input_set_read_run (ft_input_set *set, const char *run,
                            ft_error *error) {
  ft_strbuf path = {0};
  *set = (ft_input_set){0};
  ft_strbuf_add (&path, "%s/symbolic", run);
  bool fine = access (ft_strbuf_text (&path), F_OK) ||
              ft_input_set_load (set, ft_strbuf_text (&path), error);
  ft_strbuf_release (&path);
  return fine;
}

char *ft_input_set_stdin (const ft_input_set *set) {
  ft_strbuf name = {0};
  const ft_input_source *s = ft_input_set_find (set, "stdin");
  if (!s || !s->bytes)
    return NULL;
  ft_strbuf_add (&name, "symbolic-%zu", (size_t)(s - set->sources.begin));
  return ft_strbuf_take (&name);
}
