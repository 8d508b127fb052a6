// RACE-FREE
// WHY: a handler that a system call has set posts the unit for which a thread waits in a section

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t units;

static void give (int number) {
  (void)number;
  sem_post (&units);
}

__attribute__ ((naked)) static void restore (void) {
  __asm__ ("mov $15, %eax\n\tsyscall");
}

// As the kernel has it.
static struct {
  void (*handler) (int);
  unsigned long flags;
  void (*restorer) (void);
  unsigned long mask;
} action = {give, 0x04000000, restore, 0};

static void *post (void *a) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  sem_post (&units);
  return a;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  sem_wait (&units);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  sem_init (&units, 0, 0);
  if (syscall (SYS_rt_sigaction, SIGALRM, &action, NULL, 8))
    return 1;
  alarm (2);
  pthread_create (&t, 0, post, 0);
  usleep (10000);
  pthread_create (&u, 0, take, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
