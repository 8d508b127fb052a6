// Spinlocks, barriers, semaphores, once: their results.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void show (const char *what, int error) {
  printf ("  %s %s\n", what, error ? strerrorname_np (error) : "0");
}

static struct timespec soon (clockid_t clock) {
  struct timespec t;
  clock_gettime (clock, &t);
  t.tv_nsec += 5000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

static pthread_spinlock_t spin;
static int counter;

static void *tries (void *unused) {
  show ("other try", pthread_spin_trylock (&spin));
  return unused;
}

static void *spins (void *unused) {
  for (int i = 0; i < 1000; i++) {
    pthread_spin_lock (&spin);
    counter++;
    pthread_spin_unlock (&spin);
  }
  return unused;
}

static void spinlocks (int shared) {
  pthread_t t;
  printf ("spin %d\n", shared);
  show ("init", pthread_spin_init (&spin, shared));
  show ("lock", pthread_spin_lock (&spin));
  show ("try", pthread_spin_trylock (&spin));
  pthread_create (&t, NULL, tries, NULL);
  pthread_join (t, NULL);
  pthread_create (&t, NULL, spins, NULL);
  nanosleep (&(struct timespec){0, 10000000}, NULL);
  show ("unlock", pthread_spin_unlock (&spin));
  pthread_join (t, NULL);
  printf ("%d\n", counter);
  show ("destroy", pthread_spin_destroy (&spin));
}

static pthread_barrier_t barrier;
static int serials, rounds;

static void *arrives (void *unused) {
  for (int i = 0; i < 50; i++) {
    int result = pthread_barrier_wait (&barrier);
    __atomic_fetch_add (&serials, result == PTHREAD_BARRIER_SERIAL_THREAD,
                        __ATOMIC_SEQ_CST);
    __atomic_fetch_add (&rounds, result <= 0, __ATOMIC_SEQ_CST);
  }
  return unused;
}

static void barriers (int shared) {
  pthread_t t[4];
  pthread_barrierattr_t a;
  pthread_barrierattr_init (&a);
  pthread_barrierattr_setpshared (&a, shared);
  printf ("barrier %d\n", shared);
  show ("none", pthread_barrier_init (&barrier, &a, 0));
  show ("four", pthread_barrier_init (&barrier, &a, 4));
  for (int i = 0; i < 4; i++)
    pthread_create (t + i, NULL, arrives, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  printf ("%d %d\n", serials, rounds);
  show ("destroy", pthread_barrier_destroy (&barrier));
}

static void *leaves_and_destroys (void *b) {
  if (pthread_barrier_wait (b))
    pthread_barrier_destroy (b);
  return NULL;
}

static void many_short_barriers (void) {
  for (int i = 0; i < 100; i++) {
    pthread_barrier_t b;
    pthread_t t[2];
    pthread_barrier_init (&b, NULL, 3);
    for (int j = 0; j < 2; j++)
      pthread_create (t + j, NULL, leaves_and_destroys, &b);
    leaves_and_destroys (&b);
    for (int j = 0; j < 2; j++)
      pthread_join (t[j], NULL);
  }
}

static sem_t sem;

static void value (void) {
  int v = -1;
  sem_getvalue (&sem, &v);
  printf ("  value %d\n", v);
}

static void show_sem (const char *what, int result) {
  show (what, result ? errno : 0);
}

static void *posts (void *unused) {
  for (int i = 0; i < 100; i++)
    sem_post (&sem);
  return unused;
}

static void semaphores (int shared) {
  printf ("semaphore %d\n", shared);
  show_sem ("too much", sem_init (&sem, shared, SEM_VALUE_MAX + 1u));
  show_sem ("init", sem_init (&sem, shared, 1));
  show_sem ("wait", sem_wait (&sem));
  show_sem ("try", sem_trywait (&sem));
  struct timespec past = {0}, wrong = {0, -1}, real = soon (CLOCK_REALTIME);
  struct timespec mono = soon (CLOCK_MONOTONIC);
  show_sem ("past", sem_timedwait (&sem, &past));
  show_sem ("wrong", sem_timedwait (&sem, &wrong));
  show_sem ("timed", sem_timedwait (&sem, &real));
  show_sem ("clock", sem_clockwait (&sem, CLOCK_MONOTONIC, &mono));
  show_sem ("bad clock", sem_clockwait (&sem, 99, &mono));
  value ();
  pthread_t t;
  pthread_create (&t, NULL, posts, NULL);
  for (int i = 0; i < 100; i++)
    sem_wait (&sem);
  pthread_join (t, NULL);
  value ();
  show_sem ("post", sem_post (&sem));
  value ();
  show_sem ("wrong, but free", sem_timedwait (&sem, &wrong));
  show_sem ("destroy", sem_destroy (&sem));
  show_sem ("full", sem_init (&sem, shared, SEM_VALUE_MAX));
  show_sem ("overflow", sem_post (&sem));
  value ();
  show_sem ("destroy", sem_destroy (&sem));
}

static void named (void) {
  puts ("named");
  char name[64];
  snprintf (name, sizeof name, "/ft-test-%ld", (long)time (NULL));
  sem_t *s = sem_open (name, O_CREAT | O_EXCL, 0600, 0);
  if (s == SEM_FAILED)
    return;
  sem_unlink (name);
  pthread_t t;
  sem = *s;
  show_sem ("post", sem_post (s));
  show_sem ("wait", sem_wait (s));
  show_sem ("try", sem_trywait (s));
  show_sem ("close", sem_close (s));
  (void)t;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;

static void initialise (void) {
  nanosleep (&(struct timespec){0, 5000000}, NULL);
  calls++;
}

static void *initialises (void *unused) {
  pthread_once (&once, initialise);
  printf ("  once %d\n", calls);
  return unused;
}

static void onces (void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (t + i, NULL, initialises, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  show ("again", pthread_once (&once, initialise));
  printf ("  %d\n", calls);
}

int main (void) {
  for (int shared = 0; shared < 2; shared++) {
    spinlocks (shared);
    barriers (shared);
    semaphores (shared);
  }
  many_short_barriers ();
  named ();
  onces ();
  return 0;
}
