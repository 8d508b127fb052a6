// RACE: 12 20
// TINY

#include <pthread.h>

struct task {
  int input, output;
};

void *work (void *a) {
  struct task *task = a;
  task->output = task->input + 1;
  return 0;
}

int main (void) {
  struct task task = {1, 0};
  pthread_t t;
  pthread_create (&t, 0, work, &task);
  task.output = 2;
  pthread_join (t, 0);
}
