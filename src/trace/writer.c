#include "trace/writer.h"

#include <string.h>

#include "base/pack.h"
#include "trace/jsonl.h"
#include "trace/packed.h"
#include "trace/packed_write.h"
#include "trace/print.h"

#define CHUNK ((size_t)64 << 10)

static const struct output_format {
  const char *name, *suffix;
  ft_print *print; // NULL for the packed format
  const char *header;
} formats[] = {
    {"std", "std", ft_print_std, NULL},
    {"jsonl", "jsonl", ft_print_jsonl,
     "{\"schema\":\"" FT_TRACE_SCHEMA "\"}\n"},
    {FT_PACKED_NAME, FT_PACKED_SUFFIX, NULL, NULL},
};

struct ft_writer {
  ft_pack *out; // owned
  const struct output_format *format;
  ft_strbuf text;    // not yet written
  ft_packer *packer; // owned; NULL for text
  ft_pos position;
};

#define FORMATS (sizeof formats / sizeof *formats)

static const struct output_format *format_called (const char *name) {
  for (size_t i = 0; i < FORMATS; i++)
    if (!strcmp (name, formats[i].name))
      return formats + i;
  return NULL;
}

static const struct output_format *format_with (ft_span suffix) {
  for (size_t i = 0; i < FORMATS; i++)
    if (ft_span_is (suffix, formats[i].suffix))
      return formats + i;
  return NULL;
}

// By the suffix, not counting '.gz' and '.zst'.
static const struct output_format *format_of_path (const char *path) {
  size_t n = strlen (path);
  if (!strcmp (path, "-"))
    return formats;
  if (n > 3 && !memcmp (path + n - 3, ".gz", 3))
    n -= 3;
  else if (n > 4 && !memcmp (path + n - 4, ".zst", 4))
    n -= 4;
  for (size_t i = n; i-- && path[i] != '/';)
    if (path[i] == '.')
      return format_with ((ft_span){path + i + 1, n - i - 1});
  return NULL;
}

static const struct output_format *
choose_format (const char *path, const char *name, ft_error *error) {
  const struct output_format *format =
      name ? format_called (name) : format_of_path (path);
  if (!format)
    ft_error_set (
        error, FT_EXIT_USAGE,
        "%.400s: traces are written as std, jsonl or packed; expected "
        "a name that ends in .std, .jsonl or .ftp, .gz or .zst added "
        "as wanted, or one of these formats",
        name ? name : path);
  return format;
}

bool ft_writer_fits (const char *path, const char *name, ft_error *error) {
  return choose_format (path, name, error);
}

ft_writer *ft_writer_open (const char *path, const char *name,
                           ft_error *error) {
  const struct output_format *format = choose_format (path, name, error);
  ft_pack *out = format ? ft_pack_open (path, error) : NULL;
  if (!out)
    return NULL;
  ft_writer *w = FT_NEW (ft_writer);
  w->out = out;
  w->format = format;
  if (!format->print)
    w->packer = ft_packer_new (out, FT_PACKED_EVENTS);
  if (format->header)
    ft_strbuf_add (&w->text, "%s", format->header);
  return w;
}

void ft_writer_free (ft_writer *w) {
  if (!w)
    return;
  ft_packer_free (w->packer);
  ft_pack_free (w->out);
  ft_strbuf_release (&w->text);
  free (w);
}

const char *ft_writer_format (const ft_writer *w) {
  return w->format->name;
}

static bool flush (ft_writer *w, ft_error *error) {
  size_t n = w->text.size;
  w->text.size = 0;
  return ft_pack_write (w->out, ft_strbuf_text (&w->text), n, error);
}

bool ft_writer_put (ft_writer *w, const ft_tables *tables, const ft_event *e,
                    ft_error *error) {
  if (w->packer)
    return ft_packer_put (w->packer, tables, e, error);
  if (!w->format->print (&w->text, tables, e, w->position, error))
    return false;
  w->position++;
  return w->text.size < CHUNK || flush (w, error);
}

bool ft_writer_commit (ft_writer *w, const ft_tables *tables, ft_error *error) {
  if (w->packer && !ft_packer_finish (w->packer, tables, error))
    return false;
  return flush (w, error) && ft_pack_commit (w->out, error);
}

static bool put_all (ft_writer *w, const ft_trace *t, ft_error *error) {
  for (ft_id i = 0; i < t->size; i++)
    if (!ft_writer_put (w, &t->tables, t->events + i, error))
      return false;
  return ft_writer_commit (w, &t->tables, error);
}

bool ft_trace_write (const ft_trace *t, const char *path, const char *format,
                     ft_error *error) {
  ft_writer *w = ft_writer_open (path, format, error);
  bool written = w && put_all (w, t, error);
  ft_writer_free (w);
  return written;
}
