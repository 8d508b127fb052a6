// APART: 8 8
// FLAGS: -fopenmp
// WHY: neighbouring iterations, which a team of four has on one thread each
int a[64];
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i / 2] = i; // same chunk in teams of 4
  return 0;
}
