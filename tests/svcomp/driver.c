// RACE
// A driver: its state is changed under a lock, but for the error path.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_assume (int);

struct device {
  pthread_mutex_t lock;
  int users, state;
} device;

static int device_open (struct device *d) {
  pthread_mutex_lock (&d->lock);
  int error = __VERIFIER_nondet_int ();
  if (!error)
    d->users++;
  pthread_mutex_unlock (&d->lock);
  return error;
}

static void device_close (struct device *d) {
  pthread_mutex_lock (&d->lock);
  d->users--;
  d->state = 2;
  pthread_mutex_unlock (&d->lock);
}

static void *interrupt (void *of) {
  struct device *d = of;
  int error = device_open (d);
  __VERIFIER_assume (error <= 0);
  if (error < 0)
    d->state = error; // forgot the lock
  else
    device_close (d);
  return 0;
}

int main (void) {
  pthread_t t[2];
  pthread_mutex_init (&device.lock, 0);
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, interrupt, &device);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
