// Loading a JSON document with witnesses, compressed or not.

#include "witness/document.h"

#include <string.h>

#include "base/decompressor.h"

typedef struct ft_feed {
  ft_decompressor *in;
  ft_error *error;
} ft_feed;

static size_t feed (void *buffer, size_t size, void *context) {
  ft_feed *f = context;
  ptrdiff_t n = ft_decompressor_read (f->in, buffer, size, f->error);
  return n < 0 ? (size_t)-1 : (size_t)n;
}

static json_t *load (const char *path, ft_error *error) {
  json_error_t wrong;
  ft_feed f = {ft_decompressor_open (path, error), error};
  if (!f.in)
    return NULL;
  json_t *json = json_load_callback (feed, &f, JSON_REJECT_DUPLICATES, &wrong);
  ft_decompressor_free (f.in);
  if (!json && !error->code)
    ft_error_at_line (error, path, wrong.line > 0 ? (uint64_t)wrong.line : 1,
                      "not JSON: %.200s", wrong.text);
  return json;
}

ft_witness_document *ft_witness_document_load (const char *path,
                                               ft_error *error) {
  json_t *json = load (path, error);
  if (!json)
    return NULL;
  ft_witness_document *d = FT_NEW (ft_witness_document);
  d->path = ft_strdup (path);
  d->json = json;
  return d;
}

void ft_witness_document_free (ft_witness_document *d) {
  if (!d)
    return;
  json_decref (d->json);
  free (d->path);
  free (d);
}

bool ft_verdict_has_witness (const char *verdict) {
  return verdict &&
         (!strcmp (verdict, "certified") || !strcmp (verdict, "confirmed"));
}

static bool any_has_witness (const json_t *findings) {
  size_t i;
  json_t *x;
  json_array_foreach (findings, i, x) {
    const json_t *verdict = json_object_get (x, "verdict");
    if (ft_verdict_has_witness (json_string_value (verdict)))
      return true;
  }
  return false;
}

bool ft_witness_document_is_empty (const ft_witness_document *d) {
  const json_t *races = json_object_get (d->json, "races");
  return json_is_array (races) && !any_has_witness (races) &&
         !any_has_witness (json_object_get (d->json, "deadlocks")) &&
         !any_has_witness (json_object_get (d->json, "failures"));
}

ft_pos ft_witness_document_events (const ft_witness_document *d) {
  json_t *trace = json_object_get (d->json, "trace");
  json_int_t events = json_integer_value (json_object_get (trace, "expanded"));
  return events > 0 ? (ft_pos)events : 0;
}
