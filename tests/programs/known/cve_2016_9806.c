// BUG: CVE-2016-9806: netlink_dump frees the same buffer in two threads
// FIRST: second free of a block
// RACE: data race on 'callback\.running'.*CRASH

#include <pthread.h>
#include <stdlib.h>

static struct {
  int running;
  char *skb;
} callback = {1, NULL};

static void *netlink_dump (void *a) {
  if (callback.running) {
    free (callback.skb);
    callback.running = 0;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  callback.skb = malloc (24);
  pthread_create (&t, 0, netlink_dump, 0);
  pthread_create (&u, 0, netlink_dump, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
