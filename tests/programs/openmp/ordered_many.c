// RACE-FREE
// FLAGS: -fopenmp
// WHY: the turn passes through 400 iterations on four threads

int sum, before[400], log_of[400], last;

int main (void) {
#pragma omp parallel for ordered schedule(dynamic) num_threads(4)
  for (int i = 0; i < 400; i++) {
    before[i] = i;
#pragma omp ordered
    {
      log_of[sum++] = i;
      last = before[i > 7 ? i - 7 : i];
    }
  }
  return sum != 400 || last != 392;
}
