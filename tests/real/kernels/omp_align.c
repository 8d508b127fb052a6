// The pattern of the alignment of two sequences: blocks of a table are tasks,
// each after the blocks above and to the left of it.
#include <stdio.h>

enum { length = 12, block = 4, blocks = length / block };
static int table[length + 1][length + 1];
static const char one[] = "GATTACAGATTA", other[] = "GCATGCTTACGA";

static int most (int a, int b, int c) {
  int m = a > b ? a : b;
  return m > c ? m : c;
}

static void fill (int bi, int bj) {
  for (int i = bi * block + 1; i <= (bi + 1) * block; i++)
    for (int j = bj * block + 1; j <= (bj + 1) * block; j++)
      table[i][j] = most (table[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 1 : -1),
                          table[i - 1][j] - 1, table[i][j - 1] - 1);
}

int main (void) {
  static char done[blocks + 1][blocks + 1];
  for (int i = 0; i <= length; i++)
    table[i][0] = table[0][i] = -i;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 1; i <= blocks; i++)
    for (int j = 1; j <= blocks; j++)
#pragma omp task depend(in : done[i - 1][j], done[i][j - 1]) depend(out : done[i][j])
      fill (i - 1, j - 1);
  printf ("%d\n", table[length][length]);
  return 0;
}
