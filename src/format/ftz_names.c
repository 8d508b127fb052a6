#include "format/ftz_names.h"

#include <string.h>

#include "format/ftz.h"

// The number of locals in series that a block may have: most events define one
// at most.
enum { PER_EVENT = 2, ALWAYS = 256 };

// Digits of a number in a series, so that the next number fits into 64 bits,
// too.
enum { MOST_DIGITS = 18 };

static uint64_t most_in_series (uint64_t events) {
  return events > FT_FTZ_MOST ? FT_FTZ_MOST : PER_EVENT * events + ALWAYS;
}

// ---- writing ---------------------------------------------------------------

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
              most_in_series (events));
}

// ---- reading ---------------------------------------------------------------

typedef struct reading {
  ft_varints *from;
  ft_tables *tables;
  bool locals;     // locals get names
  uint64_t series; // names in series that are still allowed
  FT_STACK (char) name;
} reading;

// Append a number to the prefix; returns the length of the name.
static size_t add_number (reading *r, size_t prefix, uint64_t number) {
  char digits[20];
  size_t n = 0, length = prefix;
  do
    digits[n++] = (char)('0' + number % 10);
  while (number /= 10);
  FT_RESERVE (r->name, prefix + n);
  while (n)
    r->name.begin[length++] = digits[--n];
  return length;
}

static const char *add_local (reading *r, const char *name, size_t length) {
  ft_id id = ft_tables_count (r->tables, FT_CLASS_LOCAL);
  return ft_tables_add (r->tables, FT_CLASS_LOCAL, name, length) == id
             ? NULL
             : "a name that another id has";
}

// Add 'count' locals with the prefix in 'name' and consecutive numbers, or one
// local with that name.
static const char *add_locals (reading *r, size_t prefix, bool numbered,
                               uint64_t first, uint64_t count) {
  const char *wrong = NULL;
  if (count >= FT_NO_ID - ft_tables_count (r->tables, FT_CLASS_LOCAL))
    return "malformed names";
  if (!r->locals) {
    r->tables->unnamed += (uint32_t)count;
    return NULL;
  }
  for (uint64_t i = 0; i < count && !wrong; i++) {
    size_t length = numbered ? add_number (r, prefix, first + i) : prefix;
    wrong = add_local (r, r->name.begin, length);
  }
  return wrong;
}

// Read one name or a series of at most '*n' names, which are subtracted from
// '*n'.
static const char *get_locals (reading *r, uint64_t *n) {
  uint64_t head = ft_varint_get (r->from), length = head >> 1, count = 1;
  if (r->from->bad || length > (uint64_t)(r->from->end - r->from->at) ||
      memchr (r->from->at, 0, length))
    return "malformed names";
  FT_RESERVE (r->name, length + 1);
  memcpy (r->name.begin, r->from->at, length);
  r->from->at += length;
  if (!(head & 1)) {
    --*n;
    return add_locals (r, length, false, 0, 1);
  }
  uint64_t first = ft_varint_get (r->from);
  count = ft_varint_get (r->from) + 2;
  if (r->from->bad || count < 2 || count > *n || count > r->series ||
      first > UINT64_MAX - count)
    return "malformed names";
  *n -= count;
  r->series -= count;
  return add_locals (r, length, true, first, count);
}

const char *ft_ftz_names_get (ft_varints *from, ft_tables *tables,
                              const ft_id_limits known, uint64_t events,
                              bool locals) {
  const char *wrong = ft_block_names_get (from, tables, known);
  reading r = {.from = from,
               .tables = tables,
               .locals = locals,
               .series = most_in_series (events)};
  uint64_t n = wrong ? 0 : ft_varint_get (from);
  while (n && !wrong)
    wrong = get_locals (&r, &n);
  FT_RELEASE (r.name);
  if (wrong)
    return wrong;
  return from->bad || from->at != from->end ? "malformed names" : NULL;
}
