// The values that an access read or wrote, as far as the trace has them.

#include "report/text_race.h"

#include <string.h>

#include "report/harm.h"
#include "run/real_value.h"

static uint64_t cut (uint64_t value, uint64_t bytes) {
  return bytes && bytes < 8 ? value & ((UINT64_C (1) << 8 * bytes) - 1) : value;
}

// ---- values by type ----

static bool is_one_of (const char *type, const char *const *list) {
  for (; *list; list++)
    if (!strcmp (type, *list))
      return true;
  return false;
}

static bool is_signed (const char *type) {
  static const char *const all[] = {
      "int",     "long",      "long int", "long long",   "long long int",
      "short",   "short int", "char",     "signed char", "int8_t",
      "int16_t", "int32_t",   "int64_t",  "intptr_t",    "ptrdiff_t",
      "ssize_t", NULL};
  return is_one_of (type, all);
}

static bool is_pointer (const char *type) {
  size_t n = strlen (type);
  return n && type[n - 1] == '*';
}

static void add_value (ft_strbuf *line, uint64_t value, uint64_t bytes,
                       const char *type) {
  value = cut (value, bytes);
  unsigned above = 64 - 8 * (unsigned)bytes;
  if (ft_real_is (type, bytes))
    ft_real_add (line, value, bytes);
  else if (is_pointer (type) && value)
    ft_strbuf_add (line, "0x%llx", (unsigned long long)value);
  else if (is_signed (type))
    ft_strbuf_add (line, "%lld", (long long)(value << above) >> above);
  else
    ft_strbuf_add (line, "%llu", (unsigned long long)value);
}

// The type of the accessed bytes: the type of the variable if the access covers
// all of it.
static const char *type_of (const ft_description *d) {
  return ft_type_unqualified (*d->type              ? d->type
                      : d->bytes == d->size ? d->variable_type
                                            : "");
}

void ft_text_add_values (ft_strbuf *line, const ft_trace *t, ft_id event,
                         const ft_description *d) {
  const ft_event *e = t->events + event;
  uint64_t old = 0, value = 0;
  if (!ft_kind_accesses (e->kind) || !d->size || d->size > 8 ||
      !ft_harm_new_value (t, e, &value))
    return;
  bool changes = ft_kind_writes (e->kind) && ft_harm_old_value (t, event, &old);
  ft_strbuf_add (line, " (");
  if (changes) {
    add_value (line, old, d->size, type_of (d));
    ft_strbuf_add (line, " -> ");
  }
  add_value (line, value, d->size, type_of (d));
  ft_strbuf_add (line,
                 changes && old == value ? ", the value that was there)" : ")");
}
