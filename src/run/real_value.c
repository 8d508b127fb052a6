#include "run/real_value.h"

#include <stdlib.h>
#include <string.h>

const char *ft_type_unqualified (const char *type) {
  static const char *const words[] = {"const ", "volatile ", "restrict "};
  for (size_t i = 0; i < 3; i++)
    if (!strncmp (type, words[i], strlen (words[i])))
      return ft_type_unqualified (type + strlen (words[i]));
  return type;
}

bool ft_real_is (const char *type, uint64_t bytes) {
  const char *plain = ft_type_unqualified (type);
  return (bytes == 4 && !strcmp (plain, "float")) ||
         (bytes == 8 && !strcmp (plain, "double"));
}

bool ft_real_is_accessed (const ft_run_record *r, uint64_t bytes) {
  return r->at && r->at->kind != FT_SITE_CALL &&
         ft_real_is (ft_sites_text (r->at->function->table, r->at->site->type),
                     bytes);
}

void ft_real_add (ft_strbuf *out, uint64_t bits, uint64_t bytes) {
  enum {
    SHORT = 15,
    WHOLE = 17
  }; // digits of which all are exact, and all there are
  uint32_t low = (uint32_t)bits;
  float single;
  double twice;
  char text[64];
  memcpy (&single, &low, sizeof single);
  memcpy (&twice, &bits, sizeof twice);
  if (bytes == 4) {
    ft_strbuf_add (out, "%.9g", (double)single);
    return;
  }
  snprintf (text, sizeof text, "%.*g", SHORT, twice);
  double again = strtod (text, NULL);
  if (memcmp (&again, &twice, sizeof twice))
    snprintf (text, sizeof text, "%.*g", WHOLE, twice);
  ft_strbuf_add (out, "%s", text);
}
