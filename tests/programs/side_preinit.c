// RACE-FREE
// WHY: what runs before anything is recorded has set what sides would take for the initial value

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mode, data, ready;

static void set_mode (void) {
  mode = 1;
}

__attribute__ ((section (".preinit_array"), used)) static void (*early) (void) =
    set_mode;

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen && !mode)
    data = 1;
  return a;
}

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
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
