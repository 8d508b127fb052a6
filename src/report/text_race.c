#include "report/sources.h"
#include "report/text_race.h"

#include <ctype.h>

#include "base/shell.h"
#include "report/consequence_note.h"
#include "report/harm.h"
#include "report/library_frames.h"
#include "report/missing_lock.h"
#include "report/openmp_clause.h"
#include "report/publication.h"
#include "report/race_kind.h"
#include "report/replayed.h"
#include "report/row.h"
#include "report/source_location.h"
#include "run/descriptor_name.h"

enum { VERDICT_COLUMN = 60, LOCKS_COLUMN = 52 };

const char *ft_text_verdict_color (enum ft_verdict verdict) {
  switch (verdict) {
  case FT_CERTIFIED:
    return "\033[1;31m";
  case FT_UNDECIDED:
    return "\033[1;33m";
  case FT_REFUTED:
    return "\033[32m";
  }
  return "";
}

static const char *label (enum ft_verdict verdict) {
  switch (verdict) {
  case FT_CERTIFIED:
    return "CERTIFIED";
  case FT_UNDECIDED:
    return "UNDECIDED";
  case FT_REFUTED:
    return "IMPOSSIBLE IN THIS TRACE";
  }
  return "";
}

void ft_text_verdict_add (ft_strbuf *line, enum ft_verdict verdict,
                          enum ft_model left_open, bool color) {
  ft_strbuf_add (line, "%s", color ? ft_text_verdict_color (verdict) : "");
  if (verdict == FT_REFUTED && left_open)
    ft_strbuf_add (line, "IMPOSSIBLE UNDER %s, OPEN UNDER %s",
                   ft_model_name ((enum ft_model) (left_open - 1)),
                   ft_model_name (left_open));
  else
    ft_strbuf_add (line, "%s", label (verdict));
}

void ft_text_verdict (const ft_text_writer *w, ft_strbuf *line,
                      enum ft_verdict verdict, enum ft_model left_open,
                      bool known, bool suppressed,
                      const ft_replayed *replayed,
                      const ft_consequence *consequence) {
  bool color = w->style->color;
  ft_row_column (line, VERDICT_COLUMN);
  ft_text_verdict_add (line, verdict, left_open, color);
  ft_replayed_label (line, replayed);
  if (verdict == FT_CERTIFIED && ft_replayed_late (w->report->results, replayed))
    ft_strbuf_add (line, ", NOT REPLAYED (TIME)");
  if (consequence && consequence->known) {
    ft_strbuf words = {0};
    ft_consequence_add_class (&words, consequence);
    ft_strbuf_add (line, ", ");
    for (const char *p = ft_strbuf_text (&words); *p; p++)
      ft_strbuf_add (line, "%c", toupper ((unsigned char)*p));
    ft_strbuf_release (&words);
  }
  ft_strbuf_add (line, "%s%s%s", known ? ", KNOWN" : "",
                 suppressed ? ", SUPPRESSED" : "", color ? "\033[0m" : "");
  ft_row_end (w->file, line);
}

static void write_head (const ft_text_writer *w, size_t i) {
  const ft_race *race = w->report->ranked[i];
  bool certified = race->verdict == FT_CERTIFIED;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "R%zu  %s '", i + 1,
                 certified ? ft_race_kind_words (
                                 ft_race_kind_of (w->report->trace, race->pair))
                           : "pair on");
  ft_text_variable (&line, w, race);
  if (race->instances > 1)
    ft_strbuf_add (&line, " (%s%llu pairs of events)",
                   w->report->trace->whole || w->report->trace->begins
                       ? "at least "
                       : "",
                   (unsigned long long)race->instances);
  ft_text_verdict (w, &line, race->verdict, race->left_open, race->known,
                   race->suppressed, &race->replayed, &race->consequence);
  ft_strbuf_release (&line);
}

