#include "cli/explore_report.h"

#include <inttypes.h>
#include <string.h>

#include "base/shell.h"
#include "base/utf8.h"
#include "report/json_value.h"

size_t ft_explore_decided (const ft_search_state *m) {
  size_t decided = 0;
  for (size_t i = 0; i < m->pairs.size; i++)
    decided += m->pairs.begin[i].state != FT_CANDIDATE_OPEN;
  return decided;
}

static size_t count (const ft_search_state *m, enum ft_candidate_state state) {
  size_t n = 0;
  for (size_t i = 0; i < m->pairs.size; i++)
    n += m->pairs.begin[i].state == state;
  return n;
}

// Adds the path of a recording of the search, quoted for a shell.
static void add_run (ft_strbuf *text, const char *directory, uint32_t run) {
  char name[32];
  snprintf (name, sizeof name, "runs/%" PRIu32, run);
  ft_shell_path (text, directory, name);
}

// The command that leads the program along the witness of a run.
static void replay_command (ft_strbuf *text, const char *directory,
                            unsigned run, const char *file) {
  ft_strbuf name = {0};
  ft_strbuf_add (text, "foretrace replay ");
  add_run (text, directory, run);
  ft_strbuf_add (&name, "races/%s.json", file);
  ft_strbuf_add (text, " ");
  ft_shell_path (text, directory, ft_strbuf_text (&name));
  ft_strbuf_release (&name);
}

void ft_explore_command (ft_strbuf *text, const char *directory,
                         const ft_found_race *race) {
  replay_command (text, directory, race->run, race->file);
}

static const char *end_text (enum ft_explore_end end) {
  switch (end) {
  case FT_EXPLORED:
    return "nothing is left to try";
  case FT_EXPLORED_FOUND:
    return "ended by --until";
  case FT_EXPLORED_RUNS:
    return "ended by --runs";
  case FT_EXPLORED_TIME:
    return "ended by --budget";
  case FT_EXPLORED_DISK:
    return "ended by --disk";
  case FT_EXPLORED_STOP:
    return "interrupted";
  }
  return "";
}

// ---- text ------------------------------------------------------------------

// The commands that lead the program there, and that explain more.  'memory' is
// the memory model of a race, or "".
static void write_commands (FILE *file, const ft_explore_report *r,
                            unsigned run, const char *name,
                            const char *memory) {
  ft_strbuf command = {0};
  replay_command (&command, r->directory, run, name);
  fprintf (file, "  replay: %s\n", ft_strbuf_text (&command));
  command.size = 0;
  add_run (&command, r->directory, run);
  if (ft_memory_model_of (memory) == FT_MEMORY_RC11)
    ft_strbuf_add (&command, " --memory-model %s", memory);
  fprintf (file, "  check:  foretrace check %s\n", ft_strbuf_text (&command));
  ft_strbuf_release (&command);
}

// The memory model of a race that is none under sequential consistency; NULL of
// others.
static const char *weak_model (const ft_found_race *race) {
  int model = ft_memory_model_of (race->memory);
  return model > FT_MEMORY_SC ? race->memory : NULL;
}

static void write_race (FILE *file, const ft_explore_report *r, size_t i) {
  const ft_found_race *race = r->state->races.begin + i;
  char *first =
      ft_utf8_printable (ft_search_state_label (r->state, race->pair.first));
  char *second =
      ft_utf8_printable (ft_search_state_label (r->state, race->pair.second));
  char *text = ft_utf8_printable (race->text);
  fprintf (file, "R%zu  data race  %s  <->  %s\n", i + 1, first, second);
  fprintf (file, "  %s\n", text);
  if (*race->input)
    fprintf (file, "  with the input %s\n", race->input);
  const char *weak = weak_model (race);
  fprintf (file, "  certified (%s%s%s) in run %u", race->model,
           weak ? ", " : "", weak ? weak : "", race->run);
  if (race->replays)
    fprintf (file, ", confirmed on the program itself %u/%u\n", race->reached,
             race->replays);
  else
    fputs (", not replayed: its schedule cannot be enforced\n", file);
  write_commands (file, r, race->run, race->file, race->memory);
  free (first);
  free (second);
  free (text);
}

// The command that makes the run of a crash again.
static void write_again (FILE *file, const ft_explore_report *r,
                         const ft_crash *crash) {
  ft_strbuf command = {0};
  ft_shell_word (&command, r->directory);
  ft_strbuf_add (&command, " --again %u --", crash->run);
  for (char **a = r->arguments; *a; a++) {
    ft_strbuf_add (&command, " ");
    ft_shell_argument (&command, *a);
  }
  fprintf (file, "  again: foretrace explore -d %s\n",
           ft_strbuf_text (&command));
  ft_strbuf_release (&command);
}

static void write_crash (FILE *file, const ft_explore_report *r,
                         const ft_crash *crash, size_t number) {
  char *text = ft_utf8_printable (crash->text);
  fprintf (file, "C%zu  the program ends badly in run %u: %s\n", number,
           crash->run, text);
  write_again (file, r, crash);
  free (text);
}

