#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

static bool continues (const char *text, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (((unsigned char)text[i] & 0xc0) != 0x80)
      return false;
  return true;
}

// The code point of a sequence of 'n' bytes whose shape is right.
static uint32_t decode (const char *text, size_t n) {
  uint32_t code = (unsigned char)text[0] & (n == 1 ? 0x7f : 0xff >> (n + 1));
  for (size_t i = 1; i < n; i++)
    code = code << 6 | ((unsigned char)text[i] & 0x3f);
  return code;
}

size_t ft_utf8_length (const char *text) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char c = (unsigned char)*text;
  size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
  if (!n || c > 0xf4 || !continues (text, n))
    return 0;
  uint32_t code = decode (text, n);
  bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[n] || surrogate || code > 0x10ffff ? 0 : n;
}

static bool is_within (uint32_t code, uint32_t first, uint32_t last) {
  return code >= first && code <= last;
}

// Characters that a terminal obeys; line and paragraph separators and changes
// of the direction of writing, which make the text look like another one; and
// code points that are no characters.
static bool is_control (uint32_t code) {
  return code < 0x20 || is_within (code, 0x7f, 0x9f) || code == 0x61c ||
         is_within (code, 0x200e, 0x200f) || is_within (code, 0x2028, 0x202e) ||
         is_within (code, 0x2066, 0x2069) || is_within (code, 0xfffe, 0xffff);
}

static char *copy (const char *text, bool escape) {
  ft_strbuf out = {0};
  while (*text) {
    size_t n = ft_utf8_length (text);
    uint32_t code = n ? decode (text, n) : 0xfffd;
    if (!n)
      ft_strbuf_add_bytes (&out, "\xef\xbf\xbd", 3);
    else if (escape && is_control (code))
      ft_strbuf_add (&out, code < 0x80 ? "\\x%02x" : "\\u%04x", code);
    else
      ft_strbuf_add_bytes (&out, text, n);
    text += n ? n : 1;
  }
  return ft_strbuf_take (&out);
}

char *ft_utf8_clean (const char *text) {
  return copy (text, false);
}

char *ft_utf8_printable (const char *text) {
  return copy (text, true);
}
