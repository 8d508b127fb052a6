// RACE path: 31 50
// WHY: a block in the place of another one is there for whoever has used it

#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
#include <stdlib.h>

struct task {
  pthread_mutex_t lock;
  int kind, count;
};

static struct task *_Atomic next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static void *use (void *a) {
  struct task *t;
  while (!(t = atomic_load (&next)))
    sched_yield ();
  if (t->kind != 5)
    return a;
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    pthread_mutex_lock (&t->lock);
    t->count = 1;
    pthread_mutex_unlock (&t->lock);
    data = 1;
  }
  return a;
}

static struct task *make (int kind) {
  struct task *t = calloc (1, sizeof *t);
  t->kind = kind;
  return t;
}

static void *publish (void *a) {
  struct task *t = make (3);
  free (t);
  t = make (5);
  atomic_store (&next, t);
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (next);
}
