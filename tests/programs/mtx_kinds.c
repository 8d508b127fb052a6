// RACE-FREE

#include <threads.h>
#include <time.h>

mtx_t recursive, timed;
int x, y;

int work (void *a) {
  struct timespec until;
  timespec_get (&until, TIME_UTC);
  until.tv_sec += 60;
  mtx_lock (&recursive);
  mtx_lock (&recursive);
  mtx_unlock (&recursive);
  x++;
  mtx_unlock (&recursive);
  if (mtx_timedlock (&timed, &until) == thrd_success) {
    y++;
    mtx_unlock (&timed);
  }
  if (mtx_trylock (&timed) == thrd_success) {
    y++;
    mtx_unlock (&timed);
  }
  (void)a;
  return 0;
}

int main (void) {
  thrd_t t, u;
  mtx_init (&recursive, mtx_plain | mtx_recursive);
  mtx_init (&timed, mtx_timed);
  thrd_create (&t, work, 0);
  thrd_create (&u, work, 0);
  thrd_join (t, 0);
  thrd_join (u, 0);
  return x != 2;
}
