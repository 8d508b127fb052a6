// A race of a recorded program in terms of its source: the variable, both
// accesses with values, locks and stacks, the lines of the files.

#include <string.h>

#include "report/excerpt.h"
#include "report/library_frames.h"
#include "report/openmp_clause.h"
#include "report/row.h"
#include "report/source_state.h"
#include "report/sources.h"
#include "report/text_race.h"
#include "report/title.h"

enum { LOCKS_COLUMN = 52, MOST_FRAMES = 16 };

// ---- locations ----

// Adds "hidden.c:14:3", as far as it is known.
static void add_location (ft_strbuf *line, const char *file, uint32_t number,
                          uint32_t column) {
  if (!*file) {
    ft_strbuf_add (line, "an unknown location");
    return;
  }
  ft_row_name (line, ft_excerpt_path (file));
  if (number)
    ft_strbuf_add (line, ":%u", (unsigned)number);
  if (number && column)
    ft_strbuf_add (line, ":%u", (unsigned)column);
}

static void add_frame (ft_strbuf *line, const ft_frame *f) {
  ft_library_frames_function (line, f->function);
  ft_strbuf_add (line, "  ");
  add_location (line, f->file, f->line, f->column);
  if (f->inlined)
    ft_strbuf_add (line, "  (inlined)");
}

// Adds the location and function of the innermost frame of the user's code.
static void add_top (ft_strbuf *line, const ft_backtrace *b) {
  if (!b->size)
    return;
  const ft_frame *own = b->frames + ft_sources_own_frame (b);
  ft_strbuf_add (line, " at ");
  add_location (line, own->file, own->line, own->column);
  ft_strbuf_add (line, " in ");
  ft_library_frames_function (line, own->function);
}

// Writes lines of the source, never those of another version of the file.
static void write_excerpt (const ft_text_writer *w, const ft_frame *f) {
  if (!*f->file)
    return;
  switch (ft_source_state (w->report->sources->states, f)) {
  case FT_SOURCE_CURRENT:
    ft_excerpt_write (w->file, f, w->style->width, w->style->color);
    break;
  case FT_SOURCE_CHANGED:
    fprintf (w->file, "       (this file has changed since the program was "
                      "built: no lines)\n");
    break;
  case FT_SOURCE_MISSING:
    fprintf (w->file, "       (this file is not here: no lines)\n");
    break;
  }
}

// Writes numbered frames; the lines of the source stand below the first frame
// of the user's code.  Frames of a library are one line.
static void write_frames (const ft_text_writer *w, const ft_backtrace *b,
                          bool excerpt) {
  ft_strbuf line = {0};
  size_t own = ft_sources_own_frame (b), i = 0, to;
  for (unsigned lines = 0; i < b->size && lines < MOST_FRAMES; i = to, lines++) {
    to = w->style->verbose ? i : ft_library_frames_end (b, i);
    if (to > i)
      ft_library_frames_add (&line, b, i, to);
    else {
      ft_strbuf_add (&line, "    #%zu ", i);
      add_frame (&line, b->frames + i);
      to++;
    }
    ft_row_end (w->file, &line);
    if (to == own + 1 && excerpt)
      write_excerpt (w, b->frames + own);
  }
  if (b->size > i)
    fprintf (w->file, "    … %zu more frames\n", b->size - i);
  ft_strbuf_release (&line);
}

static const char *thread_name (const ft_text_writer *w, uint32_t thread) {
  const ft_creation *c = ft_sources_thread (w->report->sources, thread);
  return c && c->name ? c->name : "another thread";
}

// "#2 thread start; T1 created by main at hidden.c:29:3 in main"
static void write_creation (const ft_text_writer *w, const ft_description *d) {
  const ft_creation *c = ft_sources_thread (w->report->sources, d->thread);
  if (!c || !c->stack.size)
    return;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "    #%zu thread start; ", d->stack.size);
  ft_row_name (&line, c->name);
  ft_strbuf_add (&line, " created by ");
  ft_row_name (&line, thread_name (w, c->creator));
  add_top (&line, &c->stack);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// ---- the variable -----------------------------------------------------------

static void add_type (ft_strbuf *line, const char *type) {
  if (!*type)
    return;
  ft_library_frames_function (line, type);
  ft_strbuf_add (line, ", ");
}

static void add_definition (ft_strbuf *line, const ft_description *d) {
  if (!*d->file)
    return;
  ft_strbuf_add (line, ", ");
  add_location (line, d->file, d->line, 0);
}

// The class of the library's object, or else the type of what is accessed.
static const char *type_of (const ft_description *d) {
  if (!*d->operation)
    return *d->type ? d->type : d->variable_type;
  return *d->class ? d->class : d->variable_type;
}

