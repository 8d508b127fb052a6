// BUG: CVE-2015-7550: keyctl_read reads the payload of a key that user_revoke clears
// FIRST: access through a null pointer
// RACE: data race on 'key->payload'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct payload {
  int length;
};

struct key {
  int revoked;
  struct payload *payload;
};

static struct key *key;
static pthread_mutex_t sem = PTHREAD_MUTEX_INITIALIZER;

static void *keyctl_read (void *a) {
  if (!key->revoked)
    *(volatile int *)a = key->payload->length;
  return a;
}

static void *user_revoke (void *a) {
  pthread_mutex_lock (&sem);
  key->revoked = 1;
  key->payload = NULL;
  pthread_mutex_unlock (&sem);
  return a;
}

int main (void) {
  pthread_t t, u;
  int seen = 0;
  key = calloc (1, sizeof *key);
  key->payload = calloc (1, sizeof *key->payload);
  pthread_create (&t, 0, keyctl_read, &seen);
  pthread_create (&u, 0, user_revoke, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return seen;
}
