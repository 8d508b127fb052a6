// RACE-FREE
// WHY: allocated here, freed there

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int *box;

void *work (void *a) {
  for (int i = 0; i < 5; i++) {
    int *mine = malloc (sizeof *mine);
    *mine = i;
    pthread_mutex_lock (&l);
    int *other = box;
    box = mine;
    pthread_mutex_unlock (&l);
    if (other)
      *other = -1;
    free (other);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (box);
}
