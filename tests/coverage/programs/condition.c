// A recording with a condition, a semaphore, an atomic and an input.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t ended;
static atomic_int flag;
static int ready, data;

static void *work (void *arg) {
  char text[20];
  data = snprintf (text, sizeof text, "%d", ready);
  atomic_store_explicit (&flag, 1, memory_order_release);
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  sem_post (&ended);
  return arg;
}

int main (void) {
  pthread_t t;
  sem_init (&ended, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&lock);
  while (!ready)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  sem_wait (&ended);
  if (atomic_load (&flag))
    data++;
  pthread_join (t, NULL);
  return data == 0;
}
