#include "results/fingerprint.h"

#include <ctype.h>
#include <string.h>

#include "format/reader.h"
#include "run/line_marks.h"

// The trace, and the marks of its lines, NULL: none are known.
typedef struct source {
  const ft_trace *trace;
  const ft_line_marks *marks;
} source;

// A finding with the keys by which equal hashes are numbered.
typedef struct named {
  uint64_t key;
  const char *low, *high; // its first two locations, in order
  ft_id position;
  uint64_t *fingerprint;
} named;

#define SEED 0xcbf29ce484222325ull
#define PRIME 0x100000001b3ull

// FNV-1a over strings, each with its NUL.
static uint64_t hash_string (uint64_t hash, const char *s) {
  do
    hash = (hash ^ (unsigned char)*s) * PRIME;
  while (*s++);
  return hash;
}

// A name without the lines and columns in it, which move: "heap block of a.c:20:14"
// as "heap block of a.c::".
static uint64_t hash_name (uint64_t hash, const char *name) {
  for (bool number = false; *name; name++) {
    number = isdigit ((unsigned char)*name) && (number || name[-1] == ':');
    if (!number)
      hash = (hash ^ (unsigned char)*name) * PRIME;
  }
  return hash * PRIME;
}

static const char *location (const ft_trace *t, ft_id event) {
  ft_id location = t->events[event].location;
  return location == FT_NO_ID ? ""
                              : ft_trace_name (t, FT_CLASS_LOCATION, location);
}

static bool is_number (const char *name) {
  return isdigit ((unsigned char)*name);
}

static uint64_t mark_of (const source *s, ft_id event) {
  return s->marks ? ft_line_marks_at (s->marks, location (s->trace, event)) : 0;
}

// The hash of one operation on a variable or lock, at a line.
static uint64_t hash_operation (const source *s, ft_id event,
                                const char *name) {
  const ft_trace *t = s->trace;
  enum ft_kind kind = ft_event_shown_kind (t->events + event);
  uint64_t hash = hash_string (SEED, ft_kind_name (kind));
  uint64_t mark = mark_of (s, event);
  if (!is_number (name))
    hash = hash_name (hash, name);
  else if (!mark)
    hash = hash_string (hash, location (t, event));
  return mark ? (hash ^ mark) * PRIME : hash;
}

static int compare_numbers (const char **a, const char **b) {
  while (**a == '0' && isdigit ((unsigned char)(*a)[1]))
    ++*a;
  while (**b == '0' && isdigit ((unsigned char)(*b)[1]))
    ++*b;
  size_t m = strspn (*a, "0123456789"), n = strspn (*b, "0123456789");
  int order = m != n ? (m > n) - (m < n) : strncmp (*a, *b, m);
  *a += m;
  *b += n;
  return order;
}

int ft_fingerprint_compare_locations (const char *a, const char *b) {
  while (*a && *b) {
    int order;
    if (isdigit ((unsigned char)*a) && isdigit ((unsigned char)*b))
      order = compare_numbers (&a, &b);
    else
      order = (unsigned char)*a++ - (unsigned char)*b++;
    if (order)
      return order;
  }
  return (*a != 0) - (*b != 0);
}

static named name_of (const ft_trace *t, const ft_id events[2], uint64_t key,
                      uint64_t *fingerprint) {
  const char *p = location (t, events[0]), *q = location (t, events[1]);
  bool swap = ft_fingerprint_compare_locations (p, q) > 0;
  return (named){key, swap ? q : p, swap ? p : q, events[0], fingerprint};
}

// The hashes of the operations are added, so that their order does not matter.
static named name_race (const source *s, ft_race *race) {
  const ft_trace *t = s->trace;
  const char *variable = ft_trace_name (t, FT_CLASS_VARIABLE, race->variable);
  uint64_t operations = hash_operation (s, race->pair[0], variable) +
                        hash_operation (s, race->pair[1], variable);
  return name_of (t, race->pair, hash_string (operations, "race"),
                  &race->fingerprint);
}

static named name_deadlock (const source *s, ft_deadlock *d) {
  const ft_trace *t = s->trace;
  uint64_t sum = d->length;
  for (uint32_t i = 0; i < d->length; i++)
    sum +=
        hash_operation (s, d->acquires[i],
                        ft_trace_target_name (t, t->events + d->acquires[i]));
  return name_of (t, d->acquires, hash_string (sum, "deadlock"),
                  &d->fingerprint);
}

// The places without the numbers of their lines.
static named name_failure (const source *s, ft_failure *f) {
  const ft_trace *t = s->trace;
  const ft_id events[2] = {f->fails, f->freed == FT_NO_ID ? f->fails : f->freed};
  uint64_t hash = hash_string (SEED, ft_failure_name (f->kind));
  for (int i = 0; i < 2; i++) {
    uint64_t mark = mark_of (s, events[i]);
    hash = hash_name (hash, location (t, events[i]));
    hash = mark ? (hash ^ mark) * PRIME : hash;
  }
  return name_of (t, events, hash_string (hash, "failure"), &f->fingerprint);
}

static int compare (const void *a, const void *b) {
  const named *p = a, *q = b;
  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  int order = ft_fingerprint_compare_locations (p->low, q->low);
  if (!order)
    order = ft_fingerprint_compare_locations (p->high, q->high);
  if (!order)
    order = (p->position > q->position) - (p->position < q->position);
  return order ? order
               : (p->fingerprint > q->fingerprint) -
                     (p->fingerprint < q->fingerprint);
}

static void number (named *list, size_t n) {
  if (n)
    qsort (list, n, sizeof *list, compare);
  for (size_t i = 0, same = 0; i < n; i++) {
    same = i && list[i].key == list[i - 1].key ? same + 1 : 0;
    uint64_t hash = list[i].key;
    for (size_t rest = same; rest; rest >>= 7)
      hash = (hash ^ (rest & 127) ^ 128) * PRIME;
    *list[i].fingerprint = hash;
  }
}

void ft_fingerprint_all (const ft_trace *t, ft_results *x) {
  named *list =
      FT_ARRAY (named, x->size + x->deadlock_count + x->failure_count);
  size_t n = 0;
  ft_line_marks *marks = NULL;
  if (x->size + x->deadlock_count + x->failure_count && !strcmp (t->format, FT_FORMAT_RUN))
    marks = ft_line_marks_read (t->path);
  source s = {t, marks};
  for (size_t i = 0; i < x->size; i++)
    list[n++] = name_race (&s, x->races + i);
  for (size_t i = 0; i < x->deadlock_count; i++)
    list[n++] = name_deadlock (&s, x->deadlocks + i);
  for (size_t i = 0; i < x->failure_count; i++)
    list[n++] = name_failure (&s, x->failures + i);
  number (list, n);
  free (list);
  ft_line_marks_free (marks);
}
