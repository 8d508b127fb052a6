#include "report/same_cause.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/missing_lock.h"
#include "report/replayed.h"
#include "report/sources.h"
#include "report/title.h"

// The last field of an expression: "refs" of "find()->refs".
static const char *field_of (const char *expression) {
  const char *field = expression;
  for (const char *at = expression; *at; at++)
    if (*at == '.' || (*at == '>' && at > expression && at[-1] == '-'))
      field = at + 1;
  return field;
}

static const char *function_of (const ft_description *d) {
  return d->stack.size
             ? d->stack.frames[ft_sources_own_frame (&d->stack)].function
             : "";
}

static void add_outcome (ft_strbuf *key, const ft_race *race) {
  const ft_consequence *c = &race->consequence;
  ft_strbuf_add (key, "\n%d %d %d", race->known,
                 ft_replayed_failed (&race->replayed),
                 c->known ? (int)c->class : -1);
}

static void add_frame (ft_strbuf *key, const ft_description *d) {
  const ft_frame *f = d->stack.frames + ft_sources_own_frame (&d->stack);
  ft_strbuf_add (key, "%s:%u %s\n", f->file, (unsigned)f->line, f->function);
}

// Accesses by a library are one race if the program's frames are the same.
static void add_library_key (ft_strbuf *key, const ft_description *d,
                             const ft_description *e) {
  ft_strbuf one = {0}, other = {0};
  add_frame (&one, d);
  add_frame (&other, e);
  bool swap = strcmp (one.text, other.text) > 0;
  ft_strbuf_add (key, "%s%s", swap ? other.text : one.text,
                 swap ? one.text : other.text);
  ft_strbuf_release (&one);
  ft_strbuf_release (&other);
}

// One access without the lock races with all that hold it, whatever their functions.
static void add_lock_key (ft_strbuf *key, const ft_missing_lock *m,
                          const ft_description *without,
                          const ft_description *best) {
  ft_strbuf_add (key, "lock %u\n%s\n%s\n%d %s\n%s", (unsigned)m->lock,
                 function_of (without), best->variable, (int)best->storage,
                 *best->expression ? field_of (best->expression) : "",
                 best->type);
}

// Adds what the races of an entry have in common; false if it is not known.
static bool add_key (ft_strbuf *key, const ft_report *r, size_t rank) {
  const ft_race *race = r->ranked[rank];
  const ft_description *d = ft_sources_at (r->sources, race->pair[0]);
  const ft_description *e = ft_sources_at (r->sources, race->pair[1]);
  const ft_description *best = ft_title_description (r, race);
  if (!d || !e || !*function_of (d) || !*function_of (e))
    return false;
  if (*d->operation || *e->operation) {
    add_library_key (key, d, e);
    ft_strbuf_add (key, "%s", ft_title_object (best));
    add_outcome (key, race);
    return true;
  }
  if (!*best->expression && !*best->variable)
    return false;
  const ft_missing_lock *m = ft_missing_lock_of (r, rank);
  if (m) {
    add_lock_key (key, m, m->side ? e : d, best);
    add_outcome (key, race);
    return true;
  }
  const char *p = function_of (d), *q = function_of (e);
  bool swap = strcmp (p, q) > 0;
  ft_strbuf_add (key, "%s\n%s\n%s\n%d %s\n%s", swap ? q : p, swap ? p : q,
                 best->variable, (int)best->storage,
                 *best->expression ? field_of (best->expression) : "",
                 best->type);
  add_outcome (key, race);
  return true;
}

void ft_same_cause_find (ft_report *r) {
  ft_intern keys = {0};
  FT_STACK (size_t) first = {0}; // of each key
  free (r->entries);
  r->entries = FT_ARRAY (size_t, r->results->size + 1);
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->ranked[i];
    ft_strbuf key = {0};
    r->entries[i] = i;
    if (race->verdict == FT_CERTIFIED && !ft_report_omits (r, race) &&
        !race->suppressed && add_key (&key, r, i)) {
      uint32_t id = ft_intern_add (&keys, key.text, key.size);
      if (id == first.size)
        FT_PUSH (first, i);
      r->entries[i] = first.begin[id];
    }
    ft_strbuf_release (&key);
  }
  FT_RELEASE (first);
  ft_intern_release (&keys);
}

size_t ft_same_cause_others (const ft_report *r, size_t i) {
  size_t n = 0;
  for (size_t k = i + 1; r->entries && k < r->results->size; k++)
    n += r->entries[k] == i;
  return n;
}
