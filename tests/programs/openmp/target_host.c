// RACE-FREE
// FLAGS: -fopenmp
// WHY: a target region runs on the host

int main (void) {
  int a[8] = {0};
#pragma omp target teams distribute parallel for map(tofrom : a)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  return a[7] - 7;
}
