// Site tables: what is packed comes back; what is not a table is refused with
// the byte; no bytes at all do harm.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ids.h"
#include "rounds.h"
#include "run/sites.h"

static uint64_t state_of_random;

static uint32_t random_below (uint32_t n) {
  state_of_random =
      state_of_random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state_of_random >> 33) % n);
}

static uint32_t random_number (void) {
  return random_below (2) ? random_below (200)
                          : random_below (UINT32_MAX) << random_below (32);
}

static uint32_t random_scope (const ft_sites *s) {
  uint32_t n = random_below ((uint32_t)s->inlined.size + 1);
  return n ? n - 1 : FT_NO_ID;
}

static uint32_t random_string (const ft_sites *s) {
  return s->strings.size ? random_below ((uint32_t)s->strings.size) : 0;
}

static void add_strings (ft_sites *s) {
  for (uint32_t n = random_below (9); n; n--) {
    char text[8];
    uint32_t length = random_below (8);
    for (uint32_t i = 0; i < length; i++)
      text[i] = (char)random_below (256);
    ft_sites_string (s, text, length);
  }
}

static void add_site (ft_sites *s, uint32_t kind, uint32_t *count) {
  ft_site site = {(uint8_t)kind,
                  (uint8_t)random_below (FT_WIRE_SEQ_CST + 1),
                  (uint8_t)random_below (4),
                  kind == FT_SITE_CALL ? random_string (s) : random_number (),
                  random_number (),
                  random_number (),
                  random_scope (s),
                  random_string (s),
                  random_string (s)};
  FT_PUSH (s->sites, site);
  ++*count;
}

static void add_function (ft_sites *s) {
  ft_function f = {random_string (s), random_string (s), random_number (),
                   (uint32_t)s->sites.size, 0};
  for (uint32_t n = random_below (6); n; n--) {
    uint32_t kind = random_below (FT_SITE_VARIABLE + 1);
    add_site (s, kind, &f.count);
    if (kind == FT_SITE_CAS)
      add_site (s, FT_SITE_CAS_FAILED, &f.count);
  }
  FT_PUSH (s->functions, f);
}

static void add_contents (ft_sites *s, ft_global *g, uint32_t globals) {
  g->size = random_below (20);
  g->data = (uint32_t)s->data.size;
  for (uint64_t i = 0; i < g->size + FT_INITIAL_BITMAP (g->size); i++)
    ft_strbuf_add_bytes (&s->data, (char[]){(char)random_below (256)}, 1);
  g->first = (uint32_t)s->relocations.size;
  for (uint32_t at = random_below (4); at + 8 <= g->size;
       at += random_below (9)) {
    ft_relocation r = {at, random_below (globals),
                       (int64_t)random_number () - UINT16_MAX};
    FT_PUSH (s->relocations, r);
    g->count++;
  }
}

static uint64_t random_word (void) {
  return (uint64_t)random_number () << 32 | random_number ();
}

static void add_global (ft_sites *s, uint32_t globals) {
  ft_global g = {random_string (s), random_string (s), random_string (s),
                 random_number (), (uint64_t)random_number () << 20};
  g.kind = (uint8_t)random_below (FT_GLOBAL_KINDS);
  g.initial = (uint8_t)random_below (3);
  if (g.initial == FT_INITIAL_BYTES)
    add_contents (s, &g, globals);
  g.linkage = random_word ();
  FT_PUSH (s->globals, g);
}

static void make_table (ft_sites *s) {
  s->unit = random_word ();
  s->what = (uint8_t)random_below (FT_TABLE_KINDS);
  for (uint32_t n = random_below (4); n; n--)
    FT_PUSH (s->named, random_word ());
  for (uint32_t n = random_below (4); n; n--)
    FT_PUSH (s->defined, random_word ());
  add_strings (s);
  for (uint32_t n = random_below (5); n; n--) {
    ft_inlined i = {random_string (s), random_string (s), random_scope (s),
                    random_number (), random_number ()};
    FT_PUSH (s->inlined, i);
  }
  for (uint32_t n = random_below (5); n; n--)
    add_function (s);
  for (uint32_t n = random_below (5), all = n; n; n--)
    add_global (s, all);
  for (uint32_t n = random_below (9); n; n--)
    ft_strbuf_add_bytes (&s->code, (char[]){(char)random_below (256)}, 1);
  for (uint32_t n = random_below (4); n; n--) {
    ft_site_file file = {random_string (s), random_word (),
                         (uint32_t)s->marks.size, random_below (4)};
    for (uint32_t i = 0, line = 0; i < file.count; i++)
      FT_PUSH (s->marks, ((ft_site_mark){line += random_below (1000),
                                         1 + random_below (1 << 28)}));
    FT_PUSH (s->files, file);
  }
}

