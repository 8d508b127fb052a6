#include "replay/states.h"

#include <string.h>

enum { MOST_SHOWN = 3 };

void ft_states_release (ft_states *s) {
  for (size_t i = 0; i < s->rows.size; i++)
    FT_RELEASE (s->rows.begin[i].values);
  ft_intern_release (&s->names);
  FT_RELEASE (s->rows);
  FT_RELEASE (s->values);
  FT_RELEASE (s->orders);
}

static void add_line (ft_states *s, const char *line, size_t length) {
  const char *equals = memrchr (line, '=', length);
  if (!equals)
    return;
  ft_id name = ft_intern_add (&s->names, line, (size_t)(equals - line));
  FT_GROW (s->rows, (size_t)name + 1, ((struct ft_states_row){0}));
  struct ft_states_row *row = s->rows.begin + name;
  FT_GROW (row->values, s->orders.size, 0);
  FT_TOP (row->values) = s->values.size + 1;
  for (const char *at = equals + 1; at < line + length; at++)
    FT_PUSH (s->values, *at);
  FT_PUSH (s->values, 0);
}

void ft_states_add (ft_states *s, unsigned order, const char *lines) {
  FT_PUSH (s->orders, (unsigned char)order);
  while (*lines) {
    size_t length = strcspn (lines, "\n");
    add_line (s, lines, length);
    lines += length + (lines[length] != 0);
  }
}

static const char *value_of (const ft_states *s, size_t row, size_t i) {
  const struct ft_states_row *r = s->rows.begin + row;
  size_t at = i < r->values.size ? r->values.begin[i] : 0;
  return at ? s->values.begin + at - 1 : "its first value";
}

// The value that all continuations of the order leave and none of the other;
// NULL if there is none.
static const char *own_value (const ft_states *s, size_t row, unsigned order) {
  const char *own = NULL;
  for (size_t i = 0; i < s->orders.size; i++)
    if (s->orders.begin[i] == order) {
      const char *value = value_of (s, row, i);
      if (own && strcmp (own, value))
        return NULL;
      own = value;
    }
  for (size_t i = 0; own && i < s->orders.size; i++)
    if (s->orders.begin[i] != order && !strcmp (own, value_of (s, row, i)))
      return NULL;
  return own;
}

// The value of some continuation of an order.
static const char *any_value (const ft_states *s, size_t row, unsigned order) {
  for (size_t i = 0; i < s->orders.size; i++)
    if (s->orders.begin[i] == order)
      return value_of (s, row, i);
  return NULL;
}

static bool is_decided (const ft_states *s, size_t row) {
  return any_value (s, row, 0) && any_value (s, row, 1) &&
         (own_value (s, row, 0) || own_value (s, row, 1));
}

const char *ft_states_first (const ft_states *s) {
  for (size_t row = 0; row < s->rows.size; row++)
    if (is_decided (s, row))
      return ft_intern_name (&s->names, (ft_id)row);
  return NULL;
}

static bool all_have (const ft_states *s, size_t row, unsigned order,
                      const char *value) {
  for (size_t i = 0; i < s->orders.size; i++)
    if (s->orders.begin[i] == order && strcmp (value_of (s, row, i), value))
      return false;
  return true;
}

const char *ft_states_opposed (const ft_states *s, const char *value,
                               const char *other, unsigned *order) {
  for (size_t row = 0; row < s->rows.size; row++)
    for (*order = 0; *order < 2; ++*order)
      if (all_have (s, row, *order, value) && all_have (s, row, !*order, other))
        return ft_intern_name (&s->names, (ft_id)row);
  return NULL;
}

bool ft_states_decided (const ft_states *s, ft_strbuf by_order[2]) {
  unsigned shown = 0;
  for (size_t row = 0; row < s->rows.size && shown < MOST_SHOWN; row++) {
    if (!is_decided (s, row))
      continue;
    for (unsigned k = 0; k < 2; k++)
      ft_strbuf_add (by_order + k, "%s%s = %s", shown ? ", " : "",
                     ft_intern_name (&s->names, (ft_id)row),
                     any_value (s, row, k));
    shown++;
  }
  return shown;
}
