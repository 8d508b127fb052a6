// RACE-FREE
// FLAGS: -fopenmp
// WHY: reductions
int main (void) {
  int s = 0, m = 0;
#pragma omp parallel for reduction(+ : s) reduction(max : m)
  for (int i = 0; i < 64; i++) {
    s += i;
    m = m < i ? i : m;
  }
  return s != 2016 || m != 63;
}
