// RACE-FREE
// WHY: who leaves last destroys the objects, before the others have ended

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct shared {
  pthread_mutex_t m;
  pthread_cond_t c;
  sem_t s;
  pthread_barrier_t b;
  int users, ready;
};

// The last owner of the mutex may destroy it as soon as it has it.
static void leave (struct shared *o) {
  pthread_mutex_lock (&o->m);
  int left = --o->users;
  pthread_mutex_unlock (&o->m);
  if (left)
    return;
  pthread_mutex_destroy (&o->m);
  pthread_cond_destroy (&o->c);
  sem_destroy (&o->s);
  free (o);
}

static void *work (void *a) {
  struct shared *o = a;
  pthread_mutex_lock (&o->m);
  o->ready++;
  pthread_cond_signal (&o->c);
  pthread_mutex_unlock (&o->m);
  if (pthread_barrier_wait (&o->b) == PTHREAD_BARRIER_SERIAL_THREAD)
    pthread_barrier_destroy (&o->b);
  sem_post (&o->s);
  leave (o);
  return 0;
}

static atomic_int ended;

// What is destroyed behind the wait that the post ends.
static void *hand_over (void *a) {
  sem_post (a);
  ended++;
  return 0;
}

int main (void) {
  struct shared *o = calloc (1, sizeof *o);
  pthread_mutex_init (&o->m, 0);
  pthread_cond_init (&o->c, 0);
  sem_init (&o->s, 0, 0);
  pthread_barrier_init (&o->b, 0, 2);
  o->users = 3;
  pthread_t t[3];
  pthread_create (&t[0], 0, work, o);
  pthread_create (&t[1], 0, work, o);
  pthread_mutex_lock (&o->m);
  while (o->ready < 2)
    pthread_cond_wait (&o->c, &o->m);
  pthread_mutex_unlock (&o->m);
  sem_wait (&o->s);
  sem_wait (&o->s);
  leave (o);
  sem_t s;
  sem_init (&s, 0, 0);
  pthread_create (&t[2], 0, hand_over, &s);
  sem_wait (&s);
  sem_destroy (&s);
  while (!ended)
    usleep (10);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
}