bool ft_text_is_descriptor (const ft_trace *t, const ft_event *e) {
  return ft_kind_accesses (e->kind) &&
         ft_is_descriptor_name (
             ft_trace_name (t, FT_CLASS_VARIABLE, e->target));
}

const char *ft_text_verb (const ft_trace *t, const ft_event *e) {
  enum ft_kind kind = ft_event_shown_kind (e);
  if (ft_text_is_descriptor (t, e))
    return ft_kind_reads (kind)       ? "uses"
           : ft_kind_is_atomic (kind) ? "opens"
                                      : "closes";
  if (kind == FT_FREE)
    return "frees";
  if (!ft_kind_is_atomic (kind))
    return ft_kind_reads (kind) ? "reads" : "writes";
  if (ft_kind_reads (kind))
    return ft_kind_writes (kind) ? "atomically updates" : "atomically reads";
  return "atomically writes";
}

// Adds "4 bytes at 0x1004" if addresses were recorded, else the name.
static void add_target (ft_strbuf *line, const ft_trace *t, const ft_event *e,
                        ft_id variable) {
  const ft_variable *v = t->tables.variables.begin + variable;
  if (!v->addressed || !e->mask || ft_event_shown_kind (e) == FT_FREE) {
    ft_row_name (line, ft_trace_name (t, FT_CLASS_VARIABLE, variable));
    return;
  }
  int bytes = __builtin_popcount (e->mask);
  uint64_t address = v->address + (unsigned)__builtin_ctz (e->mask);
  ft_strbuf_add (line, "%d byte%s at 0x%llx", bytes, bytes == 1 ? "" : "s",
                 (unsigned long long)address);
}

// Adds the location in the program, or else the position in the trace.
static void add_location (ft_strbuf *line, const ft_report *r, ft_id position,
                          bool addressed) {
  const ft_trace *t = r->trace;
  const ft_description *d = ft_sources_at (r->sources, position);
  ft_id location = t->events[position].location;
  if (d && *d->operation) {
    ft_strbuf_add (line, " in ");
    ft_library_frames_function (line, d->operation);
    ft_strbuf_add (line, ", called at ");
    ft_source_location_add (line, r, position, true);
    return;
  }
  if (location == FT_NO_ID) {
    ft_strbuf_add (line, " (event %lu)", (unsigned long)position);
    return;
  }
  ft_strbuf_add (line, addressed ? " (" : " at ");
  ft_row_location (line, t, location);
  ft_strbuf_add (line, addressed ? ")" : "");
}

static void add_access (ft_strbuf *line, const ft_text_writer *w,
                        const ft_race *race, int side) {
  const ft_trace *t = w->report->trace;
  const ft_event *e = t->events + race->pair[side];
  ft_row_name (line, ft_trace_name (t, FT_CLASS_THREAD, e->thread));
  ft_strbuf_add (line, " %s ", ft_text_verb (t, e));
  add_target (line, t, e, race->variable);
  bool addressed = t->tables.variables.begin[race->variable].addressed;
  add_location (line, w->report, race->pair[side],
                addressed && ft_event_shown_kind (e) != FT_FREE);
  if (ft_harm_is_same (t, race->pair[side]))
    ft_strbuf_add (line, ", the value that was there");
}

static void add_locks (ft_strbuf *line, const ft_text_writer *w, ft_id event) {
  const ft_trace *t = w->report->trace;
  ft_id cell = w->index->held[event];
  ft_strbuf_add (line, "locks held: %s", cell ? "" : "none");
  for (const char *between = ""; cell; between = ", ") {
    const ft_held *held = w->index->cells.begin + cell;
    const ft_event *acquire = t->events + held->acquire;
    ft_strbuf_add (line, "%s", between);
    ft_row_name (line, ft_trace_target_name (t, acquire));
    if (acquire->kind == FT_ACQUIRE_SHARED)
      ft_strbuf_add (line, " (shared)");
    cell = held->outer;
  }
}

static void write_access (const ft_text_writer *w, const ft_race *race,
                          int side) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  add_access (&line, w, race, side);
  ft_row_column (&line, LOCKS_COLUMN);
  add_locks (&line, w, race->pair[side]);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

