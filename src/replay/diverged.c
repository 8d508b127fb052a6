#include "replay/diverged.h"

#include <stdlib.h>
#include <string.h>

#include "run/location_names.h"
#include "run/run_reader.h"

// What one thread did, as the trace of a run has it.
typedef struct deed {
  uint64_t word;
  uint8_t kind;
  ft_id location;
} deed;

typedef struct story {
  ft_tables tables; // has the names of the locations
  FT_STACK (deed) deeds;
} story;

static void release (story *s) {
  ft_tables_release (&s->tables);
  FT_RELEASE (s->deeds);
}

// A run that cannot be read to its end is told as far as it goes.
static void read_story (story *s, const char *path, ft_tick until) {
  ft_error error = FT_NO_ERROR;
  ft_notes notes = {0};
  ft_event e;
  *s = (story){0};
  ft_load *run = ft_load_open (path, &error);
  while (run && ft_load_next (run, &s->tables, &e, &notes, &error) > 0) {
    ft_tick place = ft_load_tick (run);
    if (place.thread == until.thread && place.word <= until.word)
      FT_PUSH (s->deeds, ((deed){place.word, e.kind, e.location}));
  }
  ft_load_free (run);
  ft_notes_release (&notes);
}

static const char *location_of (const story *s, const deed *d) {
  return d->location == FT_NO_ID
             ? "an unknown place"
             : ft_intern_name (&s->tables.names[FT_CLASS_LOCATION],
                               d->location);
}

static bool is_same (const story *a, const story *b, size_t i) {
  const deed *x = a->deeds.begin + i, *y = b->deeds.begin + i;
  return x->word == y->word && x->kind == y->kind &&
         !strcmp (location_of (a, x), location_of (b, y));
}

static void add_deed (ft_strbuf *text, const story *s, size_t i) {
  const deed *d = s->deeds.begin + i;
  ft_strbuf_add (text, "%s at %s", ft_kind_name (d->kind), location_of (s, d));
}

// What only one of the runs has in its trace (memory that others came to use)
// is no difference: the comparison stops at the first that has a counterpart.
static void compare (const story *recorded, const story *replayed,
                     ft_strbuf *text) {
  size_t n = recorded->deeds.size, m = replayed->deeds.size, i = 0;
  while (i < n && i < m && is_same (recorded, replayed, i))
    i++;
  if (i < n && i < m) {
    add_deed (text, replayed, i);
    ft_strbuf_add (text, ", where the recording has ");
    add_deed (text, recorded, i);
  } else if (i) {
    ft_strbuf_add (text, "after ");
    add_deed (text, recorded, i - 1);
  } else
    ft_strbuf_add (text, "at its beginning");
}

void ft_diverged_explain (const char *recorded, const char *replayed,
                          ft_tick at, ft_strbuf *text) {
  story a, b;
  read_story (&a, recorded, at);
  read_story (&b, replayed, at);
  compare (&a, &b, text);
  release (&a);
  release (&b);
}

// ---- how far a thread came --------------------------------------------------

// Where in the source the thread was at its last record up to the place, also
// when that is no event of the trace.
static ft_id last_location (const ft_run *run, ft_tick at,
                            ft_tables *tables) {
  ft_error error = FT_NO_ERROR;
  ft_run_reader *walk = ft_run_reader_new (run);
  ft_location_names *names = ft_location_names_new (&run->code);
  ft_run_record r;
  ft_id last = FT_NO_ID;
  while (ft_run_reader_next (walk, &r, &error) > 0)
    if (r.thread->number == at.thread && r.tick <= at.word && r.at)
      last = ft_location_names_add (names, tables, r.thread, r.site);
  ft_location_names_free (names);
  ft_run_reader_free (walk);
  return last;
}

void ft_diverged_reached (const char *replayed, ft_tick at, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_tables tables = {0};
  ft_run *run = ft_run_open (replayed, &error);
  ft_id last = run ? last_location (run, at, &tables) : FT_NO_ID;
  if (last == FT_NO_ID)
    ft_strbuf_add (text, "at its beginning");
  else
    ft_strbuf_add (text, "at %s",
                   ft_intern_name (&tables.names[FT_CLASS_LOCATION], last));
  ft_tables_release (&tables);
  ft_run_free (run);
}
