// THREADS threads count ROUNDS times each: count [THREADS [ROUNDS [END]]].
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"

static volatile unsigned long counter;
static unsigned long rounds = 1000;

static int fails;

// A scheduling point without a record: no other thread can change the result.
static void fail (void) {
  if (!ftruncate (-1, 0))
    abort ();
}

static void *work (void *unused) {
  for (unsigned long i = 0; i < rounds; i++) {
    if (fails)
      fail ();
    COUNT (counter);
  }
  return unused;
}

int main (int argc, char **argv) {
  int count = argc > 1 ? atoi (argv[1]) : 4;
  rounds = argc > 2 ? strtoul (argv[2], NULL, 0) : rounds;
  const char *end = argc > 3 ? argv[3] : "";
  fails = !strcmp (end, "fails");
  pthread_t *threads = calloc (count, sizeof *threads);
  for (int i = 0; i < count; i++)
    if (pthread_create (&threads[i], NULL, work, NULL))
      return 2;
  work (NULL);
  if (!strcmp (end, "_exit"))
    _exit (3);
  if (!strcmp (end, "exit"))
    exit (4);
  if (!strcmp (end, "abort"))
    abort ();
  if (!strcmp (end, "crash"))
    *(volatile int *)8 = 1;
  if (!strcmp (end, "thread"))
    pthread_exit (NULL);
  if (!strcmp (end, "detach")) {
    for (int i = 0; i < count; i++)
      pthread_detach (threads[i]);
    while (counter < rounds * (count + 1))
      ACCESS (&counter, 0);
    return 0;
  }
  for (int i = 0; i < count; i++)
    pthread_join (threads[i], NULL);
  return counter == rounds * (count + 1) ? 0 : 1;
}
