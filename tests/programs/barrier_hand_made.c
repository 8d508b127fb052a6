// RACE-FREE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int arrived, sense;
int cells[2];

void wait_for_all (int *mine) {
  *mine = !*mine;
  if (atomic_fetch_add (&arrived, 1) == 1) {
    atomic_store (&arrived, 0);
    atomic_store (&sense, *mine);
  }
  while (atomic_load (&sense) != *mine)
    sched_yield ();
}

void *work (void *number) {
  long me = (long)number;
  int mine = 0;
  for (int i = 0; i < 3; i++) {
    cells[me]++;
    wait_for_all (&mine);
    cells[1 - me]++;
    wait_for_all (&mine);
  }
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return cells[0] + cells[1] != 12;
}
