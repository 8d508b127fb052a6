// RACE-FREE
// WHY: on the side the lock's memory is freed, and another one is not yet where it was

#include <atomic>
#include <mutex>
#include <pthread.h>

struct guarded {
  std::mutex lock;
  int count = 0;
};

static std::atomic<int> over;
static std::atomic<guarded *> shared;
static int data;

static void *replace (void *a) {
  delete shared.load ();
  over = 1;
  data = 2;
  over = 0;
  shared = new guarded;
  return a;
}

static void *use (void *a) {
  guarded *g = shared.load ();
  if (over.load ()) {
    g->lock.lock ();
    data = 1;
    g->lock.unlock ();
  }
  return a;
}

int main () {
  pthread_t t, u;
  shared = new guarded;
  pthread_create (&t, 0, replace, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  delete shared.load ();
}
