// RACE-FREE

#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
_Atomic (int *) instance;
int object;

int *get (void) {
  int *result = atomic_load_explicit (&instance, memory_order_acquire);
  if (!result) {
    pthread_mutex_lock (&l);
    result = atomic_load_explicit (&instance, memory_order_relaxed);
    if (!result) {
      object = 42;
      result = &object;
      atomic_store_explicit (&instance, result, memory_order_release);
    }
    pthread_mutex_unlock (&l);
  }
  return result;
}

void *work (void *a) {
  return *get () == 42 ? a : (void *)1;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
