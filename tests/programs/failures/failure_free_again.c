// WHY: the block that is freed last has the address of one that was freed before

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *block;
static int asked;

static void *renew (void *a) {
  pthread_mutex_lock (&lock);
  free (block);
  block = malloc (40);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  char *mine = block;
  int takes = asked;
  if (takes)
    block = NULL;
  pthread_mutex_unlock (&lock);
  if (takes)
    free (mine);
  return a;
}

static void *ask (void *a) {
  pthread_mutex_lock (&lock);
  asked = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[3];
  void *(*start[]) (void *) = {renew, take, ask};
  block = malloc (40);
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], 0, start[i], 0);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  free (block);
  return 0;
}
