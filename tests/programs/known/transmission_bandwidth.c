// BUG: transmission 1.42: a thread uses the session's bandwidth object before main has made it
// FIRST: failed assertion
// RACE: data race on 'session->bandwidth'.*FAILED CHECK

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct bandwidth {
  int magic;
};

struct session {
  struct bandwidth *bandwidth;
};

static struct session *session;

static void *event_thread (void *a) {
  struct bandwidth *b = session->bandwidth;
  assert (b != NULL);
  return a;
}

static void *init (void *a) {
  struct bandwidth *b = malloc (sizeof *b);
  b->magic = 43143;
  session->bandwidth = b;
  return a;
}

int main (void) {
  pthread_t t, u;
  session = calloc (1, sizeof *session);
  pthread_create (&u, 0, init, 0);
  pthread_create (&t, 0, event_thread, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (session->bandwidth);
  free (session);
}
