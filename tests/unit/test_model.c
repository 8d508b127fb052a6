// Models of library functions against the library: where the events of a call
// say that it goes the same way with other bytes, the function itself does, and
// returns what they compute.  Bytes behind those that it has read are others,
// too.
//
// What is read is told by the same lengths as the recorder's
// (src/record/libc_*.c), written down once more.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include <cmocka.h>

#include "model_call.h"
#include "rounds.h"
#include "tests/model/rng.h"

typedef struct outcome {
  uint64_t value;   // that the model computes
  char others[200]; // what else comes of the call
} outcome;

typedef struct function {
  const char *name;
  enum ft_libc_model kind;
  const char *letters; // that texts are made of
  const char *seconds; // texts that the second one may be; NULL: of letters
  bool address;        // it returns one, or none
  uint64_t argument;   // the last one
  // Calls the function itself; which ranges it reads.
  outcome (*call) (const struct function *, const model_texts *,
                   model_range ranges[2]);
} function;

enum { BASE = 0x1000 }; // address of the first text

static void say (outcome *o, long number) {
  size_t n = strlen (o->others);
  snprintf (o->others + n, sizeof o->others - n, "%ld ", number);
}

static uint64_t at (const void *found, const char *text) {
  return found ? BASE + (uint64_t)((const char *)found - text) : 0;
}

static const char *text_of (const model_texts *t, unsigned i) {
  return (const char *)t->at[i];
}

// ---- numbers ---------------------------------------------------------------

static size_t number_length (const char *s, const char *end, int base) {
  const char *first = s + strspn (s, " \t\n\v\f\r");
  first += *first == '-' || *first == '+';
  if (end == s)
    return (size_t)(first - s) + 1;
  bool x = *first == '0' && end == first + 1 && (*end | 32) == 'x' &&
           (!base || base == 16);
  return (size_t)(end - s) + 1 + x;
}

static outcome call_number (const function *f, const model_texts *t,
                            model_range *ranges) {
  const char *s = text_of (t, 0);
  char *end;
  outcome o = {(uint64_t)strtol (s, &end, (int)f->argument), ""};
  say (&o, end - s);
  ranges[0] = (model_range){0, 0, number_length (s, end, (int)f->argument)};
  return o;
}

// ---- comparisons -----------------------------------------------------------

static outcome call_comparison (const function *f, const model_texts *t,
                                model_range *ranges) {
  const unsigned char *a = t->at[0], *b = t->at[1];
  bool folds = f->kind == FT_LIBC_MODEL_COMPARE_FOLDED;
  bool text = f->kind != FT_LIBC_MODEL_COMPARE;
  size_t i = 0;
#define FOLD(c) (folds && (c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
  while (i + 1 < f->argument && (!text || a[i]) && FOLD (a[i]) == FOLD (b[i]))
    i++;
  ranges[0] = (model_range){0, 0, i + 1};
  ranges[1] = (model_range){1, 0, i + 1};
  outcome o = {(uint32_t)(FOLD (a[i]) - FOLD (b[i])), ""};
#undef FOLD
  int real = folds  ? strncasecmp (text_of (t, 0), text_of (t, 1), f->argument)
             : text ? strncmp (text_of (t, 0), text_of (t, 1), f->argument)
                    : memcmp (a, b, f->argument);
  int32_t mine = (int32_t)o.value;
  assert_int_equal ((real > 0) - (real < 0), (mine > 0) - (mine < 0));
  return o;
}

// ---- sets ------------------------------------------------------------------

static outcome call_span (const function *f, const model_texts *t,
                          model_range *ranges) {
  const char *s = text_of (t, 0), *set = text_of (t, 1);
  size_t length =
      f->kind == FT_LIBC_MODEL_SPAN ? strspn (s, set) : strcspn (s, set);
  ranges[0] = (model_range){1, 0, strlen (set) + 1};
  ranges[1] = (model_range){0, 0, length + 1};
  return (outcome){f->address ? at (strpbrk (s, set), s) : length, ""};
}

static outcome call_token (const function *f, const model_texts *t,
                           model_range *ranges) {
  model_texts copy = *t;
  char *s = (char *)copy.at[0], *rest = s;
  const char *set = text_of (t, 1);
  bool each = f->kind == FT_LIBC_MODEL_TOKEN_EACH;
  size_t begin = each ? 0 : strspn (s, set);
  ranges[0] = (model_range){1, 0, strlen (set) + 1};
  ranges[1] = (model_range){0, 0, begin + strcspn (s + begin, set) + 1};
  char *found = each ? strsep (&rest, set) : strtok_r (s, set, &rest);
  outcome o = {at (found, s), ""};
  say (&o, rest ? rest - s : -1);
  say (&o, found ? (long)strlen (found) : -1);
  return o;
}

