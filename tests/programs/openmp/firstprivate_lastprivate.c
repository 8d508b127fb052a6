// RACE-FREE
// FLAGS: -fopenmp
// WHY: copies at the begin, the last one's value at the end

int main (void) {
  int from = 3, last = 0;
#pragma omp parallel for firstprivate(from) lastprivate(last)
  for (int i = 0; i < 9; i++)
    last = from + i;
  return last - 11;
}
