#include "cli/run_again.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/program_environment.h"

extern char **environ;

typedef FT_STACK (char *) words;

static void add_all (words *to, char **from) {
  for (; from && *from; from++)
    FT_PUSH (*to, *from);
}

// This process's environment, with what is set anew.
static void make_environment (ft_program_environment *all, char **own) {
  ft_program_environment_init (all, environ);
  for (char **o = own; o && *o; o++)
    ft_program_environment_put (all, *o);
}

static void set_streams (posix_spawn_file_actions_t *actions,
                         const char *where) {
  posix_spawn_file_actions_init (actions);
  posix_spawn_file_actions_addopen (actions, STDIN_FILENO, "/dev/null",
                                    O_RDONLY, 0);
  posix_spawn_file_actions_addopen (actions, STDOUT_FILENO, "/dev/null",
                                    O_WRONLY, 0);
  if (where)
    posix_spawn_file_actions_addchdir_np (actions, where);
}

bool ft_run_again_perform (const ft_run_again *r, ft_error *error) {
  static char name[] = "foretrace", run[] = "run", dashes[] = "--",
              directory[] = "-d", quiet[] = "-q";
  words all = {0};
  ft_program_environment environment;
  char *begin[] = {name, run, quiet, directory,
                   (char *)(uintptr_t)r->directory, NULL};
  char *between[] = {dashes, NULL};
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status;
  add_all (&all, begin);
  add_all (&all, r->options);
  add_all (&all, between);
  add_all (&all, r->program);
  FT_PUSH (all, NULL);
  make_environment (&environment, r->environment);
  set_streams (&actions, r->where);
  int code = posix_spawn (&child, "/proc/self/exe", &actions, NULL, all.begin,
                          ft_program_environment_list (&environment));
  posix_spawn_file_actions_destroy (&actions);
  FT_RELEASE (all);
  ft_program_environment_release (&environment);
  if (code)
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "cannot run 'foretrace run': %s",
                  strerror (code));
  else
    while (waitpid (child, &status, 0) < 0 && errno == EINTR)
      ;
  return !code;
}
