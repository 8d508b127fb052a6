#include "format/reader_format.h"

#include <string.h>

#include "format/ftz.h"
#include "format/packed_read.h"

static const ft_text_format *const formats[] = {
    &ft_text_format_std, &ft_text_format_roadrunner, &ft_text_format_jsonl};

#define FORMATS (sizeof formats / sizeof *formats)

const ft_text_format *ft_text_format_called (const char *name, size_t n) {
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

const ft_text_format *ft_text_format_of_name (const char *path) {
  size_t n = strlen (path);
  if (!strip_suffix (path, &n, ".gz"))
    strip_suffix (path, &n, ".zst");
  for (size_t dot = n; dot--;)
    if (path[dot] == '.')
      return ft_text_format_called (path + dot + 1, n - dot - 1);
  return NULL;
}

static const ft_text_format *format_of_line (ft_span line) {
  line = ft_span_trim (line);
  ft_cursor c = {line.begin, line.begin + line.size};
  if (ft_cursor_skip (&c, "{"))
    return &ft_text_format_jsonl;
  if (ft_cursor_skip (&c, "@") && ft_cursor_blanks (&c))
    return &ft_text_format_roadrunner;
  c.at = line.begin;
  if (!ft_span_starts (line, "#") && ft_cursor_until (&c, '|', &line))
    return &ft_text_format_std;
  return NULL;
}

const ft_text_format *ft_text_format_of_text (ft_span text) {
  ft_cursor c = {text.begin, text.begin + text.size};
  const ft_text_format *found = NULL;
  while (!found && !ft_cursor_done (&c)) {
    ft_span line = ft_cursor_rest (&c);
    if (!ft_cursor_until (&c, '\n', &line))
      c.at = c.end;
    found = format_of_line (line);
  }
  return found;
}

static const struct binary_format {
  const char *name, *suffix, *magic;
} binaries[] = {
    [FT_TEXT] = {NULL, NULL, NULL},
    [FT_PACKED] = {FT_PACKED_NAME, "." FT_PACKED_SUFFIX, FT_PACKED_MAGIC},
    [FT_COMPRESSED] = {FT_FTZ_NAME, "." FT_FTZ_SUFFIX, FT_FTZ_MAGIC},
};

static enum ft_binary binary_called (const char *name) {
  for (enum ft_binary b = FT_PACKED; b <= FT_COMPRESSED; b++)
    if (!strcmp (name, binaries[b].name))
      return b;
  return FT_TEXT;
}

// The format by the name of the file, or else by its first bytes.
bool ft_binary_of (ft_decompressor *in, const char *path, const char *format,
                   enum ft_binary *found, ft_error *error) {
  enum { BYTES = 8 };
  char start[BYTES];
  size_t n = strlen (path);
  *found = format ? binary_called (format) : FT_TEXT;
  if (format || ft_text_format_of_name (path))
    return true;
  if (!strip_suffix (path, &n, ".gz"))
    strip_suffix (path, &n, ".zst");
  ptrdiff_t got = ft_decompressor_peek (in, start, sizeof start, error);
  for (enum ft_binary b = FT_PACKED; b <= FT_COMPRESSED; b++)
    if (strip_suffix (path, &n, binaries[b].suffix))
      *found = b;
  for (enum ft_binary b = FT_PACKED; b <= FT_COMPRESSED && !*found; b++)
    if (got == BYTES && !memcmp (start, binaries[b].magic, BYTES))
      *found = b;
  return got >= 0;
}
