// RACE-FREE
// TINY
// WHY: the sum is rounded towards zero, by a register that no function changed

#include <pthread.h>
#include <stdatomic.h>

static atomic_int asked;
static int data, other;
static double one = 1;

static void *look (void *a) {
  int up = one / 10 + 0.2 == 0.30000000000000004;
  if (atomic_load (&asked)) {
    if (up)
      data = 1;
    else
      other = 1;
  }
  return a;
}

static void *ask (void *a) {
  atomic_store (&asked, 1);
  data = 2;
  return a;
}

static void round_down (void) {
#if defined __x86_64__
  unsigned word = 0x7f80;
  __asm__ volatile ("ldmxcsr %0" : : "m"(word));
#elif defined __aarch64__
  unsigned long word = 3 << 22;
  __asm__ volatile ("msr fpcr, %0" : : "r"(word));
#endif
}

int main (void) {
  pthread_t t, u;
  round_down ();
  pthread_create (&t, 0, look, 0);
  pthread_create (&u, 0, ask, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
