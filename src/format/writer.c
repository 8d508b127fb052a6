#include "format/writer.h"

#include <string.h>

#include "base/compressor.h"
#include "format/jsonl.h"
#include "format/packed.h"
#include "format/packed_write.h"
#include "format/print.h"

#define CHUNK ((size_t)64 << 10)

// ---- packed traces ---------------------------------------------------------

static void *open_packer (ft_compressor *out) {
  return ft_packed_writer_new (out, FT_PACKED_EVENTS);
}

static void free_packer (void *p) {
  ft_packed_writer_free (p);
}

static bool put_packed (void *p, const ft_tables *tables, const ft_event *e,
                        ft_error *error) {
  return ft_packed_writer_put (p, tables, e, error);
}

static bool finish_packed (void *p, const ft_tables *tables, ft_error *error) {
  return ft_packed_writer_finish (p, tables, error);
}

// ---- formats ---------------------------------------------------------------

static const ft_binary_format packed = {FT_PACKED_NAME, FT_PACKED_SUFFIX,
                                        open_packer,    free_packer,
                                        put_packed,     finish_packed};

// A format of output: text formats have 'print' and perhaps 'header', others
// 'binary'.
typedef struct output_format {
  const char *name, *suffix;
  ft_print *print;
  const char *header;
  const ft_binary_format *binary;
} output_format;

static output_format formats[] = {
    {"std", "std", ft_print_std, NULL, NULL},
    {"jsonl", "jsonl", ft_print_jsonl, "{\"schema\":\"" FT_TRACE_SCHEMA "\"}\n",
     NULL},
    {FT_PACKED_NAME, FT_PACKED_SUFFIX, NULL, NULL, &packed},
    {NULL, NULL, NULL, NULL, NULL}, // for 'ft_writer_add'
};

#define FORMATS (sizeof formats / sizeof *formats)

void ft_writer_add (const ft_binary_format *format) {
  formats[FORMATS - 1] =
      (output_format){format->name, format->suffix, NULL, NULL, format};
}

static const output_format *format_called (const char *name) {
  for (size_t i = 0; i < FORMATS && formats[i].name; i++)
    if (!strcmp (name, formats[i].name))
      return formats + i;
  return NULL;
}

static const output_format *format_with (ft_span suffix) {
  for (size_t i = 0; i < FORMATS && formats[i].name; i++)
    if (ft_span_is (suffix, formats[i].suffix))
      return formats + i;
  return NULL;
}

// The format of a suffix, without '.gz' and '.zst'.
static const output_format *format_of_path (const char *path) {
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

static const output_format *choose_format (const char *path, const char *name,
                                           ft_error *error) {
  const output_format *format =
      name ? format_called (name) : format_of_path (path);
  if (!format)
    ft_error_set (
        error, FT_EXIT_USAGE,
        "%.400s: traces are written as std, jsonl, packed or compressed; "
        "expected a name that ends in .std, .jsonl, .ftp or .ftz, .gz or .zst "
        "added as wanted, or one of these formats",
        name ? name : path);
  return format;
}

const char *ft_writer_fits (const char *path, const char *name,
                            ft_error *error) {
  const output_format *format = choose_format (path, name, error);
  return format ? format->name : NULL;
}

// ---- writing ---------------------------------------------------------------

struct ft_writer {
  ft_compressor *out; // owned
  const output_format *format;
  ft_strbuf text; // still to be written
  void *state;    // owned: of a binary format; NULL for text
  ft_pos position;
};

ft_writer *ft_writer_open (const char *path, const char *name,
                           ft_error *error) {
  const output_format *format = choose_format (path, name, error);
  ft_compressor *out = format ? ft_compressor_open (path, error) : NULL;
  if (!out)
    return NULL;
  ft_writer *w = FT_NEW (ft_writer);
  w->out = out;
  w->format = format;
  if (format->binary)
    w->state = format->binary->open (out);
  if (format->header)
    ft_strbuf_add (&w->text, "%s", format->header);
  return w;
}

void ft_writer_free (ft_writer *w) {
  if (!w)
    return;
  if (w->state)
    w->format->binary->free (w->state);
  ft_compressor_free (w->out);
  ft_strbuf_release (&w->text);
  free (w);
}

const char *ft_writer_format (const ft_writer *w) {
  return w->format->name;
}

static bool flush (ft_writer *w, ft_error *error) {
  size_t n = w->text.size;
  w->text.size = 0;
  return ft_compressor_write (w->out, ft_strbuf_text (&w->text), n, error);
}

bool ft_writer_put (ft_writer *w, const ft_tables *tables, const ft_event *e,
                    ft_error *error) {
  if (w->state)
    return w->format->binary->put (w->state, tables, e, error);
  if (!w->format->print (&w->text, tables, e, w->position, error))
    return false;
  w->position++;
  return w->text.size < CHUNK || flush (w, error);
}

bool ft_writer_commit (ft_writer *w, const ft_tables *tables, ft_error *error) {
  if (w->state && !w->format->binary->finish (w->state, tables, error))
    return false;
  return flush (w, error) && ft_compressor_commit (w->out, error);
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
