#include "base/path_pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

// A pattern beside a text.  'known' has a byte for each end of the pattern with
// each end of the text, so that no pattern takes more than the product of both
// lengths.
typedef struct pairing {
  const char *pattern, *text;
  size_t width;
  char *known; // 0: not known yet
} pairing;

enum { NO = 1, YES };

static bool matches (pairing *p, size_t i, size_t j);

// Behind "**/": a match may begin with any later name.
static bool matches_deeper (pairing *p, size_t i, size_t j) {
  if (matches (p, i, j))
    return true;
  const char *slash = strchr (p->text + j, '/');
  return slash && matches_deeper (p, i, (size_t)(slash - p->text) + 1);
}

static bool find_match (pairing *p, size_t i, size_t j) {
  const char *pattern = p->pattern + i, *text = p->text + j;
  if (!strncmp (pattern, "**/", 3))
    return matches_deeper (p, i + 3, j);
  if (!strcmp (pattern, "**"))
    return true;
  if (!*pattern)
    return !*text;
  if (*pattern == '*')
    return matches (p, i + 1, j) ||
           (*text && *text != '/' && matches (p, i, j + 1));
  if (*pattern == '?')
    return *text && *text != '/' && matches (p, i + 1, j + 1);
  size_t escape = *pattern == '\\' && pattern[1];
  return pattern[escape] == *text && matches (p, i + escape + 1, j + 1);
}

// Whether the pattern from 'i' on matches the whole text from 'j' on; '*' and
// '?' stay within a name, "**" does not.
static bool matches (pairing *p, size_t i, size_t j) {
  char *known = p->known + i * p->width + j;
  if (!*known)
    *known = find_match (p, i, j) ? YES : NO;
  return *known == YES;
}

static bool matches_whole (const char *pattern, const char *text) {
  pairing p = {pattern, text, strlen (text) + 1, NULL};
  p.known = FT_ARRAY (char, (strlen (pattern) + 1) * p.width);
  bool found = matches (&p, 0, 0);
  free (p.known);
  return found;
}

// Whether the pattern matches the text or, but for "x/*", a directory above it.
static bool matches_above (const char *pattern, bool directory,
                           const char *text) {
  size_t size = strlen (pattern);
  bool names = size >= 2 && !strcmp (pattern + size - 2, "/*");
  char *part = ft_strdup (text);
  bool found = !directory && matches_whole (pattern, part);
  for (char *end; !found && !names && (end = strrchr (part, '/'));) {
    *end = '\0';
    found = matches_whole (pattern, part);
  }
  free (part);
  return found;
}

bool ft_path_pattern_matches (const char *pattern, const char *path) {
  char *bare = ft_strdup (*pattern == '/' ? pattern + 1 : pattern);
  size_t size = strlen (bare);
  bool directory = size && bare[size - 1] == '/';
  if (directory)
    bare[size - 1] = '\0';
  bool anchored = *pattern == '/' || strchr (bare, '/');
  bool found = false;
  for (const char *at = path; at && !found;
       at = anchored ? NULL : strchr (at, '/'), at += at != NULL)
    found = matches_above (bare, directory, at);
  free (bare);
  return found;
}
