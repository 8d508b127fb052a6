#include "format/ftz_names.h"

#include <string.h>

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
  const char *wrong = ft_block_names_get (from, tables, known, false);
  reading r = {.from = from,
               .tables = tables,
               .locals = locals,
               .series = ft_ftz_most_in_series (events)};
  uint64_t n = wrong ? 0 : ft_varint_get (from);
  while (n && !wrong)
    wrong = get_locals (&r, &n);
  FT_RELEASE (r.name);
  if (wrong)
    return wrong;
  return from->bad || from->at != from->end ? "malformed names" : NULL;
}
