// FAILURE: assertion "sold <= SEATS"
// Agents see that the sale is open, and sell one seat more.
#include <assert.h>
#include <pthread.h>

enum { AGENTS = 3, SEATS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sold, closed;

static void *sell (void *unused) {
  pthread_mutex_lock (&lock);
  int open = !closed;
  pthread_mutex_unlock (&lock);
  if (!open)
    return unused;
  pthread_mutex_lock (&lock);
  sold++;
  if (sold == SEATS)
    closed = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[AGENTS];
  for (int i = 0; i < AGENTS; i++)
    pthread_create (&t[i], 0, sell, 0);
  for (int i = 0; i < AGENTS; i++)
    pthread_join (t[i], 0);
  assert (sold <= SEATS);
  return 0;
}
