#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "base/unfinished.h"

static volatile int caught;

// Nothing here but what is allowed in a signal handler.
static void on_signal (int number) {
  if (caught) {
    ft_unfinished_remove ();
    _exit (128 + number);
  }
  caught = number;
}

const volatile int *ft_interrupt_catch (void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  return &caught;
}
