#include "explore/found_deadlocks.h"

#include <inttypes.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"

void ft_found_deadlocks_release (ft_found_deadlocks *all) {
  for (size_t i = 0; i < all->size; i++) {
    free (all->begin[i].text);
    free (all->begin[i].name);
  }
  FT_RELEASE (*all);
}

// The locations at which threads wait, each for the next one, from one of them on.
static ft_strbuf cycle_from (const ft_trace *trace, const ft_deadlock *d, uint32_t first) {
  ft_strbuf text = {0};
  for (uint32_t i = 0; i < d->length; i++) {
    const ft_event *e = trace->events + d->acquires[(first + i) % d->length];
    char *location =
        ft_utf8_clean (ft_trace_name (trace, FT_CLASS_LOCATION, e->location));
    ft_strbuf_add (&text, "%s%s", i ? "  <->  " : "", location);
    free (location);
  }
  return text;
}

// A run begins a cycle with the acquire that it had first.  The text, by which runs are
// compared, begins where it is the least of all.
static json_t *value_of (const ft_trace *trace, const ft_deadlock *d) {
  ft_strbuf text = cycle_from (trace, d, 0);
  for (uint32_t first = 1; first < d->length; first++) {
    ft_strbuf other = cycle_from (trace, d, first);
    if (strcmp (ft_strbuf_text (&other), ft_strbuf_text (&text)) < 0) {
      ft_strbuf_release (&text);
      text = other;
    } else
      ft_strbuf_release (&other);
  }
  json_t *value =
      json_pack ("{s:s, s:o}", "text", ft_strbuf_text (&text), "fingerprint",
                 json_sprintf ("%016" PRIx64, d->fingerprint));
  ft_strbuf_release (&text);
  return value;
}

json_t *ft_found_deadlocks_json (const ft_trace *trace, const ft_results *x) {
  json_t *list = x->deadlocks_certified ? json_array () : NULL;
  for (size_t i = 0; list && i < x->deadlock_count; i++)
    if (x->deadlocks[i].verdict == FT_CERTIFIED)
      json_array_append_new (list, value_of (trace, x->deadlocks + i));
  return list;
}

static bool is_known (const ft_found_deadlocks *all, const char *text) {
  for (size_t i = 0; i < all->size; i++)
    if (!strcmp (all->begin[i].text, text))
      return true;
  return false;
}

bool ft_found_deadlocks_know (const ft_found_deadlocks *all,
                              const json_t *one) {
  const char *text = json_string_value (json_object_get (one, "text"));
  return text && is_known (all, text);
}

void ft_found_deadlocks_apply (ft_found_deadlocks *all, const json_t *line,
                               unsigned run) {
  const json_t *list = json_object_get (line, "deadlocks");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const json_t *one = json_array_get (list, i);
    const char *text = json_string_value (json_object_get (one, "text"));
    const char *name = json_string_value (json_object_get (one, "fingerprint"));
    if (text && name && !is_known (all, text))
      FT_PUSH (*all,
               ((ft_found_deadlock){run, ft_strdup (text), ft_strdup (name)}));
  }
}
