#include "report/publication.h"

#include <string.h>

#include "base/stack.h"
#include "report/row.h"
#include "report/sources.h"
#include "report/title.h"

enum { MOST_NAMES = 4 };

// Insides of a library's object are named by what the program called.
static bool is_of_library (const ft_report *r, const ft_race *race) {
  for (int k = 0; k < 2; k++) {
    const ft_description *d = ft_sources_at (r->sources, race->pair[k]);
    if (d && *d->operation)
      return true;
  }
  return false;
}

// Whether the read is one of an update such as 'count++', which publishes nothing:
// its thread next writes the variable, at the same location.
static bool is_of_update (const ft_trace *t, ft_id read) {
  enum { NEAR = 64 }; // events
  const ft_event *e = t->events + read;
  for (ft_id i = read + 1; i < t->size && i - read < NEAR; i++) {
    const ft_event *next = t->events + i;
    if (next->thread == e->thread && ft_kind_accesses (next->kind) &&
        next->target == e->target)
      return ft_kind_writes (next->kind) && next->location == e->location;
  }
  return false;
}

bool ft_publication_of (const ft_report *r, const ft_race *race,
                        ft_id events[2]) {
  const ft_id *pair = race->unsynchronized;
  if (race->verdict != FT_CERTIFIED || race->witness.memory == FT_MEMORY_SC ||
      !FT_EMPTY (race->witness.reads) || pair[0] == pair[1] ||
      is_of_library (r, race))
    return false;
  for (int k = 0; k < 2; k++) {
    if (pair[k] >= r->trace->size ||
        r->trace->events[pair[k]].location == FT_NO_ID)
      return false;
    events[k] = pair[k];
  }
  return !is_of_update (r->trace, events[1]);
}

// The first race of the entry that a publication explains; FT_NO_ID: there is
// none.
static size_t first_behind (const ft_report *r, size_t rank, size_t *count) {
  size_t first = FT_NO_ID;
  ft_id events[2];
  *count = 0;
  for (size_t i = 0; r->entries && i < r->results->size; i++)
    if (r->entries[i] == rank && ft_publication_of (r, r->ranked[i], events)) {
      first = *count ? first : i;
      ++*count;
    }
  return first;
}

bool ft_publication_leads (const ft_report *r, size_t rank) {
  size_t count, first = first_behind (r, rank, &count);
  return count && (count > 1 || first != rank);
}

static void add_access (ft_strbuf *out, const ft_report *r, ft_id event,
                        const char *verb) {
  const ft_event *e = r->trace->events + event;
  ft_row_name (out, ft_trace_name (r->trace, FT_CLASS_THREAD, e->thread));
  ft_strbuf_add (out, " %s at ", verb);
  ft_row_location (out, r->trace, e->location);
}

// The variables of the races behind it, each once.
static void add_names (ft_strbuf *out, const ft_report *r, size_t rank) {
  FT_STACK (char *) names = {0};
  ft_id events[2];
  for (size_t i = 0; i < r->results->size; i++) {
    ft_strbuf name = {0};
    if (r->entries[i] != rank || !ft_publication_of (r, r->ranked[i], events))
      continue;
    ft_title_variable (&name, r, r->ranked[i]);
    bool found = false;
    for (size_t k = 0; k < names.size && !found; k++)
      found = !strcmp (names.begin[k], ft_strbuf_text (&name));
    if (found)
      ft_strbuf_release (&name);
    else
      FT_PUSH (names, ft_strbuf_take (&name));
  }
  for (size_t i = 0; i < names.size; i++) {
    if (i < MOST_NAMES)
      ft_strbuf_add (out, "%s'%s'", i ? ", " : "", names.begin[i]);
    free (names.begin[i]);
  }
  if (names.size > MOST_NAMES)
    ft_strbuf_add (out, " and %zu more", names.size - MOST_NAMES);
  FT_RELEASE (names);
}

void ft_publication_add (ft_strbuf *out, const ft_report *r, size_t rank) {
  size_t count, first = first_behind (r, rank, &count);
  ft_id events[2];
  if (!count || !ft_publication_of (r, r->ranked[first], events))
    return;
  ft_strbuf_add (out, "'");
  if (first != rank) // it is the race of the pointer itself
    ft_title_variable (out, r, r->ranked[rank]);
  else
    ft_row_name (out,
                 ft_trace_target_name (r->trace, r->trace->events + events[0]));
  ft_strbuf_add (out, "', which ");
  add_access (out, r, events[0], "writes");
  ft_strbuf_add (out, " and ");
  add_access (out, r, events[1], "reads");
  ft_strbuf_add (out, " without synchronisation; behind it %s %zu race%s, on ",
                 count == 1 ? "is" : "are", count, count == 1 ? "" : "s");
  add_names (out, r, rank);
}
