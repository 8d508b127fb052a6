#include "report/json_value.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"

json_t *ft_json_text (const char *text) {
  if (!text)
    return json_null ();
  char *clean = ft_utf8_clean (text);
  json_t *value = json_string (clean);
  free (clean);
  return value;
}

json_t *ft_json_seconds (double seconds) {
  return json_real (round (seconds * 1e6) / 1e6);
}

json_t *ft_json_tool (void) {
  return json_pack ("{s:s, s:s}", "name", "foretrace", "version", FT_VERSION);
}

void ft_json_write_members (FILE *file, json_t *object) {
  json_dumpf (object, file, JSON_EMBED | JSON_REAL_PRECISION (15));
  json_decref (object);
}

void ft_json_write (FILE *file, json_t *value) {
  json_dumpf (value, file, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
  json_decref (value);
}
