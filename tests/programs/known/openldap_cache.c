// BUG: OpenLDAP 2.2.20 (ITS 3494): bdb_cache_add and bdb_cache_find take the entry's lock and the list's in opposite orders
// FIRST: deadlock of

#include <pthread.h>

static pthread_mutex_t lru_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t entry_mutex = PTHREAD_MUTEX_INITIALIZER;
static int cached;

static void *bdb_cache_add (void *a) {
  pthread_mutex_lock (&lru_mutex);
  pthread_mutex_lock (&entry_mutex);
  cached++;
  pthread_mutex_unlock (&entry_mutex);
  pthread_mutex_unlock (&lru_mutex);
  return a;
}

static void *bdb_cache_find (void *a) {
  pthread_mutex_lock (&entry_mutex);
  pthread_mutex_lock (&lru_mutex);
  cached--;
  pthread_mutex_unlock (&lru_mutex);
  pthread_mutex_unlock (&entry_mutex);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, bdb_cache_add, 0);
  pthread_create (&u, 0, bdb_cache_find, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
