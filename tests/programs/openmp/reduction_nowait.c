// RACE value: 9 13
// FLAGS: -fopenmp
// WHY: without a barrier behind the loop the sums may not yet be there

int main (void) {
  int h[8] = {0}, seen = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for reduction(+ : h[0 : 4]) nowait
    for (int i = 0; i < 16; i++)
      h[i % 4] += i;
#pragma omp single
    seen = h[3];
  }
  return seen < 0;
}
