// RACE-FREE
// TINY
// WHY: the callee passes the address of its copy on

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 7;
  pthread_mutex_unlock (&lock);
  return a;
}

struct message {
  long head[4];
  int level;
};

static __attribute__ ((noinline)) int is_seven (const int *level) {
  return *level == 7;
}

static __attribute__ ((noinline)) int is_full (struct message m) {
  return is_seven (&m.level);
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  struct message m = {{0}, seen};
  if (is_full (m))
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
