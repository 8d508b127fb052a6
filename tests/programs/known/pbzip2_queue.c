// BUG: pbzip2 0.9.4: main deletes the queue and its mutex while a consumer still uses them
// FIRST: data race on 'fifo->lock'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct queue {
  pthread_mutex_t *lock;
  int blocks;
};

static struct queue *fifo;
static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;
static int blocks_done;

static void *consumer (void *a) {
  pthread_mutex_lock (fifo->lock);
  fifo->blocks--;
  pthread_mutex_lock (&done_lock);
  blocks_done = 1;
  pthread_mutex_unlock (&done_lock);
  pthread_mutex_unlock (fifo->lock);
  return a;
}

static void delete_queue (struct queue *q) {
  pthread_mutex_destroy (q->lock);
  free (q->lock);
  q->lock = NULL;
}

int main (void) {
  pthread_t t;
  int done;
  fifo = malloc (sizeof *fifo);
  fifo->lock = malloc (sizeof *fifo->lock);
  fifo->blocks = 1;
  pthread_mutex_init (fifo->lock, 0);
  pthread_create (&t, 0, consumer, 0);
  do {
    pthread_mutex_lock (&done_lock);
    done = blocks_done;
    pthread_mutex_unlock (&done_lock);
  } while (!done);
  delete_queue (fifo);
  pthread_join (t, 0);
  free (fifo);
}
