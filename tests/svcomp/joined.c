// SAFE
// What is shared is read behind the joins.
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static int result[3];

static void *work (void *at) {
  *(int *)at = __VERIFIER_nondet_int ();
  return 0;
}

int main (void) {
  pthread_t t[3];
  int sum = 0;
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], 0, work, &result[i]);
  for (int i = 0; i < 3; i++) {
    pthread_join (t[i], 0);
    sum += result[i];
  }
  return sum > 7;
}
