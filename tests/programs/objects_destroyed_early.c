// RACE: 20 40
// RACE: 21 41
// RACE: 23 41
// RACE: 24 42
// RACE: 26 42
// RACE: 27 43
// RACE: 28 43
// WHY: objects are destroyed, or made anew, while another thread may still come to them

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t s;
sem_t n;

void *work (void *a) {
  pthread_cond_signal (&c);
  pthread_rwlock_rdlock (&l);

  pthread_rwlock_unlock (&l);
  pthread_spin_lock (&s);

  pthread_spin_unlock (&s);
  sem_post (&n);
  sem_wait (&n);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_spin_init (&s, 0);
  sem_init (&n, 0, 0);

  pthread_create (&t, 0, work, 0);
  usleep (1000);

  pthread_cond_destroy (&c);
  pthread_rwlock_destroy (&l);
  pthread_spin_init (&s, 0);
  sem_destroy (&n);
  pthread_join (t, 0);
}
