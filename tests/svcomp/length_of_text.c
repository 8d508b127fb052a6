// RACE
// The length of a text, while another thread ends it.
#include <pthread.h>

extern char __VERIFIER_nondet_char (void);
static char text[8];
static int length;

static void *work (void *unused) {
  for (int i = 0; text[i]; i++)
    length = i + 1;
  return unused;
}

int main (void) {
  pthread_t t;
  for (int i = 0; i < 7; i++)
    text[i] = __VERIFIER_nondet_char ();
  pthread_create (&t, 0, work, 0);
  text[3] = 0;
  pthread_join (t, 0);
  return length;
}