#define SAME(a, b, field) assert_int_equal ((a).field, (b).field)

static void check_site (const ft_site *a, const ft_site *b) {
  SAME (*a, *b, kind);
  SAME (*a, *b, order);
  SAME (*a, *b, flags);
  SAME (*a, *b, size);
  SAME (*a, *b, line);
  SAME (*a, *b, column);
  SAME (*a, *b, scope);
  SAME (*a, *b, variable);
  SAME (*a, *b, type);
}

// Tables without padding in their elements compare as bytes.
#define SAME_BYTES(a, b, list)                                                 \
  do {                                                                         \
    assert_int_equal ((a)->list.size, (b)->list.size);                         \
    if ((a)->list.size)                                                        \
      assert_memory_equal ((a)->list.begin, (b)->list.begin,                   \
                           (a)->list.size * sizeof *(a)->list.begin);          \
  } while (0)

static void check_initial (const ft_sites *a, const ft_sites *b, size_t i) {
  uint64_t x, y;
  const ft_global *g = a->globals.begin + i, *h = b->globals.begin + i;
  for (uint64_t at = 0; at < g->size && at < 24; at++)
    for (unsigned bytes = 1; bytes <= 8; bytes++) {
      bool known = ft_sites_initial (a, g, at, bytes, &x);
      assert_int_equal (known, ft_sites_initial (b, h, at, bytes, &y));
      assert_true (!known || x == y);
    }
}

static void check_same (const ft_sites *a, const ft_sites *b) {
  assert_true (a->unit == b->unit);
  SAME_BYTES (a, b, inlined);
  SAME_BYTES (a, b, functions);
  assert_int_equal (a->sites.size, b->sites.size);
  for (size_t i = 0; i < a->sites.size; i++)
    check_site (&a->sites.begin[i], &b->sites.begin[i]);
  assert_int_equal (a->globals.size, b->globals.size);
  SAME_BYTES (a, b, relocations);
  SAME_BYTES (a, b, named);
  SAME_BYTES (a, b, defined);
  assert_int_equal (a->what, b->what);
  for (size_t i = 0; i < a->globals.size; i++) {
    SAME (a->globals.begin[i], b->globals.begin[i], kind);
    SAME (a->globals.begin[i], b->globals.begin[i], first);
    SAME (a->globals.begin[i], b->globals.begin[i], count);
    assert_true (a->globals.begin[i].linkage == b->globals.begin[i].linkage);
    SAME (a->globals.begin[i], b->globals.begin[i], name);
    SAME (a->globals.begin[i], b->globals.begin[i], size);
    SAME (a->globals.begin[i], b->globals.begin[i], initial);
    check_initial (a, b, i);
    SAME (a->globals.begin[i], b->globals.begin[i], line);
  }
  for (uint32_t i = 0; i < a->strings.size; i++)
    assert_string_equal (ft_sites_text (a, i), ft_sites_text (b, i));
  assert_string_equal (ft_sites_text (b, 0), "");
  assert_int_equal (a->code.size, b->code.size);
  if (a->code.size)
    assert_memory_equal (a->code.text, b->code.text, a->code.size);
  assert_int_equal (a->files.size, b->files.size);
  for (size_t i = 0; i < a->files.size; i++) {
    SAME (a->files.begin[i], b->files.begin[i], path);
    SAME (a->files.begin[i], b->files.begin[i], checksum);
    SAME (a->files.begin[i], b->files.begin[i], first);
    SAME (a->files.begin[i], b->files.begin[i], count);
    assert_true (ft_sites_checksum (b, a->files.begin[i].path) ==
                 ft_sites_checksum (a, a->files.begin[i].path));
  }
  assert_int_equal (a->marks.size, b->marks.size);
  for (size_t i = 0; i < a->marks.size; i++) {
    SAME (a->marks.begin[i], b->marks.begin[i], line);
    SAME (a->marks.begin[i], b->marks.begin[i], mark);
  }
  assert_true (!ft_sites_checksum (b, FT_NO_ID));
}

