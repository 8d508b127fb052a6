#include "explore/explore_workers.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "explore/explore_run.h"
#include "explore/journal.h"
#include "explore/run_input.h"
#include "explore/run_limits.h"
#include "record/process_tree.h"

enum { TICK_NS = 5000000, GRACE_S = 2 };

typedef struct worker {
  pid_t process; // 0: free
  ft_job job;
  unsigned parent; // the run whose input or schedule it has; 0: none
} worker;

struct ft_explore_workers {
  const ft_explore_options *options;
  worker *list; // owned; as many as there are jobs
  unsigned busy;
  ft_pids others; // children of the process that are no workers
};

ft_explore_workers *ft_explore_workers_new (const ft_explore_options *options) {
  ft_explore_workers *c = FT_NEW (ft_explore_workers);
  c->options = options;
  c->list = FT_ARRAY (worker, options->jobs);
  ft_process_tree_adopt (&c->others);
  return c;
}

unsigned ft_explore_workers_busy (const ft_explore_workers *c) {
  return c->busy;
}

bool ft_explore_workers_use (const ft_explore_workers *c, unsigned run) {
  for (unsigned i = 0; i < c->options->jobs; i++) {
    const worker *one = c->list + i;
    if (one->process &&
        (one->job.run == run || one->job.parent == run || one->parent == run))
      return true;
  }
  return false;
}

static char *answer_path (const ft_explore_workers *c, unsigned i) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/jobs/%u", c->options->directory, i);
  return ft_strbuf_take (&path);
}

// ---- a worker --------------------------------------------------------------

static bool write_answer (const char *path, const json_t *answer,
                          ft_error *error) {
  ft_output out;
  if (!ft_output_open (&out, path, error))
    return false;
  json_dumpf (answer, out.file, JSON_COMPACT);
  return ft_output_commit (&out, error);
}

// Sets up the process of a worker.  A program that may crash should leave no
// core files.  When the explorer is killed, the program and its children must
// end, too: SIGTERM makes the waiting worker end them; a worker that does not
// wait for a program is ended by the signal itself.
static void set_up (pid_t parent) {
  struct rlimit none = {0, 0};
  setrlimit (RLIMIT_CORE, &none);
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != parent)
    _exit (FT_EXIT_INTERNAL);
}

_Noreturn static void work (const ft_explore_workers *c, unsigned i,
                            const ft_search_state *m, pid_t parent) {
  ft_error error = FT_NO_ERROR;
  char *path = answer_path (c, i);
  set_up (parent);
  json_t *answer =
      ft_explore_run (c->options, m, &c->list[i].job, path, &error);
  if (!answer && *error.message)
    answer = json_pack ("{s:s, s:i}", "error", error.message, "code",
                        (int)error.code);
  if (!answer || write_answer (path, answer, &error))
    _exit (0);
  _exit (FT_EXIT_ENVIRONMENT);
}

bool ft_explore_workers_start (ft_explore_workers *c, const ft_search_state *m,
                               const ft_job *job, ft_error *error) {
  unsigned i = 0;
  assert (c->busy < c->options->jobs);
  while (c->list[i].process)
    i++;
  c->list[i].job = *job;
  c->list[i].parent = ft_run_input_parent (m, job);
  pid_t parent = getpid ();
  fflush (NULL);
  pid_t child = fork ();
  if (!child)
    work (c, i, m, parent);
  if (child < 0) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "cannot start a process: %s",
                  strerror (errno));
    return false;
  }
  c->list[i].process = child;
  c->busy++;
  return true;
}

// ---- the end of a worker ---------------------------------------------------

static json_t *take_answer (const ft_explore_workers *c, unsigned i, int status,
                            ft_error *error) {
  char *path = answer_path (c, i);
  json_t *answer = json_load_file (path, 0, NULL);
  const char *problem = json_string_value (json_object_get (answer, "error"));
  unlink (path);
  free (path);
  if (problem) {
    json_t *code = json_object_get (answer, "code");
    ft_error_set (error, (enum ft_exit)json_integer_value (code), "%s",
                  problem);
    json_decref (answer);
    return NULL;
  }
  if (!answer && WIFEXITED (status) &&
      WEXITSTATUS (status) == FT_EXIT_ENVIRONMENT &&
      ft_disk_space_check (c->options, error))
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s/jobs: what a run brought cannot be written there",
                  c->options->directory);
  return answer;
}

// Ends the processes that the program of a dead worker has left, but not the
// other workers.
static void end_orphans (const ft_explore_workers *c) {
  ft_pids spared = {0};
  for (size_t i = 0; i < c->others.size; i++)
    FT_PUSH (spared, c->others.begin[i]);
  for (unsigned i = 0; i < c->options->jobs; i++)
    if (c->list[i].process)
      FT_PUSH (spared, c->list[i].process);
  ft_process_tree_end (&spared);
  FT_RELEASE (spared);
}

// The index of a worker that has ended, or the number of workers.  A worker
// that was stopped by its program is continued.
static unsigned find_ended (ft_explore_workers *c, int *status) {
  for (unsigned i = 0; i < c->options->jobs; i++) {
    worker *one = c->list + i;
    if (!one->process ||
        waitpid (one->process, status, WNOHANG | WUNTRACED) != one->process)
      continue;
    if (WIFSTOPPED (*status)) {
      kill (one->process, SIGCONT);
      continue;
    }
    one->process = 0;
    c->busy--;
    if (*status) {
      const struct timespec tick = {0, TICK_NS};
      end_orphans (c);
      nanosleep (&tick, NULL); // a signal from the terminal comes to us, too
    }
    return i;
  }
  return c->options->jobs;
}

// A worker that died leaves only a failed entry.
json_t *ft_explore_workers_wait (ft_explore_workers *c,
                                 const ft_search_state *m,
                                 const ft_deadline *deadline, ft_job *done,
                                 ft_error *error) {
  const struct timespec tick = {0, TICK_NS};
  while (c->busy && !ft_deadline_over (deadline)) {
    int status;
    unsigned i = find_ended (c, &status);
    if (i < c->options->jobs) {
      *done = c->list[i].job;
      json_t *answer = take_answer (c, i, status, error);
      if (answer || *error->message || ft_deadline_over (deadline))
        return answer;
      return ft_journal_entry_failed (m, done, "ends the process that runs it");
    }
    nanosleep (&tick, NULL);
  }
  return NULL;
}

void ft_explore_workers_free (ft_explore_workers *c) {
  const struct timespec tick = {0, TICK_NS};
  ft_deadline grace = ft_deadline_in (GRACE_S, NULL);
  for (unsigned i = 0; i < c->options->jobs; i++)
    if (c->list[i].process)
      kill (c->list[i].process, SIGTERM);
  while (c->busy && !ft_deadline_over (&grace)) {
    int status;
    find_ended (c, &status);
    nanosleep (&tick, NULL);
  }
  for (unsigned i = 0; i < c->options->jobs; i++)
    if (c->list[i].process) {
      kill (c->list[i].process, SIGKILL);
      waitpid (c->list[i].process, NULL, 0);
    }
  ft_process_tree_end (&c->others);
  FT_RELEASE (c->others);
  free (c->list);
  free (c);
}
