// RACE-FREE
// WHY: a wide character that a stream can take is printed behind the locale that has it

#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static int data;
static FILE *file;

static void *sets (void *argument) {
  data = 1;
  setlocale (LC_ALL, "C.UTF-8");
  return argument;
}

static void *prints (void *argument) {
  while (fprintf (file, "%lc", 0x20acU) < 0) {
    clearerr (file);
    sched_yield ();
  }
  data = 2;
  return argument;
}

int main (void) {
  pthread_t t, u;
  file = tmpfile ();
  pthread_create (&t, NULL, sets, NULL);
  pthread_create (&u, NULL, prints, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  return 0;
}
