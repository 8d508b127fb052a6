// BUG: CVE-2017-6346: fanout_add uses the fanout of a packet socket that fanout_release frees
// FIRST: use after free on 'f->num_members'.*(MEMORY ERROR|CRASH)

#include <pthread.h>
#include <stdlib.h>

struct packet_fanout {
  int num_members;
  int type;
};

static struct packet_fanout *fanout;

static void *fanout_add (void *a) {
  struct packet_fanout *f = fanout;
  if (f)
    f->num_members = 2;
  return a;
}

static void *fanout_release (void *a) {
  struct packet_fanout *f = fanout;
  fanout = NULL;
  free (f);
  return a;
}

int main (void) {
  pthread_t t, u;
  fanout = calloc (1, sizeof *fanout);
  pthread_create (&t, 0, fanout_add, 0);
  pthread_create (&u, 0, fanout_release, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
