// BUG: CVE-2016-7911: get_task_ioprio reads task->io_context, which exit_io_context frees
// FIRST: use after free on 'ioc->ioprio'.*MEMORY ERROR

#include <pthread.h>
#include <stdlib.h>

struct io_context {
  int ioprio;
};

static struct io_context *io_context;

static void *get_task_ioprio (void *a) {
  struct io_context *ioc = io_context;
  if (ioc)
    *(volatile int *)a = ioc->ioprio;
  return a;
}

static void *exit_io_context (void *a) {
  struct io_context *ioc = io_context;
  free (ioc);
  return a;
}

int main (void) {
  pthread_t t, u;
  int seen = 0;
  io_context = calloc (1, sizeof *io_context);
  pthread_create (&t, 0, get_task_ioprio, &seen);
  pthread_create (&u, 0, exit_io_context, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
