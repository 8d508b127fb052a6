// RACE
// Five input bytes have a hash that a solver finds at once, if it need not first refute
// that fewer of them change.
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar (void);

int x;

static void *hash (void *unused) {
  unsigned char bytes[5];
  unsigned h = 5381;
  for (int i = 0; i < 5; i++)
    bytes[i] = __VERIFIER_nondet_uchar ();
  for (int i = 0; i < 5; i++)
    h = h * 33 + bytes[i];
  if (h == 372466448u)
    x++;
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, 0, hash, 0);
  x--;
  pthread_join (thread, 0);
  return 0;
}