// ---- searches --------------------------------------------------------------

static outcome call_search (const function *f, const model_texts *t,
                            model_range *ranges) {
  const char *s = text_of (t, 0), *what = text_of (t, 1);
  size_t length = strlen (what), size = strlen (s) + 1;
  bool bytes = f->kind == FT_LIBC_MODEL_SEARCH_BYTES;
  const char *found = bytes ? memmem (s, f->argument, what, 2)
                      : f->kind == FT_LIBC_MODEL_SEARCH ? strstr (s, what)
                                                     : strcasestr (s, what);
  if (bytes) {
    length = 2;
    size = f->argument;
  }
  if (found)
    size = (size_t)(found - s) + length;
  ranges[bytes] = (model_range){1, 0, length + !bytes};
  ranges[!bytes] = (model_range){0, 0, size};
  return (outcome){at (found, s), ""};
}

static outcome call_find (const function *f, const model_texts *t,
                          model_range *ranges) {
  const char *s = text_of (t, 0);
  bool last = f->kind == FT_LIBC_MODEL_FIND_LAST,
       text = f->kind != FT_LIBC_MODEL_FIND;
  size_t size = text ? strlen (s) + 1 : 5;
  const char *found = last   ? strrchr (s, (int)f->argument)
                      : text ? strchr (s, (int)f->argument)
                             : memchr (s, (int)f->argument, 5);
  if (found && !last)
    size = (size_t)(found - s) + 1;
  ranges[0] = (model_range){0, 0, size};
  return (outcome){at (found, s), ""};
}

static outcome call_length (const function *f, const model_texts *t,
                            model_range *ranges) {
  size_t n = strnlen (text_of (t, 0), f->argument);
  ranges[0] = (model_range){0, 0, n < f->argument ? n + 1 : n};
  return (outcome){n, ""};
}

static const function functions[] = {
    {"strtol 10", FT_LIBC_MODEL_NUMBER, "0123459 \t-+xa/:", 0, 0, 10, call_number},
    {"strtol 0", FT_LIBC_MODEL_NUMBER, "00178 -xXafgz", 0, 0, 0, call_number},
    {"strtol 2", FT_LIBC_MODEL_NUMBER, "00112 -b", 0, 0, 2, call_number},
    {"strtol 16", FT_LIBC_MODEL_NUMBER, "009xXafFGg@`-", 0, 0, 16, call_number},
    {"strtol 36", FT_LIBC_MODEL_NUMBER, "09zZaA[{x +", 0, 0, 36, call_number},
    {"memcmp", FT_LIBC_MODEL_COMPARE, "aab\xff", 0, 0, 4, call_comparison},
    {"strcmp", FT_LIBC_MODEL_COMPARE_TEXT, "aabZ\xff", 0, 0, 20, call_comparison},
    {"strncmp", FT_LIBC_MODEL_COMPARE_TEXT, "ab\xff", 0, 0, 3, call_comparison},
    {"strcasecmp", FT_LIBC_MODEL_COMPARE_FOLDED, "aAzZ[{@`\xc1\xe1", 0, 0, 20,
     call_comparison},
    {"strncasecmp", FT_LIBC_MODEL_COMPARE_FOLDED, "aAzZ[", 0, 0, 3,
     call_comparison},
    {"strspn", FT_LIBC_MODEL_SPAN, "abcd\xf0", 0, 0, 0, call_span},
    {"strcspn", FT_LIBC_MODEL_SPAN_OTHERS, "abcdef", 0, 0, 0, call_span},
    {"strpbrk", FT_LIBC_MODEL_FIND_ANY, "abcdef", 0, 1, 0, call_span},
    {"strtok_r", FT_LIBC_MODEL_TOKEN, "aab==,", ",= \0", 1, 0, call_token},
    {"strsep", FT_LIBC_MODEL_TOKEN_EACH, "aab==,", 0, 1, 0, call_token},
    {"strstr", FT_LIBC_MODEL_SEARCH, "aab", 0, 1, 0, call_search},
    {"strcasestr", FT_LIBC_MODEL_SEARCH_FOLDED, "aAbB[", 0, 1, 0, call_search},
    {"memmem", FT_LIBC_MODEL_SEARCH_BYTES, "aab", 0, 1, 6, call_search},
    {"memchr", FT_LIBC_MODEL_FIND, "ab", 0, 1, 'b', call_find},
    {"strchr", FT_LIBC_MODEL_FIND_TEXT, "abc", 0, 1, 'b', call_find},
    {"strrchr", FT_LIBC_MODEL_FIND_LAST, "abc", 0, 1, 'b', call_find},
    {"strnlen", FT_LIBC_MODEL_LENGTH, "ab", 0, 0, 4, call_length},
};

