// RACE-FREE
// WHY: the side that is not taken prints to a stream that the program has closed

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *set (void *a) {
  pthread_mutex_lock (&lock);
  first = 1;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  second = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *test (void *a) {
  pthread_mutex_lock (&lock);
  int x = first;
  int y = second;
  pthread_mutex_unlock (&lock);
  if (x != y) {
    fprintf (stderr, "%s: first is %d, second is %d\n", "test", x, y);
    fprintf (stderr, "this is wrong\n");
    fputs ("on standard output, too\n", stdout);
    fputc ('!', stdout);
    fwrite ("\n", 1, 1, stdout);
    fflush (stdout);
    fflush (NULL);
    perror ("test");
    abort ();
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  fclose (stderr);
  pthread_create (&t, NULL, set, NULL);
  pthread_create (&u, NULL, test, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
