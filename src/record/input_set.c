#include "record/input_set.h"

#include <inttypes.h>
#include <string.h>

void ft_input_set_release (ft_input_set *set) {
  for (size_t i = 0; i < set->sources.size; i++) {
    free (set->sources.begin[i].name);
    free (set->sources.begin[i].bytes);
  }
  FT_RELEASE (set->sources);
}

static unsigned char *copy_bytes (const void *bytes, size_t size) {
  unsigned char *copy = ft_calloc (size + 1, 1);
  if (size)
    memcpy (copy, bytes, size);
  return copy;
}

void ft_input_set_copy (ft_input_set *to, const ft_input_set *from) {
  *to = (ft_input_set){0};
  for (size_t i = 0; i < from->sources.size; i++) {
    ft_input_source s = from->sources.begin[i];
    s.name = ft_strdup (s.name);
    s.bytes = s.bytes ? copy_bytes (s.bytes, s.size) : NULL;
    FT_PUSH (to->sources, s);
  }
}

ft_input_source *ft_input_set_find (const ft_input_set *set, const char *name) {
  for (size_t i = 0; i < set->sources.size; i++)
    if (!strcmp (set->sources.begin[i].name, name))
      return set->sources.begin + i;
  return NULL;
}

ft_input_source *ft_input_set_add (ft_input_set *set, const char *name) {
  ft_input_source *found = ft_input_set_find (set, name);
  if (found)
    return found;
  ft_input_source s = {.name = ft_strdup (name),
                       .most = FT_INPUT_DEFAULT_BYTES};
  FT_PUSH (set->sources, s);
  return &FT_TOP (set->sources);
}

void ft_input_set_put (ft_input_set *set, const char *name, const void *bytes,
                       size_t size) {
  ft_input_source *s = ft_input_set_add (set, name);
  unsigned char *copy = copy_bytes (bytes, size);
  free (s->bytes);
  s->bytes = copy;
  s->size = size;
}

// ---- names -----------------------------------------------------------------

const char *ft_input_name_after (const char *name, const char *prefix) {
  size_t n = strlen (prefix);
  return strncmp (name, prefix, n) ? NULL : name + n;
}

unsigned ft_input_name_argument (const char *name) {
  const char *digits = ft_input_name_after (name, "arg");
  unsigned number = 0;
  if (!digits || *digits == '0')
    return 0;
  for (; *digits >= '0' && *digits <= '9' && number < 100000; digits++)
    number = 10 * number + (unsigned)(*digits - '0');
  return *digits ? 0 : number;
}

static bool has_more (const char *name, const char *prefix) {
  const char *rest = ft_input_name_after (name, prefix);
  return rest && *rest;
}

bool ft_input_name_is_fine (const char *name) {
  if (strchr (name, '\n') || strlen (name) > 4096)
    return false;
  if (has_more (name, "env:"))
    return !strchr (name, '=');
  return !strcmp (name, "stdin") || ft_input_name_argument (name) ||
         has_more (name, "file:") || has_more (name, "input:");
}

// ---- arguments and environment ---------------------------------------------

// Arguments and variables end at their first zero.
static const char *text_of (const ft_input_source *s) {
  return (const char *)s->bytes; // the bytes end with an additional zero
}

char **ft_input_set_arguments (const ft_input_set *set, char **arguments) {
  size_t count = 0;
  while (arguments[count])
    count++;
  char **changed = FT_ARRAY (char *, count + 1);
  memcpy (changed, arguments, count * sizeof *changed);
  for (size_t i = 0; i < set->sources.size; i++) {
    ft_input_source *s = set->sources.begin + i;
    unsigned n = ft_input_name_argument (s->name);
    if (n && n < count && s->bytes)
      changed[n] = (char *)s->bytes;
  }
  return changed;
}

void ft_input_set_environment (const ft_input_set *set,
                               ft_program_environment *e) {
  for (size_t i = 0; i < set->sources.size; i++) {
    const ft_input_source *s = set->sources.begin + i;
    const char *name = ft_input_name_after (s->name, "env:");
    if (name && s->bytes)
      ft_program_environment_set (e, name, text_of (s));
  }
}
