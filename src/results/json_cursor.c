#include "results/json_cursor.h"

#include <endian.h>
#include <jansson.h>
#include <stdint.h>
#include <string.h>

enum { DEEPEST = 2048 }; // as in jansson

static inline bool is_space (char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Most values have one space before them, or none.
static inline void skip_space (ft_json_cursor *c) {
  const char *at = c->at, *end = c->end;
  while (at < end && *at <= ' ' && is_space (*at))
    at++;
  c->at = at;
}

static bool fail (ft_json_cursor *c) {
  c->wrong = true;
  return false;
}

// Passes a character behind white space.
static inline bool pass (ft_json_cursor *c, char wanted) {
  skip_space (c);
  if (c->at == c->end || *c->at != wanted)
    return false;
  c->at++;
  return true;
}

// ---- values ----------------------------------------------------------------

static bool skip_escape (ft_json_cursor *c) {
  if (++c->at == c->end)
    return false;
  if (*c->at != 'u')
    return strchr ("\"\\/bfnrt", *c->at++) != NULL;
  if (c->end - c->at < 5)
    return false;
  for (int i = 1; i <= 4; i++)
    if (!c->at[i] || !strchr ("0123456789abcdefABCDEF", c->at[i]))
      return false;
  c->at += 5;
  return true;
}

#define EACH(byte) (UINT64_C (0x0101010101010101) * (byte))

// The bytes of a word that are less than 'limit', at most 0x80, as their highest bits; those
// above the first one may be wrong.
static inline uint64_t bytes_below (uint64_t word, unsigned char limit) {
  return (word - EACH (limit)) & ~word & EACH (0x80);
}

// The first quote, backslash or control character, or 'end'; eight bytes at a time.
static inline const char *find_special (const char *at, const char *end) {
  uint64_t word;
  for (; end - at >= 8; at += 8) {
    memcpy (&word, at, 8);
    word = le64toh (word);
    uint64_t hits = bytes_below (word, 0x20) |
                    bytes_below (word ^ EACH ('"'), 1) |
                    bytes_below (word ^ EACH ('\\'), 1);
    if (hits)
      return at + __builtin_ctzll (hits) / 8;
  }
  while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20)
    at++;
  return at;
}

// Behind the opening quote.
static bool skip_string (ft_json_cursor *c) {
  for (;;) {
    const char *at = find_special (c->at, c->end);
    c->at = at;
    if (at == c->end || (*at != '"' && *at != '\\'))
      return fail (c);
    if (*at == '"') {
      c->at++;
      return true;
    }
    if (!skip_escape (c))
      return fail (c);
  }
}

static size_t skip_digits (ft_json_cursor *c) {
  const char *from = c->at;
  while (c->at < c->end && (unsigned)(*c->at - '0') < 10)
    c->at++;
  return (size_t)(c->at - from);
}

static bool next_is (const ft_json_cursor *c, char a, char b) {
  return c->at < c->end && (*c->at == a || *c->at == b);
}

static bool skip_number (ft_json_cursor *c) {
  c->at += *c->at == '-';
  bool zero = next_is (c, '0', '0');
  size_t digits = skip_digits (c);
  if (!digits || (zero && digits > 1))
    return fail (c);
  if (next_is (c, '.', '.')) {
    c->at++;
    if (!skip_digits (c))
      return fail (c);
  }
  if (next_is (c, 'e', 'E')) {
    c->at++;
    c->at += next_is (c, '+', '-');
    if (!skip_digits (c))
      return fail (c);
  }
  return true;
}

static bool skip_word (ft_json_cursor *c) {
  static const char *const words[] = {"true", "false", "null"};
  for (int i = 0; i < 3; i++) {
    size_t n = strlen (words[i]);
    if ((size_t)(c->end - c->at) >= n && !memcmp (c->at, words[i], n)) {
      c->at += n;
      return true; // "nullx" fails behind it
    }
  }
  return fail (c);
}

static bool skip_scalar (ft_json_cursor *c) {
  if (c->at == c->end)
    return fail (c);
  if (*c->at == '"') {
    c->at++;
    return skip_string (c);
  }
  return *c->at == '-' || (unsigned)(*c->at - '0') < 10 ? skip_number (c)
                                                        : skip_word (c);
}

static bool skip_name (ft_json_cursor *c) {
  return (pass (c, '"') && skip_string (c) && pass (c, ':')) || fail (c);
}

// Behind a value: passes brackets that close and what leads to the next value.
// False if the outermost value is over, or something is wrong.
static bool skip_between (ft_json_cursor *c, const char *open, size_t *depth) {
  while (*depth) {
    bool object = open[*depth - 1] == '{';
    skip_space (c);
    char next = c->at < c->end ? *c->at : 0;
    if (next != ',' && next != (object ? '}' : ']'))
      return fail (c);
    c->at++;
    if (next == ',')
      return !object || skip_name (c);
    --*depth;
  }
  return false;
}

