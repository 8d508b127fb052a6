#include "results/baseline.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "results/results_document.h"

void ft_baseline_release (ft_baseline *b) {
  FT_RELEASE (b->known);
}

enum { DIGITS = 16 };

// Parses exactly 16 lower-case hex digits at the start of the text.
static bool parse (const char *text, uint64_t *fingerprint) {
  if (strspn (text, "0123456789abcdef") != DIGITS)
    return false;
  char digits[DIGITS + 1] = {0};
  memcpy (digits, text, DIGITS);
  *fingerprint = strtoull (digits, NULL, 16);
  return true;
}

// ---- lists ---------------------------------------------------------------

static bool read_line (ft_baseline *b, const char *path, uint64_t number,
                       const char *line, ft_error *error) {
  uint64_t fingerprint;
  line += strspn (line, " \t\r\n");
  if (!*line || *line == '#')
    return true;
  if (!parse (line, &fingerprint) ||
      !(isspace ((unsigned char)line[DIGITS]) || !line[DIGITS])) {
    ft_error_at_line (error, path, number,
                      "expected a fingerprint (16 hex digits) or a comment "
                      "(#), found '%.40s'",
                      line);
    return false;
  }
  FT_PUSH (b->known, fingerprint);
  return true;
}

static bool read_list (ft_baseline *b, const char *path, FILE *file,
                       uint64_t number, ft_error *error) {
  char *line = NULL;
  size_t capacity = 0;
  bool fine = true;
  for (; fine && getline (&line, &capacity, file) >= 0; number++) {
    line[strcspn (line, "\n")] = '\0';
    fine = read_line (b, path, number, line, error);
  }
  if (fine && ferror (file)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", path, strerror (errno));
    fine = false;
  }
  free (line);
  return fine;
}

// ---- results -------------------------------------------------------------

static bool refuse (ft_error *error, const char *path, const char *list,
                    size_t i, const char *what) {
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s[%zu]: expected %s", path,
                list, i, what);
  return false;
}

static bool read_finding (ft_baseline *b, const char *path, const char *list,
                          size_t i, const json_t *finding, ft_error *error) {
  uint64_t fingerprint;
  const char *name =
      json_string_value (json_object_get (finding, "fingerprint"));
  const char *verdict =
      json_string_value (json_object_get (finding, "verdict"));
  if (!name || !parse (name, &fingerprint) || name[DIGITS])
    return refuse (error, path, list, i, "a fingerprint of 16 hex digits");
  if (!verdict)
    return refuse (error, path, list, i, "a verdict");
  if (!strcmp (verdict, ft_verdict_name (FT_CERTIFIED)))
    FT_PUSH (b->known, fingerprint);
  return true;
}

static bool read_findings (ft_baseline *b, const char *path, const char *list,
                           const json_t *root, ft_error *error) {
  const json_t *findings = json_object_get (root, list);
  if (!json_is_array (findings)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: expected a list '%s'", path,
                  list);
    return false;
  }
  for (size_t i = 0; i < json_array_size (findings); i++)
    if (!read_finding (b, path, list, i, json_array_get (findings, i), error))
      return false;
  return true;
}

// Reports from before failures were predicted have no list of them.
static bool read_results (ft_baseline *b, const char *path, FILE *file,
                          ft_error *error) {
  ft_results_document d;
  bool fine = ft_results_document_read (&d, file, path, false, error) &&
              read_findings (b, path, "races", d.root, error) &&
              read_findings (b, path, "deadlocks", d.root, error) &&
              (!json_object_get (d.root, "failures") ||
               read_findings (b, path, "failures", d.root, error));
  ft_results_document_release (&d);
  return fine;
}

// ---- both ----------------------------------------------------------------

static int ascending (const void *a, const void *b) {
  uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
  return (p > q) - (p < q);
}

// The first character that is not space; it stays in the file, which may be a
// pipe.  Sets '*line' to the number of its line.
static int peek (FILE *file, uint64_t *line) {
  int c;
  for (*line = 1; isspace (c = getc (file));)
    *line += c == '\n';
  return ungetc (c, file);
}

// An empty file is rather the output of a command that failed than a list
// without findings, for which a comment is enough.
static bool refuse_empty (const char *path, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: this baseline is empty; give a JSON report of 'foretrace "
                "check', or a list with at least a comment (#)",
                path);
  return false;
}

bool ft_baseline_read (ft_baseline *b, const char *path, ft_error *error) {
  *b = (ft_baseline){0};
  FILE *file = fopen (path, "r");
  if (!file) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: cannot open this baseline: %s",
                  path, strerror (errno));
    return false;
  }
  uint64_t line;
  int first = peek (file, &line);
  bool fine = first == '{'   ? read_results (b, path, file, error)
              : first != EOF ? read_list (b, path, file, line, error)
                             : refuse_empty (path, error);
  fclose (file);
  if (!fine)
    ft_baseline_release (b);
  else if (b->known.size)
    qsort (b->known.begin, b->known.size, sizeof (uint64_t), ascending);
  return fine;
}

bool ft_baseline_has (const ft_baseline *b, uint64_t fingerprint) {
  return b->known.size && bsearch (&fingerprint, b->known.begin, b->known.size,
                                   sizeof fingerprint, ascending);
}

void ft_baseline_apply (const ft_baseline *b, ft_results *x) {
  x->compared = true;
  for (size_t i = 0; i < x->size; i++) {
    ft_race *race = x->races + i;
    race->known = ft_baseline_has (b, race->fingerprint);
    x->known += race->known && race->verdict == FT_CERTIFIED;
  }
  for (size_t i = 0; i < x->deadlock_count; i++) {
    ft_deadlock *d = x->deadlocks + i;
    d->known = ft_baseline_has (b, d->fingerprint);
    x->deadlocks_known += d->known && d->verdict == FT_CERTIFIED;
  }
  for (size_t i = 0; i < x->failure_count; i++) {
    ft_failure *f = x->failures + i;
    f->known = ft_baseline_has (b, f->fingerprint);
    x->failures_known += f->known && f->verdict == FT_CERTIFIED;
  }
}
