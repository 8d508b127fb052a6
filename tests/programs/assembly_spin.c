// RACE: 28 28
// WHY: threads that spin in assembly, where nothing is recorded, lose their turn
#include <pthread.h>
#include <unistd.h>
static int locked, x, y;
static void lock (void) {
  asm volatile ("1: movl $1, %%eax\n"
                "xchgl %%eax, %0\n"
                "testl %%eax, %%eax\n"
                "jz 2f\n"
                "pause\n"
                "jmp 1b\n"
                "2:"
                : "+m"(locked)
                :
                : "eax", "memory");
}
static void unlock (void) {
  asm volatile ("movl $0, %0" : "=m"(locked) : : "memory");
}
static void *worker (void *a) {
  for (int i = 0; i < 2; i++) {
    lock ();
    x++;
    usleep (10);
    unlock ();
  }
  y++;
  return a;
}
int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker, 0);
  pthread_create (&u, 0, worker, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