static void test_there_and_back (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_sites a = {0}, b = {0};
    ft_strbuf packed = {0};
    ft_error error = FT_NO_ERROR;
    state_of_random = seed;
    make_table (&a);
    ft_sites_pack (&a, &packed);
    if (!ft_sites_unpack (&b, packed.text, packed.size, &error))
      fail_msg ("seed %lu: %s", (unsigned long)seed, error.message);
    check_same (&a, &b);
    ft_sites_release (&a);
    ft_sites_release (&b);
    ft_strbuf_release (&packed);
  }
}

// In memory of exactly their size, so that sanitizers see a step too far.
static bool unpacks (const void *bytes, size_t size, ft_error *error) {
  ft_sites s = {0};
  void *exact = malloc (size ? size : 1);
  memcpy (exact, bytes, size);
  bool ok = ft_sites_unpack (&s, exact, size, error);
  if (!ok) {
    assert_int_equal (error->code, FT_EXIT_BAD_INPUT);
    assert_non_null (strstr (error->message, "site table: byte "));
    assert_int_equal (s.sites.size + s.strings.size + s.text.size, 0);
  }
  ft_sites_release (&s);
  free (exact);
  return ok;
}

static void test_cut (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    ft_sites a = {0};
    ft_strbuf packed = {0};
    ft_error error;
    state_of_random = seed;
    make_table (&a);
    ft_sites_pack (&a, &packed);
    for (size_t n = 0; n < packed.size; n++)
      assert_false (unpacks (packed.text, n, &error));
    ft_strbuf_add_bytes (&packed, "", 1);
    assert_false (unpacks (packed.text, packed.size, &error));
    assert_non_null (strstr (error.message, "something follows its end"));
    ft_sites_release (&a);
    ft_strbuf_release (&packed);
  }
}

// Valid tables with some bytes changed: mostly past the magic.
static void test_changed (void **state) {
  (void)state;
  unsigned refused = 0, taken = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20000); seed++) {
    ft_sites a = {0};
    ft_strbuf packed = {0};
    ft_error error;
    state_of_random = seed;
    make_table (&a);
    ft_sites_pack (&a, &packed);
    for (uint32_t n = 1 + random_below (4); n; n--)
      packed.text[16 + random_below ((uint32_t)packed.size - 16)] =
          (char)random_below (256);
    if (unpacks (packed.text, packed.size, &error))
      taken++;
    else
      refused++;
    ft_sites_release (&a);
    ft_strbuf_release (&packed);
  }
  if (rounds_are_many ()) {
    assert_true (refused > 1000);
    assert_true (taken > 100);
  }
}

static void test_noise (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20000); seed++) {
    char bytes[64];
    ft_error error;
    state_of_random = seed;
    uint32_t size = random_below (sizeof bytes + 1);
    for (uint32_t i = 0; i < size; i++)
      bytes[i] =
          (char)(random_below (2) ? random_below (4) : random_below (256));
    if (size >= 8 && random_below (4))
      memcpy (bytes, "FTSITES9", 8);
    else
      assert_false (unpacks (bytes, size, &error));
    unpacks (bytes, size, &error);
  }
}

static void check_refused (const char *tail, size_t size, const char *why) {
  char bytes[64] = "FTSITES9";
  ft_error error;
  memcpy (bytes + 16, tail, size);
  assert_false (unpacks (bytes, 16 + size, &error));
  if (!strstr (error.message, why))
    fail_msg ("expected \"%s\", found \"%s\"", why, error.message);
}

#define REFUSED(tail, why) check_refused (tail, sizeof tail - 1, why)

// Behind the unit: strings, inlined, functions, sites, globals, code, files,
// what it is, names.
static void test_messages (void **state) {
  (void)state;
  REFUSED ("\x01\x00\x00\x00\x00x", "a string has no end");
  REFUSED ("\x01\x00\x00\x00\x00x\x00", "string 0 is not empty");
  REFUSED ("\x7f\x00\x00\x00\x00", "a count is larger than the table");
  REFUSED ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "more than 64 bits");
  REFUSED ("\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x04\x04\x00",
           "no such kind of global");
  REFUSED ("\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x04\x00\x03",
           "begins with what no global does");
  REFUSED ("\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x04\x00\x02",
           "what a global begins with is not there");
  REFUSED ("\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x02\x00\x07",
           "it ends inside a word"); // of a function's linkage
#define EIGHT "\x01\x02\x03\x04\x05\x06\x07\x08"
  REFUSED ("\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x08\x00\x02" EIGHT
           "\xff\x01\x01\x00\x00",
           "an address outside of its global");
  REFUSED ("\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x08\x00\x02" EIGHT
           "\xff\x01\x00\x01\x00",
           "the address of no global");
