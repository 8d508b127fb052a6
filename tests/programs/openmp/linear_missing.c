// RACE: 13 13
// RACE: 12 13
// FLAGS: -fopenmp
// WHY: a second index that goes along with the loop has no linear clause

int a[16];

int main (void) {
  int j = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 16; i++) {
    a[i] = j;
    j += 2;
  }
  return j < 0;
}
