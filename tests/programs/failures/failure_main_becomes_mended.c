// WHY: a function that is called at the end becomes another program

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 2;

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  int seen = left;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  left = seen - 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take_at_once (void *a) {
  pthread_mutex_lock (&lock);
  left--;
  pthread_mutex_unlock (&lock);
  return a;
}

static int wait_and_count (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, take, 0);
  pthread_create (&t[1], 0, take_at_once, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  pthread_mutex_lock (&lock);
  int count = left;
  pthread_mutex_unlock (&lock);
  return count;
}

static void leave (void) {
  char *words[] = {"true", NULL};
  execv ("/bin/true", words);
}

int main (void) {
  atexit (leave);
  return wait_and_count ();
}
