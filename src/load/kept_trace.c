#include "load/kept_trace.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/debug_log.h"
#include "base/output.h"
#include "format/packed.h"
#include "format/whole.h"
#include "load/load.h"
#include "load/run_key.h"
#include "load/run_trace.h"
#include "load/unfollowed.h"
#include "run/run_log.h"

// Runs of fewer words than this share of a long run are loaded in a second.
enum { SHARE = 8 };

// Longer traces are not kept: at about 4 bytes an event, half a gigabyte.
#define MOST_EVENTS ((ft_id)1 << 27)

// ---- files -----------------------------------------------------------------

static bool is_wanted (void) {
  const char *keep = getenv ("FT_KEEP");
  return !keep || strcmp (keep, "0");
}

typedef struct names {
  char events[4400], notes[4400];
} names;

static bool name_files (names *n, const char *run) {
  uint64_t key;
  if (!ft_run_key (run, &key))
    return false;
  snprintf (n->events, sizeof n->events, "%.4096s/loaded-%016llx.ftp", run,
            (unsigned long long)key);
  snprintf (n->notes, sizeof n->notes, "%.4096s/loaded-%016llx.json", run,
            (unsigned long long)key);
  return true;
}

static int is_kept (const struct dirent *entry) {
  static const char digits[] = "0123456789abcdef";
  size_t prefix = strlen ("loaded-");
  const char *name = entry->d_name;
  if (strncmp (name, "loaded-", prefix) ||
      strspn (name + prefix, digits) != 16)
    return 0;
  return !strcmp (name + prefix + 16, ".ftp") ||
         !strcmp (name + prefix + 16, ".json");
}

// Calls 'found' for each kept file; returns their number.
static int each_file (const char *run, void (*found) (const char *path)) {
  struct dirent **list;
  int n = scandir (run, &list, is_kept, alphasort);
  for (int i = 0; i < n; i++) {
    char path[4400];
    snprintf (path, sizeof path, "%.4096s/%.255s", run, list[i]->d_name);
    if (found)
      found (path);
    free (list[i]);
  }
  if (n >= 0)
    free (list);
  return n;
}

static void remove_file (const char *path) {
  unlink (path); // what stays is never read
}

// ---- notes -----------------------------------------------------------------

// Texts begin with the path of the run as the user gave it, most of them.
static json_t *json_of_note (const ft_note *n, const char *run) {
  size_t length = strlen (run);
  bool within = !strncmp (n->text, run, length);
  return json_pack ("{s:i, s:I, s:I, s:b, s:s}", "sort", n->sort, "first",
                    (json_int_t)n->first, "count", (json_int_t)n->count,
                    "within", within, "text", n->text + (within ? length : 0));
}

static bool write_notes (const char *path, const ft_trace *t, ft_error *error) {
  ft_output out;
  json_t *list = json_array ();
  bool fine = ft_output_open (&out, path, error);
  for (size_t i = 0; i < t->notes.list.size; i++)
    fine &= !json_array_append_new (
        list, json_of_note (t->notes.list.begin + i, t->path));
  fine = fine && !json_dumpf (list, out.file, JSON_COMPACT);
  json_decref (list);
  if (fine)
    return ft_output_commit (&out, error);
  ft_output_abandon (&out);
  return false;
}

static bool add_note (ft_notes *notes, const json_t *j, const char *run) {
  json_int_t first, count;
  int sort, within;
  const char *text;
  if (json_unpack ((json_t *)j, "{s:i, s:I, s:I, s:b, s:s}", "sort", &sort,
                   "first", &first, "count", &count, "within", &within, "text",
                   &text) ||
      ft_notes_again (notes, sort))
    return false;
  ft_notes_add (notes, sort, (ft_pos)first, "%s%s", within ? run : "", text);
  FT_TOP (notes->list).count = (uint64_t)count;
  return true;
}

static bool read_notes (const char *path, const char *run, ft_notes *notes) {
  json_t *list = json_load_file (path, 0, NULL);
  bool fine = json_is_array (list);
  for (size_t i = 0; fine && i < json_array_size (list); i++)
    fine = add_note (notes, json_array_get (list, i), run);
  json_decref (list);
  return fine;
}

// ---- reading ---------------------------------------------------------------

static ft_trace *read_files (const names *n, const char *run,
                             const ft_read_options *options,
                             ft_progress_callback shown) {
  ft_error ignored = FT_NO_ERROR;
  ft_notes notes = {0};
  ft_read_options read = {.format = FT_PACKED_NAME,
                          .deadline = options->deadline,
                          .independent = options->independent,
                          .distinct = true};
  ft_trace *t = read_notes (n->notes, run, &notes)
                    ? ft_trace_read_file (n->events, read, shown, &ignored)
                    : NULL;
  if (!t) {
    ft_notes_release (&notes);
    return NULL;
  }
  ft_notes_release (&t->notes);
  t->notes = notes;
  free (t->path);
  t->path = ft_strdup (run);
  t->format = FT_FORMAT_RUN;
  return t;
}

// Most runs have no kept files, and their key is not asked for.
static bool find_files (names *n, const char *run) {
  return is_wanted () && each_file (run, NULL) > 0 && name_files (n, run) &&
         !access (n->events, R_OK);
}

ft_trace *ft_kept_trace_read (const char *run, const ft_read_options *options,
                              ft_progress_callback shown) {
  names n;
  if (!find_files (&n, run))
    return NULL;
  ft_trace *t = read_files (&n, run, options, shown);
  FT_DEBUG (LOAD, 1, "%s: %s", n.events,
            t ? "the trace is that of an earlier load"
              : "cannot be read, so that the run is loaded");
  return t;
}

// A stream cannot be begun anew, so that damage has to be found before.
ft_reader *ft_kept_trace_open (const char *run,
                               const ft_read_options *options) {
  ft_error ignored = FT_NO_ERROR;
  ft_notes notes = {0};
  names n;
  bool fine = find_files (&n, run) && read_notes (n.notes, run, &notes) &&
              !ft_notes_warn (&notes) &&
              ft_run_trace_is_whole (n.events, FT_NO_POS);
  ft_read_options read = *options;
  read.format = FT_PACKED_NAME;
  read.distinct = true;
  ft_notes_release (&notes);
  return fine ? ft_reader_open_file (n.events, read, &ignored) : NULL;
}

// ---- writing ---------------------------------------------------------------

// The run of a forked process is read together with that of its parent, which
// the key says nothing of.
static bool is_forked (const ft_run *run) {
  ft_error ignored = FT_NO_ERROR;
  ft_run_log *log = ft_run_log_open (run->path, 0, &ignored);
  bool forked = !log || log->header.forked_pid;
  ft_run_log_free (log);
  return forked;
}

static bool is_worth (const ft_trace *t, const ft_run *run) {
  return is_wanted () && run->control.state == FT_WIRE_ENDED &&
         run->control.words > ft_load_altpath_words () / SHARE &&
         t->size <= MOST_EVENTS && FT_EMPTY (run->sources) && !is_forked (run);
}

// The events come last: where they are, the notes are, too.
void ft_kept_trace_write (const ft_trace *t, const ft_run *run) {
  ft_error ignored = FT_NO_ERROR;
  names n;
  if (!is_worth (t, run) || !name_files (&n, run->path))
    return;
  each_file (run->path, remove_file);
  bool kept = write_notes (n.notes, t, &ignored) &&
              ft_run_trace_put (n.events, t, 0, &ignored);
  FT_DEBUG (LOAD, 1, "%s: %s", n.events, kept ? "kept" : ignored.message);
}
