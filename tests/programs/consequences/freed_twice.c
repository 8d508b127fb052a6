// CONSEQUENCE: crash
// WHY: both threads see the pointer and free it; the allocator aborts

#include <pthread.h>
#include <stdlib.h>

static char *block;

void *one (void *a) {
  char *mine = block;
  block = 0;
  if (mine)
    free (mine);
  return a;
}

void *two (void *a) {
  char *mine = block;
  block = 0;
  if (mine)
    free (mine);
  return a;
}

int main (void) {
  pthread_t t, u;
  block = malloc (24);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