#undef EIGHT
  REFUSED ("\x01\x01\x00\x00\x00\x00\x00\x00\x01\x00\x00",
           "no such inlined scope"); // its own
  REFUSED ("\x01\x00\x01\x00\x00\x00\x00\x00\x00\x01",
           "more sites than there are");
  REFUSED ("\x01\x00\x00\x01\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00\x00",
           "no such kind of site");
  REFUSED ("\x01\x00\x00\x01\x00\x00\x01\x07\x00\x00\x00\x00\x00\x00\x00",
           "no such memory order");
  REFUSED ("\x01\x00\x00\x01\x00\x00\x01\x00\x08\x00\x00\x00\x00\x00\x00",
           "no such flag");
  REFUSED ("\x01\x00\x00\x01\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00",
           "a line is out of range"); // -1
  REFUSED ("\x01\x00\x00\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01\x00",
           "no such string");
  REFUSED ("\x01\x00\x01\x01\x00\x00\x00\x00\x00\x01"
           "\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
           "no site for its failure");
  REFUSED ("\x01\x00\x00\x00\x00\x00\x00\x01\x01\x00", "no such string");
  REFUSED ("\x01\x00\x00\x00\x00\x00\x00\x09", "a count is larger");
  REFUSED ("\x01\x00\x00\x00\x00\x00\x01", "the code is larger");
  REFUSED ("\x01\x00\x00\x00\x00\x00\x00\x00\x04", "no such table");
  REFUSED ("\x01\x00\x00\x00\x00\x00\x00\x00\x01\x01", "a count is larger");
  REFUSED ("\x01\x00\x01\x01\x00\x00\x00\x00\xff\xff\xff\xff\x7f\x01",
           "more than 32 bits");
}

// What holds an address is known when the program was loaded.
static void test_relocation (void **state) {
  (void)state;
  const uint64_t addresses[] = {0x1000, 0, 0x3000};
  ft_sites s = {0};
  uint64_t word;
  ft_global g = {.size = 24, .initial = FT_INITIAL_BYTES, .count = 3};
  for (unsigned i = 0; i < 24 + 3; i++)
    ft_strbuf_add_bytes (&s.data, "", 1);
  FT_PUSH (s.globals, g);
  FT_PUSH (s.relocations, ((ft_relocation){0, 2, -8}));
  FT_PUSH (s.relocations, ((ft_relocation){8, 1, 4})); // of what is not there
  FT_PUSH (s.relocations, ((ft_relocation){12, 0, 4}));
  ft_sites_relocate (&s, (const unsigned char *)addresses);
  assert_true (ft_sites_initial (&s, s.globals.begin, 0, 8, &word));
  assert_int_equal (word, 0x2ff8);
  assert_false (ft_sites_initial (&s, s.globals.begin, 8, 8, &word));
  assert_true (ft_sites_initial (&s, s.globals.begin, 12, 8, &word));
  assert_int_equal (word, 0x1004);
  assert_false (ft_sites_initial (&s, s.globals.begin, 20, 1, &word));
  ft_sites_release (&s);
}

static void test_words (void **state) {
  (void)state;
  assert_int_equal (ft_site_words (FT_SITE_LOAD), 1);
  assert_int_equal (ft_site_words (FT_SITE_LOAD_WIDE), 0);
  assert_int_equal (ft_site_words (FT_SITE_COPY), 2);
  assert_int_equal (ft_site_words (FT_SITE_VARIABLE), 0);
}

static void test_strings (void **state) {
  (void)state;
  ft_sites s = {0};
  assert_string_equal (ft_sites_text (&s, 0), "");
  uint32_t x = ft_sites_string (&s, "x[]y", 3);
  assert_string_equal (ft_sites_text (&s, x), "x[]");
  assert_int_equal (ft_sites_string (&s, "", 0), 0);
  assert_int_equal (ft_sites_string (&s, "\0x", 2), 0);
  assert_string_equal (ft_sites_text (&s, 0), "");
  ft_sites_release (&s);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_there_and_back),
      cmocka_unit_test (test_cut),
      cmocka_unit_test (test_changed),
      cmocka_unit_test (test_noise),
      cmocka_unit_test (test_messages),
      cmocka_unit_test (test_relocation),
      cmocka_unit_test (test_words),
      cmocka_unit_test (test_strings),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
