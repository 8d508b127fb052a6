// RACE: 12 13
// FLAGS: -fopenmp
// WHY: the number that was captured is the thread's own, but it looks at the counter again

int n, q[64];

int main (void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 16; i++) {
    int k;
#pragma omp atomic capture
    k = n++;
    q[k] = n;
  }
  return n != 16;
}
