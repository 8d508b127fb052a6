// RACE-FREE
// FLAGS: -fopenmp
// WHY: each iteration has a copy of the index with the value of its turn

int a[16], b[32];

int main (void) {
  int j = 0;
#pragma omp parallel for num_threads(2) linear(j : 2)
  for (int i = 0; i < 16; i++) {
    b[j] = a[i];
    j += 2;
  }
  return j != 32;
}
