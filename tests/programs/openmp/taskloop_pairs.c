// RACE: 11 11
// FLAGS: -fopenmp
// WHY: two iterations that the program does not put into one task

int a[32];

int main (void) {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < 64; i++) a[i / 2] = i;
  return 0;
}
