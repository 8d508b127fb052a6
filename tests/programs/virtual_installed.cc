// RACE-FREE
// TINY
// WHY: which function a virtual call reaches depends on the object that was
// read

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, other;

struct task {
  virtual void run () { other = 1; }
};

struct writing_task : task {
  void run () override { data = 2; }
};

static task plain;
static writing_task writing;
static task *current = &plain;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  current = &writing;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  task *mine = current;
  pthread_mutex_unlock (&lock);
  mine->run ();
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
