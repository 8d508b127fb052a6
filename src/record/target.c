#include "record/target.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/debug_log.h"
#include "base/deadline.h"
#include "record/process_tree.h"
#include "record/program_environment.h"

// Signals that end programs, which foretrace passes on.
static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };
enum { WATCH_MS = 100, RUN_LENGTH = 256 };

// The parent makes this before the fork: the child may not allocate it.
typedef struct preparation {
  const ft_target *target;
  const sigset_t *mask; // of signals, for the program
  ft_program_environment environment;
  char **variables; // of the environment, ends with NULL
  ft_descriptors descriptors; // that foretrace passes on
  pid_t foretrace;
} preparation;

// ---- the child --------------------------------------------------------------
// The child allocates nothing: another thread of the parent may have held the
// allocator's lock during the fork.

static bool redirect (int to, const char *path, int flags) {
  int fd = open (path, flags);
  if (fd < 0 || dup2 (fd, to) < 0)
    return false;
  if (fd != to)
    close (fd);
  return true;
}

// Standard output or standard error of a program that shows nothing.
static bool redirect_output (const ft_target *t, int to, const char *name) {
  char path[PATH_MAX];
  if (!t->captured)
    return redirect (to, "/dev/null", O_WRONLY);
  snprintf (path, sizeof path, "%s/%s", t->captured, name);
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
  if (fd < 0 || dup2 (fd, to) < 0)
    return false;
  close (fd);
  return true;
}

// The program does not outlive a foretrace that SIGKILL ends: nothing would
// read what it records.  'foretrace' is the parent, which may be gone by now.
static void end_with (pid_t foretrace) {
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != foretrace)
    _exit (127);
}

static bool set_up (const ft_target *t) {
  if (t->replay) {
    setpgid (0, 0);
    prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  }
  // Some sandboxes do not permit this.  Addresses then differ between runs,
  // with which replays can cope.
  int kind = personality (0xffffffff);
  if (kind != -1)
    personality ((unsigned long)kind | ADDR_NO_RANDOMIZE);
  return (!t->directory || !chdir (t->directory)) &&
         (!t->input || redirect (0, t->input, O_RDONLY)) &&
         (!t->silent || (redirect_output (t, 1, FT_TARGET_OUTPUT) &&
                         redirect_output (t, 2, FT_TARGET_ERRORS)));
}

// Moves the descriptor out of the way of those that are set.
static int set_descriptors (const preparation *p, int report) {
  const ft_descriptors *wanted = p->target->descriptors;
  int most = STDERR_FILENO;
  for (size_t i = 0; i < wanted->size; i++)
    if (wanted->begin[i] > most)
      most = wanted->begin[i];
  int moved = fcntl (report, F_DUPFD_CLOEXEC, most + 1);
  ft_descriptors_set (wanted, &p->descriptors);
  return moved < 0 ? report : moved;
}

_Noreturn static void become (const preparation *p, int report) {
  const ft_target *t = p->target;
  end_with (p->foretrace);
  if (t->descriptors)
    report = set_descriptors (p, report);
  signal (SIGXFSZ, SIG_DFL); // foretrace's own 'main' ignores it
  if (set_up (t) && !sigprocmask (SIG_SETMASK, p->mask, NULL))
    execve (t->path, t->arguments, p->variables);
  int number = errno;
  (void)!write (report, &number, sizeof number);
  _exit (127);
}

// ---- the parent -------------------------------------------------------------

// The value has the same length in a recording and its replays, since a program
// may copy its environment.  More slashes at the beginning name the same
// directory, also for a program that removes it; the runtime takes them away.
static void set_run (ft_program_environment *e, const char *run) {
  char value[PATH_MAX + RUN_LENGTH];
  size_t size = strnlen (run, PATH_MAX - 1);
  size_t padding = (RUN_LENGTH - size % RUN_LENGTH) % RUN_LENGTH;
  memset (value, '/', padding);
  memcpy (value + padding, run, size);
  value[padding + size] = '\0';
  ft_program_environment_set (e, "FORETRACE_RUN", value);
}

static void prepare (preparation *p, const ft_target *t, const sigset_t *mask) {
  *p = (preparation){.target = t, .mask = mask, .foretrace = getpid ()};
  ft_program_environment_init (&p->environment,
                               t->environment ? t->environment : environ);
  if (t->inputs)
    ft_input_set_environment (t->inputs, &p->environment);
  set_run (&p->environment, t->run);
  p->variables = ft_program_environment_list (&p->environment);
  if (t->descriptors)
    ft_descriptors_list (&p->descriptors);
}

