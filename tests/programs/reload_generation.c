// RACE value: 17 32
// TINY
// WHY: a reader copies the generation and goes on whatever it is; the limits
// that the reload sets before the lock are not protected

#include <pthread.h>

struct configuration {
  int generation, limit;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct configuration current = {1, 10};
static int scratch;

static void *reload (void *a) {
  scratch = 20;
  pthread_mutex_lock (&lock);
  current.generation++;
  current.limit = 20;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *serve (void *a) {
  pthread_mutex_lock (&lock);
  struct configuration mine = current;
  pthread_mutex_unlock (&lock);
  for (int i = 0; i < 3; i++)
    if (mine.limit > i)
      mine.limit -= i;
  scratch = mine.limit + mine.generation;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, reload, 0);
  pthread_create (&u, 0, serve, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
