#include "replay/debugger.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "replay/outcome_read.h"
#include "record/directory.h"

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

// The text of src/replay/gdb.py, whose path is FT_GDB_SCRIPT.
extern const char ft_gdb_script[];
__asm__(".section .rodata\n"
        ".global ft_gdb_script\n"
        ".type ft_gdb_script, @object\nft_gdb_script:\n"
        ".incbin \"" FT_GDB_SCRIPT "\"\n"
        ".byte 0\n"
        ".size ft_gdb_script, . - ft_gdb_script\n"
        ".previous\n");

bool ft_debugger_write (const char *run, const char *facts, ft_error *error) {
  return ft_directory_write (run, "debug.json", facts, error) &&
         ft_directory_write (run, "gdb.py", ft_gdb_script, error);
}

bool ft_debugger_wants_steps (const char *run) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/again", run);
  bool wanted = !unlink (ft_strbuf_text (&path));
  ft_strbuf_release (&path);
  return wanted;
}

static void report (const ft_replay_outcome *outcome, pid_t program) {
  fprintf (
      stderr, "foretrace: process %d is parked right before %s", (int)program,
      outcome->kind == FT_REPLAY_OUTCOME_STOPPED ? "the schedule's first event"
                                                 : "it; threads");
  for (size_t i = 0; i < outcome->held.size; i++)
    fprintf (stderr, "%s T%u (LWP %d)", i ? "," : "",
             (unsigned)outcome->held.begin[i].at.thread,
             (int)outcome->held.begin[i].task);
  fputs ("; leaving gdb ends it\n", stderr);
}

_Noreturn static void become_gdb (const char *run, pid_t program,
                                  const char *first) {
  ft_strbuf script = {0};
  char number[16];
  sigset_t open;
  sigemptyset (&open);
  sigprocmask (SIG_SETMASK, &open, NULL);
  snprintf (number, sizeof number, "%d", (int)program);
  ft_strbuf_add (&script, "%s/gdb.py", run);
  setenv ("FORETRACE_REPLAY", run, 1);
  execlp ("gdb", "gdb", "-q", "-p", number, "-ex", "set pagination off", "-ex",
          "set confirm off", "-x", ft_strbuf_text (&script), "-ex", first,
          (char *)NULL);
  _exit (127);
}

// Starts gdb and waits for its end.  Signals of the terminal are for gdb.
static void start_gdb (const char *run, pid_t program, const char *first) {
  pid_t child = fork ();
  if (!child)
    become_gdb (run, program, first);
  while (child > 0 && waitpid (child, NULL, 0) < 0 && errno == EINTR)
    ;
  // The signals that the user typed for gdb are pending here, too: drops them.
  sigset_t typed;
  const struct timespec none = {0, 0};
  sigemptyset (&typed);
  sigaddset (&typed, SIGINT);
  sigaddset (&typed, SIGQUIT);
  while (sigtimedwait (&typed, NULL, &none) > 0)
    ;
}

bool ft_debugger_watch (void *context, pid_t program) {
  const ft_debugger *debugger = context;
  ft_replay_outcome outcome;
  ft_replay_outcome_read (&outcome, debugger->run);
  bool stopped = outcome.kind == FT_REPLAY_OUTCOME_STOPPED;
  bool there = stopped || outcome.kind == FT_REPLAY_OUTCOME_REACHED;
  if (there) {
    report (&outcome, program);
    start_gdb (debugger->run, program,
               stopped ? "foretrace step" : "foretrace race");
  }
  ft_replay_outcome_release (&outcome);
  return !there;
}
