#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/tempfiles.h"

enum { TOGETHER_NS = 200000000 };

static volatile int caught;
static struct timespec first;

static bool is_soon (void) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (now.tv_sec - first.tv_sec) * 1000000000 + now.tv_nsec -
             first.tv_nsec <
         TOGETHER_NS;
}

// Uses only functions that are allowed in a signal handler.  'timeout' sends
// its signal to the program and to its process group; both signals count as
// one.
static void on_signal (int number) {
  if (caught && is_soon ())
    return;
  if (caught) {
    ft_tempfiles_remove ();
    _exit (128 + number);
  }
  clock_gettime (CLOCK_MONOTONIC, &first);
  caught = number;
}

const volatile int *ft_interrupt_catch (void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  return &caught;
}