// ---- cases -----------------------------------------------------------------

static void fill (ft_rng *r, const char *letters, unsigned char *text) {
  size_t length = ft_rng_below (r, 8), n = strlen (letters);
  for (size_t i = 0; i + 1 < MODEL_ROOM; i++) {
    text[i] = (unsigned char)letters[ft_rng_below (r, (uint32_t)n)];
    if (i == length || (i > length && !ft_rng_below (r, 4)))
      text[i] = 0;
  }
  text[MODEL_ROOM - 1] = 0;
}

static void change (ft_rng *r, const char *letters, unsigned char *text) {
  for (size_t i = 0; i + 1 < MODEL_ROOM; i++)
    if (!ft_rng_below (r, 4))
      text[i] = (unsigned char)
          letters[ft_rng_below (r, (uint32_t)strlen (letters) + 1)];
}

static void set_up (model_call *c, const function *f, const outcome *o,
                    const model_range ranges[2]) {
  model_call_argument (c, BASE);
  model_call_argument (c, f->kind == FT_LIBC_MODEL_NUMBER ? 0 : f->argument);
  model_call_argument (c, f->argument);
  model_call_read (c, ranges[0]);
  model_call_read (c, ranges[1]);
  model_call_tell (c, f->kind == FT_LIBC_MODEL_COMPARE_FOLDED
                          ? (uint64_t)(int32_t)o->value
                          : o->value);
}

// What is wrong with what the events of one call say of another one; NULL if
// nothing is, and whether they say something.
static const char *judge (const function *f, const model_texts *one,
                          const model_texts *two, bool *said) {
  model_range ranges[2] = {{0}}, others[2] = {{0}};
  outcome a = f->call (f, one, ranges), b = f->call (f, two, others);
  model_call c;
  model_values v = {{0}};
  ft_value result;
  const char *wrong = NULL;
  model_call_begin (&c, f->kind, one);
  set_up (&c, f, &a, ranges);
  *said = ft_libc_constrain (&c.machine, &c.frame, &c.call) &&
          ft_libc_result (&c.machine, &c.frame, &c.call, &result) &&
          model_call_goes (&c, two, &v);
  if (*said) {
    uint64_t value = model_value (&v, &result);
    if (f->kind >= FT_LIBC_MODEL_COMPARE && f->kind <= FT_LIBC_MODEL_COMPARE_TEXT)
      value = (uint32_t)value;
    if (f->kind == FT_LIBC_MODEL_COMPARE_FOLDED)
      value = (uint32_t)value;
    if (value != b.value)
      wrong = "returns something else";
    else if (strcmp (a.others, b.others))
      wrong = "does something else";
  }
  model_values_release (&v);
  model_call_end (&c);
  return wrong;
}

// As few other bytes as possible.
static void shrink (const function *f, const model_texts *one,
                    model_texts *two) {
  bool said;
  for (unsigned i = 0; i < MODEL_TEXTS * MODEL_ROOM; i++) {
    model_texts less = *two;
    (&less.at[0][0])[i] = (&one->at[0][0])[i];
    if (judge (f, one, &less, &said))
      *two = less;
  }
}

static void report (const function *f, uint64_t seed, const model_texts *one,
                    model_texts *two) {
  bool said;
  shrink (f, one, two);
  fail_msg ("seed %lu: %s (\"%s\", \"%s\") says of (\"%s\", \"%s\"): %s",
            (unsigned long)seed, f->name, text_of (one, 0), text_of (one, 1),
            text_of (two, 0), text_of (two, 1), judge (f, one, two, &said));
}

static void try_function (const function *f) {
  unsigned long said = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20000); seed++) {
    ft_rng r = ft_rng_init (seed);
    model_texts one, two;
    fill (&r, f->letters, one.at[0]);
    fill (&r, f->letters, one.at[1]);
    if (f->seconds)
      memcpy (one.at[1], f->seconds, strlen (f->seconds) + 1);
    two = one;
    change (&r, f->letters, two.at[0]);
    if (ft_rng_below (&r, 2))
      change (&r, f->letters, two.at[1]);
    bool says;
    if (judge (f, &one, &two, &says))
      report (f, seed, &one, &two);
    said += says;
  }
  if (rounds_are_many () && said < 200)
    fail_msg ("%s: only %lu calls were understood", f->name, said);
}

static void test_functions (void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    try_function (functions + i);
}

// ---- scanf -----------------------------------------------------------------

enum { SLOTS = 3 };

typedef struct scanned {
  int count;
  unsigned char to[SLOTS][32];
} scanned;

