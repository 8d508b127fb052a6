// Whether a process waits for what does not come, by another clock.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "replay/stuck.h"

static void spin (void) {
  for (volatile int i = 0;; i++)
    ;
}

static void sleep_for_ever (void) {
  for (;;)
    pause ();
}

static void await_child (void) {
  if (!fork ()) {
    close (0);
    sleep_for_ever ();
  }
  sleep_for_ever ();
}

static pid_t start (void (*does) (void)) {
  pid_t process = fork ();
  if (process)
    return process;
  setpgid (0, 0);
  does ();
  _exit (0);
}

static void end (pid_t process) {
  setpgid (process, process);
  kill (-process, SIGKILL);
  waitpid (process, NULL, 0);
}

// Until it sleeps, which a fresh process does soon.
static double settle (ft_stuck *s, pid_t process) {
  double now = 0;
  do {
    usleep (1000);
    ft_stuck_look (s, process, 5, now += 1);
  } while (!s->time || s->since == now);
  return s->since;
}

static void one_that_sleeps_is_stuck (void **state) {
  (void)state;
  ft_stuck s = {0};
  pid_t process = start (sleep_for_ever);
  double since = settle (&s, process);
  assert_false (ft_stuck_look (&s, process, 5, since + FT_STUCK_SECONDS - 1));
  assert_true (ft_stuck_look (&s, process, 5, since + FT_STUCK_SECONDS + 1));
  end (process);
}

static void one_that_gets_on_is_not (void **state) {
  (void)state;
  ft_stuck s = {0};
  pid_t process = start (sleep_for_ever);
  double since = settle (&s, process);
  assert_false (ft_stuck_look (&s, process, 6, since + FT_STUCK_SECONDS + 1));
  assert_false (ft_stuck_look (&s, process, 6, since + FT_STUCK_SECONDS + 2));
  end (process);
}

static void one_that_computes_is_not (void **state) {
  (void)state;
  ft_stuck s = {0};
  pid_t process = start (spin);
  for (int i = 0; i < 50; i++)
    assert_false (ft_stuck_look (&s, process, 5, i * 20.));
  end (process);
}

static void one_that_has_a_child_is_not (void **state) {
  (void)state;
  ft_stuck s = {0};
  pid_t process = start (await_child);
  double since = settle (&s, process);
  for (int i = 0; i < 100; i++)
    usleep (1000); // it may not have forked yet
  settle (&s, process);
  assert_false (
      ft_stuck_look (&s, process, 5, since + 200 + FT_STUCK_SECONDS));
  end (process);
}

static void none_is_not (void **state) {
  (void)state;
  ft_stuck s = {0};
  pid_t process = start (sleep_for_ever);
  end (process);
  assert_false (ft_stuck_look (&s, process, 5, 1));
  assert_false (ft_stuck_look (&s, process, 5, 100));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (one_that_sleeps_is_stuck),
      cmocka_unit_test (one_that_gets_on_is_not),
      cmocka_unit_test (one_that_computes_is_not),
      cmocka_unit_test (one_that_has_a_child_is_not),
      cmocka_unit_test (none_is_not),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
