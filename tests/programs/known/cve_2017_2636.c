// BUG: CVE-2017-2636: n_hdlc sends the same buffer again in two threads, and both give it back
// FIRST: second free of a block
// RACE: data race on 'n_hdlc\.tbuf'.*(CRASH|MEMORY ERROR)

#include <pthread.h>
#include <stdlib.h>

static struct {
  char *tbuf;
} n_hdlc;

static void *send_frames (void *a) {
  char *tbuf = n_hdlc.tbuf;
  if (tbuf) {
    n_hdlc.tbuf = NULL;
    free (tbuf);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  n_hdlc.tbuf = malloc (64);
  pthread_create (&t, 0, send_frames, 0);
  pthread_create (&u, 0, send_frames, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
