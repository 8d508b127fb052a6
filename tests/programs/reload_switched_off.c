// RACE path: 16 28
// TINY
// WHY: the reload has switched logging off before the recorded request; with
// the old configuration the request writes the log that the reload truncates

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int logging, verbose;
} configuration = {1, 0};
static char log_line[8];

static void *reload (void *a) {
  log_line[0] = 0;
  pthread_mutex_lock (&lock);
  configuration.logging = 0;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *request (void *a) {
  pthread_mutex_lock (&lock);
  int logging = configuration.logging && !configuration.verbose;
  pthread_mutex_unlock (&lock);
  if (logging)
    log_line[0] = 'r';
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, reload, 0);
  pthread_create (&u, 0, request, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
