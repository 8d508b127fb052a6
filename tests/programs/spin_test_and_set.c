// RACE-FREE

#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int x;

void *work (void *a) {
  for (int i = 0; i < 5; i++) {
    while (atomic_flag_test_and_set_explicit (&lock, memory_order_acquire))
      ;
    x++;
    atomic_flag_clear_explicit (&lock, memory_order_release);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 10;
}
