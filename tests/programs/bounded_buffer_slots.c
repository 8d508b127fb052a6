// RACE-FREE
// TINY
// WHY: the producer writes its slot before the lock, the consumer reads it
// after; that there is an item, and which slot has it, is what the lock tells

#include <pthread.h>

enum { SIZE = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[SIZE], head, tail;
static int sum;

static void *produce (void *a) {
  for (int i = 0; i < 2; i++) {
    slots[head % SIZE] = 10 + i;
    pthread_mutex_lock (&lock);
    head++;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *consume (void *a) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock (&lock);
    int there = head - tail;
    pthread_mutex_unlock (&lock);
    if (there > 0)
      sum += slots[tail++ % SIZE];
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, produce, 0);
  pthread_create (&u, 0, consume, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
