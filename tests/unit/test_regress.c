// Every trace of tests/regress, found by a fuzzer or a broken copy of the
// code (scripts/mutate), states its verdicts: '# race: 3 7' for a pair of
// events that races, '# none: 2 5' for one that does not, '# open: 2 5' for
// one that neither encoding decides.  '# window: 10' before a pair asks for it
// in windows of ten events.  All pairs are also compared with enumeration.

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/differential.h"
#include "model/random_trace.h"
#include "predict/certify.h"
#include "load/open.h"

#define FOLDER "tests/regress/"

struct subject {
  const char *path;
  ft_trace *trace;
  ft_facts *facts;
  ft_id window;
};

static enum ft_verdict decide (const struct subject *s, const ft_id pair[2],
                               enum ft_encoding encoding) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.encoding = encoding;
  options.window = s->window;
  ft_certifier *certifier = ft_certifier_new (s->facts, &options, NULL);
  ft_outcome o;
  ft_certify (certifier, pair, 20, &o);
  enum ft_verdict verdict = o.verdict;
  if (strstr (ft_strbuf_text (&o.reason), "report"))
    fail_msg ("%s (%u, %u): %s", s->path, pair[0], pair[1],
              ft_strbuf_text (&o.reason));
  ft_outcome_release (&o);
  ft_certifier_free (certifier);
  return verdict;
}

static void expect (const struct subject *s, const ft_id pair[2],
                    enum ft_verdict expected) {
  assert_true (pair[0] < pair[1] && pair[1] < s->trace->size);
  for (int e = FT_ENCODING_ORDER; e <= FT_ENCODING_IDL; e++) {
    enum ft_verdict found = decide (s, pair, (enum ft_encoding)e);
    if (found != expected)
      fail_msg ("%s (%u, %u): expected %s, found %s", s->path, pair[0], pair[1],
                ft_verdict_name (expected), ft_verdict_name (found));
  }
}

// Returns whether the line states a verdict.
static bool read_line (struct subject *s, const char *line) {
  static const char *const words[] = {"open", "race", "none"}; // by verdict
  char word[20];
  ft_id pair[2];
  if (sscanf (line, "# window: %u", &s->window) == 1 ||
      sscanf (line, "# %19[a-z]: %u %u", word, pair, pair + 1) != 3)
    return false;
  for (int v = FT_UNDECIDED; v <= FT_REFUTED; v++)
    if (!strcmp (word, words[v])) {
      expect (s, pair, (enum ft_verdict)v);
      return true;
    }
  return false;
}

static void compare_all (const struct subject *s) {
  ft_differential d = {
      .max_states = 200000, .max_pairs = 200, .window = s->window};
  if (ft_differs (s->trace, &d)) {
    ft_print_trace (stderr, s->trace);
    fail_msg ("%s: %s", s->path, ft_strbuf_text (&d.why));
  }
}

static void replay (const char *path) {
  char line[4096];
  unsigned stated = 0;
  ft_error error = FT_NO_ERROR;
  struct subject s = {.path = path};
  s.trace = ft_trace_read (path, (ft_read_options){.lenient = true}, NULL, NULL,
                           &error);
  if (!s.trace)
    fail_msg ("%s", error.message);
  s.facts = ft_facts_new (s.trace);
  FILE *file = fopen (path, "r");
  assert_non_null (file);
  while (fgets (line, sizeof line, file))
    stated += read_line (&s, line);
  fclose (file);
  if (!stated)
    fail_msg ("%s states no verdict", path);
  compare_all (&s);
  ft_facts_free (s.facts);
  ft_trace_free (s.trace);
}

static void all_files (void **state) {
  (void)state;
  struct dirent **list;
  int n = scandir (FOLDER, &list, NULL, alphasort);
  assert_true (n > 2);
  for (int i = 0; i < n; i++) {
    char path[300];
    snprintf (path, sizeof path, FOLDER "%s", list[i]->d_name);
    if (list[i]->d_name[0] != '.')
      replay (path);
    free (list[i]);
  }
  free (list);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (all_files),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
