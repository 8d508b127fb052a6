// The pattern of a radix sort: each thread counts the digits of its keys, the
// counts become places by a tree of additions whose nodes hand results on by
// a flag with a mutex and a condition each, then keys move to their places.
#include "kernel.h"

enum { keys = 96, bits = 3, digits = 1 << bits, rounds = 2 };
static unsigned key[2][keys];
static int count[threads][digits], place[threads][digits];

static struct node {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int done;
  int sum[digits]; // of all threads up to this one
} node[threads];

static void hand_on (long self) {
  struct node *own = &node[self], *before = own - 1;
  int sum[digits] = {0};
  if (self) {
    pthread_mutex_lock (&before->mutex);
    while (!before->done)
      pthread_cond_wait (&before->changed, &before->mutex);
    before->done = 0;
    pthread_mutex_unlock (&before->mutex);
    for (int d = 0; d < digits; d++)
      sum[d] = before->sum[d];
  }
  for (int d = 0; d < digits; d++) {
    place[self][d] = sum[d];
    own->sum[d] = sum[d] + count[self][d];
  }
  if (self == threads - 1)
    return;
  pthread_mutex_lock (&own->mutex);
  own->done = 1;
  pthread_cond_signal (&own->changed);
  pthread_mutex_unlock (&own->mutex);
}

static void sort_by (int digit, int from, long self) {
  int shift = digit * bits;
  for (int d = 0; d < digits; d++)
    count[self][d] = 0;
  for (int i = first (self, keys); i < first (self + 1, keys); i++)
    count[self][key[from][i] >> shift & (digits - 1)]++;
  barrier_wait ();
  hand_on (self);
  barrier_wait ();
  int smaller = 0;
  for (int d = 0; d < digits; d++) {
    place[self][d] += smaller;
    smaller += node[threads - 1].sum[d];
  }
  for (int i = first (self, keys); i < first (self + 1, keys); i++) {
    unsigned k = key[from][i];
    key[!from][place[self][k >> shift & (digits - 1)]++] = k;
  }
  barrier_wait ();
}

static void kernel (long self) {
  for (int round = 0; round < rounds; round++)
    sort_by (round, round % 2, self);
}

int main (void) {
  unsigned seed = 7;
  for (int i = 0; i < keys; i++)
    key[0][i] = next_random (&seed) % (1 << bits * rounds);
  for (int i = 0; i < threads; i++) {
    pthread_mutex_init (&node[i].mutex, 0);
    pthread_cond_init (&node[i].changed, 0);
  }
  run_kernel ();
  for (int i = 1; i < keys; i++)
    if (key[0][i - 1] > key[0][i])
      return 1;
  printf ("%u %u\n", key[0][0], key[0][keys - 1]);
  return 0;
}
