// RACE-FREE
// WHY: nothing says whether the reader changes "kept" between two of its records; the variables of its frame are where they were behind that, so that its look at the pointer decides the pair
#include <pthread.h>
#include <sched.h>

struct packet {
  int size;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct packet packet, *filled;
static int rounds;

static void *fill (void *p) {
  packet.size = 3;
  pthread_mutex_lock (&mutex);
  filled = &packet;
  pthread_mutex_unlock (&mutex);
  return p;
}

static int deliver (void) {
  struct packet *volatile kept;
  int is_unknown;
  pthread_mutex_lock (&mutex);
  __asm__ ("movl $1, %0" : "=r" (is_unknown));
  kept = 0;
  if (is_unknown)
    kept = &packet;
  rounds++;
  struct packet *p = filled;
  kept = p;
  pthread_mutex_unlock (&mutex);
  return p ? p->size : 0;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, fill, 0);
  while (deliver () != 3)
    sched_yield ();
  pthread_join (t, 0);
  return 0;
}
