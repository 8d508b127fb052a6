#include "replay/debugger.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "replay/arrival.h"
#include "base/strbuf.h"

static bool find_gdb (const char *path) {
  for (const char *end; path; path = end ? end + 1 : NULL) {
    ft_strbuf name = {0};
    end = strchr (path, ':');
    ft_strbuf_add (&name, "%.*s/gdb",
                   end ? (int)(end - path) : (int)strlen (path), path);
    bool found = !access (ft_strbuf_text (&name), X_OK);
    ft_strbuf_release (&name);
    if (found)
      return true;
  }
  return false;
}

bool ft_debugger_check (ft_error *error) {
  if (find_gdb (getenv ("PATH")))
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "--gdb: gdb was not found in PATH; install it (Debian: "
                "apt-get install gdb)");
  return false;
}

static void tell (const ft_arrival *arrival, pid_t program) {
  fprintf (stderr, "foretrace: process %d is parked right before it; threads",
           (int)program);
  for (size_t i = 0; i < arrival->parked.size; i++)
    fprintf (stderr, "%s T%u (LWP %d)", i ? "," : "",
             (unsigned)arrival->parked.begin[i].at.thread,
             (int)arrival->parked.begin[i].task);
  fputs ("; leaving gdb ends it\n", stderr);
}

// gdb has the terminal: signals from there are its own business.
static void start_gdb (pid_t program) {
  char number[16];
  snprintf (number, sizeof number, "%d", (int)program);
  pid_t child = fork ();
  if (!child) {
    sigset_t open;
    sigemptyset (&open);
    sigprocmask (SIG_SETMASK, &open, NULL);
    execlp ("gdb", "gdb", "-q", "-p", number, "-ex", "set pagination off",
            "-ex", "set confirm off", "-ex", "thread apply all backtrace",
            (char *)NULL);
    _exit (127);
  }
  while (child > 0 && waitpid (child, NULL, 0) < 0 && errno == EINTR)
    ;
  // What the user typed at gdb has reached us, too, and is no wish to end.
  sigset_t typed;
  const struct timespec none = {0, 0};
  sigemptyset (&typed);
  sigaddset (&typed, SIGINT);
  sigaddset (&typed, SIGQUIT);
  while (sigtimedwait (&typed, NULL, &none) > 0)
    ;
}

bool ft_debugger_watch (void *context, pid_t program) {
  ft_debugger *debugger = context;
  ft_arrival arrival;
  ft_arrival_read (&arrival, debugger->run);
  bool parked = arrival.kind == FT_ARRIVAL_REACHED;
  if (parked) {
    tell (&arrival, program);
    start_gdb (program);
    debugger->over = true;
  }
  ft_arrival_release (&arrival);
  return !parked;
}
