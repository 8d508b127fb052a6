#include "db/owners.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/path_pattern.h"
#include "base/shell.h"
#include "base/stack.h"
#include "base/strbuf.h"
#include "base/utf8.h"

typedef struct rule {
  char *pattern, *owners; // owned
} rule;

struct ft_owners {
  char *directory; // owned, absolute
  FT_STACK (rule) rules;
};

// ---- the file --------------------------------------------------------------

// A line is a pattern, white space, and owners; those of GitLab's sections and
// comments name nobody.
static void add_rule (ft_owners *o, char *line) {
  line[strcspn (line, "#\r\n")] = '\0';
  line += strspn (line, " \t");
  size_t size = 0;
  while (line[size] && !strchr (" \t", line[size]))
    size += 1 + (line[size] == '\\' && line[size + 1]);
  if (!size || *line == '[' || *line == '^')
    return;
  char *owners = line + size;
  owners += strspn (owners, " \t");
  for (size_t end = strlen (owners); end && strchr (" \t", owners[end - 1]);)
    owners[--end] = '\0';
  rule r = {.owners = ft_strdup (owners)};
  line[size] = '\0';
  r.pattern = ft_strdup (line);
  FT_PUSH (o->rules, r);
}

// A pipe would be waited for.
static bool check_kind (const char *path, ft_error *error) {
  struct stat status;
  if (stat (path, &status) || S_ISREG (status.st_mode))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: is no regular file", path);
  return false;
}

static bool read_rules (ft_owners *o, ft_error *error) {
  static const char *const places[] = {".github/CODEOWNERS", "CODEOWNERS",
                                       "docs/CODEOWNERS", ".gitlab/CODEOWNERS"};
  ft_strbuf path = {0};
  FILE *file = NULL;
  for (size_t i = 0; !file && i < sizeof places / sizeof *places; i++) {
    path.size = 0;
    ft_strbuf_add (&path, "%s/%s", o->directory, places[i]);
    if (!check_kind (ft_strbuf_text (&path), error))
      break;
    file = fopen (ft_strbuf_text (&path), "re");
  }
  char *line = NULL;
  size_t room = 0;
  while (file && getline (&line, &room, file) >= 0)
    add_rule (o, line);
  bool fine = !error->code && (!file || !ferror (file));
  if (!fine && !error->code)
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s", ft_strbuf_text (&path),
                  strerror (errno));
  if (file)
    fclose (file);
  free (line);
  ft_strbuf_release (&path);
  return fine;
}

static bool is_directory (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISDIR (status.st_mode);
}

ft_owners *ft_owners_new (const char *directory, ft_error *error) {
  ft_owners *o = FT_NEW (ft_owners);
  o->directory = realpath (directory, NULL);
  if (o->directory && !is_directory (o->directory)) {
    free (o->directory);
    o->directory = NULL;
    errno = ENOTDIR;
  }
  if (!o->directory)
    ft_error_set (error, FT_EXIT_USAGE,
                  "%s: %s; expected the directory of the program's sources",
                  directory, strerror (errno));
  if (o->directory && read_rules (o, error))
    return o;
  ft_owners_free (o);
  return NULL;
}

void ft_owners_free (ft_owners *o) {
  for (size_t i = 0; o && i < o->rules.size; i++) {
    free (o->rules.begin[i].pattern);
    free (o->rules.begin[i].owners);
  }
  if (!o)
    return;
  FT_RELEASE (o->rules);
  free (o->directory);
  free (o);
}

// ---- a line ----------------------------------------------------------------

// The longest end of the path that is a file of the tree, owned; NULL: none.  A
// build may have been made in another directory than this one.
static char *find_file (const ft_owners *o, const char *file) {
  ft_strbuf path = {0};
  char *found = NULL;
  for (const char *end = file; end && !found; end = strchr (end, '/')) {
    end += *end == '/';
    path.size = 0;
    ft_strbuf_add (&path, "%s/%s", o->directory, end);
    char *real = realpath (ft_strbuf_text (&path), NULL);
    size_t size = strlen (o->directory);
    if (real && !strncmp (real, o->directory, size) && real[size] == '/' &&
        !access (real, R_OK))
      found = ft_strdup (real + size + 1);
    free (real);
  }
  ft_strbuf_release (&path);
  return found;
}

