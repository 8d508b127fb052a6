// Reads of constant tables at symbolic addresses: constants of the program, and
// the character classes of the C library.
//
// A table is divided into ranges of elements that are equal, or that grow by
// one. The result is a sum over these ranges: the range's value times whether
// the index is in the range.  A branch says that the index is in the table.
#include "symex/exec/constant_table.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"

enum { MAX_BEFORE = 512, MAX_ELEMENTS = 2 * MAX_BEFORE, MAX_RANGES = 64 };

typedef struct table {
  uint64_t first; // address of element 0
  unsigned bytes; // of an element
  size_t count;
  uint64_t values[MAX_ELEMENTS];
} table;

typedef struct range { // element 'first' + i is 'value' + i * 'step'
  size_t first, count;
  uint64_t value, step;
} range;

static bool is_size (unsigned bytes) {
  return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

static bool element (ft_machine *m, uint64_t address, unsigned bytes,
                     uint64_t *value) {
  return ft_constant_word (m, address, bytes, value) ||
         ft_immutable_word (m, address, bytes, value);
}

// The known elements around an address.
static bool find_table (ft_machine *m, uint64_t address, unsigned bytes,
                        table *t) {
  uint64_t value;
  *t = (table){.first = address, .bytes = bytes};
  for (size_t i = 0; i < MAX_BEFORE; i++) {
    if (!element (m, t->first - bytes, bytes, &value))
      break;
    t->first -= bytes;
  }
  while (t->count < MAX_ELEMENTS &&
         element (m, t->first + t->count * bytes, bytes, t->values + t->count))
    t->count++;
  return t->count > (address - t->first) / bytes;
}

static size_t range_length (const table *t, size_t first, uint64_t step) {
  size_t i = first + 1;
  while (i < t->count && t->values[i] == t->values[first] + (i - first) * step)
    i++;
  return i - first;
}

// 0 if there are too many.
static size_t find_ranges (const table *t, range ranges[MAX_RANGES]) {
  size_t n = 0;
  for (size_t i = 0; i < t->count; i += ranges[n - 1].count) {
    size_t same = range_length (t, i, 0), growing = range_length (t, i, 1);
    if (n == MAX_RANGES)
      return 0;
    ranges[n++] = (range){i, same >= growing ? same : growing, t->values[i],
                          same < growing};
  }
  return n;
}

static ft_value compute (ft_machine *m, enum ft_operator op, ft_value a,
                         uint64_t b) {
  ft_value two[2] = {a, ft_value_concrete (b)};
  return ft_emit_compute (m, op, 8, two, 2);
}

static ft_value compute_two (ft_machine *m, enum ft_operator op, ft_value a,
                             ft_value b) {
  ft_value two[2] = {a, b};
  return ft_emit_compute (m, op, 8, two, 2);
}

static void expect (ft_machine *m, enum ft_operator op, ft_value a,
                    uint64_t b) {
  ft_value two[2] = {a, ft_value_concrete (b)};
  ft_emit_branch (m, FT_NO_ID, op, 8, 1, two, 2);
}

// The index of the element at an address; emits that it is in the table.
static ft_value index_of (ft_machine *m, const table *t, ft_value address) {
  unsigned shift = (unsigned)__builtin_ctz (t->bytes);
  ft_value offset = compute (m, FT_OP_USUB, address, t->first);
  expect (m, FT_OP_ULT, offset, t->count * t->bytes);
  if (!shift)
    return offset;
  expect (m, FT_OP_EQ, compute (m, FT_OP_AND, offset, t->bytes - 1), 0);
  return compute (m, FT_OP_USHR, offset, shift);
}

static ft_value add_range (ft_machine *m, ft_value sum, ft_value index,
                           const range *r) {
  ft_value place = compute (m, FT_OP_USUB, index, r->first);
  ft_value within = compute (m, FT_OP_ULT, place, r->count);
  ft_value value = r->step
                       ? compute_two (m, FT_OP_UMUL, within,
                                      compute (m, FT_OP_UADD, place, r->value))
                       : compute (m, FT_OP_UMUL, within, r->value);
  return compute_two (m, FT_OP_UADD, sum, value);
}

bool ft_constant_table_read (ft_machine *m, ft_value address, unsigned bytes,
                             ft_value *value) {
  table t;
  range ranges[MAX_RANGES];
  if (!m->models_libc || !address.known || address.object || !is_size (bytes) ||
      !ft_is_symbolic (m, &address) || !find_table (m, address.word, bytes, &t))
    return false;
  size_t count = find_ranges (&t, ranges);
  if (!count)
    return false;
  ft_value index = index_of (m, &t, address), sum = ft_value_concrete (0);
  for (size_t i = 0; i < count; i++)
    if (ranges[i].value || ranges[i].step)
      sum = add_range (m, sum, index, ranges + i);
  *value = bytes == 8 ? sum : ft_emit_compute (m, FT_OP_COPY, bytes, &sum, 1);
  return true;
}
