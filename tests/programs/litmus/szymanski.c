// FREE: -DW=seq_cst -DR=seq_cst -DE=release
// RACY: -DW=relaxed -DR=relaxed -DE=relaxed
// RACY: -DW=relaxed -DR=seq_cst -DE=relaxed
// RACY: -DW=relaxed -DR=relaxed -DE=release
// WHY: Szymanski's lock; its rooms are entered by stores and left by the last one
#include "litmus.h"
static atomic_int room[2];

static int room_of (int i) {
  return atomic_load_explicit (room + i, ORDER (R));
}

static void enter (int me, int number) {
  atomic_store_explicit (room + me, number, ORDER (W));
}

static void *work (void *a) {
  int me = (int)(long)a, other = 1 - me;
  enter (me, 1);
  while (room_of (other) >= 3)
    sched_yield ();
  enter (me, 3);
  if (room_of (other) == 1) {
    enter (me, 2);
    while (room_of (other) != 4)
      sched_yield ();
  }
  enter (me, 4);
  while (me && room_of (0) >= 2)
    sched_yield ();
  WRITE_DATA ();
  while (!me && (room_of (1) == 2 || room_of (1) == 3))
    sched_yield ();
  atomic_store_explicit (room + me, 0, ORDER (E));
  return a;
}
RUN (work, work)
