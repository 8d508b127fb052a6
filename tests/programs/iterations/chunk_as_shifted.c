// APART: 11 15
// FLAGS: -fopenmp
// WHY: the second chunk of one loop and the first one of the next loop, which is dealt out otherwise, go to one member at first
int x;
int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++)
      if (i == 1)
        x = 1;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++)
      if (i == 0)
        x = 2;
  }
  return 0;
}
