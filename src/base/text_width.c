#include "base/text_width.h"

#include <locale.h>
#include <wchar.h>

#include "base/utf8.h"

// The columns of a well-formed sequence of 'n' bytes, in the locale 'unicode'.
static size_t sequence_width (const char *text, size_t n, locale_t unicode) {
  locale_t before = uselocale (unicode);
  wchar_t character;
  int width = mbrtowc (&character, text, n, &(mbstate_t){0}) == n
                ? wcwidth (character)
                : -1;
  uselocale (before);
  return width < 0 ? 1 : (size_t)width;
}

size_t ft_character_width (const char *text) {
  static locale_t unicode;
  size_t n = ft_utf8_length (text);
  if (n < 2)
    return 1;
  if (!unicode)
    unicode = newlocale (LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  return unicode ? sequence_width (text, n, unicode) : 1;
}

size_t ft_text_width (const char *text) {
  size_t width = 0;
  for (size_t n; *text; text += n ? n : 1) {
    n = ft_utf8_length (text);
    width += ft_character_width (text);
  }
  return width;
}
