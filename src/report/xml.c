#include "report/xml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

// U+FFFE and U+FFFF, which XML cannot hold, like control characters.
static bool is_noncharacter (const char *p) {
  return !strncmp (p, "\xef\xbf\xbe", 3) || !strncmp (p, "\xef\xbf\xbf", 3);
}

static const char *entity (char c) {
  switch (c) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  }
  return NULL;
}

static bool is_control (unsigned char c) {
  return (c < ' ' && c != '\n' && c != '\t') || c == 0x7f;
}

void ft_xml_write (FILE *file, const char *text) {
  char *clean = ft_utf8_clean (text);
  for (const char *p = clean; *p; p++) {
    const char *name = entity (*p);
    if (name)
      fputs (name, file);
    else if (is_noncharacter (p)) {
      fputc ('?', file);
      p += 2;
    } else
      fputc (is_control ((unsigned char)*p) ? '?' : *p, file);
  }
  free (clean);
}
