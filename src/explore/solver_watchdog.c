#include "explore/solver_watchdog.h"

#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST_SECONDS = 10 };

// The data of the signal handler, which may run at any point of the program.
static struct watchdog {
  int file;
  char *line; // owned; without its closing brace
  const ft_path_key_list *asked;
} watchdog = {.file = -1};

static void put (const char *text, size_t size) {
  while (size) {
    ssize_t n = write (watchdog.file, text, size);
    if (n <= 0)
      _exit (FT_EXIT_ENVIRONMENT);
    text += n;
    size -= (size_t)n;
  }
}

static void put_text (const char *text) {
  put (text, strlen (text));
}

// Writes a key as the other journal entries do.
static void put_key (uint64_t key) {
  char text[18] = "\"0123456789abcdef";
  for (int i = 16; i; i--, key >>= 4)
    text[i] = "0123456789abcdef"[key & 15];
  put (text, 17);
  put_text ("\"");
}

// Writes the entry and ends the process.  Without path keys the step is
// exhausted, since the next attempt would do the same.
static void on_timeout (int signal) {
  const ft_path_key_list *asked = watchdog.asked;
  (void)signal;
  put_text (watchdog.line);
  put_text (asked->size ? ",\"none\":true,\"ways\":["
                        : ",\"none\":true,\"exhausted\":true,\"ways\":[");
  for (size_t i = 0; i < asked->size; i++) {
    put_text (i ? "," : "");
    put_key (asked->begin[i]);
  }
  put_text ("]}");
  _exit (0);
}

static void set_timer (time_t seconds) {
  struct itimerval timer = {.it_value = {.tv_sec = seconds}};
  setitimer (ITIMER_PROF, &timer, NULL);
}

void ft_solver_watchdog_start (const char *answer, const json_t *line,
                               const ft_path_key_list *asked) {
  assert (watchdog.file < 0);
  watchdog.file = open (answer, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  watchdog.line = json_dumps (line, JSON_COMPACT);
  watchdog.asked = asked;
  if (watchdog.file < 0 || !watchdog.line)
    return; // the failure is reported when the answer is written
  watchdog.line[strlen (watchdog.line) - 1] = 0;
  signal (SIGPROF, on_timeout);
  set_timer (MOST_SECONDS);
}

void ft_solver_watchdog_stop (void) {
  set_timer (0);
  signal (SIGPROF, SIG_DFL);
  if (watchdog.file >= 0)
    close (watchdog.file);
  free (watchdog.line);
  watchdog = (struct watchdog){.file = -1};
}
