// RACE-FREE
// WHY: a flag of the processor says who drops the last reference

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
  if (!drop ())
    return a;
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