static void release (preparation *p) {
  ft_program_environment_release (&p->environment);
  FT_RELEASE (p->descriptors);
}

static pid_t start (const preparation *p, ft_error *error) {
  const ft_target *t = p->target;
  int ends[2], number = 0;
  if (pipe2 (ends, O_CLOEXEC)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "cannot make a pipe: %s",
                  strerror (errno));
    return -1;
  }
  pid_t child = fork ();
  if (!child)
    become (p, ends[1]);
  number = child < 0 ? errno : 0;
  close (ends[1]);
  if (child > 0 &&
      TEMP_FAILURE_RETRY (read (ends[0], &number, sizeof number)) > 0)
    waitpid (child, NULL, 0);
  close (ends[0]);
  if (!number) {
    FT_DEBUG (RECORD, 1, "process %d runs %s", (int)child, t->path);
    return child;
  }
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: cannot be started: %s",
                t->path, strerror (number));
  return -1;
}

// The program gets signals of the terminal (SI_KERNEL) from the kernel as well.
static void pass_on (const ft_target *t, pid_t child, const siginfo_t *info,
                     ft_target_exit *ended) {
  if (t->replay) {
    ended->interrupted = info->si_signo;
    kill (-child, SIGKILL);
    return;
  }
  if (++ended->signals > 1 && t->insistent) {
    ended->interrupted = info->si_signo;
    ft_process_tree_kill (child);
  } else if (info->si_code != SI_KERNEL)
    kill (child, info->si_signo);
}

static void look_after (const ft_target *t, pid_t child, double begin,
                        ft_target_exit *ended) {
  bool late = t->seconds > 0 && ft_seconds_now () - begin > t->seconds;
  bool over = ended->timed_out || ended->dismissed || ended->interrupted;
  if (over || !(late || (t->watch && !t->watch (t->context, child))))
    return;
  if (late)
    ended->timed_out = true;
  else
    ended->dismissed = true;
  kill (t->replay ? -child : child, SIGKILL);
}

static int await (const ft_target *t, pid_t child, const sigset_t *set,
                  double begin, ft_target_exit *ended) {
  const struct timespec pause = {0, WATCH_MS * 1000000};
  bool timed = t->seconds > 0 || t->watch;
  int status = 0;
  while (!waitpid (child, &status, WNOHANG)) {
    siginfo_t info;
    int signal =
        timed ? sigtimedwait (set, &info, &pause) : sigwaitinfo (set, &info);
    if (signal > 0 && signal != SIGCHLD)
      pass_on (t, child, &info, ended);
    if (timed)
      look_after (t, child, begin, ended);
  }
  return status;
}

static bool has_deadlocked (const char *run) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/deadlock", run);
  bool found = !access (ft_strbuf_text (&path), F_OK);
  ft_strbuf_release (&path);
  return found;
}

// Kills processes that a replay has left behind, and fills in the exit.
static void finish (const ft_target *t, pid_t child, int status,
                    const ft_pids *others, ft_target_exit *ended) {
  if (t->replay)
    kill (-child, SIGKILL);
  if (t->replay && !t->debugged)
    ft_process_tree_end (others);
  ended->deadlocked = t->run && has_deadlocked (t->run);
  if (WIFSIGNALED (status))
    ended->signal = WTERMSIG (status);
  else
    ended->status = WEXITSTATUS (status);
}

bool ft_target_run (const ft_target *t, ft_target_exit *ended,
                    ft_error *error) {
  sigset_t set, mask;
  ft_pids others = {0};
  preparation prepared;
  assert (t->replay || !t->debugged);
  *ended = (ft_target_exit){0};
  sigemptyset (&set);
  sigaddset (&set, SIGCHLD);
  for (int i = 0; i < PASSED_ON; i++)
    sigaddset (&set, passed_on[i]);
  sigprocmask (SIG_BLOCK, &set, &mask);
  if (t->replay && !t->debugged)
    ft_process_tree_adopt (&others);
  double begin = ft_seconds_now ();
  prepare (&prepared, t, &mask);
  pid_t child = start (&prepared, error);
  release (&prepared);
  if (child > 0) {
    int status = await (t, child, &set, begin, ended);
    ended->seconds = ft_seconds_now () - begin;
    finish (t, child, status, &others, ended);
  }
  FT_RELEASE (others);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  return child > 0;
}
