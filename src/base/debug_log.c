#include "base/debug_log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVEL = 3 };

static const char *const names[] = {
#define A(NAME, name, about) name,
    FT_DEBUG_AREAS (A)
#undef A
};

unsigned char ft_debug_levels[FT_DEBUG_AREA_COUNT];

// The level behind the colon at 'colon'; 0 if there is none that may be.
static unsigned level_of (const char *colon, const char *end) {
  if (colon == end)
    return 1;
  bool fine =
      end - colon == 2 && colon[1] >= '1' && colon[1] <= '0' + MOST_LEVEL;
  return fine ? (unsigned)(colon[1] - '0') : 0;
}

static bool set_word (const char *word, const char *end) {
  const char *colon = memchr (word, ':', (size_t)(end - word));
  colon = colon ? colon : end;
  size_t n = (size_t)(colon - word);
  unsigned level = level_of (colon, end);
  bool all = n == 3 && !memcmp (word, "all", n), found = all;
  for (int i = 0; level && i < FT_DEBUG_AREA_COUNT; i++)
    if (all || (strlen (names[i]) == n && !memcmp (word, names[i], n))) {
      ft_debug_levels[i] = (unsigned char)level;
      found = true;
    }
  return level && found;
}

const char *ft_debug_set (const char *text, int *size) {
  memset (ft_debug_levels, 0, sizeof ft_debug_levels);
  while (*text) {
    const char *end = text + strcspn (text, ",");
    if (end > text && !set_word (text, end)) {
      *size = (int)(end - text);
      return text;
    }
    text = *end ? end + 1 : end;
  }
  return NULL;
}

__attribute__ ((constructor)) static void read_environment (void) {
  const char *text = getenv ("FT_LOG");
  int size;
  const char *wrong = text ? ft_debug_set (text, &size) : NULL;
  if (!wrong)
    return;
  fprintf (stderr, "foretrace: FT_LOG: '%.*s' is no AREA or AREA:LEVEL (1-%d); "
                   "areas are all",
           size < 64 ? size : 64, wrong, MOST_LEVEL);
  for (int i = 0; i < FT_DEBUG_AREA_COUNT; i++)
    fprintf (stderr, ", %s", names[i]);
  fputc ('\n', stderr);
}

bool ft_debug_is_on (void) {
  for (int i = 0; i < FT_DEBUG_AREA_COUNT; i++)
    if (ft_debug_levels[i])
      return true;
  return false;
}

void ft_debug_line (enum ft_debug_area area, const char *format, ...) {
  char line[1024];
  int n = snprintf (line, sizeof line, "foretrace: %s: ", names[area]);
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (line + n, sizeof line - (size_t)n, format, arguments);
  va_end (arguments);
  // One call, so that lines of several threads and processes stay whole.
  fprintf (stderr, "%s\n", line);
}
