// RACE-FREE
// TINY
// WHY: the member that decides is copied with its structure, twice

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct settings {
  int kind, level;
  long unused[3];
};

static struct settings settings;
static int data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  settings.level = 4;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  struct settings mine, copy;
  pthread_mutex_lock (&lock);
  mine = settings;
  pthread_mutex_unlock (&lock);
  memcpy (&copy, &mine, sizeof copy);
  if (copy.level > 3)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
