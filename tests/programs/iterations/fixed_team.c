// RACE-FREE
// FLAGS: -fopenmp
// WHY: the program says how many threads there are
int a[32];
int main (void) {
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 64; i++)
    a[i / 2] = i; // always one thread
  return 0;
}