// "(int, global, hidden.c:4)"
static void add_storage (ft_strbuf *line, const ft_text_writer *w,
                         const ft_description *d) {
  const char *expression = *d->operation ? ft_title_object (d) : d->expression;
  bool part = *expression && *d->variable &&
              strcmp (expression, d->variable) != 0;
  ft_strbuf_add (line, " (");
  add_type (line, type_of (d));
  switch (d->storage) {
  case FT_STORAGE_GLOBAL:
    ft_strbuf_add (line, part ? "in the global " : "global");
    if (part)
      ft_row_name (line, d->variable);
    add_definition (line, d);
    break;
  case FT_STORAGE_HEAP:
    ft_strbuf_add (line, "in %llu bytes of the heap",
                   (unsigned long long)d->bytes);
    break;
  case FT_STORAGE_STACK:
    ft_strbuf_add (line, part ? "in the variable " : "on the stack of ");
    if (part) {
      ft_row_name (line, d->variable);
      ft_strbuf_add (line, " on the stack of ");
    }
    ft_row_name (line, thread_name (w, d->owner));
    add_definition (line, d);
    break;
  case FT_STORAGE_MAPPED:
    ft_strbuf_add (line, "in mapped memory");
    break;
  case FT_STORAGE_UNKNOWN:
    ft_strbuf_add (line, "at 0x%llx", (unsigned long long)d->address);
    break;
  }
  ft_strbuf_add (line, ")");
}

void ft_text_variable (ft_strbuf *line, const ft_text_writer *w,
                       const ft_race *race) {
  const ft_description *d = ft_title_description (w->report, race);
  ft_title_variable (line, w->report, race);
  ft_strbuf_add (line, "'");
  if (d && (d->address || d->storage != FT_STORAGE_UNKNOWN))
    add_storage (line, w, d);
}

// Writes the allocation of the block that contains both accesses.
static void write_allocation (const ft_text_writer *w,
                              const ft_description *d) {
  if (d->storage != FT_STORAGE_HEAP)
    return;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  At byte %llu of a block of %llu, allocated by ",
                 (unsigned long long)(d->address - d->start),
                 (unsigned long long)d->bytes);
  ft_row_name (&line, thread_name (w, d->owner));
  ft_strbuf_add (&line, d->allocation.size ? ":" : " at an unknown location");
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
  write_frames (w, &d->allocation, false);
}

// ---- the accesses -----------------------------------------------------------

static void add_held (ft_strbuf *line, const ft_description *d) {
  ft_strbuf_add (line, "locks held: %s", d->held_count ? "" : "none");
  for (size_t i = 0; i < d->held_count; i++) {
    ft_strbuf_add (line, "%s", i ? ", " : "");
    ft_row_name (line, d->held[i].name);
    ft_strbuf_add (line, "%s", d->held[i].shared ? " (shared)" : "");
  }
}

// "    l: hidden.c:9, taken at hidden.c:14:3 in writer1"
static void write_lock (const ft_text_writer *w, const ft_held_lock *held) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "    ");
  ft_row_name (&line, held->name);
  ft_strbuf_add (&line, ": ");
  if (*held->file) {
    ft_strbuf_add (&line, "defined at ");
    add_location (&line, held->file, held->line, 0);
    ft_strbuf_add (&line, ", ");
  }
  if (held->initialised.size) {
    ft_strbuf_add (&line, "initialised");
    add_top (&line, &held->initialised);
    ft_strbuf_add (&line, ", ");
  }
  ft_strbuf_add (&line, "taken");
  add_top (&line, &held->taken);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_access (const ft_text_writer *w, ft_id event) {
  const ft_trace *t = w->report->trace;
  const ft_event *e = t->events + event;
  const ft_description *d = ft_sources_at (w->report->sources, event);
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  ft_row_name (&line, ft_trace_name (t, FT_CLASS_THREAD, e->thread));
  ft_strbuf_add (&line, " %s", ft_text_verb (t, e));
  if (ft_text_is_descriptor (t, e))
    ft_strbuf_add (&line, " the descriptor");
  else if (d->size)
    ft_strbuf_add (&line, " %llu byte%s", (unsigned long long)d->size,
                   d->size == 1 ? "" : "s");
  ft_text_add_values (&line, t, event, d);
  ft_row_column (&line, LOCKS_COLUMN);
  add_held (&line, d);
  ft_row_end (w->file, &line);
  ft_strbuf_add (&line, "    in ");
  if (ft_openmp_clause_add_place (&line, d))
    ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
  write_frames (w, &d->stack, true);
  write_creation (w, d);
  for (size_t i = 0; i < d->held_count; i++)
    write_lock (w, d->held + i);
}

bool ft_text_source (const ft_text_writer *w, const ft_race *race) {
  const ft_description *d = ft_sources_at (w->report->sources, race->pair[0]);
  if (!d || !ft_sources_at (w->report->sources, race->pair[1]))
    return false;
  write_access (w, race->pair[0]);
  write_access (w, race->pair[1]);
  write_allocation (w, d);
  return true;
}