// Numbers of formats are ints, but where 'n' and 'k' say otherwise.
static const struct {
  const char *format,
      *kinds; // i: int, n: signed char, k: long, w: word, c: char
} formats[] = {
    {"%d", "i"},         {"%d%d", "ii"},
    {"%3d%n%d", "iii"},  {" %i", "i"},
    {"%2x%c%x", "ici"},  {"%u,%hhd", "in"},
    {"%ld %s", "kw"},    {"%s%s", "ww"},
    {"%3s=%d", "wi"},    {"%[a-c]%d", "wi"},
    {"%[^,],%o", "wi"},  {"%*d%c", "c"},
    {"%2c%s", "cw"},     {"a%d%%%x", "ii"},
    {"%1i%i", "ii"},     {"%[]ab-]%4[^b]", "ww"},
    {"x = %i", "i"},     {"%*[ab]%n%3x", "ii"},
    {"%[-a]%s", "ww"},   {"%2i%2i%2i", "iii"},
    {"%c %c%d ", "cci"},
};

static scanned scan_really (const char *format, const char *text) {
  scanned s;
  memset (&s, 0xa5, sizeof s);
  s.count = sscanf (text, format, s.to[0], s.to[1], s.to[2]);
  return s;
}

static size_t written (char kind, const ft_libc_item *item) {
  return kind == 'i' ? 4 : kind == 'n' ? 1 : kind == 'k' ? 8 : item->size;
}

// What the model says that is written, over what was there.
static bool write_items (const model_call *c, const model_values *v,
                         const char *kinds, scanned *s) {
  for (size_t i = 0; i < c->call.items.size; i++) {
    const ft_libc_item *item = c->call.items.begin + i;
    uint64_t value = item->number ? model_value (v, &item->value) : 0;
    if (item->number != !strchr ("wc", kinds[i]) ||
        item->size != written (kinds[i], item))
      return false;
    if (item->number)
      memcpy (s->to[i], &value, item->size);
    for (uint32_t k = 0; !item->number && k < item->size; k++)
      s->to[i][k] = k < item->count
                        ? (unsigned char)model_value (v, c->call.bytes.begin +
                                                             item->first + k)
                        : 0;
  }
  return true;
}

static const char *judge_scan (size_t format, const model_texts *one,
                               const model_texts *two, bool *said) {
  const char *f = formats[format].format;
  scanned a = scan_really (f, text_of (one, 0)), mine;
  scanned b = scan_really (f, text_of (two, 0));
  model_call c;
  model_values v = {{0}};
  const char *wrong = NULL;
  model_call_begin (&c, FT_LIBC_MODEL_SCAN, one);
  model_call_read (&c, (model_range){1, 0, strlen (f) + 1});
  model_call_read (&c, (model_range){0, 0, strlen (text_of (one, 0)) + 1});
  model_call_tell (&c, (uint64_t)a.count);
  *said = ft_libc_constrain (&c.machine, &c.frame, &c.call) &&
          model_call_goes (&c, two, &v);
  if (*said) {
    memset (&mine, 0xa5, sizeof mine);
    mine.count = a.count;
    if (!write_items (&c, &v, formats[format].kinds, &mine) ||
        memcmp (&mine, &b, sizeof b))
      wrong = "reads something else";
  }
  model_values_release (&v);
  model_call_end (&c);
  return wrong;
}

static void report_scan (size_t format, uint64_t seed, const model_texts *one,
                         model_texts *two) {
  bool said;
  for (unsigned i = 0; i < MODEL_ROOM; i++) {
    model_texts less = *two;
    less.at[0][i] = one->at[0][i];
    if (judge_scan (format, one, &less, &said))
      *two = less;
  }
  fail_msg ("seed %lu: scanf (\"%s\") of \"%s\" says of \"%s\": %s",
            (unsigned long)seed, formats[format].format, text_of (one, 0),
            text_of (two, 0), judge_scan (format, one, two, &said));
}

static void test_scanf (void **state) {
  static const char letters[] = "0019afbxX+-  \t,=%c";
  unsigned long said[sizeof formats / sizeof *formats] = {0};
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200000); seed++) {
    ft_rng r = ft_rng_init (seed);
    size_t format = ft_rng_below (&r, sizeof formats / sizeof *formats);
    model_texts one, two;
    fill (&r, letters, one.at[0]);
    strcpy ((char *)one.at[1], formats[format].format);
    two = one;
    change (&r, letters, two.at[0]);
    bool says;
    if (judge_scan (format, &one, &two, &says))
      report_scan (format, seed, &one, &two);
    said[format] += says;
  }
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (rounds_are_many () && said[i] < 200)
      fail_msg ("%s: only %lu calls were understood", formats[i].format,
                said[i]);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_functions),
      cmocka_unit_test (test_scanf),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