// The first run that failed so by itself.
static void write_failed_run (FILE *file, const ft_explore_report *r,
                              const ft_found_failure *f) {
  for (size_t i = 0; i < r->state->crashes.size; i++)
    if (ft_found_failures_at (&r->state->failures,
                              r->state->crashes.begin[i].text) == f) {
      write_again (file, r, r->state->crashes.begin + i);
      return;
    }
}

static void write_failure (FILE *file, const ft_explore_report *r,
                           const ft_found_failure *f, size_t number) {
  char *text = ft_utf8_printable (f->text), *seen = ft_utf8_printable (f->seen);
  fprintf (file, "F%zu  %s\n", number, text);
  if (*f->input)
    fprintf (file, "  with the input %s\n", f->input);
  fprintf (file, "  certified in run %u, seen on the program itself %u/%u: %s\n",
           f->run, f->reached, f->replays, seen);
  write_commands (file, r, f->run, f->file, "");
  write_failed_run (file, r, f);
  free (text);
  free (seen);
}

static void write_failures (FILE *file, const ft_explore_report *r) {
  size_t number = 0;
  for (size_t i = 0; i < r->state->failures.list.size; i++)
    if (r->state->failures.list.begin[i].reached)
      write_failure (file, r, r->state->failures.list.begin + i, ++number);
}

// Without the crashes of runs that a predicted failure explains.
static void write_crashes (FILE *file, const ft_explore_report *r) {
  size_t number = 0;
  for (size_t i = 0; i < r->state->crashes.size; i++)
    if (!ft_found_failures_at (&r->state->failures,
                               r->state->crashes.begin[i].text))
      write_crash (file, r, r->state->crashes.begin + i, ++number);
}

// Bad ends that are no findings, since they did not come again, and failures that
// no replay showed.
static void write_unrepeated (FILE *file, const ft_explore_report *r) {
  for (size_t i = 0; i < r->state->failures.list.size; i++) {
    const ft_found_failure *f = r->state->failures.list.begin + i;
    char *text = f->reached ? NULL : ft_utf8_printable (f->text);
    if (text)
      fprintf (file,
               "Certified in run %u, but no replay showed it: no finding: %s.\n",
               f->run, text);
    free (text);
  }
  for (size_t i = 0; i < r->state->unrepeated.size; i++) {
    const ft_crash *c = r->state->unrepeated.begin + i;
    fprintf (file,
             "Run %u ended badly (%s), and well when it was made again: no "
             "finding.\n",
             c->run, c->text);
  }
}

static void write_unread (FILE *file, const ft_explore_report *r) {
  size_t count = r->state->unread.size;
  if (!count)
    return;
  const ft_crash *first = r->state->unread.begin;
  char *why = ft_utf8_printable (first->text);
  fprintf (file,
           "%zu run%s could not be read, and nothing is known of %s; run %u: "
           "%s\n",
           count, count == 1 ? "" : "s", count == 1 ? "it" : "them", first->run,
           why);
  free (why);
}

static void write_forked (FILE *file, const ft_explore_report *r) {
  ft_strbuf run = {0};
  add_run (&run, r->directory, r->state->forked);
  fprintf (file,
           "The program forks into processes with threads of their own, which "
           "are not explored;\n'foretrace check' looks at those of a run: "
           "%s/process-*\n",
           ft_strbuf_text (&run));
  ft_strbuf_release (&run);
}

static void deadlock_command (ft_strbuf *text, const ft_explore_report *r,
                              const ft_found_deadlock *d) {
  ft_strbuf_add (text, "foretrace replay ");
  add_run (text, r->directory, d->run);
  ft_strbuf_add (text, " %s", d->name);
}

static void write_deadlock (FILE *file, const ft_explore_report *r, size_t i) {
  const ft_found_deadlock *d = r->state->deadlocks.begin + i;
  ft_strbuf command = {0};
  deadlock_command (&command, r, d);
  char *text = ft_utf8_printable (d->text);
  fprintf (file, "D%zu  deadlock  %s\n  certified in run %u\n  replay: %s\n",
           i + 1, text, d->run, ft_strbuf_text (&command));
  free (text);
  ft_strbuf_release (&command);
}

void ft_explore_report_text (FILE *file, const ft_explore_report *r) {
  const ft_search_state *m = r->state;
  write_failures (file, r);
  for (size_t i = 0; i < m->races.size; i++)
    write_race (file, r, i);
  for (size_t i = 0; i < m->deadlocks.size; i++)
    write_deadlock (file, r, i);
  write_crashes (file, r);
  fprintf (file,
           "---\n%zu race%s in %u run%s; of %zu candidate%s %zu confirmed, %zu "
           "given up, %zu open; %" PRIu32 " locations covered. %.1f s\n",
           m->races.size, m->races.size == 1 ? "" : "s", m->runs,
           m->runs == 1 ? "" : "s", m->pairs.size, m->pairs.size == 1 ? "" : "s",
           count (m, FT_CANDIDATE_CONFIRMED), count (m, FT_CANDIDATE_GIVEN_UP),
           count (m, FT_CANDIDATE_OPEN), ft_intern_size (&m->covered),
           m->seconds);
  fprintf (file,
           "The search: %s. It goes on from %s (%.1f MB of recordings) when "
           "asked again.\n",
           end_text (r->end), r->directory, (double)m->bytes / 1e6);
  write_unrepeated (file, r);
  write_unread (file, r);
  if (m->forked)
    write_forked (file, r);
}

