#include "cli/suite.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/shell.h"

const char *const ft_suite_kinds[] = {"ctest", "gtest", "openmp", NULL};

static void release_words (ft_suite_words *words) {
  for (size_t i = 0; i < words->size; i++)
    free (words->begin[i]);
  FT_RELEASE (*words);
}

void ft_suite_release (ft_suite *s) {
  for (size_t i = 0; i < s->size; i++) {
    free (s->begin[i].name);
    free (s->begin[i].where);
    release_words (&s->begin[i].command);
    release_words (&s->begin[i].environment);
  }
  FT_RELEASE (*s);
}

// ---- the output of the suite's program -------------------------------------

static FILE *ask (char **command, const char *option) {
  ft_strbuf line = {0};
  for (; *command; command++) {
    ft_shell_argument (&line, *command);
    ft_strbuf_add (&line, " ");
  }
  ft_strbuf_add (&line, "%s", option);
  FILE *out = popen (ft_strbuf_text (&line), "re");
  ft_strbuf_release (&line);
  return out;
}

// ---- ctest -----------------------------------------------------------------

static const json_t *property (const json_t *test, const char *name) {
  const json_t *list = json_object_get (test, "properties");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const json_t *one = json_array_get (list, i);
    const char *own = json_string_value (json_object_get (one, "name"));
    if (own && !strcmp (own, name))
      return json_object_get (one, "value");
  }
  return NULL;
}

static void copy_words (ft_suite_words *to, const json_t *list) {
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *word = json_string_value (json_array_get (list, i));
    if (word)
      FT_PUSH (*to, ft_strdup (word));
  }
  FT_PUSH (*to, NULL);
}

static void add_ctest (ft_suite *s, const json_t *test) {
  const char *name = json_string_value (json_object_get (test, "name"));
  const char *where = json_string_value (property (test, "WORKING_DIRECTORY"));
  ft_suite_test t = {.name = ft_strdup (name ? name : "?"),
                     .where = where ? ft_strdup (where) : NULL};
  copy_words (&t.command, json_object_get (test, "command"));
  copy_words (&t.environment, property (test, "ENVIRONMENT"));
  FT_PUSH (*s, t);
}

static void read_ctest (ft_suite *s, FILE *out) {
  json_t *root = json_loadf (out, JSON_DISABLE_EOF_CHECK, NULL);
  const json_t *tests = json_object_get (root, "tests");
  for (size_t i = 0; i < json_array_size (tests); i++)
    if (!json_is_true (property (json_array_get (tests, i), "DISABLED")))
      add_ctest (s, json_array_get (tests, i));
  json_decref (root);
}

// ---- GoogleTest ------------------------------------------------------------

static void add_gtest (ft_suite *s, char **command, const char *group,
                       const char *test) {
  ft_suite_test t = {0};
  ft_strbuf name = {0}, filter = {0};
  if (strstr (group, "DISABLED_") || strstr (test, "DISABLED_"))
    return;
  ft_strbuf_add (&name, "%s%s", group, test);
  ft_strbuf_add (&filter, "--gtest_filter=%s", ft_strbuf_text (&name));
  for (; *command; command++)
    FT_PUSH (t.command, ft_strdup (*command));
  FT_PUSH (t.command, ft_strbuf_take (&filter));
  FT_PUSH (t.command, NULL);
  FT_PUSH (t.environment, NULL);
  t.name = ft_strbuf_take (&name);
  FT_PUSH (*s, t);
}

// Lines "Group." and "  Test  # comment".
static void read_gtest (ft_suite *s, FILE *out, char **command) {
  char *line = NULL, *group = NULL;
  size_t capacity = 0;
  while (getline (&line, &capacity, out) > 0) {
    line[strcspn (line, "#\n")] = 0;
    size_t n = strlen (line);
    while (n && line[n - 1] == ' ')
      line[--n] = 0;
    if (*line == ' ' && group)
      add_gtest (s, command, group, line + strspn (line, " "));
    else if (n && line[n - 1] == '.') {
      free (group);
      group = ft_strdup (line);
    }
  }
  free (line);
  free (group);
}

// ---- OpenMP ----------------------------------------------------------------

// Not the first way's settings of the program: what OMP_NUM_THREADS and
// OMP_SCHEDULE say stays.
static void list_ways (ft_suite *s, char **command) {
  enum { WAYS = 4 }; // FT_OMP_WAYS
  for (int way = 1; way <= WAYS; way++) {
    ft_suite_test t = {0};
    ft_strbuf name = {0}, setting = {0};
    ft_strbuf_add (&name, "way %d of %d", way, WAYS);
    ft_strbuf_add (&setting, "FORETRACE_OPENMP_WAY=%d", way);
    for (char **word = command; *word; word++)
      FT_PUSH (t.command, ft_strdup (*word));
    FT_PUSH (t.command, NULL);
    FT_PUSH (t.environment, ft_strbuf_take (&setting));
    FT_PUSH (t.environment, NULL);
    t.name = ft_strbuf_take (&name);
    FT_PUSH (*s, t);
  }
}

bool ft_suite_list (enum ft_suite_kind kind, char **command, ft_suite *s,
                    ft_error *error) {
  if (kind == FT_SUITE_OPENMP) {
    list_ways (s, command);
    return true;
  }
  FILE *out = ask (command, kind == FT_SUITE_CTEST ? "--show-only=json-v1"
                                                   : "--gtest_list_tests");
  if (out && kind == FT_SUITE_CTEST)
    read_ctest (s, out);
  else if (out)
    read_gtest (s, out, command);
  int status = out ? pclose (out) : -1;
  if (status == 0 && s->size)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: lists no tests; expected %s", command[0],
                kind == FT_SUITE_CTEST
                    ? "'ctest' with its options, in the build directory"
                    : "a program with GoogleTest");
  return false;
}
