#include "order/lock_set.h"

typedef struct ft_lock_set set_of;

static uint64_t hash_elements (const uint32_t *elements, size_t count) {
  uint64_t hash = 0xcbf29ce484222325u ^ count;
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ elements[i]) * 0x100000001b3u;
  return hash;
}

const uint32_t *ft_lock_set_elements (const ft_lock_sets *sets, ft_id set,
                                      uint32_t *count) {
  const set_of *s = sets->sets.begin + set;
  *count = s->count;
  return sets->elements.begin + s->offset;
}

// The set of the elements that were pushed from 'offset' on.  If the set is
// known, removes the elements again.
static ft_id intern (ft_lock_sets *sets, size_t offset) {
  uint32_t count = sets->elements.size - offset, n;
  const uint32_t *elements = sets->elements.begin + offset;
  uint32_t *first = ft_map_at (&sets->by_hash, hash_elements (elements, count));
  for (ft_id id = *first; id != FT_NO_ID; id = sets->sets.begin[id].next) {
    const uint32_t *other = ft_lock_set_elements (sets, id, &n);
    uint32_t i = 0;
    while (n == count && i < n && other[i] == elements[i])
      i++;
    if (n != count || i < n)
      continue;
    sets->elements.size = offset;
    return id;
  }
  bool exclusive = false;
  for (uint32_t i = 0; i < count; i++)
    exclusive |= !(elements[i] & 1);
  FT_PUSH (sets->sets, ((set_of){offset, count, *first, exclusive}));
  return *first = sets->sets.size - 1;
}

void ft_lock_sets_init (ft_lock_sets *sets) {
  *sets = (ft_lock_sets){0};
  FT_PUSH (sets->elements, 0); // so that 'begin' is never NULL
  intern (sets, 1);
}

void ft_lock_sets_release (ft_lock_sets *sets) {
  FT_RELEASE (sets->elements);
  FT_RELEASE (sets->sets);
  ft_map_release (&sets->by_hash);
  ft_map_release (&sets->with);
  ft_map_release (&sets->without);
  ft_map_release (&sets->common);
  ft_map_release (&sets->exclusive);
  ft_map_release (&sets->within);
}

ft_id ft_lock_set_of (ft_lock_sets *sets, const uint32_t *elements,
                      uint32_t count) {
  size_t offset = sets->elements.size;
  for (uint32_t i = 0; i < count; i++)
    FT_PUSH (sets->elements, elements[i]);
  return intern (sets, offset);
}

static uint64_t key (uint32_t a, uint32_t b) {
  return (uint64_t)a << 32 | b;
}

// The set with or without 'element'.
static ft_id change (ft_lock_sets *sets, ft_id set, uint32_t element, bool in) {
  size_t offset = sets->elements.size;
  set_of s = sets->sets.begin[set];
  bool done = !in;
  for (uint32_t i = 0; i < s.count; i++) {
    uint32_t old = sets->elements.begin[s.offset + i];
    if (!done && old > element) {
      FT_PUSH (sets->elements, element);
      done = true;
    }
    if (old != element)
      FT_PUSH (sets->elements, old);
  }
  if (!done)
    FT_PUSH (sets->elements, element);
  return intern (sets, offset);
}

ft_id ft_lock_set_with (ft_lock_sets *sets, ft_id set, uint32_t element) {
  uint32_t *answer = ft_map_at (&sets->with, key (set, element));
  if (*answer == FT_NO_ID)
    *answer = change (sets, set, element, true);
  return *answer;
}

ft_id ft_lock_set_without (ft_lock_sets *sets, ft_id set, uint32_t element) {
  uint32_t *answer = ft_map_at (&sets->without, key (set, element));
  if (*answer == FT_NO_ID)
    *answer = change (sets, set, element, false);
  return *answer;
}

static ft_id intersect (ft_lock_sets *sets, ft_id a, ft_id b) {
  size_t offset = sets->elements.size;
  set_of x = sets->sets.begin[a], y = sets->sets.begin[b];
  for (uint32_t i = 0, j = 0; i < x.count && j < y.count;) {
    uint32_t p = sets->elements.begin[x.offset + i];
    uint32_t q = sets->elements.begin[y.offset + j];
    if (p == q)
      FT_PUSH (sets->elements, p);
    i += p <= q;
    j += q <= p;
  }
  return intern (sets, offset);
}

ft_id ft_lock_set_common (ft_lock_sets *sets, ft_id a, ft_id b) {
  if (a == b)
    return a;
  uint32_t *answer = ft_map_at (&sets->common, key (a, b));
  if (*answer == FT_NO_ID)
    *answer = intersect (sets, a, b);
  return *answer;
}

// Copies set 'b', since new sets may move the sets and elements.
ft_id ft_lock_set_union (ft_lock_sets *sets, ft_id a, ft_id b) {
  set_of s = sets->sets.begin[b];
  for (uint32_t i = 0; a != b && i < s.count; i++)
    a = ft_lock_set_with (sets, a, sets->elements.begin[s.offset + i]);
  return a;
}

ft_id ft_lock_set_minus (ft_lock_sets *sets, ft_id a, ft_id b) {
  set_of s = sets->sets.begin[b];
  for (uint32_t i = 0; a != FT_LOCK_SET_EMPTY && i < s.count; i++)
    a = ft_lock_set_without (sets, a, sets->elements.begin[s.offset + i]);
  return a;
}

static bool share_exclusively (const ft_lock_sets *sets, ft_id a, ft_id b) {
  uint32_t m, n;
  const uint32_t *x = ft_lock_set_elements (sets, a, &m);
  const uint32_t *y = ft_lock_set_elements (sets, b, &n);
  for (uint32_t i = 0, j = 0; i < m && j < n;) {
    uint32_t p = x[i] / 2, q = y[j] / 2;
    if (p == q && !(x[i] & y[j] & 1))
      return true;
    i += p <= q;
    j += q <= p;
  }
  return false;
}

bool ft_lock_set_exclusive (ft_lock_sets *sets, ft_id a, ft_id b) {
  if (!a || !b)
    return false;
  if (a == b)
    return sets->sets.begin[a].exclusive;
  uint32_t *answer = ft_map_at (&sets->exclusive, key (a, b));
  if (*answer == FT_NO_ID)
    *answer = share_exclusively (sets, a, b);
  return *answer;
}

static bool is_within (const ft_lock_sets *sets, ft_id a, ft_id b) {
  uint32_t m, n, j = 0;
  const uint32_t *x = ft_lock_set_elements (sets, a, &m);
  const uint32_t *y = ft_lock_set_elements (sets, b, &n);
  for (uint32_t i = 0; i < m; i++) {
    while (j < n && y[j] / 2 < x[i] / 2)
      j++;
    if (j == n || y[j] / 2 != x[i] / 2 || y[j] > x[i])
      return false;
  }
  return true;
}

bool ft_lock_set_within (ft_lock_sets *sets, ft_id a, ft_id b) {
  if (!a || a == b)
    return true;
  uint32_t *answer = ft_map_at (&sets->within, key (a, b));
  if (*answer == FT_NO_ID)
    *answer = is_within (sets, a, b);
  return *answer;
}
