// RACE beyond: 26 17
// TINY
// WHY: the object whose virtual function races is replaced before the recorded
// call

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, other;

struct task {
  virtual void run () { other = 1; }
};

struct writing_task : task {
  void run () override {
    data = 2;
  }
};

static task plain;
static writing_task writing;
static task *current = &writing;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  current = &plain;
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
