#include "explore/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/strbuf.h"

enum { TICK_NS = 20000000 };
#define GRACE_S 2.0

static bool fail (const ft_journal *j, const char *what, ft_error *error) {
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s: %s", j->path, what,
                strerror (errno));
  return false;
}

static bool check_head (const ft_journal *j, const json_t *found,
                        const json_t *wanted, ft_error *error) {
  const char *key;
  json_t *value;
  json_object_foreach (
      (json_t *)wanted, key,
      value) if (!json_equal (value, json_object_get (found, key))) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s:1: this is an exploration with another '%s'; choose "
                  "another --directory, or begin anew with --fresh",
                  j->path, key);
    return false;
  }
  return true;
}

static bool learn_line (const ft_journal *j, const char *line, size_t length,
                        unsigned number, const json_t *head, ft_search_state *m,
                        ft_error *error) {
  json_t *value = json_loadb (line, length, JSON_REJECT_DUPLICATES, NULL);
  bool fine = json_is_object (value);
  if (fine && number == 1)
    fine = check_head (j, value, head, error);
  else if (fine)
    fine = ft_search_state_apply (m, value);
  if (!fine && !*error->message)
    ft_error_at_line (error, j->path, number,
                      "expected a JSON object about a run; --fresh begins "
                      "anew");
  json_decref (value);
  return fine;
}

// Applies all complete lines and cuts off an incomplete last one.
static bool read_all (ft_journal *j, const json_t *head, ft_search_state *m,
                      bool *empty, ft_error *error) {
  FILE *file = fdopen (dup (j->file), "r");
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length = 0;
  off_t whole = 0;
  bool fine = file;
  if (!file)
    fail (j, "cannot be read", error);
  for (unsigned n = 1;
       fine && (length = getline (&line, &capacity, file)) > 0 &&
       line[length - 1] == '\n';
       n++) {
    fine = learn_line (j, line, (size_t)length, n, head, m, error);
    whole += length;
  }
  if (fine && !whole && length > 0 && *line != '{') {
    ft_error_at_line (error, j->path, 1,
                      "this is no journal; choose another "
                      "--directory");
    fine = false;
  }
  free (line);
  if (file)
    fclose (file);
  *empty = !whole;
  if (fine && ftruncate (j->file, whole))
    return fail (j, "cannot be cut", error);
  return fine;
}

// Locks the journal.  The workers of an explorer that was killed hold the lock
// until they have ended their programs.
static bool lock (const ft_journal *j, ft_error *error) {
  const struct timespec tick = {0, TICK_NS};
  ft_deadline grace = ft_deadline_in (GRACE_S, NULL);
  bool fine;
  while (!(fine = !flock (j->file, LOCK_EX | LOCK_NB)) &&
         (errno == EWOULDBLOCK || errno == EINTR) && !ft_deadline_over (&grace))
    nanosleep (&tick, NULL);
  if (fine)
    return true;
  if (errno != EWOULDBLOCK)
    return fail (j, "cannot be locked", error);
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: another exploration is at work on it", j->path);
  return false;
}

bool ft_journal_claim (ft_journal *j, const char *directory, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/journal", directory);
  *j = (ft_journal){.path = ft_strbuf_take (&path)};
  j->file = open (j->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  bool fine = j->file >= 0 || fail (j, "cannot be opened", error);
  fine = fine && lock (j, error);
  if (!fine)
    ft_journal_close (j);
  return fine;
}

bool ft_journal_forget (const ft_journal *j, ft_error *error) {
  return !ftruncate (j->file, 0) || fail (j, "cannot be cut", error);
}

bool ft_journal_open (ft_journal *j, const char *directory, const json_t *head,
                      ft_search_state *m, ft_error *error) {
  bool empty = false;
  if (!ft_journal_claim (j, directory, error))
    return false;
  bool fine = read_all (j, head, m, &empty, error);
  if (fine && empty)
    fine = ft_journal_add (j, head, error);
  if (!fine)
    ft_journal_close (j);
  return fine;
}

static bool still_exists (const ft_journal *j, ft_error *error) {
  struct stat status;
  if (!fstat (j->file, &status) && status.st_nlink)
    return true;
  errno = ENOENT;
  return fail (j, "was removed meanwhile", error);
}

bool ft_journal_add (ft_journal *j, const json_t *line, ft_error *error) {
  if (!still_exists (j, error))
    return false;
  char *text = json_dumps (line, JSON_COMPACT);
  size_t length = text ? strlen (text) : 0;
  bool fine = text;
  if (text) {
    text[length] = '\n';
    for (size_t done = 0; fine && done < length + 1;) {
      ssize_t n = write (j->file, text + done, length + 1 - done);
      fine = n > 0 || (n < 0 && errno == EINTR);
      done += n > 0 ? (size_t)n : 0;
    }
  }
  free (text);
  return fine || fail (j,
                       "cannot be written; when that is mended, the same "
                       "command goes on from where it is",
                       error);
}

void ft_journal_close (ft_journal *j) {
  if (j->file >= 0)
    close (j->file);
  free (j->path);
  *j = (ft_journal){.file = -1};
}

// ---- entries ---------------------------------------------------------------

static json_t *names (const ft_search_state *m, ft_event_pair pair) {
  return json_pack ("[s, s]", ft_search_state_label (m, pair.first),
                    ft_search_state_label (m, pair.second));
}

json_t *ft_journal_entry_new (const ft_search_state *m, const ft_job *job) {
  json_t *line = json_pack ("{s:i, s:s}", "run", (int)job->run, "step",
                            ft_job_step_names[job->step]);
  if (job->step == FT_JOB_IMPROVE)
    json_object_update_new (
        line, json_pack ("{s:o, s:i}", "pair",
                         names (m, m->pairs.begin[job->candidate].pair),
                         "parent", (int)job->parent));
  if (job->step == FT_JOB_SWAP)
    json_object_update_new (
        line, json_pack ("{s:o, s:b}", "pair",
                         names (m, m->races.begin[job->race].pair), "swapped",
                         (int)job->swapped));
  if (job->step == FT_JOB_SHRINK)
    json_object_update_new (
        line, json_pack ("{s:o, s:i}", "pair",
                         names (m, m->races.begin[job->race].pair), "attempt",
                         (int)job->attempt));
  if (job->step == FT_JOB_CONCOLIC)
    json_object_update_new (line,
                            json_pack ("{s:i, s:i}", "parent", (int)job->parent,
                                       "level", job->level));
  if (job->step == FT_JOB_ROUND)
    json_object_update_new (line,
                            json_pack ("{s:i, s:i}", "parent", (int)job->parent,
                                       "under", (int)job->schedule));
  if (job->step == FT_JOB_REORDER)
    json_object_set_new (line, "parent", json_integer ((int)job->parent));
  if (job->step == FT_JOB_GROW)
    json_object_set_new (line, "attempt", json_integer (job->attempt));
  if (job->step == FT_JOB_SEED)
    json_object_set_new (line, "seed", json_integer ((json_int_t)job->seed));
  return line;
}

json_t *ft_journal_entry_failed (const ft_search_state *m, const ft_job *job,
                                 const char *what) {
  json_t *line = ft_journal_entry_new (m, job);
  json_object_update_new (line, json_pack ("{s:b, s:b, s:b}", "none", 1, "died",
                                           1, "exhausted", 1));
  if (what)
    json_object_set_new (line, "crash", json_string (what));
  return line;
}
