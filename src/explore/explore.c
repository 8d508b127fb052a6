#include "explore/explore.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/checksum.h"
#include "base/debug_log.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "explore/explore_workers.h"
#include "explore/journal.h"
#include "explore/recordings.h"
#include "explore/strategy.h"
#include "record/directory.h"
#include "record/program.h"

typedef struct exploration {
  const ft_explore_options *options;
  const ft_explore_watcher *watcher;
  ft_search_state *state;
  ft_journal journal;
  ft_explore_workers *workers;
  ft_recordings recordings;
  char *program;           // owned
  struct stat program_was; // its status at the start
  bool full;               // the recordings that must stay exceed the limit
  ft_deadline deadline;
  double since; // end of the time that the journal has counted
} exploration;

static json_t *inputs_value (const ft_input_set *inputs) {
  ft_strbuf text = {0};
  if (inputs)
    ft_input_set_print (inputs, &text);
  json_t *digest = json_sprintf (
      "%016" PRIx64, ft_checksum (ft_strbuf_text (&text), text.size));
  ft_strbuf_release (&text);
  return digest;
}

static json_t *head_of (exploration *x, ft_error *error) {
  const ft_explore_options *o = x->options;
  ft_program program;
  if (!ft_program_find (&program, o->arguments[0], false, error))
    return NULL;
  x->program = ft_strdup (program.path);
  (void)!stat (x->program, &x->program_was);
  json_t *arguments = json_array ();
  for (char **a = o->arguments; *a; a++) {
    char *clean = ft_utf8_clean (*a);
    json_array_append_new (arguments, json_string (clean));
    free (clean);
  }
  char *path = ft_utf8_clean (program.path);
  json_t *head = json_pack (
      "{s:s, s:s, s:o, s:o, s:o, s:s}", "schema", "foretrace-exploration/1",
      "program", path, "digest", json_sprintf ("%016" PRIx64, program.digest),
      "arguments", arguments, "inputs", inputs_value (o->inputs),
      "memory_model",
      o->memory_by_orders ? "auto" : ft_memory_model_name (o->memory_model));
  free (path);
  ft_program_release (&program);
  return head;
}

static json_t *elapsed (exploration *x) {
  double now = ft_seconds_now (), since = x->since;
  x->since = now;
  return json_real (now - since);
}

// Whether the program is the same as at the start.  Runs of different programs
// cannot be combined.
static bool is_unchanged (const exploration *x, ft_error *error) {
  struct stat now;
  const struct stat *was = &x->program_was;
  if (!stat (x->program, &now) && now.st_ino == was->st_ino &&
      now.st_size == was->st_size &&
      now.st_mtim.tv_sec == was->st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == was->st_mtim.tv_nsec)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: has changed since the search began; put it back as it "
                "was, or begin anew with --fresh",
                x->program);
  return false;
}

static const char *result_of (const json_t *line) {
  return json_object_get (line, "crash")  ? "crashed"
         : json_object_get (line, "died") ? "died"
         : json_object_get (line, "unread") ? "unread"
         : json_object_get (line, "none") ? "no such schedule or input"
                                          : "made";
}

// Adds the journal entry of a run and applies it.
static bool apply_entry (exploration *x, const ft_job *job, json_t *line,
                         ft_error *error) {
  ft_search_state *m = x->state;
  json_object_set_new (line, "elapsed", elapsed (x));
  if (!is_unchanged (x, error) || !ft_journal_add (&x->journal, line, error))
    return false;
  size_t races = m->races.size, pairs = m->pairs.size;
  ft_search_state_apply (m, line);
  FT_DEBUG (EXPLORE, 1,
            "run %u, %s: %s; new candidates %zu, races %zu; %u "
            "fruitless in a row",
            job->run, ft_job_step_names[job->step], result_of (line),
            m->pairs.size - pairs, m->races.size - races, m->fruitless);
  ft_strategy_done (x->options, m, job);
  x->full = !ft_recordings_prune (&x->recordings, x->options, m, x->workers);
  bool news = m->races.size > races && FT_TOP (m->races).reached;
  x->watcher->progress (x->watcher->context, m,
                        news ? &FT_TOP (m->races) : NULL);
  return true;
}

static bool start_all (exploration *x, ft_error *error) {
  ft_job job;
  while (ft_explore_workers_busy (x->workers) < x->options->jobs &&
         ft_strategy_next (x->options, x->state,
                           ft_explore_workers_busy (x->workers), &job))
    if (!ft_explore_workers_start (x->workers, x->state, &job, error))
      return false;
  return true;
}

// The loop of Figure 1, for several candidates at a time: a job is one
// iteration of its loops, and the races that its run finds are added to the
// others.
static bool search (exploration *x, ft_error *error) {
  for (;;) {
    ft_job job;
    if (!x->full && !start_all (x, error))
      return false;
    if (!ft_explore_workers_busy (x->workers))
      return true;
    json_t *line = ft_explore_workers_wait (x->workers, x->state, &x->deadline,
                                            &job, error);
    if (!line)
      return !*error->message;
    bool fine = apply_entry (x, &job, line, error);
    json_decref (line);
    if (!fine)
      return false;
  }
}

// Adds the time of the runs that were cut short to the journal.
static bool learn_rest (exploration *x, ft_error *error) {
  json_t *line = json_pack ("{s:o}", "elapsed", elapsed (x));
  bool fine = ft_journal_add (&x->journal, line, error) &&
              ft_search_state_apply (x->state, line);
  json_decref (line);
  return fine;
}

static enum ft_explore_end end_of (const exploration *x) {
  return ft_deadline_stopped (&x->deadline)             ? FT_EXPLORED_STOP
         : ft_deadline_over (&x->deadline)              ? FT_EXPLORED_TIME
         : x->full                                      ? FT_EXPLORED_DISK
         : ft_strategy_has_found (x->options, x->state) ? FT_EXPLORED_FOUND
         : x->state->runs >= x->options->runs           ? FT_EXPLORED_RUNS
                                                        : FT_EXPLORED;
}

bool ft_explore (const ft_explore_options *o, const ft_explore_watcher *watcher,
                 ft_search_state *state, enum ft_explore_end *end,
                 ft_error *error) {
  exploration x = {.options = o,
                   .watcher = watcher,
                   .state = state,
                   .deadline = ft_deadline_in (o->budget, o->stop),
                   .since = ft_seconds_now ()};
  json_t *head = head_of (&x, error);
  bool fine =
      head && ft_journal_open (&x.journal, o->directory, head, state, error);
  json_decref (head);
  if (!fine) {
    free (x.program);
    return false;
  }
  ft_strbuf temporary = {0};
  ft_strbuf_add (&temporary, "%s/temporary", o->directory);
  ft_directory_keep_temporary (ft_strbuf_text (&temporary));
  x.workers = ft_explore_workers_new (o);
  x.full = !ft_recordings_prune (&x.recordings, o, state, x.workers);
  fine = search (&x, error);
  *end = end_of (&x);
  ft_explore_workers_free (x.workers);
  if (fine && ft_deadline_over (&x.deadline))
    fine = learn_rest (&x, error);
  ft_directory_keep_temporary (NULL);
  ft_strbuf_release (&temporary);
  ft_recordings_release (&x.recordings);
  free (x.program);
  ft_journal_close (&x.journal);
  return fine;
}
