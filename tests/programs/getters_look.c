// RACE: 15 24
// WHY: calls that only look at a state of the process are in no order

#define _GNU_SOURCE
#include <pthread.h>
#include <sys/resource.h>
#include <sys/utsname.h>

int x;

void *first (void *a) {
  struct rlimit limit;
  struct utsname names;
  getrlimit (RLIMIT_CORE, &limit);
  x = 1;
  uname (&names);
  return a;
}

void *second (void *a) {
  struct rlimit limit;
  char name[16];
  pthread_getname_np (pthread_self (), name, sizeof name);
  x = 2;
  getrlimit (RLIMIT_CORE, &limit);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
