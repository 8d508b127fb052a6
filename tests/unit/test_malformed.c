// Every file of tests/malformed breaks one rule, for which it is named, and
// is refused with the message that 'expected.tsv' there has for it ("..."
// stands for the words of a library).

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>

#include "tests/unit/scratch.h"
#include "trace/trace.h"
#include "load/open.h"

#define FOLDER "tests/malformed/"

static bool matches (const char *message, const char *expected) {
  size_t n = strlen (expected);
  if (n > 3 && !strcmp (expected + n - 3, "..."))
    return !strncmp (message, expected, n - 3);
  return !strcmp (message, expected);
}

static void check_file (const char *name, const char *expected) {
  char path[256];
  snprintf (path, sizeof path, FOLDER "%s", name);
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  if (t)
    fail_msg ("%s was accepted", name);
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  if (strncmp (error.message, path, strlen (path)) ||
      !matches (error.message + strlen (path), expected))
    fail_msg ("%s: expected '%s', found '%s'", name, expected, error.message);
}

// Calls 'check' with each line of the table.
static unsigned for_each_line (void (*check) (const char *, const char *)) {
  unsigned lines = 0;
  char *text = scratch_read (FOLDER "expected.tsv", NULL), *rest = NULL;
  assert_non_null (text);
  for (char *line = strtok_r (text, "\n", &rest); line;
       line = strtok_r (NULL, "\n", &rest)) {
    char *tab = strchr (line, '\t');
    assert_non_null (tab);
    *tab = 0;
    check (line, tab + 1);
    lines++;
  }
  free (text);
  return lines;
}

static void each_is_refused (void **state) {
  (void)state;
  assert_true (for_each_line (check_file) > 100);
}

static void none_is_forgotten (void **state) {
  (void)state;
  char *table = scratch_read (FOLDER "expected.tsv", NULL);
  DIR *folder = opendir (FOLDER);
  assert_non_null (folder);
  for (struct dirent *d; (d = readdir (folder));) {
    char key[300];
    snprintf (key, sizeof key, "%s\t", d->d_name);
    if (d->d_name[0] != '.' && strcmp (d->d_name, "expected.tsv") &&
        !strstr (table, key))
      fail_msg ("%s has no line in expected.tsv", d->d_name);
  }
  closedir (folder);
  free (table);
}

// With --lenient what is wrong is left out, and said; compressed files that
// are damaged, and those without any event, cannot be mended.
static void mend_file (const char *name, const char *expected) {
  char path[256];
  snprintf (path, sizeof path, FOLDER "%s", name);
  bool hopeless = strstr (name, ".gz") || strstr (name, ".zst") ||
                  strstr (expected, "no events") ||
                  strstr (expected, "known formats");
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_read (path, (ft_read_options){.lenient = true}, NULL,
                               NULL, &error);
  if (!t != hopeless)
    fail_msg ("%s with --lenient: %s", name, error.message);
  if (t && FT_EMPTY (t->notes.list))
    fail_msg ("%s with --lenient: no note", name);
  ft_trace_free (t);
}

static void lenient_mends (void **state) {
  (void)state;
  for_each_line (mend_file);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (each_is_refused),
      cmocka_unit_test (none_is_forgotten),
      cmocka_unit_test (lenient_mends),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
