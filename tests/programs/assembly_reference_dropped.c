// RACE: 20 26
// WHY: a flag of the processor that nobody looks at

#include <pthread.h>

static int references = 2;

static int drop (void) {
  int is_last;
  __asm__ volatile ("lock; decl %0"
                    : "+m"(references), "=@ccz"(is_last)
                    :
                    : "memory");
  return is_last;
}

static int data;

static void *first (void *a) {
  data = 1;
  drop ();
  return a;
}
static void *second (void *a) {
  drop ();
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
