// The pattern of an integer sort: each thread counts its keys, a thread adds up
// the counts between two barriers, each thread places its keys by ranks of its
// own.
#include <omp.h>
#include <stdio.h>

enum { keys = 96, buckets = 8, most = 4 };
static int key[keys], sorted[keys], count[most][buckets], start[most][buckets];

static void rank_all (int threads) {
  int at = 0;
  for (int b = 0; b < buckets; b++)
    for (int t = 0; t < threads; t++) {
      start[t][b] = at;
      at += count[t][b];
    }
}

int main (void) {
  unsigned state = 5;
  for (int i = 0; i < keys; i++) {
    state = state * 1103515245 + 12345;
    key[i] = state >> 16 & (buckets - 1);
  }
#pragma omp parallel num_threads(3)
  {
    int self = omp_get_thread_num ();
#pragma omp for schedule(static)
    for (int i = 0; i < keys; i++)
      count[self][key[i]]++;
#pragma omp single
    rank_all (omp_get_num_threads ());
#pragma omp for schedule(static) nowait
    for (int i = 0; i < keys; i++)
      sorted[start[self][key[i]]++] = key[i];
  }
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 1; i < keys; i++)
    wrong += sorted[i - 1] > sorted[i];
  printf ("%d out of order\n", wrong);
  return wrong;
}
