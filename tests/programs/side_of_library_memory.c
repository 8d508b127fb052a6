// RACE-FREE
// TINY
// WHY: what a library wrote into a global is not what the global began with

#include <pthread.h>
#include <stdatomic.h>
#include <sys/utsname.h>

static atomic_int asked;
static struct utsname name;
static int data, other;

static void *look (void *a) {
  if (atomic_load (&asked)) {
    if (name.sysname[0])
      other = 1;
    else
      data = 1;
  }
  return a;
}

static void *ask (void *a) {
  atomic_store (&asked, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  uname (&name);
  pthread_create (&t, 0, look, 0);
  pthread_create (&u, 0, ask, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