// The address of the author of the line's last change.
static void add_author (const ft_owners *o, const char *file, unsigned line,
                        ft_strbuf *to) {
  ft_strbuf command = {0};
  ft_strbuf_add (&command, "git -C ");
  ft_shell_argument (&command, o->directory);
  ft_strbuf_add (&command, " blame --porcelain -L %u,%u -- ", line, line);
  ft_shell_argument (&command, file);
  ft_strbuf_add (&command, " 2>/dev/null </dev/null");
  FILE *out = popen (ft_strbuf_text (&command), "re");
  char text[512];
  while (out && fgets (text, sizeof text, out)) {
    char *begin = strncmp (text, "author-mail <", 13) ? NULL : text + 13;
    char *end = begin ? strchr (begin, '>') : NULL;
    if (end && strncmp (begin, "not.committed.yet>", 18))
      ft_strbuf_add_bytes (to, begin, (size_t)(end - begin));
  }
  if (out)
    pclose (out);
  ft_strbuf_release (&command);
}

void ft_owners_of_line (const ft_owners *o, const char *file, unsigned line,
                        ft_strbuf *to) {
  char *path = find_file (o, file);
  const char *owners = NULL;
  for (size_t i = 0; path && i < o->rules.size; i++)
    if (ft_path_pattern_matches (o->rules.begin[i].pattern, path))
      owners = o->rules.begin[i].owners;
  if (owners)
    ft_strbuf_add (to, "%s", owners);
  else if (path && line)
    add_author (o, path, line, to);
  free (path);
}

// ---- findings --------------------------------------------------------------

// The file and the line of an access; the path is owned.
static char *place_of (const json_t *access, unsigned *line) {
  const char *file = json_string_value (json_object_get (access, "file"));
  *line = (unsigned)json_integer_value (json_object_get (access, "line"));
  if (file)
    return ft_strdup (file);
  const char *at = json_string_value (json_object_get (access, "location"));
  const char *colon = at ? strchr (at, ':') : NULL;
  *line = colon ? (unsigned)strtoul (colon + 1, NULL, 10) : 0;
  return colon ? ft_strndup (at, (size_t)(colon - at)) : NULL;
}

static void add_owners (const ft_owners *o, const json_t *finding,
                        ft_strbuf *to) {
  const json_t *pair = ft_finding_accesses (finding);
  for (size_t i = 0; i < json_array_size (pair); i++) {
    ft_strbuf one = {0};
    unsigned line;
    char *file = place_of (json_array_get (pair, i), &line);
    if (file)
      ft_owners_of_line (o, file, line, &one);
    if (one.size && !(to->size && strstr (to->text, one.text)))
      ft_strbuf_add (to, "%s%s", to->size ? ", " : "", one.text);
    ft_strbuf_release (&one);
    free (file);
  }
}

static bool write_owner (ft_database *d, const json_t *finding,
                         ft_error *error) {
  const char *owner = json_string_value (json_object_get (finding, "owner"));
  const char *fingerprint =
      json_string_value (json_object_get (finding, "fingerprint"));
  return ft_database_finish (d,
                             ft_database_ask (d, error,
                                              "UPDATE finding SET owner = ?2"
                                              " WHERE fingerprint = ?1",
                                              "ss", fingerprint, owner),
                             error);
}

// A finding whose owner is not found has none, also if it had one before.  Asks git before the transaction, for which other writers wait.
bool ft_owners_assign (ft_database *d, const ft_owners *o, uint64_t *findings,
                       uint64_t *owned, ft_error *error) {
  json_t *list = ft_database_open_findings (d, error);
  size_t size = json_array_size (list);
  *findings = size;
  *owned = 0;
  for (size_t i = 0; i < size; i++) {
    ft_strbuf owners = {0};
    add_owners (o, json_array_get (list, i), &owners);
    *owned += owners.size > 0;
    // Names are bytes; JSON, which the reports are, has UTF-8.
    char *clean = owners.size ? ft_utf8_clean (owners.text) : NULL;
    if (clean)
      json_object_set_new (json_array_get (list, i), "owner",
                           json_string (clean));
    free (clean);
    ft_strbuf_release (&owners);
  }
  bool fine = list && ft_database_begin (d, error);
  if (fine) {
    for (size_t i = 0; fine && i < size; i++)
      fine = write_owner (d, json_array_get (list, i), error);
    fine = ft_database_end (d, fine, error);
  }
  json_decref (list);
  return fine;
}
