// The JSON cursor accepts what jansson accepts, and finds the same values: on results of a
// check, and on the same text damaged at random.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "results/json_cursor.h"
#include "tests/model/rng.h"
#include "tests/unit/rounds.h"

static const char sample[] =
    "{\"schema\": \"foretrace-results/1\", \"n\": [0, -1, 2.5, 1e3, -0.0E-2],\n"
    " \"races\": [{\"title\": \"a\\\"b\\\\\\u00e4\\n\", \"pair\": [{}, [], {\"op\":\n"
    "\t\"read\"}], \"known\": true, \"why\": null}, {\"no\": false}],\r\n"
    " \"empty\": {}, \"last\": \"\"}";

static uint64_t seed; // of the text that is checked

static bool cursor_accepts (const char *text, size_t size) {
  ft_json_cursor c = {text, text + size, false};
  ft_json_skip (&c, NULL);
  return ft_json_is_over (&c);
}

// What jansson refuses for a reason that the cursor does not look for.
static bool is_beyond (const json_error_t *e) {
  enum json_error_code code = json_error_code (e);
  return code == json_error_invalid_utf8 || code == json_error_null_character ||
         code == json_error_numeric_overflow || strstr (e->text, "surrogate") ||
         strstr (e->text, "Unicode");
}

static void same_value (ft_json_slice, const json_t *);

static void same_string (ft_json_slice s, const char *text) {
  ft_strbuf own = {0};
  assert_true (ft_json_add_string (&own, s));
  assert_string_equal (ft_strbuf_text (&own), text);
  ft_strbuf_release (&own);
}

static void same_members (ft_json_slice s, const json_t *value) {
  const char *key;
  json_t *member;
  json_object_foreach ((json_t *)(uintptr_t)value, key, member) {
    char quoted[sizeof sample + 16];
    snprintf (quoted, sizeof quoted, "\"%s\"", key);
    // Names are found as they are written.
    if (memmem (s.begin, (size_t)(s.end - s.begin), quoted, strlen (quoted)))
      same_value (ft_json_find (s, key), member);
  }
  assert_null (ft_json_find (s, "not there").begin);
}

static void same_value (ft_json_slice s, const json_t *value) {
  assert_non_null (s.begin);
  if (json_is_object (value))
    same_members (s, value);
  else if (json_is_array (value)) {
    for (size_t i = 0; i < json_array_size (value); i++)
      same_value (ft_json_at (s, i), json_array_get (value, i));
    assert_null (ft_json_at (s, json_array_size (value)).begin);
  } else if (json_is_string (value))
    same_string (s, json_string_value (value));
  else {
    char *text = strndup (s.begin, (size_t)(s.end - s.begin));
    json_t *own = json_loads (text, JSON_DECODE_ANY, NULL);
    assert_true (json_equal (own, value));
    json_decref (own);
    free (text);
  }
}

static size_t spaces_of (const char *text) {
  size_t n = 0;
  for (; *text; text++)
    n += strchr (" \n\t\r", *text) != NULL;
  return n;
}

static void same_compact (ft_json_slice s, const json_t *value) {
  ft_strbuf out = {0};
  ft_json_add_compact (&out, s);
  json_t *own = json_loadb (out.text, out.size, JSON_DECODE_ANY, NULL);
  assert_true (json_equal (own, value));
  char *compact = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY);
  assert_true (spaces_of (out.text) <= spaces_of (compact)); // those of strings
  free (compact);
  json_decref (own);
  ft_strbuf_release (&out);
}

// What is known to be JSON is passed as far as a skip passes it.
static void same_end (ft_json_slice s) {
  ft_json_cursor skips = {s.begin, s.end, false}, copies = skips;
  ft_json_slice skipped, copied;
  ft_json_skip (&skips, &skipped);
  ft_json_copy (&copies, &copied, NULL);
  assert_ptr_equal (copied.begin, skipped.begin);
  assert_ptr_equal (copied.end, skipped.end);
  assert_ptr_equal (copies.at, skips.at);
}

