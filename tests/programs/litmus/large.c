// FREE: -DW=RELEASE -DR=ACQUIRE
// FREE: -DW=SEQ_CST -DR=SEQ_CST
// FREE: -DW=RELAXED -DR=RELAXED
// FLAGS: -latomic -Wno-atomic-alignment
// WHY: libatomic's calls for objects without an instruction; what they do inside
// orders more than their orders say
#include "litmus.h"
#define BUILTIN_(name) __ATOMIC_##name
#define BUILTIN(name) BUILTIN_ (name)
typedef struct { long part[4]; } large;
static large flag __attribute__ ((aligned (32)));

static void *put (void *a) {
  large one = {{1, 2, 3, 4}};
  WRITE_DATA ();
  __atomic_store (&flag, &one, BUILTIN (W));
  return a;
}

static void *take (void *a) {
  large seen;
  __atomic_load (&flag, &seen, BUILTIN (R));
  if (seen.part[0])
    READ_DATA ();
  return a;
}
RUN (put, take)
