// FAILURE: assertion "item == taken"
// The producer publishes the index before the item is in the buffer.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4, ITEMS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE], first, next;

static void *produce (void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock (&lock);
    int at = next++;
    pthread_mutex_unlock (&lock);
    pthread_mutex_lock (&lock);
    buffer[at % SIZE] = i + 1;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *consume (void *unused) {
  for (int taken = 1; taken <= ITEMS;) {
    pthread_mutex_lock (&lock);
    if (first == next) {
      pthread_mutex_unlock (&lock);
      break;
    }
    int item = buffer[first++ % SIZE];
    pthread_mutex_unlock (&lock);
    assert (item == taken);
    taken++;
  }
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, produce, 0);
  pthread_create (&t[1], 0, consume, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
