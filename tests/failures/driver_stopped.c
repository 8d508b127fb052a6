// FAILURE: assertion "!stopped"
// A request finds the driver running; the driver stops before it counts it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending = 1, stopping, stopped;

static int begin (void) {
  pthread_mutex_lock (&lock);
  int fine = !stopping;
  pthread_mutex_unlock (&lock);
  if (fine) {
    pthread_mutex_lock (&lock);
    pending++;
    pthread_mutex_unlock (&lock);
  }
  return fine;
}

static void end (void) {
  pthread_mutex_lock (&lock);
  if (--pending == 0)
    stopped = 1;
  pthread_mutex_unlock (&lock);
}

static void *request (void *unused) {
  if (begin ()) {
    pthread_mutex_lock (&lock);
    assert (!stopped);
    pthread_mutex_unlock (&lock);
    end ();
  }
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, request, 0);
  pthread_mutex_lock (&lock);
  stopping = 1;
  pthread_mutex_unlock (&lock);
  end ();
  pthread_join (t, 0);
  return 0;
}