// Opens brackets until a value has none; false if the value is an empty object or
// list, which is passed then.
static bool skip_open (ft_json_cursor *c, char *open, size_t *depth) {
  for (;;) {
    skip_space (c);
    char bracket = c->at < c->end ? *c->at : 0;
    if (bracket != '{' && bracket != '[')
      return true;
    if (*depth == DEEPEST)
      return fail (c);
    c->at++;
    if (pass (c, bracket == '{' ? '}' : ']'))
      return false;
    open[(*depth)++] = bracket;
    if (bracket == '{' && !skip_name (c))
      return false;
  }
}

void ft_json_skip (ft_json_cursor *c, ft_json_slice *value) {
  char open[DEEPEST];
  size_t depth = 0;
  skip_space (c);
  const char *from = c->at;
  do
    if (skip_open (c, open, &depth))
      skip_scalar (c);
  while (!c->wrong && skip_between (c, open, &depth) && !c->wrong);
  if (value)
    *value = c->wrong ? (ft_json_slice){0} : (ft_json_slice){from, c->at};
}

// ---- members and elements --------------------------------------------------

bool ft_json_enter (ft_json_cursor *c, char bracket) {
  return pass (c, bracket);
}

static bool next (ft_json_cursor *c, size_t *number, char close) {
  if (c->wrong || pass (c, close))
    return false;
  return !(*number)++ || pass (c, ',') || fail (c);
}

bool ft_json_member (ft_json_cursor *c, size_t *number, ft_json_slice *name) {
  if (!next (c, number, '}'))
    return false;
  skip_space (c);
  const char *from = c->at;
  if (!pass (c, '"') || !skip_string (c))
    return fail (c);
  *name = (ft_json_slice){from + 1, c->at - 1};
  return pass (c, ':') || fail (c);
}

bool ft_json_element (ft_json_cursor *c, size_t *number) {
  return next (c, number, ']');
}

bool ft_json_is_over (ft_json_cursor *c) {
  skip_space (c);
  return !c->wrong && c->at == c->end;
}

// ---- slices ----------------------------------------------------------------

bool ft_json_is (ft_json_slice s, const char *text) {
  size_t n = strlen (text);
  return s.begin && (size_t)(s.end - s.begin) == n && !memcmp (s.begin, text, n);
}

ft_json_slice ft_json_find (ft_json_slice object, const char *wanted) {
  ft_json_cursor c = {object.begin, object.end, !object.begin};
  ft_json_slice name, value;
  size_t n = 0;
  if (!c.wrong && ft_json_enter (&c, '{'))
    while (ft_json_member (&c, &n, &name)) {
      ft_json_skip (&c, &value);
      if (ft_json_is (name, wanted))
        return value;
    }
  return (ft_json_slice){0};
}

ft_json_slice ft_json_at (ft_json_slice list, size_t number) {
  ft_json_cursor c = {list.begin, list.end, !list.begin};
  ft_json_slice value;
  size_t n = 0;
  if (!c.wrong && ft_json_enter (&c, '['))
    while (ft_json_element (&c, &n)) {
      ft_json_skip (&c, &value);
      if (n == number + 1)
        return value;
    }
  return (ft_json_slice){0};
}

bool ft_json_add_string (ft_strbuf *out, ft_json_slice s) {
  if (!s.begin || *s.begin != '"')
    return false;
  size_t size = (size_t)(s.end - s.begin);
  if (!memchr (s.begin, '\\', size)) {
    ft_strbuf_add_bytes (out, s.begin + 1, size - 2);
    return true;
  }
  json_t *value = json_loadb (s.begin, size, JSON_DECODE_ANY, NULL);
  if (value)
    ft_strbuf_add (out, "%s", json_string_value (value));
  json_decref (value);
  return value != NULL;
}

// Adds what stands between 'from' and the white space at 'at', which is passed.
static const char *pass_space (ft_strbuf *out, const char **from, const char *at,
                               const char *end) {
  if (out)
    ft_strbuf_add_bytes (out, *from, (size_t)(at - *from));
  while (at < end && is_space (*at))
    at++;
  return *from = at;
}

void ft_json_copy (ft_json_cursor *c, ft_json_slice *value, ft_strbuf *out) {
  size_t depth = 0;
  skip_space (c);
  const char *from = c->at;
  value->begin = from;
  while (c->at < c->end) {
    char next = *c->at;
    bool ends = next == '}' || next == ']', space = is_space (next);
    if (!depth && (ends || space || next == ','))
      break;
    if (space) {
      c->at = pass_space (out, &from, c->at, c->end);
      continue;
    }
    c->at++;
    if (next == '"')
      skip_string (c);
    depth += next == '{' || next == '[';
    depth -= ends;
    if (!depth && (ends || next == '"'))
      break;
  }
  value->end = c->at;
  if (out)
    ft_strbuf_add_bytes (out, from, (size_t)(c->at - from));
}

void ft_json_add_compact (ft_strbuf *out, ft_json_slice s) {
  ft_json_cursor c = {s.begin, s.end, false};
  if (s.begin)
    ft_json_copy (&c, &s, out);
}
