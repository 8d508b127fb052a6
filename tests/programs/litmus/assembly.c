// FREE:
// FREE: -DADD
// FLAGS: -Wno-unused-function
// WHY: an instruction with a lock prefix is seq_cst
#include "litmus.h"
static int lock;

static int exchange (int *p, int v) {
  __asm__ volatile ("xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}

static int add (int *p, int v) {
  __asm__ volatile ("lock xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}

static void *work (void *a) {
#ifdef ADD
  while (add (&lock, 1)) {
    add (&lock, -1);
    sched_yield ();
  }
  WRITE_DATA ();
  add (&lock, -1);
#else
  while (exchange (&lock, 1))
    sched_yield ();
  WRITE_DATA ();
  exchange (&lock, 0);
#endif
  return a;
}
RUN (work, work)
