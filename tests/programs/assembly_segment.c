// RACE-FREE
// WHY: an operand of assembly that is an offset in the thread's own storage: the
// address of the operand itself is none
#include <pthread.h>
#include <stdint.h>
static uintptr_t self (void) {
  void **operand = 0;
  uintptr_t value;
#ifdef __x86_64__
  asm ("movq %%fs:%1, %0" : "=r"(value) : "m"(*operand));
#else
  value = (uintptr_t)pthread_self () + (uintptr_t)operand;
#endif
  return value;
}
static void *worker (void *result) {
  *(uintptr_t *)result = self ();
  return 0;
}
int main (void) {
  pthread_t t, u;
  uintptr_t first, second;
  pthread_create (&t, 0, worker, &first);
  pthread_create (&u, 0, worker, &second);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return first == self ();
}