// ---- JSON ------------------------------------------------------------------

static json_t *pair_value (const ft_search_state *m, ft_event_pair pair) {
  return json_pack ("[s, s]", ft_search_state_label (m, pair.first),
                    ft_search_state_label (m, pair.second));
}

static json_t *race_value (const ft_explore_report *r, size_t i) {
  const ft_found_race *race = r->state->races.begin + i;
  ft_strbuf command = {0};
  ft_explore_command (&command, r->directory, race);
  json_t *value = json_pack (
      "{s:o, s:o, s:s, s:s, s:s, s:s*, s:i, s:{s:i, s:i}, s:o}", "id",
      json_sprintf ("R%zu", i + 1), "pair", pair_value (r->state, race->pair),
      "text", race->text, "input", race->input, "model", race->model,
      "memory_model", weak_model (race), "run", (int)race->run, "replay",
      "runs", (int)race->replays, "reached", (int)race->reached, "command", ft_json_text (ft_strbuf_text (&command)));
  ft_strbuf_release (&command);
  return value;
}

static json_t *candidate_value (const ft_search_state *m,
                                const ft_search_candidate *p) {
  static const char *const names[] = {"open", "given-up", "confirmed"};
  return json_pack ("{s:o, s:s, s:b, s:i}", "pair", pair_value (m, p->pair),
                    "state", names[p->state], "certified", (int)p->certified,
                    "rounds", (int)p->rounds);
}

static json_t *deadlock_values (const ft_explore_report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->state->deadlocks.size; i++) {
    const ft_found_deadlock *d = r->state->deadlocks.begin + i;
    ft_strbuf command = {0};
    deadlock_command (&command, r, d);
    json_array_append_new (
        list, json_pack ("{s:i, s:s, s:o}", "run", (int)d->run, "what", d->text,
                         "command", ft_json_text (ft_strbuf_text (&command))));
    ft_strbuf_release (&command);
  }
  return list;
}

static json_t *failure_value (const ft_explore_report *r,
                              const ft_found_failure *f, size_t number) {
  ft_strbuf command = {0};
  replay_command (&command, r->directory, f->run, f->file);
  json_t *value = json_pack (
      "{s:o, s:s, s:s, s:s, s:i, s:{s:i, s:i}, s:s, s:o}", "id",
      json_sprintf ("F%zu", number), "kind", f->kind, "text", f->text, "input",
      f->input, "run", (int)f->run, "replay", "runs", (int)f->replays,
      "reached", (int)f->reached, "seen", f->seen, "command",
      ft_json_text (ft_strbuf_text (&command)));
  ft_strbuf_release (&command);
  return value;
}

static json_t *failure_values (const ft_explore_report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; i < r->state->failures.list.size; i++) {
    const ft_found_failure *f = r->state->failures.list.begin + i;
    if (f->reached)
      json_array_append_new (list,
                             failure_value (r, f, json_array_size (list) + 1));
  }
  return list;
}

static json_t *crash_value (const ft_crash *c) {
  return json_pack ("{s:i, s:s}", "run", (int)c->run, "what", c->text);
}

void ft_explore_report_json (FILE *file, const ft_explore_report *r) {
  const ft_search_state *m = r->state;
  json_t *races = json_array (), *candidates = json_array ();
  json_t *crashes = json_array (), *unrepeated = json_array ();
  json_t *unread = json_array ();
  for (size_t i = 0; i < m->races.size; i++)
    json_array_append_new (races, race_value (r, i));
  for (size_t i = 0; i < m->pairs.size; i++)
    json_array_append_new (candidates, candidate_value (m, m->pairs.begin + i));
  for (size_t i = 0; i < m->crashes.size; i++)
    json_array_append_new (crashes, crash_value (m->crashes.begin + i));
  for (size_t i = 0; i < m->unrepeated.size; i++)
    json_array_append_new (unrepeated, crash_value (m->unrepeated.begin + i));
  for (size_t i = 0; i < m->unread.size; i++)
    json_array_append_new (unread, crash_value (m->unread.begin + i));
  ft_json_write (
      file,
      json_pack (
          "{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:i, s:i, s:I, "
          "s:b, s:s, s:o}}",
          "schema", "foretrace-exploration/1", "tool", ft_json_tool (),
          "directory", ft_json_text (r->directory), "failures",
          failure_values (r), "races", races, "candidates", candidates, "deadlocks", deadlock_values (r), "crashes",
          crashes, "unrepeated", unrepeated, "unread", unread, "summary",
          "runs", (int)m->runs, "covered", (int)ft_intern_size (&m->covered), "bytes",
          (json_int_t)m->bytes, "forked", (int)(m->forked > 0), "end",
          end_text (r->end), "seconds", ft_json_seconds (m->seconds)));
  fputc ('\n', file);
}
