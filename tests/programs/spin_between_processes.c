// RACE-FREE
// WHY: a spinlock of shared memory that another process holds for a while
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static struct {
  pthread_spinlock_t lock;
  int held, count;
} *all;
static int mine;
static void *add (void *a) {
  for (int i = 0; i < 100; i++) {
    pthread_spin_lock (&all->lock);
    all->count++;
    mine++;
    pthread_spin_unlock (&all->lock);
  }
  return a;
}
static int child (void) {
  pthread_spin_lock (&all->lock);
  __atomic_store_n (&all->held, 1, __ATOMIC_SEQ_CST);
  int before = all->count;
  usleep (20000);
  int error = all->count != before;
  pthread_spin_unlock (&all->lock);
  return error;
}
int main (void) {
  pthread_t t;
  int status;
  all = mmap (NULL, sizeof *all, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED)
    return 70;
  pthread_spin_init (&all->lock, PTHREAD_PROCESS_SHARED);
  pid_t pid = fork ();
  if (!pid)
    _exit (child ());
  while (!__atomic_load_n (&all->held, __ATOMIC_SEQ_CST))
    sched_yield ();
  pthread_create (&t, NULL, add, NULL);
  add (NULL);
  pthread_join (t, NULL);
  waitpid (pid, &status, 0);
  return !WIFEXITED (status) || WEXITSTATUS (status) || all->count != 200 ||
         mine != 200;
}
