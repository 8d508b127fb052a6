#include "record/program_environment.h"

#include <stdbool.h>
#include <string.h>

#include "base/strbuf.h"

void ft_program_environment_init (ft_program_environment *e,
                                  char *const *variables) {
  *e = (ft_program_environment){0};
  for (; *variables; variables++)
    FT_PUSH (*e, ft_strdup (*variables));
}

static bool have_same_name (const char *one, const char *other) {
  size_t size = strcspn (one, "=");
  return !strncmp (one, other, size) && other[size] == '=';
}

void ft_program_environment_put (ft_program_environment *e,
                                 const char *variable) {
  size_t i = 0;
  while (i < e->size && !have_same_name (variable, e->begin[i]))
    i++;
  if (i == e->size)
    FT_PUSH (*e, NULL);
  free (e->begin[i]);
  e->begin[i] = ft_strdup (variable);
}

void ft_program_environment_set (ft_program_environment *e, const char *name,
                                 const char *value) {
  ft_strbuf variable = {0};
  ft_strbuf_add (&variable, "%s=%s", name, value);
  ft_program_environment_put (e, ft_strbuf_text (&variable));
  ft_strbuf_release (&variable);
}

char **ft_program_environment_list (ft_program_environment *e) {
  FT_RESERVE (*e, e->size + 1);
  e->begin[e->size] = NULL;
  return e->begin;
}

void ft_program_environment_release (ft_program_environment *e) {
  for (size_t i = 0; i < e->size; i++)
    free (e->begin[i]);
  FT_RELEASE (*e);
}
