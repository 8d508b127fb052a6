#include "explore/solver_watchdog.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST_SECONDS = 10 };

// What the handler needs, since it may come at any place.
static struct late {
  int file;
  char *line; // owned; without its end
  const ft_path_key_list *asked;
} late = {.file = -1};

static void put (const char *text, size_t size) {
  while (size) {
    ssize_t n = write (late.file, text, size);
    if (n <= 0)
      _exit (FT_EXIT_ENVIRONMENT);
    text += n;
    size -= (size_t)n;
  }
}

static void put_text (const char *text) {
  put (text, strlen (text));
}

// The same as 'hex' of the journal's other lines.
static void put_key (uint64_t key) {
  char text[18] = "\"0123456789abcdef";
  for (int i = 16; i; i--, key >>= 4)
    text[i] = "0123456789abcdef"[key & 15];
  put (text, 17);
  put_text ("\"");
}

// Without ways there is nothing that would be otherwise the next time.
static void on_late (int signal) {
  const ft_path_key_list *asked = late.asked;
  (void)signal;
  put_text (late.line);
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
  late.file = open (answer, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  late.line = json_dumps (line, JSON_COMPACT);
  late.asked = asked;
  if (late.file < 0 || !late.line)
    return; // what cannot be written is told when there is an answer
  late.line[strlen (late.line) - 1] = 0;
  signal (SIGPROF, on_late);
  set_timer (MOST_SECONDS);
}

void ft_solver_watchdog_stop (void) {
  set_timer (0);
  signal (SIGPROF, SIG_DFL);
  if (late.file >= 0)
    close (late.file);
  free (late.line);
  late = (struct late){.file = -1};
}
