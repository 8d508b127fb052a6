#include "report/same_cause.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "report/missing_lock.h"
#include "report/publication.h"
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

// One access without the lock races with all that hold it, whatever their
// functions.
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

// ---- publications
// ------------------------------------------------------------

static void add_publication_key (ft_strbuf *key, const ft_report *r,
                                 const ft_id events[2]) {
  ft_strbuf_add (key, "publication %u %u",
                 (unsigned)r->trace->events[events[0]].location,
                 (unsigned)r->trace->events[events[1]].location);
}

static void find_publications (const ft_report *r, ft_intern *found) {
  for (size_t i = 0; i < r->results->size; i++) {
    ft_id events[2];
    ft_strbuf key = {0};
    if (ft_publication_of (r, r->ranked[i], events)) {
      add_publication_key (&key, r, events);
      ft_intern_add (found, key.text, key.size);
    }
    ft_strbuf_release (&key);
  }
}

// The race between the write and the read of a publication itself.
static bool is_publication (const ft_report *r, const ft_race *race,
                            const ft_intern *found, ft_strbuf *key) {
  const ft_trace *t = r->trace;
  const ft_id *pair = race->pair;
  if (pair[1] >= t->size || race->witness.memory != FT_MEMORY_SC)
    return false;
  bool swap = !ft_kind_writes (t->events[pair[0]].kind);
  add_publication_key (key, r, (const ft_id[2]){pair[swap], pair[!swap]});
  return ft_intern_find (found, key->text, key->size) != FT_NO_ID;
}

// ---- entries
// -----------------------------------------------------------------

typedef struct entry {
  size_t first;      // rank of the race that leads it
  bool published;    // it is the publication of the others
  ft_strbuf outcome; // of that one
} entry;

typedef struct grouping {
  ft_report *report;
  ft_intern keys, publications;
  FT_STACK (entry) entries; // of each key
} grouping;

static void join (grouping *g, size_t rank, const ft_strbuf *key) {
  uint32_t id = ft_intern_add (&g->keys, key->text, key->size);
  if (id == g->entries.size)
    FT_PUSH (g->entries, ((entry){.first = rank}));
  g->report->entries[rank] = id;
}

// One publication may be several races, with other outcomes: the first one
// leads.
static bool join_publication (grouping *g, size_t rank) {
  ft_report *r = g->report;
  const ft_race *race = r->ranked[rank];
  ft_id events[2];
  ft_strbuf key = {0}, outcome = {0};
  bool behind = ft_publication_of (r, race, events), itself = false;
  if (behind)
    add_publication_key (&key, r, events);
  else
    itself = is_publication (r, race, &g->publications, &key);
  ft_strbuf_add (&key, " %d", race->known);
  uint32_t id = ft_intern_find (&g->keys, key.text, key.size);
  entry *e = id == FT_NO_ID ? NULL : g->entries.begin + id;
  add_outcome (&outcome, race);
  bool fine = behind || (itself && (!e || !e->published ||
                                    !strcmp (e->outcome.text, outcome.text)));
  if (fine)
    join (g, rank, &key);
  e = fine ? g->entries.begin + r->entries[rank] : NULL;
  if (fine && itself && !e->published) {
    e->first = rank;
    e->published = true;
    e->outcome = outcome;
    outcome = (ft_strbuf){0};
  }
  ft_strbuf_release (&key);
  ft_strbuf_release (&outcome);
  return fine;
}

static bool is_described (const ft_report *r, const ft_race *race) {
  return ft_sources_at (r->sources, race->pair[0]) &&
         ft_sources_at (r->sources, race->pair[1]);
}

static void release (grouping *g) {
  for (size_t i = 0; i < g->entries.size; i++)
    ft_strbuf_release (&g->entries.begin[i].outcome);
  FT_RELEASE (g->entries);
  ft_intern_release (&g->keys);
  ft_intern_release (&g->publications);
}

void ft_same_cause_find (ft_report *r) {
  grouping g = {.report = r};
  free (r->entries);
  r->entries = FT_ARRAY (size_t, r->results->size + 1);
  find_publications (r, &g.publications);
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *race = r->ranked[i];
    ft_strbuf key = {0};
    r->entries[i] = SIZE_MAX;
    if (race->verdict == FT_CERTIFIED && !ft_report_omits (r, race) &&
        !race->suppressed && is_described (r, race) &&
        !join_publication (&g, i) && add_key (&key, r, i))
      join (&g, i, &key);
    ft_strbuf_release (&key);
  }
  for (size_t i = 0; i < r->results->size; i++)
    r->entries[i] =
        r->entries[i] == SIZE_MAX ? i : g.entries.begin[r->entries[i]].first;
  release (&g);
}

size_t ft_same_cause_others (const ft_report *r, size_t i) {
  size_t n = 0;
  for (size_t k = 0; r->entries && k < r->results->size; k++)
    n += k != i && r->entries[k] == i;
  return n;
}
