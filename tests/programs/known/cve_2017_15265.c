// BUG: CVE-2017-15265: snd_seq_create_port returns a port that another ioctl has already deleted
// FIRST: use after free on 'new->capability'.*CRASH

#include <pthread.h>
#include <stdlib.h>

struct port {
  int addr, capability;
};

static pthread_mutex_t ports_lock = PTHREAD_MUTEX_INITIALIZER;
static struct port *ports;

static void *create_port (void *a) {
  struct port *new = calloc (1, sizeof *new);
  pthread_mutex_lock (&ports_lock);
  ports = new;
  pthread_mutex_unlock (&ports_lock);
  new->capability = 3;
  return a;
}

static void *delete_port (void *a) {
  pthread_mutex_lock (&ports_lock);
  struct port *old = ports;
  ports = NULL;
  pthread_mutex_unlock (&ports_lock);
  free (old);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, create_port, 0);
  pthread_create (&u, 0, delete_port, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
