#include "grammar/ftz_names_write.h"

#include <string.h>

#include "format/block_writing.h"
#include "format/ftz_names.h"

// Digits of a number in a series, so that the next number fits into 64 bits,
// too.
enum { MOST_DIGITS = 18 };

// A name as a prefix and the number behind it, without leading zeros.
typedef struct split {
  const char *name; // borrowed
  size_t prefix;    // bytes
  uint64_t number;
  bool numbered;
} split;

static bool is_digit (char c) {
  return c >= '0' && c <= '9';
}

static split split_name (const char *name) {
  size_t n = strlen (name), at = n;
  split s = {.name = name};
  while (at && is_digit (name[at - 1]) && n - at < MOST_DIGITS)
    at--;
  while (at + 1 < n && name[at] == '0')
    at++;
  s.prefix = at;
  s.numbered = at < n;
  for (; at < n; at++)
    s.number = 10 * s.number + (uint64_t)(name[at] - '0');
  return s;
}

static bool follows (const split *first, const split *s, uint64_t count) {
  return s->numbered && s->prefix == first->prefix &&
         s->number == first->number + count &&
         !memcmp (s->name, first->name, s->prefix);
}

static const char *local_name (const ft_tables *tables, ft_id id) {
  return ft_tables_name (tables, FT_CLASS_LOCAL, id);
}

// The number of names from 'id' on that form a series.
static uint64_t series_from (const ft_tables *tables, ft_id id, ft_id end,
                             const split *first) {
  uint64_t count = 1;
  for (id++; first->numbered && id < end; id++, count++) {
    split s = split_name (local_name (tables, id));
    if (!follows (first, &s, count))
      break;
  }
  return count;
}

static void put_bytes (ft_bytes *to, const char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    FT_PUSH (*to, (uint8_t)bytes[i]);
}

static void put_plain (ft_bytes *to, const char *name) {
  size_t n = strlen (name);
  ft_varint_put (to, 2 * n);
  put_bytes (to, name, n);
}

static void put_series (ft_bytes *to, const split *first, uint64_t count) {
  ft_varint_put (to, 2 * first->prefix + 1);
  put_bytes (to, first->name, first->prefix);
  ft_varint_put (to, first->number);
  ft_varint_put (to, count - 2);
}

static void put_locals (ft_bytes *to, const ft_tables *tables, ft_id from,
                        ft_id end, uint64_t left) {
  ft_varint_put (to, end - from);
  while (from < end) {
    split first = split_name (local_name (tables, from));
    uint64_t count = series_from (tables, from, end, &first);
    count = count < left ? count : left;
    if (count < 2) {
      put_plain (to, first.name);
      count = 1;
    } else {
      put_series (to, &first, count);
      left -= count;
    }
    from += (ft_id)count;
  }
}

void ft_ftz_names_put (ft_bytes *to, const ft_tables *tables,
                       const ft_id_limits named, const ft_id_limits used,
                       uint64_t events) {
  ft_id_limits others;
  memcpy (others, used, sizeof others);
  others[FT_CLASS_LOCAL] = named[FT_CLASS_LOCAL];
  ft_block_names_put (to, tables, named, others);
  put_locals (to, tables, named[FT_CLASS_LOCAL], used[FT_CLASS_LOCAL],
              ft_ftz_most_in_series (events));
}
