// RACE: 15 26
// RACE: 17 26
// WHY: the mutex is destroyed while another thread may still come to it

#include <pthread.h>
#include <unistd.h>

pthread_mutex_t m;
int sum;

void *work (void *a) {
  for (int i = 0; i < 3; i++)
    sum += i;

  pthread_mutex_lock (&m);
  sum++;
  pthread_mutex_unlock (&m);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_mutex_init (&m, 0);
  pthread_create (&t, 0, work, 0);
  usleep (1000);
  pthread_mutex_destroy (&m);
  pthread_join (t, 0);
  return sum != 4;
}
