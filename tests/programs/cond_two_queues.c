// RACE-FREE
// WHY: producer and consumer with a bounded buffer

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
int buffer[2], count, in, out;
long sum;

void *producer (void *a) {
  for (int i = 0; i < 8; i++) {
    pthread_mutex_lock (&l);
    while (count == 2)
      pthread_cond_wait (&not_full, &l);
    buffer[in] = i;
    in = (in + 1) % 2;
    count++;
    pthread_cond_signal (&not_empty);
    pthread_mutex_unlock (&l);
  }
  return a;
}

void *consumer (void *a) {
  for (int i = 0; i < 8; i++) {
    pthread_mutex_lock (&l);
    while (count == 0)
      pthread_cond_wait (&not_empty, &l);
    sum += buffer[out];
    out = (out + 1) % 2;
    count--;
    pthread_cond_signal (&not_full);
    pthread_mutex_unlock (&l);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return sum != 28;
}
