// RACE-FREE
// WHY: on the side the memory is freed, and another block is not yet where it was

#include <atomic>
#include <pthread.h>

struct block {
  int count = 0;
};

static std::atomic<int> over;
static std::atomic<block *> shared;
static int data;

static void *replace (void *a) {
  delete shared.load ();
  over = 1;
  data = 2;
  over = 0;
  shared = new block;
  return a;
}

static void *use (void *a) {
  block *g = shared.load ();
  if (over.load ()) {
    g->count = 1;
    data = 1;
  }
  return a;
}

int main () {
  pthread_t t, u;
  shared = new block;
  pthread_create (&t, 0, replace, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  delete shared.load ();
}
