// RACE value: 16 29
// TINY
// WHY: of the structure that is copied another member decides

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct settings {
  int kind, level;
};

static struct settings settings = {1, 0};
static int data, shown;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  settings.level = 4;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  struct settings mine = settings;
  pthread_mutex_unlock (&lock);
  shown = mine.level;
  if (mine.kind == 1)
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
