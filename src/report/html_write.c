#include "report/html_write.h"

#include <string.h>

// Outside of strings JSON has no '<', and inside one it may be written as
// \u003c; everything that is not ASCII is escaped by jansson.
static int write_escaped (const char *text, size_t size, void *context) {
  ft_html_out *out = context;
  while (size) {
    const char *less = memchr (text, '<', size);
    size_t n = less ? (size_t)(less - text) : size;
    fwrite (text, 1, n, out->file);
    if (less)
      fputs ("\\u003c", out->file);
    out->written += n + (less ? 6 : 0);
    text += n + (less ? 1 : 0);
    size -= n + (less ? 1 : 0);
  }
  return ferror (out->file) ? -1 : 0;
}

void ft_html_data (ft_html_out *out, const char *id, json_t *value) {
  fprintf (out->file, "<script type=\"application/json\" id=\"data-%s\">", id);
  // Errors of writing are noticed when the file is closed.
  json_dump_callback (value, write_escaped, out,
                      JSON_COMPACT | JSON_ENSURE_ASCII |
                          JSON_REAL_PRECISION (15));
  fputs ("</script>\n", out->file);
  json_decref (value);
}
