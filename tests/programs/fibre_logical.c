// RACE: 12 18
// WHY: an event loop that names what it does by fibres, but has one stack a thread

#include <pthread.h>

void *__tsan_get_current_fiber (void);
void *__tsan_create_fiber (unsigned flags);
void __tsan_switch_to_fiber (void *fiber, unsigned flags);

int counter, other;
void handle (int n) {
  counter = n;
  for (int i = 0; i < 100; i++)
    *(volatile int *)&other = i;
}

void *work (void *a) {
  counter = 7;
  return a;
}

int main (void) {
  pthread_t t;
  void *own = __tsan_get_current_fiber (), *task = __tsan_create_fiber (0);
  pthread_create (&t, 0, work, 0);
  for (int i = 0; i < 2; i++) {
    __tsan_switch_to_fiber (task, 0);
    handle (i);
    __tsan_switch_to_fiber (own, 0);
  }
  pthread_join (t, 0);
  return 0;
}
