// Writes JSON into the page, so that no text can end the script element that
// holds it.

#ifndef FT_REPORT_HTML_WRITE_H
#define FT_REPORT_HTML_WRITE_H

#include <jansson.h>
#include <stdio.h>

typedef struct ft_html_out {
  FILE *file;
  size_t written; // bytes of JSON so far
} ft_html_out;

// Writes <script type="application/json" id="data-ID">VALUE</script> and frees
// the value.  'id' is a name that the report makes.
void ft_html_data (ft_html_out *, const char *id, json_t *value);

#endif
