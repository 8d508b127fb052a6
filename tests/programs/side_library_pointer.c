// RACE-FREE
// WHY: a library wrote what the side reads, behind a pointer that it was shown

#include <pthread.h>
#include <iconv.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static char q[64];

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    if (q[0])
      return a;
    data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  iconv_t c = iconv_open ("UTF-8", "ISO-8859-1");
  char from[] = "abc", *i = from, *o = q;
  size_t n = 3, m = sizeof q;
  iconv (c, &i, &n, &o, &m);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
