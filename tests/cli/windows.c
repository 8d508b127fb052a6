// What was read long before a window decides, with a read in it, which way the
// thread goes: the same if STATE is 2 (value model), another if it is 5 (path).

#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit = 3, state, work, data;

static int get (int *what) {
  pthread_mutex_lock (&lock);
  int value = *what;
  pthread_mutex_unlock (&lock);
  return value;
}

static void set (int *what, int value) {
  pthread_mutex_lock (&lock);
  *what = value;
  pthread_mutex_unlock (&lock);
}

static void *use (void *a) {
  int most = get (&limit);
  for (int i = 0; i < 100; i++)
    set (&work, i);
  sched_yield ();
  if (get (&state) <= most)
    data = 1;
  return a;
}

static void *change (void *a) {
  data = 2;
  set (&state, STATE);
  set (&limit, 4);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, change, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