static void same_ends (ft_json_slice s) {
  ft_json_cursor c = {s.begin, s.end, false};
  ft_json_slice name, value;
  size_t n = 0;
  bool object = ft_json_enter (&c, '{');
  if (!object && !ft_json_enter (&c, '['))
    return;
  while (object ? ft_json_member (&c, &n, &name) : ft_json_element (&c, &n)) {
    same_end ((ft_json_slice){c.at, s.end});
    ft_json_skip (&c, &value);
    same_ends (value);
  }
}

// Whether the text was JSON.
static bool check (const char *text, size_t size) {
  json_error_t e;
  json_t *value =
      json_loadb (text, size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &e);
  bool own = cursor_accepts (text, size);
  if (!value) {
    if (own && !is_beyond (&e) &&
        json_error_code (&e) != json_error_duplicate_key)
      fail_msg ("seed %llu: jansson: %s; of %.*s", (unsigned long long)seed, e.text,
                (int)size, text);
    return false;
  }
  if (!own)
    fail_msg ("seed %llu: only jansson accepts %.*s", (unsigned long long)seed,
              (int)size, text);
  same_value ((ft_json_slice){text, text + size}, value);
  same_compact ((ft_json_slice){text, text + size}, value);
  same_end ((ft_json_slice){text, text + size});
  same_ends ((ft_json_slice){text, text + size});
  json_decref (value);
  return true;
}

static size_t damage (char *text, size_t size, ft_rng *rng) {
  static const char some[] = "\"\"\\{}[],,::0019.-+eEu \n\ttfn";
  for (unsigned n = 1 + ft_rng_below (rng, 3); n--;) {
    size_t at = ft_rng_below (rng, (uint32_t)size);
    char c = some[ft_rng_below (rng, sizeof some - 1)];
    if (ft_rng_below (rng, 3)) {
      text[at] = c;
    } else if (ft_rng_below (rng, 2)) {
      memmove (text + at, text + at + 1, size - at - 1);
      size--;
    } else {
      memmove (text + at + 1, text + at, size - at);
      text[at] = c;
      size++;
    }
  }
  return size;
}

static void test_damaged (void **state) {
  (void)state;
  size_t accepted = 0, all = 0;
  assert_true (check (sample, sizeof sample - 1));
  for (seed = rounds_first (); seed < rounds_end (20000); seed++) {
    char text[sizeof sample + 8];
    ft_rng rng = ft_rng_init (seed);
    memcpy (text, sample, sizeof sample - 1);
    size_t size = damage (text, sizeof sample - 1, &rng);
    // A block of its own, so that a sanitizer sees reads beyond the end.
    char *own = malloc (size);
    memcpy (own, text, size);
    accepted += check (own, size);
    free (own);
    all++;
  }
  printf ("%zu of %zu damaged texts are JSON\n", accepted, all);
  if (rounds_are_many ())
    assert_true (accepted > all / 20 && accepted < all * 19 / 20);
}

static void test_short (void **state) {
  (void)state;
  static const char *const texts[] = {
      "",     " ",     "1",     "-",      "01",   "1.",      "1e",   "1e+",
      "\"",   "\"\\",  "\"\\u", "\"\\u0", "nul",  "nullx",   "true", "[",
      "[1",   "[1,",   "[1,]",  "{",      "{\"",  "{\"a\"",  "{}",   "{\"a\":",
      "[]",   "{,}",   "[,]",   "{}{}",   "1 2",  "[1 2]",   "]",    "}",
      "[}",   "{]",    "\t[\n]", "{\"a\":1,}", "\"\x01\"", "-0",  "-01", "+1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    check (texts[i], strlen (texts[i]));
}

// 2048 levels are accepted, as by jansson, and more are not.
static void test_deep (void **state) {
  (void)state;
  for (size_t n = 2040; n < 2060; n++) {
    char *text = malloc (2 * n);
    memset (text, '[', n);
    memset (text + n, ']', n);
    json_t *value = json_loadb (text, 2 * n, 0, NULL);
    assert_int_equal (cursor_accepts (text, 2 * n), value != NULL);
    json_decref (value);
    free (text);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_damaged),
      cmocka_unit_test (test_short),
      cmocka_unit_test (test_deep),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
