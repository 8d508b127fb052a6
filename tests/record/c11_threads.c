// C11 threads: every call.
#include <errno.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, calls, destroyed;

static struct timespec soon (long ms) {
  struct timespec t;
  timespec_get (&t, TIME_UTC);
  t.tv_nsec += ms * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

static void initialise (void) {
  calls++;
}

static int waits (void *argument) {
  call_once (&once, initialise);
  tss_set (key, argument);
  mtx_lock (&m);
  while (!ready)
    cnd_wait (&c, &m);
  mtx_unlock (&m);
  thrd_yield ();
  if (argument)
    thrd_exit (7);
  return -3;
}

static void destroys (void *unused) {
  (void)unused;
  __atomic_fetch_add (&destroyed, 1, __ATOMIC_SEQ_CST);
}

static int tries (void *unused) {
  (void)unused;
  struct timespec time = soon (5);
  int tried = mtx_trylock (&m), timed = mtx_timedlock (&m, &time);
  return 10 * tried + timed;
}

int main (void) {
  thrd_t t[3];
  int result;
  printf ("init %d %d %d\n", mtx_init (&m, mtx_timed | mtx_recursive),
          cnd_init (&c), mtx_init (&m, 99));
  tss_create (&key, destroys);
  for (int i = 0; i < 3; i++)
    printf ("create %d\n", thrd_create (t + i, waits, i ? &m : NULL));
  thrd_sleep (&(struct timespec){0, 5000000}, NULL);
  mtx_lock (&m);
  printf ("again %d %d\n", mtx_lock (&m), mtx_unlock (&m));
  ready = 1;
  printf ("wake %d %d\n", cnd_signal (&c), cnd_broadcast (&c));
  mtx_unlock (&m);
  for (int i = 0; i < 3; i++) {
    int error = thrd_join (t[i], &result);
    printf ("join %d %d\n", error, result);
  }
  printf ("once %d destroyed %d\n", calls, destroyed);
  mtx_lock (&m);
  thrd_create (t, tries, NULL);
  thrd_join (t[0], &result);
  printf ("busy %d timed out %d\n", result / 10 == thrd_busy,
          result % 10 == thrd_timedout);
  struct timespec time = soon (5);
  printf ("timed wait %d\n", cnd_timedwait (&c, &m, &time) == thrd_timedout);
  mtx_unlock (&m);
  printf ("bad sleep %d\n", thrd_sleep (&(struct timespec){0, -1}, NULL));
  printf ("equal %d\n", thrd_equal (thrd_current (), thrd_current ()) != 0);
  mtx_destroy (&m);
  cnd_destroy (&c);
  tss_delete (key);
  thrd_create (t, waits, NULL);
  printf ("detach %d\n", thrd_detach (t[0]));
  return 0;
}
