// FAILURE: assertion "item != 0"
// The number of elements grows in another section than the elements.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[8], tail, head, count;

static void *enqueue (void *unused) {
  for (int i = 1; i < 4; i++) {
    pthread_mutex_lock (&lock);
    count++;
    pthread_mutex_unlock (&lock);
    pthread_mutex_lock (&lock);
    queue[tail++] = i;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *dequeue (void *unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock (&lock);
    if (count) {
      int item = queue[head++];
      assert (item != 0);
      count--;
    }
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, enqueue, 0);
  pthread_create (&t[1], 0, dequeue, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
