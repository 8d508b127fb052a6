// FREE: -DK=release -DG=acquire
// RACY: -DK=relaxed -DG=acquire
// RACY: -DK=release -DG=relaxed
// WHY: a lock-free table as Click's: a key is claimed, then its value is published;
// who finds both reads what they point to
#include "litmus.h"
enum { SIZE = 4 };
static struct { atomic_int key; _Atomic (int *) value; } table[SIZE];
static int values[2];

static int slot_of (int key) {
  for (int at = key % SIZE;; at = (at + 1) % SIZE) {
    int found = 0;
    if (atomic_compare_exchange_strong_explicit (
          &table[at].key, &found, key, memory_order_relaxed,
          memory_order_relaxed) ||
        found == key)
      return at;
  }
}

static void *put (void *a) {
  int *mine = values + (long)a, *found = 0;
  *mine = 1; // data
  int at = slot_of (7);
  if (!atomic_compare_exchange_strong_explicit (&table[at].value, &found, mine,
                                                ORDER (K), ORDER (G)))
    printf ("%d\n", *found); // data
  return a;
}

static void *get (void *a) {
  int *found = atomic_load_explicit (&table[slot_of (7)].value, ORDER (G));
  if (found)
    printf ("%d\n", *found); // data
  return a;
}
RUN (put, put, get)
