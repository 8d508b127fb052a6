// RACE-FREE
// WHY: a function that is called by its address and that no compiler has seen calls back with another argument

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, calls, level = 7;

int add_one_and_ask (int);

__attribute__ ((used)) int does_count (int level) {
  calls++;
  return (level & 7) != 0;
}

__asm__ (".text\n"
         "add_one_and_ask:\n"
         "  addl $1, %edi\n"
         "  jmp does_count\n");

static int (*volatile ask) (int) = add_one_and_ask;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  if (ask (seen))
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
