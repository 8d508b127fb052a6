// BUG: Mozilla 61369 (nsThread): a new thread asks for its own handle before its creator has stored it
// FIRST: access through a null pointer
// RACE: data race on 'thread\.mThread'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct pr_thread {
  int state;
};

static struct {
  struct pr_thread *mThread;
} thread;

static void *run (void *a) {
  thread.mThread->state = 1;
  return a;
}

static struct pr_thread *create_thread (pthread_t *id) {
  struct pr_thread *t = calloc (1, sizeof *t);
  pthread_create (id, 0, run, 0);
  return t;
}

int main (void) {
  pthread_t id;
  thread.mThread = create_thread (&id);
  pthread_join (id, 0);
  free (thread.mThread);
  return 0;
}
