// NO-FAILURE
// WHY: the other thread clears the pointer unless the account is in use, which is said in the section that looks at the pointer

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account {
  long id, balance;
} one = {1, 100}, *account = &one;
static int in_use;

static void *first (void *a) {
  pthread_mutex_lock (&lock);
  int there = account != NULL;
  in_use = there;
  pthread_mutex_unlock (&lock);
  if (!there)
    return a;
  pthread_mutex_lock (&lock);
  account->balance = 5;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *second (void *a) {
  pthread_mutex_lock (&lock);
  if (!in_use)
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
