// NO-FAILURE
// WHY: the pointer is copied in one section, and the copy is looked at and used

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account {
  long id, balance;
} one = {1, 100}, *account = &one;
static long seen;

static void *first (void *a) {
  pthread_mutex_lock (&lock);
  struct account *mine = account;
  pthread_mutex_unlock (&lock);
  if (mine) {
    pthread_mutex_lock (&lock);
    seen = mine->balance;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *second (void *a) {
  pthread_mutex_lock (&lock);
  account = NULL;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, first, 0);
  pthread_create (&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
