// RACE: 12 15
// FLAGS: -fopenmp
// WHY: dynamic loops of one length may have the same iteration on different threads

int a[16], b[16];

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 16; i++)
      a[i] = i;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 16; i++)
      b[i] = a[i];
  }
  return 0;
}
