#include "base/tempfiles.h"

#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { MOST = 16 }; // open at once; a command has three at most

static const char *volatile paths[MOST];
static volatile pid_t owner;

void ft_tempfiles_add (const char *path) {
  size_t i = 0;
  while (i < MOST && paths[i])
    i++;
  assert (i < MOST);
  owner = getpid ();
  paths[i] = path;
}

void ft_tempfiles_drop (const char *path) {
  for (size_t i = 0; i < MOST; i++)
    if (paths[i] == path)
      paths[i] = NULL;
}

void ft_tempfiles_remove (void) {
  for (size_t i = 0; owner == getpid () && i < MOST; i++)
    if (paths[i])
      unlink (paths[i]);
}

// The program ends by the signal itself, so that its parent process sees the
// cause.
static void on_signal (int number) {
  ft_tempfiles_remove ();
  signal (number, SIG_DFL);
  raise (number);
}

void ft_tempfiles_guard (void) {
  static const int endings[] = {SIGHUP, SIGINT, SIGTERM};
  struct sigaction action = {.sa_handler = on_signal}, old;
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (!sigaction (endings[i], NULL, &old) && old.sa_handler == SIG_DFL)
      sigaction (endings[i], &action, NULL);
}
