#include "explore/input_grow.h"

#include <string.h>

#include "base/strbuf.h"

enum { DIGITS = 10, LETTERS = 16, LINES = 4, MOST_MORE = LETTERS };

static bool is_digit (unsigned char byte) {
  return byte >= '0' && byte <= '9';
}

void ft_input_first_number (const ft_input_source *s, size_t *from,
                            size_t *to) {
  *from = 0;
  while (*from < s->size && !is_digit (s->bytes[*from]))
    ++*from;
  for (*to = *from; *to < s->size && is_digit (s->bytes[*to]);)
    ++*to;
}

// Inserts 'count' bytes of 'more' at a position; false if the source gets too
// long.
static bool insert (ft_input_set *set, const ft_input_source *s, size_t at,
                    const unsigned char *more, size_t count) {
  if (s->size + count > s->most || s->size + count > FT_INPUT_MAX_BYTES)
    return false;
  unsigned char *longer = ft_calloc (s->size + count, 1);
  memcpy (longer, s->bytes, at);
  memcpy (longer + at, more, count);
  memcpy (longer + at + count, s->bytes + at, s->size - at);
  ft_input_set_put (set, s->name, longer, s->size + count);
  free (longer);
  return true;
}

static bool insert_same (ft_input_set *set, const ft_input_source *s, size_t at,
                         unsigned char byte, size_t count) {
  unsigned char more[MOST_MORE];
  memset (more, byte, sizeof more);
  return insert (set, s, at, more, count);
}

static bool grow_number (ft_input_set *set, const ft_input_source *s) {
  size_t from, to;
  ft_input_first_number (s, &from, &to);
  return to > from && to - from < DIGITS &&
         insert_same (set, s, from, '0', DIGITS - (to - from));
}

static bool is_word (unsigned char byte) {
  return byte > ' ' && byte < 0x7f;
}

static bool grow_word (ft_input_set *set, const ft_input_source *s) {
  const unsigned char *end = s->size ? memchr (s->bytes, '\n', s->size) : NULL;
  size_t at = end ? (size_t)(end - s->bytes) : s->size;
  while (at && !is_word (s->bytes[at - 1]))
    at--;
  return insert_same (set, s, at, at ? s->bytes[at - 1] : 'a', LETTERS);
}

// Repeats the last line.  An input without a newline at its end has no lines.
static bool grow_lines (ft_input_set *set, const ft_input_source *s) {
  if (!s->size || s->bytes[s->size - 1] != '\n')
    return false;
  size_t from = s->size - 1;
  while (from && s->bytes[from - 1] != '\n')
    from--;
  ft_strbuf more = {0};
  for (int i = 0; i < LINES; i++)
    ft_strbuf_add_bytes (&more, (const char *)s->bytes + from, s->size - from);
  bool fine =
      insert (set, s, s->size, (const unsigned char *)more.text, more.size);
  ft_strbuf_release (&more);
  return fine;
}

bool ft_input_grow (ft_input_set *set, enum ft_input_growth how) {
  static bool (*const grow[]) (ft_input_set *, const ft_input_source *) = {
      grow_number, grow_word, grow_lines};
  bool grown = false;
  for (size_t i = 0; i < set->sources.size; i++)
    if (set->sources.begin[i].bytes)
      grown |= grow[how](set, set->sources.begin + i);
  return grown;
}

// ---- mutation --------------------------------------------------------------

static uint64_t draw (uint64_t *state) { // splitmix64
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static unsigned char other_of_class (unsigned char byte, uint64_t drawn) {
  if (is_digit (byte))
    return (unsigned char)('0' + (byte - '0' + 1 + drawn % 9) % 10);
  if (byte >= 'a' && byte <= 'z')
    return (unsigned char)('a' + (byte - 'a' + 1 + drawn % 25) % 26);
  if (byte >= 'A' && byte <= 'Z')
    return (unsigned char)('A' + (byte - 'A' + 1 + drawn % 25) % 26);
  return byte < ' ' ? byte : (unsigned char)(byte + 1 + drawn % 255);
}

void ft_input_mutate (ft_input_set *set, uint64_t seed) {
  uint64_t state = seed;
  size_t total = 0;
  for (size_t i = 0; i < set->sources.size; i++)
    total += set->sources.begin[i].bytes ? set->sources.begin[i].size : 0;
  size_t at = total ? draw (&state) % total : 0;
  for (size_t i = 0; total && i < set->sources.size; i++) {
    ft_input_source *s = set->sources.begin + i;
    if (s->bytes && at < s->size) {
      s->bytes[at] = other_of_class (s->bytes[at], draw (&state));
      return;
    }
    at -= s->bytes ? s->size : 0;
  }
}
