// BUG: CVE-2013-1792: install_user_keyrings takes a keyring that another one has not set yet
// FIRST: access through a null pointer
// RACE: data race on 'user->(session|uid)_keyring'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct keyring {
  int usage;
};

struct user {
  struct keyring *uid_keyring, *session_keyring;
};

static struct user *user;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *install (void *a) {
  pthread_mutex_lock (&mutex);
  user->uid_keyring = calloc (1, sizeof (struct keyring));
  user->session_keyring = calloc (1, sizeof (struct keyring));
  pthread_mutex_unlock (&mutex);
  return a;
}

static void *look (void *a) {
  if (user->uid_keyring)
    *(volatile int *)a = user->session_keyring->usage;
  return a;
}

int main (void) {
  pthread_t t, u;
  int seen = 0;
  user = calloc (1, sizeof *user);
  pthread_create (&t, 0, install, 0);
  pthread_create (&u, 0, look, &seen);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return seen;
}
