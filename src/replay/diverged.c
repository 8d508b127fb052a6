#include "replay/diverged.h"

#include <stdlib.h>
#include <string.h>

#include "run/location_names.h"
#include "run/run_reader.h"

// An event of one thread in the trace of a run.
typedef struct thread_event {
  uint64_t word;
  uint8_t kind;
  ft_id location;
} thread_event;

typedef struct history {
  ft_tables tables; // has the names of the locations
  FT_STACK (thread_event) events;
} history;

static void release (history *s) {
  ft_tables_release (&s->tables);
  FT_RELEASE (s->events);
}

// Reads the events of one thread up to a tick; fewer if the run cannot be read
// that far.
static void read_history (history *s, const char *path, ft_tick until) {
  ft_error error = FT_NO_ERROR;
  ft_notes notes = {0};
  ft_event e;
  *s = (history){0};
  ft_load *run = ft_load_open (path, &error);
  while (run && ft_load_next (run, &s->tables, &e, &notes, &error) > 0) {
    ft_tick tick = ft_load_tick (run);
    if (tick.thread == until.thread && tick.word <= until.word)
      FT_PUSH (s->events, ((thread_event){tick.word, e.kind, e.location}));
  }
  ft_load_free (run);
  ft_notes_release (&notes);
}

static const char *location_of (const history *s, const thread_event *d) {
  return d->location == FT_NO_ID
             ? "an unknown location"
             : ft_intern_name (&s->tables.names[FT_CLASS_LOCATION],
                               d->location);
}

static bool is_same (const history *a, const history *b, size_t i) {
  const thread_event *x = a->events.begin + i, *y = b->events.begin + i;
  return x->word == y->word && x->kind == y->kind &&
         !strcmp (location_of (a, x), location_of (b, y));
}

static void add_event (ft_strbuf *text, const history *s, size_t i) {
  const thread_event *d = s->events.begin + i;
  ft_strbuf_add (text, "%s at %s", ft_kind_name (d->kind), location_of (s, d));
}

// Events that only one of the runs has in its trace, since threads came to
// share memory in that run alone, are a difference, too.
static void compare (const history *recorded, const history *replayed,
                     ft_strbuf *text) {
  size_t n = recorded->events.size, m = replayed->events.size, i = 0;
  while (i < n && i < m && is_same (recorded, replayed, i))
    i++;
  if (i < n && i < m) {
    add_event (text, replayed, i);
    ft_strbuf_add (text, ", where the recording has ");
    add_event (text, recorded, i);
  } else if (i) {
    ft_strbuf_add (text, "after ");
    add_event (text, recorded, i - 1);
  } else
    ft_strbuf_add (text, "at its beginning");
}

void ft_diverged_explain (const char *recorded, const char *replayed,
                          ft_tick at, ft_strbuf *text) {
  history a, b;
  read_history (&a, recorded, at);
  read_history (&b, replayed, at);
  compare (&a, &b, text);
  release (&a);
  release (&b);
}

// ---- the last record --------------------------------------------------------

// The location of the thread's last record up to a tick, also if the record is
// no event of the trace.
static ft_id last_location (const ft_run *run, ft_tick at, ft_tables *tables) {
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
