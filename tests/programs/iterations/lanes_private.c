// RACE-FREE
// FLAGS: -fopenmp
// WHY: variables of which each lane has its own, which clang keeps in one place

#include <stdio.h>

int global, last, counts[40], scanned[64], running;

static int next_of (int *p) {
  int own = *p; // in a frame of its own
  int *to = &own;
  return *to + 1;
}

int main (void) {
  int a[100], b[100], s = 0, t, u[4], l = 0, own_counts[4] = {0};
  for (int i = 0; i < 100; i++)
    a[i] = b[i] = i;
#pragma omp simd private(t, u, global) reduction(+ : s) linear(l) lastprivate(last)
  for (int i = 0; i < 99; i++) {
    int w[3];
    t = a[i];
    u[t & 3] = t;
    w[t & 1] = next_of (&t);
    global = next_of (w + (t & 1));
    s += next_of (u + (t & 3));
    a[i] = t + b[i] + global;
    last = i;
    l++;
  }
#pragma omp simd reduction(+ : own_counts[0 : 4])
  for (int i = 0; i < 99; i++)
    own_counts[i & 3] += a[i];
#pragma omp simd reduction(+ : counts[0 : 4])
  for (int i = 0; i < 99; i++)
    counts[i & 3] += a[i];
#pragma omp simd reduction(inscan, + : running)
  for (int i = 0; i < 64; i++) {
    running += a[i];
#pragma omp scan inclusive(running)
    scanned[i] = running;
  }
  printf ("%d %d %d %d %d\n", s, l, last, own_counts[1] == counts[1], scanned[3]);
  return own_counts[1] == counts[1] ? 0 : 1;
}
