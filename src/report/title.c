#include "report/title.h"

#include <string.h>

#include "report/row.h"
#include "report/sources.h"

// How well a description names the memory: "*p" says less than "list->head",
// which says more than the address alone.
static int quality (const ft_description *d) {
  if (!d)
    return 0;
  if (!*d->expression)
    return *d->variable ? 2 : 1;
  return *d->expression == '*' ? 3 : 4;
}

const ft_description *ft_title_description (const ft_report *r,
                                            const ft_race *race) {
  const ft_description *d = ft_sources_at (r->sources, race->pair[0]);
  const ft_description *e = ft_sources_at (r->sources, race->pair[1]);
  return quality (e) > quality (d) ? e : d;
}

// The number of elements of a type such as "struct slot [64]"; 0 if the type is
// no array of one dimension.
static uint64_t count_elements (const char *type) {
  const char *bracket = strchr (type, '[');
  unsigned long long n;
  int end = 0;
  if (!bracket || sscanf (bracket, "[%llu]%n", &n, &end) != 1 || !end ||
      bracket[end])
    return 0;
  return n;
}

// Adds "slots[17].next" for the expression "slots[].next", if the address says
// which element of the variable is accessed.
static bool add_element (ft_strbuf *out, const ft_description *d) {
  size_t n = strlen (d->variable);
  uint64_t count = count_elements (d->variable_type);
  bool is_array = n && !strncmp (d->expression, d->variable, n) &&
                  !strncmp (d->expression + n, "[]", 2);
  if (!is_array || !count || d->bytes % count || d->address < d->start ||
      d->address - d->start >= d->bytes)
    return false;
  ft_row_name (out, d->variable);
  ft_strbuf_add (
      out, "[%llu]",
      (unsigned long long)((d->address - d->start) / (d->bytes / count)));
  ft_row_name (out, d->expression + n + 2);
  return true;
}

void ft_title_variable (ft_strbuf *out, const ft_report *r,
                        const ft_race *race) {
  const ft_description *d = ft_title_description (r, race);
  const char *name =
      ft_trace_name (r->trace, FT_CLASS_VARIABLE, race->variable);
  if (d && *d->expression && add_element (out, d))
    return;
  if (d && *d->expression)
    name = d->expression;
  else if (d && *d->variable)
    name = d->variable;
  ft_row_name (out, name);
}
