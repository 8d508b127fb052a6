#include "explore/input_spec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- the list --------------------------------------------------------------

static bool refuse (ft_error *error, const char *name, const char *what) {
  ft_error_set (error, FT_EXIT_USAGE, "--symbolic: '%s': %s", name, what);
  return false;
}

// Removes ':BYTES' from the end of a name and returns it; 0 if there is none.
static uint64_t take_most (char *name) {
  char *prefix = strncmp (name, "arg", 3) ? strchr (name, ':') : NULL;
  char *colon = strrchr (name, ':'), *end;
  bool has_prefix = strcmp (name, "stdin") && strncmp (name, "stdin:", 6);
  if (!colon || (has_prefix && colon == prefix) || colon[1] < '0' ||
      colon[1] > '9')
    return 0;
  uint64_t most = strtoull (colon + 1, &end, 10);
  if (*end || !most)
    return 0;
  *colon = '\0';
  return most < FT_INPUT_MAX_BYTES ? most : FT_INPUT_MAX_BYTES;
}

static bool add (ft_input_set *set, char *name, ft_error *error) {
  if (!strcmp (name, "input"))
    return true;
  uint64_t most = take_most (name);
  if (!ft_input_name_is_fine (name))
    return refuse (error, name,
                   "expected stdin, arg1, env:NAME, file:PATH or input");
  if (ft_input_set_find (set, name))
    return refuse (error, name, "is there twice");
  if (set->sources.size == FT_INPUT_MAX_SOURCES)
    return refuse (error, name, "there are too many sources");
  ft_input_source *s = ft_input_set_add (set, name);
  s->padded = most && !ft_input_name_after (name, "file:");
  s->most = most ? most : FT_INPUT_DEFAULT_BYTES;
  return true;
}

bool ft_input_parse (ft_input_set *set, const char *list, ft_error *error) {
  bool fine = true;
  for (const char *end; fine && list; list = end ? end + 1 : NULL) {
    end = strchr (list, ',');
    char *name = ft_strndup (list, end ? (size_t)(end - list) : strlen (list));
    fine = add (set, name, error);
    free (name);
  }
  return fine;
}

// ---- the bytes that the program finds --------------------------------------

static bool read_all (ft_input_source *s, FILE *file, ft_error *error) {
  ft_strbuf all = {0};
  char part[65536];
  size_t n;
  while (all.size <= FT_INPUT_MAX_BYTES &&
         (n = fread (part, 1, sizeof part, file)))
    ft_strbuf_add_bytes (&all, part, n);
  bool fine = !ferror (file) && all.size <= FT_INPUT_MAX_BYTES;
  if (!fine)
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", s->name,
                  ferror (file) ? strerror (errno) : "has more than 16 MB");
  s->size = all.size;
  ft_strbuf_add_bytes (&all, "", 1);
  s->bytes = (unsigned char *)ft_strbuf_take (&all);
  return fine;
}

static bool read_file (ft_input_source *s, const char *path, ft_error *error) {
  FILE *file = fopen (path, "re");
  if (!file) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", path, strerror (errno));
    return false;
  }
  bool fine = read_all (s, file, error);
  fclose (file);
  return fine;
}

static bool is_number (const char *text) {
  return *text && strspn (text, "0123456789") == strlen (text);
}

static bool take_text (ft_input_source *s, const char *text) {
  size_t length = strlen (text);
  size_t zeros = s->padded && is_number (text) && length < s->most
                     ? (size_t)s->most - length
                     : 0;
  s->size = zeros + length;
  s->bytes = ft_calloc (s->size + 1, 1);
  memset (s->bytes, '0', zeros);
  memcpy (s->bytes + zeros, text, length);
  return true;
}

static const char *argument (char **arguments, unsigned n) {
  for (; *arguments && n; n--)
    arguments++;
  return *arguments;
}

static bool fill (ft_input_source *s, char **arguments, ft_error *error) {
  unsigned n = ft_input_name_argument (s->name);
  const char *variable = ft_input_name_after (s->name, "env:");
  const char *path = ft_input_name_after (s->name, "file:");
  const char *text = n          ? argument (arguments, n)
                     : variable ? getenv (variable)
                                : NULL;
  if (text)
    return take_text (s, text);
  if (n)
    return refuse (error, s->name, "the program has no such argument");
  if (variable)
    return refuse (error, s->name,
                   "is not set; set it to what it is to be "
                   "at first");
  if (path)
    return read_file (s, path, error);
  return !strcmp (s->name, "stdin") ? read_all (s, stdin, error) : true;
}

bool ft_input_fill (ft_input_set *set, char **arguments, ft_error *error) {
  for (size_t i = 0; i < set->sources.size; i++) {
    ft_input_source *s = set->sources.begin + i;
    if (!s->bytes && !fill (s, arguments, error))
      return false;
  }
  return true;
}
