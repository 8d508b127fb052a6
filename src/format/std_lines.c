#include "format/std_lines.h"

#include <endian.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// ---- marks: the bytes that separate parts of lines -------------------------

// A scan for marks, 64 bytes at a time.  NUL is a mark, so that no name
// contains one and the zeroes behind the text end every scan.
typedef struct marks {
  const char *block; // 64 bytes
  uint64_t left;     // marks in them that are still to come, a bit each
} marks;

#ifdef __SSE2__

static uint64_t find_16 (const char *p) {
  __m128i bytes = _mm_loadu_si128 ((const __m128i *)(const void *)p);
  __m128i bar = _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('|'));
  __m128i end = _mm_cmpeq_epi8 (bytes, _mm_set1_epi8 ('\n'));
  __m128i nul = _mm_cmpeq_epi8 (bytes, _mm_setzero_si128 ());
  return (uint16_t)_mm_movemask_epi8 (
      _mm_or_si128 (_mm_or_si128 (bar, end), nul));
}

static uint64_t find_marks (const char *p) {
  return find_16 (p) | find_16 (p + 16) << 16 | find_16 (p + 32) << 32 |
         find_16 (p + 48) << 48;
}

#else

static uint64_t find_marks (const char *p) {
  uint64_t found = 0;
  for (unsigned i = 0; i < 64; i++)
    found |= (uint64_t)(p[i] == '|' || p[i] == '\n' || !p[i]) << i;
  return found;
}

#endif

static inline const char *next_mark (marks *m) {
  while (!m->left) {
    m->block += 64;
    m->left = find_marks (m->block);
  }
  const char *p = m->block + __builtin_ctzll (m->left);
  m->left &= m->left - 1;
  return p;
}

// ---- one line --------------------------------------------------------------

// The operations, by the sum of their first two bytes modulo 16, which differ.
static const struct shape {
  uint32_t text, mask; // little-endian, up to the parenthesis
  uint8_t size, kind, class;
} shapes[16] = {
    [('r' + '(') & 15] = {0x2872, 0xffff, 2, FT_READ, FT_CLASS_VARIABLE},
    [('w' + '(') & 15] = {0x2877, 0xffff, 2, FT_WRITE, FT_CLASS_VARIABLE},
    [('a' + 'c') & 15] = {0x28716361, 0xffffffff, 4, FT_ACQUIRE, FT_CLASS_LOCK},
    [('r' + 'e') & 15] = {0x286c6572, 0xffffffff, 4, FT_RELEASE, FT_CLASS_LOCK},
};

// The shape of an operation, NULL for any other text.
static inline const struct shape *shape_of (const char *text) {
  uint32_t word;
  memcpy (&word, text, sizeof word);
  word = le32toh (word);
  const struct shape *s = shapes + ((word + (word >> 8)) & 15);
  return s->mask && (word & s->mask) == s->text ? s : NULL;
}

// The parts of a line.
typedef struct parts {
  const char *begin;
  const struct shape *shape;
  struct name {
    ft_span text;
    ft_intern_key key;
  } thread, target, location;
} parts;

static inline struct name name_of (const char *begin, const char *end) {
  size_t size = (size_t)(end - begin);
  return (struct name){{begin, size}, ft_intern_key_of (begin, size)};
}

// Whether the complete parser would skip or trim the line.
static inline bool begins_unusually (const char *line) {
  return (unsigned char)line[0] <= '/' || (unsigned char)line[0] >= 0x80;
}

static inline bool is_blank (char c) {
  return c == ' ' || c == '\t';
}

// Split a line; returns its end, or NULL for a line of another shape.
static inline const char *split (marks *m, const char *line, parts *p) {
  const char *bar = next_mark (m);
  if (*bar != '|' || bar == line || begins_unusually (line))
    return NULL;
  const char *second = next_mark (m), *end = second;
  if (*second == '|')
    end = next_mark (m);
  const char *last = end - (end[-1] == '\r');
  if (*end != '\n' || is_blank (last[-1]))
    return NULL;
  const char *close = second < last ? second : last;
  p->shape = shape_of (bar + 1);
  if (!p->shape || close - bar < p->shape->size + 3 || close[-1] != ')')
    return NULL;
  p->begin = line;
  p->thread = name_of (line, bar);
  p->target = name_of (bar + 1 + p->shape->size, close - 1);
  p->location = name_of (second < last ? second + 1 : last, last);
  return end;
}

// ---- events ----------------------------------------------------------------

// Lines are split in groups before their names are looked up, so that the
// prefetched memory has arrived by then.
enum { GROUP = 32 };

// Split a group of lines; returns their number.
static uint32_t split_group (marks *m, const char *line, const ft_tables *t,
                             parts *group, uint32_t room) {
  uint32_t n = 0;
  const char *end;
  for (; n < room && (end = split (m, line, group + n)); n++, line = end + 1) {
    const parts *p = group + n;
    __builtin_prefetch (
        ft_intern_probe (t->names + p->shape->class, p->target.key));
    __builtin_prefetch (
        ft_intern_probe (t->names + FT_CLASS_LOCATION, p->location.key));
  }
  group[n].begin = line;
  return n;
}

static inline ft_id add (ft_tables *tables, unsigned class,
                         const struct name *n) {
  return ft_intern_add_key (tables->names + class, n->key, n->text.begin,
                            n->text.size);
}

// False if the complete parser must handle the names.
static inline bool make_event (const ft_spellings *s,
                               const ft_trace_line *first, const parts *p,
                               ft_event *e) {
  ft_tid thread = ft_spellings_known (s, p->thread.key, p->thread.text);
  if (thread == FT_NO_ID)
    return false;
  ft_id location = FT_NO_ID;
  if (p->location.text.size)
    location = add (first->tables, FT_CLASS_LOCATION, &p->location);
  else if (!ft_notes_again (first->notes, FT_NOTE_NO_LOCATION))
    return false;
  *e = FT_EVENT_NONE;
  e->thread = thread;
  e->location = location;
  e->kind = p->shape->kind;
  e->target = add (first->tables, p->shape->class, &p->target);
  return true;
}

uint32_t ft_std_lines (const ft_spellings *s, const ft_trace_line *first,
                       ft_cursor *c, ft_event *events, uint32_t room) {
  marks m = {c->at, find_marks (c->at)};
  parts group[GROUP + 1];
  uint32_t count = 0, n = GROUP, made = GROUP;
  while (n == GROUP && made == n) {
    n = room - count < GROUP ? room - count : GROUP;
    n = split_group (&m, c->at, first->tables, group, n);
    for (made = 0; made < n && make_event (s, first, group + made, events);)
      made++, events++;
    count += made;
    c->at = group[made].begin;
  }
  ft_tables_grow (first->tables);
  return count;
}
