// RACE path: 13 23
// TINY
// WHY: the flag is up when the recorded poll looks; one that looks earlier
// uses the default, which the other thread is setting

#include <pthread.h>
#include <stdatomic.h>

static atomic_int up;
static int preset, answer, used;

static void *work (void *a) {
  preset = 5;
  answer = 42;
  atomic_store (&up, 1);
  return a;
}

static void *poll (void *a) {
  if (atomic_load (&up))
    used = answer;
  else
    used = preset;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, poll, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
