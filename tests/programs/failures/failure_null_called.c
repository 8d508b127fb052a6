// FAILURE: null 32
// WHY: a listener is looked at in one section and called through a pointer that is read in the next one; it is detached in between

#include <pthread.h>
#include <stddef.h>

struct listener {
  void (*call) (struct listener *, int);
  int seen;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct listener listener;

static void on_event (struct listener *l, int n) {
  __atomic_fetch_add (&l->seen, n, __ATOMIC_SEQ_CST);
}

static int has_listener (void) {
  pthread_mutex_lock (&lock);
  int there = listener.call != NULL;
  pthread_mutex_unlock (&lock);
  return there;
}

static void *notify (void *a) {
  if (!has_listener ())
    return a;
  pthread_mutex_lock (&lock);
  void (*call) (struct listener *, int) = listener.call;
  pthread_mutex_unlock (&lock);
  call (&listener, 1);
  return a;
}

static void *detach (void *a) {
  pthread_mutex_lock (&lock);
  listener.call = NULL;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  listener.call = on_event;
  pthread_create (&t, 0, notify, 0);
  pthread_create (&u, 0, detach, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
