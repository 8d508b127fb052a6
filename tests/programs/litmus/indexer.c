// FREE: -DC=acq_rel -DF=acquire
// FREE: -DC=release -DF=acquire
// RACY: -DC=relaxed -DF=acquire
// RACY: -DC=release -DF=relaxed
// RACY: -DC=relaxed -DF=relaxed
// WHY: threads put messages into a hash table by compare-and-swap; who finds a slot
// taken reads what the other one has put there
#include "litmus.h"
enum { SIZE = 4 };
static _Atomic (int *) table[SIZE];
static int messages[3];

static void *work (void *a) {
  int *mine = messages + (long)a, *found = 0;
  *mine = (int)(long)a * SIZE + 1; // data
  for (int at = *mine % SIZE; // data
       !atomic_compare_exchange_strong_explicit (&table[at], &found, mine,
                                                 ORDER (C), ORDER (F));
       at = (at + 1) % SIZE, found = 0)
    printf ("%d\n", *found); // data
  return a;
}
RUN (work, work, work)
