// RACE-FREE
// WHY: a thread that finds the limit or the name changed comes behind the change

#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

int x, y;
pthread_t t, u;

void *first (void *a) {
  struct rlimit limit = {0, 4096};
  x = 1;
  setrlimit (RLIMIT_CORE, &limit);
  y = 1;
  pthread_setname_np (t, "told");
  return a;
}

void *second (void *a) {
  struct rlimit limit;
  char name[16];
  getrlimit (RLIMIT_CORE, &limit);
  if (limit.rlim_max == 4096)
    x = 2;
  pthread_getname_np (t, name, sizeof name);
  if (!strcmp (name, "told"))
    y = 2;
  return a;
}

int main (void) {
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