void ft_text_check (const ft_text_writer *w, char letter, size_t number) {
  if (!w->style->witness_dir)
    return;
  char file[32];
  snprintf (file, sizeof file, "%c%zu.json", letter, number);
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  check it: foretrace verify ");
  ft_shell_word (&line, w->report->trace->path);
  ft_strbuf_add (&line, " ");
  ft_shell_path (&line, w->style->witness_dir, file);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

void ft_text_commands (const ft_text_writer *w, char letter, size_t number,
                       enum ft_memory_model memory) {
  const ft_sources *sources = w->report->sources;
  const char *option = w->report->memory_option;
  const char *assume = ft_report_assume_option (w->report);
  if (!sources || (!sources->replayable && letter != 'R'))
    return;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  if (sources->replayable) {
    ft_strbuf_add (&line, "replay: foretrace replay ");
    ft_shell_word (&line, w->report->trace->path);
    ft_strbuf_add (&line, " %c%zu%s%s%s%s", letter, number,
                   memory == FT_MEMORY_SC ? " --gdb" : "", option, assume,
                   letter == 'R' ? "   " : "");
  }
  if (letter == 'R') {
    ft_strbuf_add (&line, "explain: foretrace explain ");
    ft_shell_word (&line, w->report->trace->path);
    ft_strbuf_add (&line, " %c%zu%s%s", letter, number, option, assume);
  }
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_consequence (const ft_text_writer *w, const ft_race *race) {
  ft_strbuf line = {0};
  if (!race->consequence.known)
    return;
  ft_strbuf_add (&line, "  Consequence: ");
  if (ft_consequence_note (&line, w->report, race))
    ft_strbuf_add (&line, "; ");
  ft_row_name (&line, race->consequence.text);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_missing_lock (const ft_text_writer *w, size_t i) {
  ft_strbuf line = {0};
  if (!ft_missing_lock_of (w->report, i))
    return;
  ft_strbuf_add (&line, "  Missing lock: ");
  ft_missing_lock_add (&line, w->report, i);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_openmp_clause (const ft_text_writer *w, const ft_race *race) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  OpenMP: ");
  if (race->verdict == FT_CERTIFIED &&
      ft_openmp_clause_add (&line, w->report, race))
    ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_publication (const ft_text_writer *w, size_t i) {
  ft_strbuf line = {0};
  if (!ft_publication_leads (w->report, i))
    return;
  ft_strbuf_add (&line, "  Publication: ");
  ft_publication_add (&line, w->report, i);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

void ft_text_race_full (const ft_text_writer *w, size_t i) {
  const ft_race *race = w->report->ranked[i];
  write_head (w, i);
  write_consequence (w, race);
  write_publication (w, i);
  write_missing_lock (w, i);
  write_openmp_clause (w, race);
  if (!ft_text_source (w, race)) {
    write_access (w, race, 0);
    write_access (w, race, 1);
  }
  ft_text_recorded (w, race);
  if (race->witness.memory == FT_MEMORY_SC)
    ft_text_schedule (w, race);
  else
    ft_text_memory_model (w, race);
  ft_replayed_why (w->file, &race->replayed);
  ft_text_check (w, 'R', i + 1);
  ft_text_commands (w, 'R', i + 1, race->witness.memory);
}

void ft_text_race_brief (const ft_text_writer *w, size_t i) {
  const ft_race *race = w->report->ranked[i];
  write_head (w, i);
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  add_access (&line, w, race, 0);
  ft_strbuf_add (&line, ", ");
  add_access (&line, w, race, 1);
  ft_row_end (w->file, &line);
  if (race->verdict != FT_CERTIFIED) {
    ft_strbuf_add (&line, "  reason: ");
    ft_row_name (&line, race->reason ? race->reason : "?");
    ft_row_end (w->file, &line);
  }
  ft_strbuf_release (&line);
}
