#include "explore/crew.h"

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
#include "explore/trial.h"

enum { TICK_NS = 5000000, GRACE_S = 2 };

typedef struct member {
  pid_t process; // 0: free
  ft_job job;
} member;

struct ft_crew {
  const ft_explore_options *options;
  member *members; // owned; as many as there are jobs
  unsigned busy;
};

ft_crew *ft_crew_new (const ft_explore_options *options) {
  ft_crew *c = FT_NEW (ft_crew);
  c->options = options;
  c->members = FT_ARRAY (member, options->jobs);
  return c;
}

unsigned ft_crew_busy (const ft_crew *c) {
  return c->busy;
}

static char *answer_path (const ft_crew *c, unsigned i) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/jobs/%u", c->options->directory, i);
  return ft_strbuf_take (&path);
}

// ---- a member --------------------------------------------------------------

static bool write_answer (const char *path, const json_t *answer) {
  ft_output out;
  ft_error error;
  if (!ft_output_open (&out, path, &error))
    return false;
  json_dumpf (answer, out.file, JSON_COMPACT);
  return ft_output_commit (&out, &error);
}

// Nobody wants cores of a program that is meant to crash.
static void set_up (pid_t parent) {
  struct rlimit none = {0, 0};
  setrlimit (RLIMIT_CORE, &none);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (FT_EXIT_INTERNAL);
}

_Noreturn static void work (const ft_crew *c, unsigned i, const ft_knowledge *m,
                            pid_t parent) {
  ft_error error = FT_NO_ERROR;
  set_up (parent);
  json_t *answer = ft_trial (c->options, m, &c->members[i].job, &error);
  if (!answer && *error.message)
    answer = json_pack ("{s:s, s:i}", "error", error.message, "code",
                        (int)error.code);
  bool fine = answer && write_answer (answer_path (c, i), answer);
  _exit (fine ? 0 : FT_EXIT_INTERNAL);
}

bool ft_crew_start (ft_crew *c, const ft_knowledge *m, const ft_job *job,
                    ft_error *error) {
  unsigned i = 0;
  while (c->members[i].process)
    i++;
  c->members[i].job = *job;
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
  c->members[i].process = child;
  c->busy++;
  return true;
}

// ---- what it leaves --------------------------------------------------------

static json_t *take_answer (const ft_crew *c, unsigned i, ft_error *error) {
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
  return answer;
}

// The index of one that has ended, or the number of members.
static unsigned ended (ft_crew *c) {
  for (unsigned i = 0; i < c->options->jobs; i++)
    if (c->members[i].process && waitpid (c->members[i].process, NULL,
                                          WNOHANG) == c->members[i].process) {
      c->members[i].process = 0;
      c->busy--;
      return i;
    }
  return c->options->jobs;
}

// One that died has tried, and that is all that is known.
json_t *ft_crew_wait (ft_crew *c, const ft_knowledge *m,
                      const ft_deadline *deadline, ft_job *done,
                      ft_error *error) {
  const struct timespec tick = {0, TICK_NS};
  while (c->busy && !ft_deadline_over (deadline)) {
    unsigned i = ended (c);
    if (i < c->options->jobs) {
      *done = c->members[i].job;
      json_t *answer = take_answer (c, i, error);
      if (answer || *error->message || ft_deadline_over (deadline))
        return answer;
      return ft_trial_nothing (m, done);
    }
    nanosleep (&tick, NULL);
  }
  return NULL;
}

void ft_crew_free (ft_crew *c) {
  const struct timespec tick = {0, TICK_NS};
  ft_deadline grace = ft_deadline_in (GRACE_S, NULL);
  for (unsigned i = 0; i < c->options->jobs; i++)
    if (c->members[i].process)
      kill (c->members[i].process, SIGTERM);
  while (c->busy && !ft_deadline_over (&grace)) {
    ended (c);
    nanosleep (&tick, NULL);
  }
  for (unsigned i = 0; i < c->options->jobs; i++)
    if (c->members[i].process) {
      kill (c->members[i].process, SIGKILL);
      waitpid (c->members[i].process, NULL, 0);
    }
  free (c->members);
  free (c);
}
