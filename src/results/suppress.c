#include "results/suppress.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

const char *const ft_suppression_kinds[] = {
#define S(NAME, text, what) text,
    FT_SUPPRESSION_KINDS (S)
#undef S
        NULL};

void ft_suppressions_release (ft_suppressions *s) {
  for (size_t i = 0; i < s->list.size; i++)
    free (s->list.begin[i].pattern);
  FT_RELEASE (s->list);
}

// ---- files -----------------------------------------------------------------

static void strip (char **line) {
  *line += strspn (*line, " \t");
  size_t size = strlen (*line);
  while (size && strchr (" \t\r\n", (*line)[size - 1]))
    (*line)[--size] = '\0';
}

// The kind at the start of 'line', -1 if there is none; sets '*pattern' to the
// text after its colon.
static int parse_kind (const char *line, const char **pattern) {
  for (int i = 0; ft_suppression_kinds[i]; i++) {
    size_t size = strlen (ft_suppression_kinds[i]);
    if (!strncmp (line, ft_suppression_kinds[i], size) && line[size] == ':') {
      *pattern = line + size + 1 + strspn (line + size + 1, " \t");
      return i;
    }
  }
  return -1;
}

static bool is_fingerprint (const char *text) {
  return strlen (text) == 16 && strspn (text, "0123456789abcdef") == 16;
}

// Whether the pattern ends in a backslash that has no character to escape.
static bool ends_in_backslash (const char *pattern) {
  size_t size = strlen (pattern), n = 0;
  while (n < size && pattern[size - 1 - n] == '\\')
    n++;
  return n % 2;
}

static bool parse_rule (const char *line, ft_suppression *rule,
                        ft_error *error) {
  const char *pattern = "";
  int kind = parse_kind (line, &pattern);
  const char *wanted =
      kind < 0 ? "expected function:, file:, module:, variable: or fingerprint:"
      : !*pattern ? "expected a pattern after the colon"
      : kind == FT_SUPPRESS_FINGERPRINT && !is_fingerprint (pattern)
          ? "expected a fingerprint of 16 hex digits"
      : ends_in_backslash (pattern) ? "expected a character after the backslash"
                                    : NULL;
  if (wanted) {
    ft_error_at_line (error, rule->path, rule->line, "%s, found '%.60s'",
                      wanted, line);
    return false;
  }
  rule->kind = (enum ft_suppression_kind)kind;
  rule->pattern = ft_strdup (pattern);
  return true;
}

static void read_line (ft_suppressions *s, const char *path, uint64_t number,
                       char *line, void (*complain) (const ft_error *)) {
  ft_error error = FT_NO_ERROR;
  ft_suppression rule = {.path = path, .line = number};
  strip (&line);
  if (!*line || *line == '#')
    return;
  if (parse_rule (line, &rule, &error))
    FT_PUSH (s->list, rule);
  else
    complain (&error);
}

bool ft_suppressions_read (ft_suppressions *s, const char *path,
                           void (*complain) (const ft_error *),
                           ft_error *error) {
  FILE *file = fopen (path, "re");
  char *line = NULL;
  size_t capacity = 0;
  errno = file ? 0 : errno;
  for (uint64_t n = 1; file && getline (&line, &capacity, file) >= 0; n++)
    read_line (s, path, n, line, complain);
  free (line);
  bool fine = file && !ferror (file);
  if (!fine)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: cannot read these suppressions: %s", path,
                  strerror (errno));
  if (file)
    fclose (file);
  return fine;
}

// ---- findings --------------------------------------------------------------

void ft_suppressible_add (ft_suppressible *x, enum ft_suppression_kind kind,
                          const char *name) {
  if (!name || !*name)
    return;
  FT_PUSH (x->names, ((ft_suppressible_name){kind, name}));
}

const char *ft_suppressible_last_part (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

static bool matches_name (const ft_suppression *rule, const char *name) {
  if (rule->kind == FT_SUPPRESS_FINGERPRINT)
    return !strcmp (rule->pattern, name);
  bool is_path =
      rule->kind == FT_SUPPRESS_FILE || rule->kind == FT_SUPPRESS_MODULE;
  if (is_path && !strchr (rule->pattern, '/'))
    name = ft_suppressible_last_part (name);
  return !fnmatch (rule->pattern, name, 0);
}

static bool matches (const ft_suppression *rule, const ft_suppressible *x) {
  for (size_t i = 0; i < x->names.size; i++)
    if (x->names.begin[i].kind == rule->kind &&
        matches_name (rule, x->names.begin[i].name))
      return true;
  return false;
}

const ft_suppression *ft_suppressions_find (ft_suppressions *s,
                                            const ft_suppressible *x) {
  const ft_suppression *first = NULL;
  for (size_t i = 0; i < s->list.size; i++) {
    ft_suppression *rule = s->list.begin + i;
    if (!matches (rule, x))
      continue;
    rule->findings++;
    first = first ? first : rule;
  }
  return first;
}
